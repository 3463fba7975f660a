import type { Answer } from './contract/chat';

/** What ties the words of an answer to the passages that were found for it. */
export type Backing = 'passages' | 'no-source' | 'not-borne-out';

type Backed = Pick<Answer, 'quoted' | 'citations' | 'cited' | 'basis'>;

/**
 * How well the passages fit a question says nothing of an answer that a model wrote beside them: one that names none
 * (`no-source`), or whose cited passages hold no sentence of it (`not-borne-out`).
 */
export function backingOf({ quoted, citations, cited = [], basis }: Backed): Backing {
  // Without passages there was nothing to name; answers of before their numbers were kept say nothing either.
  if (quoted || !basis || basis.passages === 0) return 'passages';
  if (citations.length === 0) return 'no-source';
  return cited.length > 0 && cited.every(({ support }) => support === 'weak') ? 'not-borne-out' : 'passages';
}
