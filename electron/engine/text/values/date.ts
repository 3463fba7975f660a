import type { ValueOf } from '@shared/value-types';
import {
  type CalendarDate,
  calendarDates,
  type FoundDate,
  firstBetweenSlashes,
  monthNames,
  wholeYear,
} from '../calendar-dates';
import type { PreparedDocument } from '../prepared-document';
import { ordinals, spelledValue } from './numerals';
import type { ValueCandidate, ValueType } from './value-type';

/** `03.04.21` and `3/4/21`. */
const shortYear = /(?<![\p{L}\p{N}./-])(\d{1,2})([./])(\d{1,2})\2(\d{2})(?![\p{L}\p{N}]|[./-]\p{N})/gu;
const bareYear = /(?<![\p{L}\p{N}.,/:#$€£-])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,/:-]\p{N}|\s?[%€$£])/gu;

/** Also by its first three letters: “12-Jan-2015”. */
const short = new Map([...monthNames].map(([name, at]) => [name.slice(0, 3), at] as const));
const month = [...monthNames.keys()].join('|');
const ordinal = [...ordinals.keys()].join('|');
/** Unusual forms in agreements and bad scans: “24 th day of March , 2007”, “twenty-first day of May, 2009”. */
const written = [
  new RegExp(
    `(?<![\\p{L}\\p{N}.,/-])(\\d{1,2}|(?:(?:twenty|thirty)[- ])?(?:${ordinal}))\\s?(?:st|nd|rd|th)?\\s+(?:(?:day|dia)\\s+)?(?:of|de|del)\\s+(${month})\\s?[.,]?(?:\\s+(?:of|de|del|in the year))?\\s+(\\d{4})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(${month})\\s?[.,]?\\s?(\\d{1,2})\\s?(?:st|nd|rd|th)?\\s?[.,]?\\s?((?:19|20)\\d{2})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}.,/-])(\\d{1,2})[-./](${[...short.keys()].join('|')})\\p{L}{0,6}[-./]((?:19|20)\\d{2})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
] as const;

function dayOf(words: string): number | null {
  if (/^\d/u.test(words)) return Number(words);
  const [tens, ones] = words.includes('-') || words.includes(' ') ? words.split(/[- ]/u) : [undefined, words];
  const value = ordinals.get(ones ?? '');
  return value === undefined ? null : value + (spelledValue(tens ?? '') ?? 0);
}

type Order = 'month' | 'day';

function datesOf(document: PreparedDocument): readonly ValueCandidate[] {
  const { plain, pieces } = document;
  const order = firstBetweenSlashes([plain]) ?? (document.document.language === 'eng' ? 'month' : 'day');
  const found: ValueCandidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    const stated = writtenOut(text);
    const push = (date: CalendarDate, start: number, end: number) => {
      const candidate = candidateOf(date, piece.start + start, piece.start + end);
      if (candidate) found.push(candidate);
    };
    for (const { readings, start, end } of stated) {
      const reading = readingOf(readings, order, text.slice(start, end));
      if (reading && !(reading.month === null && phone.test(text.slice(Math.max(0, start - 5), start))))
        push(reading, start, end);
    }
    for (const { date, start, end } of [...shortYears(text, order), ...bareYears(text)])
      if (!stated.some((one) => start < one.end && end > one.start)) push(date, start, end);
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Returns the dates that the usual forms or the longer ones of agreements find. */
function writtenOut(text: string): FoundDate[] {
  let stated = calendarDates(text);
  written.forEach((form, at) => {
    for (const match of text.matchAll(form)) {
      const [first = '', second = '', y = ''] = match.slice(1);
      const [m, d] = at === 1 ? [first, second] : [second, first];
      const reading = { year: Number(y), month: monthNames.get(m) ?? short.get(m) ?? null, day: dayOf(d) };
      const [start, end] = [match.index, match.index + match[0].length];
      const within = stated.filter((one) => start < one.end && end > one.start);
      // A form that is longer than what the usual ones read of it: they found the year, or the month.
      if (reading.day === null || within.some((one) => one.readings.some(({ day }) => day !== null))) continue;
      stated = [...stated.filter((one) => !within.includes(one)), { readings: [reading], start, end }];
    }
  });
  return stated;
}

function readingOf([first, second]: readonly CalendarDate[], order: Order, text: string): CalendarDate | undefined {
  const swapped = order === 'month' && hyphened.test(text) ? monthFirst(first) : null;
  return swapped ?? (second && order === 'month' ? second : first);
}

interface PlacedDate {
  readonly date: CalendarDate;
  readonly start: number;
  readonly end: number;
}

const shortYears = (text: string, order: Order): PlacedDate[] =>
  [...text.matchAll(shortYear)].map(({ 0: all, 1: a, 2: mark, 3: b, 4: year = '', index }) => {
    const [day, month] = order === 'month' && mark === '/' ? [Number(b), Number(a)] : [Number(a), Number(b)];
    return { date: { year: wholeYear(year), month, day }, start: index, end: index + all.length };
  });

const bareYears = (text: string): PlacedDate[] =>
  [...text.matchAll(bareYear)].map(({ 0: year, index }) => ({
    date: { year: Number(year), month: null, day: null },
    start: index,
    end: index + year.length,
  }));

/** English has the month first between hyphens too: “09-11-2009”. */
const hyphened = /^\d{1,2}-\d{1,2}-\d{4}$/u;
const monthFirst = (date: CalendarDate | undefined): CalendarDate | null =>
  date?.day && date.day <= 12 ? { ...date, month: date.day, day: date.month } : null;

/** Before four digits of a telephone number: “555-”. */
const phone = /(?<!\d)\d{1,3}[-–]$/u;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function candidateOf({ year, month, day }: CalendarDate, start: number, end: number): ValueCandidate | null {
  if (year === null || (month !== null && (month < 1 || month > 12)) || (day !== null && (day < 1 || day > 31)))
    return null;
  const parts = [
    String(year),
    ...(month === null ? [] : [twoDigits(month), ...(day === null ? [] : [twoDigits(day)])]),
  ];
  const stated = parts.join('-');
  return { value: { type: 'date', date: stated }, start, end, key: stated };
}

const dayMs = 86_400_000;

export const date: ValueType<ValueOf<'date'>> = {
  asks: ['date'],
  severalAsked: true,
  leastConfidence: 0.75,
  find: (document) => document.once(datesOf),
  // A contract is dated by the day.
  fit: ({ date: stated }, field) =>
    field === null || field === 'year' ? 0 : ([-2, -1, 0][stated.split('-').length - 1] ?? 0),
  wanted: () => 'a date',
  range({ date: stated }) {
    const [year = 0, month, day] = stated.split('-').map(Number);
    const start = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
    if (day) return [start / dayMs, start / dayMs];
    return [start / dayMs, Date.UTC(year, month ?? 12, 0) / dayMs];
  },
  superlatives: 'date',
  tellsItself: true,
};
