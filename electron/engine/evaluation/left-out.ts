import { type LeftOutQuestions, mostNamed } from '@shared/left-out-questions';
import type { Judgements } from './metrics';

/**
 * The questions of which a right document is there, and what is said of the others: asked, they could only count as
 * misses of the search. A question that lacks some of its documents is asked, and these count as never found.
 */
export function findableQueries<Q extends { readonly judgements: Judgements }>(
  judged: readonly Q[],
  isThere: (documentId: string) => boolean,
): { readonly queries: readonly Q[]; readonly leftOut?: LeftOutQuestions } {
  const isFindable = ({ judgements }: Q) => rightOf(judgements).some(isThere);
  const queries = judged.filter(isFindable);
  const others = judged.filter((query) => !isFindable(query));
  if (others.length === 0) return { queries };
  const names = [...new Set(others.flatMap(({ judgements }) => rightOf(judgements)))];
  const leftOut = { questions: others.length, documents: names.length, named: names.slice(0, mostNamed) };
  return { queries, leftOut };
}

const rightOf = (judgements: Judgements): string[] => [...judgements].flatMap(([id, gain]) => (gain > 0 ? [id] : []));
