import type { ValueOf } from '@shared/value-types';
import type { PreparedDocument } from '../prepared-document';
import { digits, isFunctionWordIn, readNumber, spelled, spelledValue } from './numerals';
import { isPercent, unitOf } from './units';
import type { ValueCandidate, ValueType } from './value-type';

const stated = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:#§$€£_-])([-−]?(?:${digits}))(?:\\s?(%|°[cf]|[\\p{L}µμ]+(?:/(?:kg|day|dia|tag|d|h|ml|l|m2))*)(?![\\p{L}\\p{N}]))?(?![\\p{N}_]|[.,:/]\\p{N})`,
  'gu',
);
const inWords = new RegExp(`(?<![\\p{L}\\p{N}-])(${spelled})(?![\\p{L}\\p{N}-])`, 'gu');

/** Returns the numbers of a document with their units; “one” alone is an article. */
function numbersOfDocument({ plain, text: written, pieces, document }: PreparedDocument): readonly ValueCandidate[] {
  const found: ValueCandidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    for (const { 0: whole, 1: number = '', 2: word, index } of text.matchAll(stated)) {
      const value = readNumber(number, document.language);
      if (value === null) continue;
      const unit = word !== undefined && isUnit(word) ? word : undefined;
      const start = piece.start + index;
      const end = start + (unit === undefined ? number.length : whole.length);
      const shown = unit === undefined ? undefined : written.slice(end - unit.length, end);
      found.push({
        value: { type: 'number', number: value, ...(shown !== undefined && { unit: shown }) },
        start,
        end,
        key: `${value} ${unit ?? ''}`,
      });
    }
    for (const { 0: word, index } of text.matchAll(inWords)) {
      const value = spelledValue(word);
      if (value === null || value < 2 || isFunctionWordIn(word, document.language)) continue;
      const start = piece.start + index;
      found.push({ value: { type: 'number', number: value }, start, end: start + word.length, key: `${value} ` });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const isUnit = (word: string): boolean =>
  isPercent(word) ||
  word.startsWith('°') ||
  unitOf(word) !== undefined ||
  /^[µμ]?[mk]?(?:g|l|mol|iu|ui|ie)(?:\/|$)/u.test(word);

export const number: ValueType<ValueOf<'number'>> = {
  asks: ['number'],
  severalAsked: true,
  leastConfidence: 0.55,
  find: (document) => document.once(numbersOfDocument),
  // People are counted in wholes.
  fit: ({ number: value }, field) => (field === 'sample-size' && !Number.isInteger(value) ? -4 : 0),
  wanted: () => 'a number',
  range: ({ number: value }) => [value, value],
  superlatives: 'amount',
};
