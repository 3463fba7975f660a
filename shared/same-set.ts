import type { LabelledSetFacts } from './contract/evaluation';

/** Whether two results are of the same documents, questions and judgements, wherever their set lay. */
export const isSameSet = (
  one: Pick<LabelledSetFacts, 'checksum' | 'split'>,
  other: Pick<LabelledSetFacts, 'checksum' | 'split'>,
): boolean => one.checksum === other.checksum && one.split === other.split;
