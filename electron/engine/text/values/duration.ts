import { type DurationUnit, daysOf, type ValueOf } from '@shared/value-types';
import type { PreparedDocument } from '../prepared-document';
import { ordinals, spelled, statedNumber } from './numerals';
import type { ValueCandidate, ValueType } from './value-type';
import { anyWord, wordBegins, wordEnds } from './words';

const units = (['days', 'weeks', 'months', 'years'] as const).map(
  (unit) => [unit, new RegExp(`^(?:${anyWord((words) => words.units[unit])})$`, 'u')] as const,
);
const anyUnit = units.map(([unit]) => anyWord((words) => words.units[unit])).join('|');
const number = `\\d{1,3}(?:[.,]\\d)?|${spelled}`;

/** “three (3) years”, “36 (thirty-six) months”, “9-month”. */
const stated = new RegExp(
  `(?<![\\p{L}\\p{N}.,§$€£/-])(${number})(?:\\s?[([]\\s?(${number})\\s?[)\\]])?[\\s-]{1,3}(?:(?:${anyWord(({ besideUnit }) => besideUnit)})\\s+)?(${anyUnit})${wordEnds}`,
  'gu',
);
/** “the third (3rd) anniversary”. */
const anniversary = new RegExp(
  `${wordBegins}(?:(${[...ordinals.keys()].join('|')})|(\\d{1,2})(?:st|nd|rd|th|\\.|º)?)(?:\\s?\\([^()]{1,6}\\))?\\s+(?:${anyWord(({ anniversary: word }) => word)})${wordEnds}`,
  'gu',
);

function durationsOf({ plain, pieces, document }: PreparedDocument): readonly ValueCandidate[] {
  const found: ValueCandidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    for (const match of text.matchAll(stated)) {
      const [whole, first = '', second, unitWord = ''] = match;
      const unit = units.find(([, forms]) => forms.test(unitWord))?.[0];
      const count = [second, first]
        .map((written) => (written === undefined ? null : statedNumber(written, document.language)))
        .find((value) => value !== null);
      if (unit && count) found.push(candidate(count, unit, piece.start + match.index, whole.length));
    }
    for (const match of text.matchAll(anniversary)) {
      const count = match[1] === undefined ? Number(match[2]) : ordinals.get(match[1]);
      if (count) found.push(candidate(count, 'years', piece.start + match.index, match[0].length));
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const candidate = (count: number, unit: DurationUnit, start: number, length: number): ValueCandidate => ({
  value: { type: 'duration', count, unit },
  start,
  end: start + length,
  key: `${count} ${unit}`,
});

/** Twelve months are a year, whatever its days. */
const tolerance = 0.6;

export const duration: ValueType<ValueOf<'duration'>> = {
  asks: ['duration'],
  severalAsked: true,
  // “A term of two years” has just that: a precision of 0.95 on labelled agreements would cost too many right ones.
  leastConfidence: 0.65,
  find: (document) => document.once(durationsOf),
  // A contract's term is counted in months.
  fit: ({ unit }, field) => (field === 'term' && (unit === 'days' || unit === 'weeks') ? -2 : 0),
  wanted: () => 'a length of time',
  range({ count, unit }) {
    const days = count * daysOf[unit];
    return [days - tolerance, days + tolerance];
  },
  superlatives: 'duration',
  tellsItself: true,
};
