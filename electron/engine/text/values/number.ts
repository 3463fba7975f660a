import quantityWords from '../../../../config/quantity-words.json';
import type { PreparedDocument } from '../prepared-document';
import type { ValueCandidate } from '../../extraction/values';
import { digits, readNumber, spelled, spelledValue } from './numerals';

const units = new Set(quantityWords.units.flatMap(({ names }) => names.split(' ')));
const stated = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:#§$€£_-])([-−]?(?:${digits}))(?:\\s?(%|°[cf]|[\\p{L}µμ]+(?:/(?:kg|day|dia|tag|d|h|ml|l|m2))*)(?![\\p{L}\\p{N}]))?(?![\\p{N}_]|[.,:/]\\p{N})`,
  'gu',
);
const inWords = new RegExp(`(?<![\\p{L}\\p{N}-])(${spelled})(?![\\p{L}\\p{N}-])`, 'gu');

/** The numbers of a document with their units, in its order; a number of one word below ten is none by itself. */
export function numberCandidates({
  plain,
  text: written,
  pieces,
  document,
}: PreparedDocument): readonly ValueCandidate[] {
  const found: ValueCandidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    for (const { 0: whole, 1: number = '', 2: word, index } of text.matchAll(stated)) {
      const value = readNumber(number.replace('−', '-'), document.language);
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
      if (value === null || value < 2) continue;
      const start = piece.start + index;
      found.push({ value: { type: 'number', number: value }, start, end: start + word.length, key: `${value} ` });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const isUnit = (word: string): boolean =>
  word === '%' || word.startsWith('°') || units.has(word) || /^[µμ]?[mk]?(?:g|l|mol|iu|ui|ie)(?:\/|$)/u.test(word);
