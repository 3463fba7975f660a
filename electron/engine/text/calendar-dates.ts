import { languages } from '../languages';
import { folded } from './segmentation';

/** A date as far as it is stated: a year, a month of a year, a day of a month. */
export interface CalendarDate {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

/** The names of months with their numbers, lower case and without accents, the longest first; a short one by the name it begins. */
const months = new Map(
  Object.values(languages)
    .flatMap((language) => {
      const names = language.months.flatMap((all, at) => all.split('|').map((name) => [folded(name), at + 1] as const));
      const short = language.shortMonths.flatMap((written) => {
        const name = folded(written.replace('.', ''));
        return names.filter(([whole]) => whole.startsWith(name)).map(([, number]) => [name, number] as const);
      });
      return [...names, ...short];
    })
    .sort(([one], [other]) => other.length - one.length),
);
const month = `(${[...months.keys()].join('|')})\\.?`;
const year = '(1\\d{3}|20\\d{2}|2100)';
const day = '(0?[1-9]|[12]\\d|3[01])';
const apart = '(?<![\\p{L}\\p{N}_./,-])';
const ends = '(?![\\p{L}\\p{N}_]|[./,-]\\p{N})';

type Parts = readonly (string | undefined)[];
const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const monthOf = (text: string | undefined): number | null => months.get(text ?? '') ?? null;
const date = (y: number | null, m: number | null, d: number | null): CalendarDate => ({ year: y, month: m, day: d });

/** How dates are written, the most telling first; each gives every way to read it. Text is lower case, without diacritics. */
const forms: readonly (readonly [RegExp, (parts: Parts) => CalendarDate[]])[] = [
  [pattern(`${year}-(0[1-9]|1[0-2])-${day}`), ([y, m, d]) => [date(number(y), number(m), number(d))]],
  [pattern(`${day}\\.(0?[1-9]|1[0-2])\\.${year}`), ([d, m, y]) => [date(number(y), number(m), number(d))]],
  [
    pattern(`(\\d{1,2})/(\\d{1,2})/${year}`),
    ([a, b, y]) =>
      [date(number(y), number(b), number(a)), date(number(y), number(a), number(b))].filter(
        (one) => (one.month ?? 13) <= 12 && (one.month ?? 0) >= 1,
      ),
  ],
  [
    pattern(`${day}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+|de\\s+)?${month}(?:,?\\s+(?:de\\s+|del\\s+)?${year})?`),
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

function pattern(source: string, before: string = apart): RegExp {
  return new RegExp(`${before}${source}${ends}`, 'gu');
}

export interface FoundDate {
  /** Every way to read it: 03/04/2021 is in March or in April. */
  readonly readings: readonly CalendarDate[];
  readonly start: number;
  readonly end: number;
}

/** The dates of a text, in its order, none overlapping another. */
export function calendarDates(text: string, isQuantity: (after: string) => boolean): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [form, read] of forms) {
    for (const match of text.matchAll(form)) {
      const start = match.index;
      const end = start + match[0].length;
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
