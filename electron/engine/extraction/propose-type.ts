import type { ColumnType } from '@shared/value-types';
import { folded } from '../text/segmentation';
import { valueTypeList, valueTypeOf } from '../text/values';
import { allReviewWords } from '../text/values/words';

/** Words of a question with the type that they ask for, the most telling first. */
const kinds = valueTypeList.flatMap(([type, { asks }]) =>
  asks.map((kind) => {
    const words = allReviewWords.map(({ asksFor }) => `(?<![\\p{L}])(?:${asksFor[kind]})`);
    return { type, words: new RegExp(words.join('|'), 'u') };
  }),
);
const many = new RegExp(allReviewWords.map(({ asksMany }) => `(?<![\\p{L}])(?:${asksMany})(?!\\p{L})`).join('|'), 'u');

/**
 * Returns the type of the values that a question asks for, and whether it may have several: “Who are the parties?” → name,
 * many. A question that has no word of another type asks for a text.
 */
export function proposeType(question: string): { type: ColumnType; many: boolean } {
  const plain = folded(question)
    .trim()
    .replace(/^[¿¡\s]+/u, '');
  const type = kinds.find(({ words }) => words.test(plain))?.type ?? 'text';
  return { type, many: valueTypeOf(type).severalAsked && many.test(plain) };
}
