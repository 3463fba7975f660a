import { folded } from '../text/segmentation';
import { allReviewWords } from './review-words';
import type { ColumnType } from './values';

type Asked = 'yes-no' | 'number' | 'amount' | 'date' | 'duration' | 'name' | 'place';

const asked = (kind: Asked): RegExp =>
  new RegExp(allReviewWords.map(({ asksFor }) => `(?<![\\p{L}])(?:${asksFor[kind]})`).join('|'), 'u');
/** What a question has, the most telling first: “how long” is no number, and “Is there a fee?” wants a yes or a no. */
const kinds: readonly (readonly [RegExp, ColumnType])[] = (
  ['yes-no', 'duration', 'date', 'number', 'amount', 'place', 'name'] as const
).map((kind) => [asked(kind), kind === 'place' ? 'name' : kind] as const);
const many = new RegExp(allReviewWords.map(({ asksMany }) => `(?<![\\p{L}])(?:${asksMany})(?!\\p{L})`).join('|'), 'u');

/**
 * The type of the values that a question asks for, and whether it may have several: “Who are the parties?” → name, many.
 * A question that has no word of another type asks for a text.
 */
export function proposeType(question: string): { type: ColumnType; many: boolean } {
  const plain = folded(question)
    .trim()
    .replace(/^[¿¡\s]+/u, '');
  const type = kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? 'text';
  return { type, many: type !== 'yes-no' && type !== 'text' && many.test(plain) };
}
