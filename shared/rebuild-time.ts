import type { RebuildEstimate } from './contract/models';

/**
 * Whether an estimate of a rebuild has a time to name: writing is most of a rebuild that embeds nothing, and without it
 * there is none.
 */
export const hasTime = ({ toEmbed, msWriting }: Pick<RebuildEstimate, 'toEmbed' | 'msWriting'>): boolean =>
  msWriting !== null || toEmbed > 0;
