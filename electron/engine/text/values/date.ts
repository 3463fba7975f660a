import { languages, type TextLanguage } from '../../languages';
import { type CalendarDate, calendarDates, firstBetweenSlashes } from '../calendar-dates';
import { folded } from '../segmentation';
import type { PreparedDocument } from '../prepared-document';
import { allReviewWords } from '../../extraction/review-words';
import type { ValueCandidate } from '../../extraction/values';

/** `03.04.21` and `3/4/21`; years from 70 on are of the last century. */
const shortYear = /(?<![\p{L}\p{N}./-])(\d{1,2})([./])(\d{1,2})\2(\d{2})(?![\p{L}\p{N}]|[./-]\p{N})/gu;
const bareYear = /(?<![\p{L}\p{N}.,/:#$€£-])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,/:-]\p{N}|\s?[%€$£])/gu;

const months = new Map(
  Object.values<TextLanguage>(languages).flatMap(({ months: names }) =>
    names.flatMap((all, at) => all.split('|').map((name) => [folded(name), at + 1] as const)),
  ),
);
/** Also by its first three letters: “12-Jan-2015”. */
const short = new Map([...months].map(([name, at]) => [name.slice(0, 3), at] as const));
const month = [...months.keys()].sort((one, other) => other.length - one.length).join('|');
const ordinals = new Map(
  allReviewWords.flatMap(({ ordinals: words }) => words.map((word, at) => [word, at + 1] as const)),
);
const ordinal = [...ordinals.keys()].join('|');
/** What agreements and bad scans have beside the usual forms: “24 th day of March , 2007”, “twenty-first day of May, 2009”. */
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
  return value === undefined ? null : value + (tens === 'twenty' ? 20 : tens === 'thirty' ? 30 : 0);
}

/** The dates of a document: days, months of a year and years, in its order. */
export function datesOf(document: PreparedDocument): readonly ValueCandidate[] {
  const { plain, pieces } = document;
  const order = firstBetweenSlashes([plain]) ?? (document.document.language === 'eng' ? 'month' : 'day');
  const found: ValueCandidate[] = [];
  for (const piece of pieces) {
    const text = plain.slice(piece.start, piece.end);
    const stated = calendarDates(text);
    written.forEach((form, at) => {
      for (const match of text.matchAll(form)) {
        const [first = '', second = '', y = ''] = match.slice(1);
        const [m, d] = at === 1 ? [first, second] : [second, first];
        const reading = { year: Number(y), month: months.get(m) ?? short.get(m) ?? null, day: dayOf(d) };
        const [start, end] = [match.index, match.index + match[0].length];
        const within = stated.filter((one) => start < one.end && end > one.start);
        // A form that is longer than what the usual ones read of it: they found the year, or the month.
        if (reading.day === null || within.some((one) => one.readings.some(({ day }) => day !== null))) continue;
        for (const one of within) stated.splice(stated.indexOf(one), 1);
        stated.push({ readings: [reading], start, end });
      }
    });
    for (const { readings, start, end } of stated) {
      const [first, second] = readings;
      const swapped = order === 'month' && hyphened.test(text.slice(start, end)) ? monthFirst(first) : null;
      const reading = swapped ?? (second && order === 'month' ? second : first);
      if (reading && !(reading.month === null && phone.test(text.slice(Math.max(0, start - 5), start))))
        push(found, reading, piece.start + start, piece.start + end);
    }
    const free = (start: number, end: number) => !stated.some((one) => start < one.end && end > one.start);
    for (const match of text.matchAll(shortYear)) {
      const [whole, a, mark, b, short] = match.map(String);
      const [day, month] = order === 'month' && mark === '/' ? [Number(b), Number(a)] : [Number(a), Number(b)];
      const year = Number(short) + (Number(short) < 70 ? 2000 : 1900);
      const [start, end] = [match.index, match.index + (whole ?? '').length];
      if (free(start, end)) push(found, { year, month, day }, piece.start + start, piece.start + end);
    }
    for (const match of text.matchAll(bareYear)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (free(start, end))
        push(found, { year: Number(match[0]), month: null, day: null }, piece.start + start, piece.start + end);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** English has the month first between hyphens too: “09-11-2009”. */
const hyphened = /^\d{1,2}-\d{1,2}-\d{4}$/u;
const monthFirst = (date: CalendarDate | undefined): CalendarDate | null =>
  date?.day && date.day <= 12 ? { ...date, month: date.day, day: date.month } : null;

/** Before four digits of a telephone number: “555-”. */
const phone = /(?<!\d)\d{1,3}[-–]$/u;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function push(found: ValueCandidate[], { year, month, day }: CalendarDate, start: number, end: number): void {
  if (year === null || (month !== null && (month < 1 || month > 12)) || (day !== null && (day < 1 || day > 31))) return;
  const parts = [
    String(year),
    ...(month === null ? [] : [twoDigits(month), ...(day === null ? [] : [twoDigits(day)])]),
  ];
  const date = parts.join('-');
  found.push({ value: { type: 'date', date }, start, end, key: date });
}
