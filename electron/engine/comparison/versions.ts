import { Vocabulary } from './compared-words';
import { type ComparedDocument, passagesOf } from './passages';

/** Shorter passages stand in any document: “Yes.”, the rule of a table, a number. */
const fewestWords = 4;

/**
 * How far two documents are versions of each other: the share of their words that stand in passages that both have, word
 * for word; 0 to 1, 1 for the same text. 0 where neither has a passage to compare.
 */
export function areVersions(a: ComparedDocument, b: ComparedDocument): number {
  const vocabulary = new Vocabulary();
  const [one, other] = [a, b].map((document) => {
    const counts = new Map<string, { count: number; size: number }>();
    let words = 0;
    for (const { key, size, kind } of passagesOf(document, vocabulary).passages) {
      if (kind === 'furniture' || size < fewestWords) continue;
      counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, size });
      words += size;
    }
    return { counts, words };
  });
  if (!one || !other || one.words + other.words === 0) return 0;
  let common = 0;
  for (const [key, { count, size }] of one.counts) common += Math.min(count, other.counts.get(key)?.count ?? 0) * size;
  return (2 * common) / (one.words + other.words);
}
