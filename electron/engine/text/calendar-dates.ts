import { languages } from '../languages';
import { folded } from './segmentation';

/** A date as far as it is stated: a year, a month of a year, a day of a month. */
export interface CalendarDate {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

/** The names of months in all languages with their numbers, folded, the longest first; a short one by the name it begins. */
export const monthNames: ReadonlyMap<string, number> = new Map(
  Object.values(languages)
    .flatMap((language) => {
      const names = language.months.flatMap((all, at) => all.split('|').map((name) => [folded(name), at + 1] as const));
      const short = language.shortMonths.flatMap((written) => {
        const name = folded(written.replace('.', ''));
        return names.filter(([whole]) => whole.startsWith(name)).map(([, number]) => [name, number] as const);
      });
      return [...short, ...names];
    })
    .sort(([one], [other]) => other.length - one.length),
);

/** Returns the year of two digits: 70 to 99 are of the last century, as POSIX strptime has it. Longer ones are whole. */
export function wholeYear(written: string, lastOfThisCentury = 69): number {
  const year = Number(written);
  if (written.length > 2) return year;
  return year > lastOfThisCentury ? 1900 + year : 2000 + year;
}

const month = `(${[...monthNames.keys()].join('|')})\\.?`;
const year = '(1\\d{3}|20\\d{2}|2100)';
const day = '(0?[1-9]|[12]\\d|3[01])';
const apart = '(?<![\\p{L}\\p{N}_./,-])';
const ends = '(?![\\p{L}\\p{N}_]|[./,-]\\p{N})';

type Parts = readonly (string | undefined)[];
const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const monthOf = (text: string | undefined): number | null => monthNames.get(text ?? '') ?? null;
const date = (y: number | null, m: number | null, d: number | null): CalendarDate => ({ year: y, month: m, day: d });

/** How dates are written, the most telling first; each gives every way to read it. Text is lower case, without diacritics. */
const forms: readonly (readonly [RegExp, (parts: Parts) => CalendarDate[]])[] = [
  [
    pattern(`${year}-(0[1-9]|1[0-2])-${day}(?=t\\d|${ends})`, apart, ''),
    ([y, m, d]) => [date(number(y), number(m), number(d))],
  ],
  [
    pattern(`${year}[年년]\\s?(0?[1-9]|1[0-2])[月월]\\s?${day}[日일号]`, apart, ''),
    ([y, m, d]) => [date(number(y), number(m), number(d))],
  ],
  [pattern(`${day}([.-])(0?[1-9]|1[0-2])\\2${year}`), ([d, _mark, m, y]) => [date(number(y), number(m), number(d))]],
  [
    pattern(`(\\d{1,2})/(\\d{1,2})/${year}`),
    ([a, b, y]) =>
      [date(number(y), number(b), number(a)), date(number(y), number(a), number(b))].filter(
        (one) => (one.month ?? 13) <= 12 && (one.month ?? 0) >= 1,
      ),
  ],
  [
    pattern(
      `${day}(?:st|nd|rd|th|er|o|\\.)?\\s+(?:day\\s+of\\s+|dias\\s+del?\\s+mes\\s+de\\s+|of\\s+|de\\s+)?${month}(?:,?\\s+(?:de\\s+|del\\s+)?${year})?`,
    ),
    ([d, m, y]) => [date(number(y), monthOf(m), number(d))],
  ],
  [
    pattern(`${month}\\s+${day}(?:st|nd|rd|th)?(?:,?\\s+${year})?`),
    ([m, d, y]) => [date(number(y), monthOf(m), number(d))],
  ],
  [pattern(`${month}\\s+(?:de\\s+|del\\s+|of\\s+)?${year}`), ([m, y]) => [date(number(y), monthOf(m), null)]],
  [
    pattern(
      `(?<=(?:^|[^\\p{L}])(?:in|im|jahr|year|years|jahre|since|seit|until|till|bis|by|from|von|vom|en|desde|ano|before|after|vor|nach|of|circa|um|around|about|between|zwischen|entre|and|und|y|to|a|–|-)\\s?)${year}`,
      '',
    ),
    ([y]) => [date(number(y), null, null)],
  ],
];

function pattern(source: string, before: string = apart, behind: string = ends): RegExp {
  return new RegExp(`${before}${source}${behind}`, 'gu');
}

export interface FoundDate {
  /** Every way to read it: 03/04/2021 is in March or in April. */
  readonly readings: readonly CalendarDate[];
  readonly start: number;
  readonly end: number;
}

/** The dates of a text in lower case without diacritics, in its order, none overlapping another. */
export function calendarDates(text: string, isQuantity: (after: string) => boolean = () => false): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [form, read] of forms) {
    for (const match of text.matchAll(form)) {
      const start = match.index;
      const end = start + match[0].length;
      // A page's number above a line that begins with a month is no day of it.
      if (/\n\s*\n/u.test(match[0])) continue;
      if (found.some((one) => start < one.end && end > one.start)) continue;
      const readings = read(match.slice(1));
      const bare = readings[0]?.month === null;
      // `in 1500 metres`, `of 2000 visitors`: four digits with a unit are no year.
      if (readings.length > 0 && !(bare && isQuantity(text.slice(end)))) found.push({ readings, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether two dates can be the same: nothing that both state differs, in some reading of each. */
export function sameDate(one: readonly CalendarDate[], other: readonly CalendarDate[]): boolean {
  const agree = (a: number | null, b: number | null) => a === null || b === null || a === b;
  return one.some((a) => other.some((b) => agree(a.year, b.year) && agree(a.month, b.month) && agree(a.day, b.day)));
}

/** A day, or a month of a year, that a question names. */
export interface AskedDate {
  readonly written: string;
  readonly readings: readonly CalendarDate[];
}

export function askedDates(question: string): AskedDate[] {
  const text = folded(question);
  const shown = text.length === question.length ? question : text;
  return calendarDates(text)
    .filter(({ readings }) => readings.every((one) => one.year !== null && one.month !== null))
    .map(({ readings, start, end }) => ({ readings, written: shown.slice(start, end) }));
}

export type FirstBetweenSlashes = 'day' | 'month';

/** How texts write dates with slashes, as far as one of them has a thirteenth of a month and none says otherwise. */
export function firstBetweenSlashes(texts: readonly string[]): FirstBetweenSlashes | null {
  const told = new Set<FirstBetweenSlashes>();
  for (const [, first, second] of texts.flatMap((text) => [...text.matchAll(slashed)])) {
    if (Number(first) > 12) told.add('day');
    if (Number(second) > 12) told.add('month');
  }
  const [first = null, ...others] = told;
  return others.length > 0 ? null : first;
}
const slashed = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/gu;

/** Whether a text states a date, in any form; `first` is the first part between slashes, if known. */
export function statesDate(text: string, { readings }: AskedDate, first: FirstBetweenSlashes | null = null): boolean {
  // Most texts have no such year, and are not read.
  const asked = readings.filter(({ year }) => text.includes(String(year)));
  return asked.length > 0 && datesOf(text, first).some((dates) => asked.some((one) => isStated(one, dates)));
}

/** Whether a text states days, and none of them is the day that is asked for: a row of another day. */
export function statesOtherDay(text: string, date: AskedDate, first: FirstBetweenSlashes | null = null): boolean {
  if (date.readings.some(({ day: asked }) => asked === null)) return false;
  const days = datesOf(text, first).filter(([one]) => one?.year !== null && one?.day !== null);
  return days.length > 0 && !days.some((dates) => date.readings.some((one) => isStated(one, dates)));
}

function datesOf(text: string, first: FirstBetweenSlashes | null): (readonly CalendarDate[])[] {
  return calendarDates(folded(text)).map(({ readings }) => {
    const [byDay, byMonth] = readings;
    return byDay && byMonth && first ? [first === 'day' ? byDay : byMonth] : readings;
  });
}

const isStated = (asked: CalendarDate, dates: readonly CalendarDate[]): boolean =>
  dates.some(({ month: m, day: d }) => m !== null && (d !== null || asked.day === null)) && sameDate([asked], dates);

const twoDigits = (value: number | null): string => String(value).padStart(2, '0');

/** A day in figures, in each order of its parts: phrases for the text index, with any marks between. */
export function inFigures({ readings }: AskedDate): string[] {
  return readings.flatMap(({ year: y, month: m, day: d }) => {
    if (d === null) return [];
    const [dd, mm] = [twoDigits(d), twoDigits(m)];
    return [
      ...new Set([`${y} ${mm} ${dd}`, `${dd} ${mm} ${y}`, `${mm} ${dd} ${y}`, `${d} ${m} ${y}`, `${m} ${d} ${y}`]),
    ];
  });
}
