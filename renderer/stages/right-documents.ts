import type { LabelledQuestion } from '@shared/contract/index';
import type { Candidate } from './candidates';

type Relevant = LabelledQuestion['relevant'];
type Found = Pick<Candidate, 'ranks'> & { readonly chunk: Pick<Candidate['chunk'], 'documentId'> };

/** Whether a chunk is of a document that is right for the question. */
export const isRight = (relevant: Relevant | undefined, documentId: string): boolean =>
  relevant?.some((one) => one.documentId === documentId && one.gain > 0) ?? false;

/** How many of the right documents have a chunk among the candidates, and the first place that one has after Retrieval. */
export function foundOf(
  relevant: Relevant,
  candidates: readonly Found[],
): { readonly found: number; readonly first: number | null } {
  const right = candidates.filter(({ chunk }) => isRight(relevant, chunk.documentId));
  const places = right.flatMap(({ ranks }) => (typeof ranks.retrieval === 'number' ? [ranks.retrieval] : []));
  return {
    found: new Set(right.map(({ chunk }) => chunk.documentId)).size,
    first: places.length > 0 ? Math.min(...places) : null,
  };
}
