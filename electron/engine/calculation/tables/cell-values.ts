import { ofAll } from '../../languages';
import { monthNames, wholeYear } from '../../text/calendar-dates';
import { folded } from '../../text/segmentation';
import { multipliers } from '../../text/values/numerals';
import { currencyOf, isPercent, measures } from '../../text/values/units';

/** How a cell's digits may be read: `point` has its decimals behind a point (1,234.5), `comma` behind a comma (1.234,5). */
export type DecimalMark = 'point' | 'comma';

/** A number as it is written, read once its column has told what its marks mean. */
export interface WrittenNumber {
  readonly kind: 'number';
  readonly negative: boolean;
  /** Digits and marks between them, such as `1.234,50`. */
  readonly digits: string;
  readonly marks: readonly DecimalMark[];
  /** Whether the two readings of its marks differ: `1.234` is a thousand or one and a bit. */
  readonly ambiguous: boolean;
  /** The power of ten that a word behind it has: `million` is 6. */
  readonly power: number;
  /** A unit as it is written, `%`, or a currency by its code. */
  readonly unit: string | null;
  readonly measure: 'number' | 'amount' | 'percent';
}

/** A length of time or a time of day, in seconds as a decimal. */
export interface WrittenTime {
  readonly kind: 'time' | 'duration';
  readonly seconds: string;
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** A date by each order of its parts in which it can be one; parts that it does not have are 0. */
export interface WrittenDate {
  readonly kind: 'date';
  readonly readings: Readonly<Partial<Record<DateOrder | 'named', number>>>;
}

export type WrittenValue = WrittenNumber | WrittenTime | WrittenDate;

const dashes = /^[-–—−‐.?…\s]*$/u;
const emptyWords = new Set(ofAll(({ calculation }) => calculation.emptyCells).map(folded));

/** Whether a cell says nothing: blank, a dash, or a word for a missing value. */
export const isEmptyCell = (text: string): boolean =>
  dashes.test(text) || (text.length < 16 && emptyWords.has(folded(text.trim())));

/** Footnotes in brackets and signs of notes behind a value; a note in parentheses behind a number. */
const footnotes = /(?:\s*\[[^\][]{1,12}\]|\s*[*†‡§¶^]+|\s*[¹²³⁴-⁹⁰ᵃ-ᵶ]+)+$/u;

/** A cell without the marks of its footnotes. */
export function withoutFootnotes(text: string): string {
  const trimmed = text.trim();
  const last = trimmed.charCodeAt(trimmed.length - 1);
  // Most cells end in a digit or a letter.
  if ((last >= 48 && last <= 57) || (last >= 97 && last <= 122)) return trimmed;
  return trimmed.replace(footnotes, '').trim();
}

const durations = new Map(
  measures
    .filter(({ dimension, factor }) => dimension === 'duration' && factor >= 1)
    .flatMap(({ factor, names }) => names.map((name): [string, number] => [name, factor])),
);
/** Signs for units in cells and heads; an unknown unit is a word, and its cell no number. */
const units = new Map(
  measures.flatMap(({ names }) => names.map((name, _, [first = name]): [string, string] => [name, first])),
);
const furtherUnits =
  'cc|hp|ps|bhp|kwh|mwh|gwh|kn|mm²|cm²|m²|km²|m³|acres|acre|nm|mi|yd|sq mi|kcal|hz|khz|mhz|ghz|kbit/s|mbit/s|pts';
for (const unit of furtherUnits.split('|')) units.set(unit, unit);

/** Returns the unit or currency of a word; null for any other word. */
export function unitNamed(word: string): { readonly unit: string; readonly measure: WrittenNumber['measure'] } | null {
  const written = word.trim();
  const name = folded(written).replace(/\.$/u, '');
  const unit = units.get(name) ?? units.get(written.toLowerCase());
  if (unit !== undefined) return { unit, measure: 'number' };
  if (isPercent(name)) return { unit: '%', measure: 'percent' };
  const currency = currencyOf(name, written);
  return currency === null ? null : { unit: currency, measure: 'amount' };
}

const digits = String.raw`\d[\d.,'’\u00a0\u202f ]*\d|\d|[.,]\d+`;
const sign = '[-−–+]';
const numberForm = new RegExp(
  `^(${sign})?\\s?(#|us\\$|a\\$|c\\$|\\p{Sc}|[a-z]{3}(?=\\s?[\\d+-]))?\\s?(${sign})?\\s?(${digits})\\s?([^\\d()]*[23]?)(?:\\s*\\([^()]*\\))?$`,
  'iu',
);
const plainInteger = /^-?(?:0|[1-9]\d{0,14})$/u;
const plainNumber = {
  kind: 'number',
  marks: ['point', 'comma'],
  ambiguous: false,
  power: 0,
  unit: null,
  measure: 'number',
} as const satisfies Partial<WrittenNumber>;
const ordinal = /^(?:st|nd|rd|th|er|e|\.|º|ª|°)$/iu;

/** “1930s” is no length of time in seconds. */
const decade = /^(?:1\d|20)\d0s$/u;

/** A cell as a number; null where it is none, or one whose leading noughts make it a code. */
function writtenNumber(text: string): WrittenNumber | null {
  if (plainInteger.test(text)) {
    const negative = text.startsWith('-');
    return { ...plainNumber, negative, digits: negative ? text.slice(1) : text };
  }
  const match = text.length > 60 || decade.test(text) ? null : numberForm.exec(text);
  if (!match) return null;
  const [, before = '', prefix = '', between = '', written = '', behind = ''] = match;
  const marks = marksOf(written);
  if (marks.length === 0 || /^0\d/u.test(written)) return null;
  const measured = measureOf(prefix === '#' ? '' : prefix, behind.trim());
  if (measured === null) return null;
  const negative = /[-−–]/u.test(before + between);
  return { kind: 'number', negative, digits: written, marks, ambiguous: isAmbiguous(written), ...measured };
}

/** Returns the power of ten of a multiplier; 0 for other words. Some multipliers are units too: “5 m” are metres. */
const powerOf = (word: string): number => (units.has(word) ? 0 : Math.round(Math.log10(multipliers.get(word) ?? 1)));

function measureOf(prefix: string, behind: string): Pick<WrittenNumber, 'power' | 'unit' | 'measure'> | null {
  const currency = prefix === '' ? null : unitNamed(prefix);
  if (prefix !== '' && currency?.measure !== 'amount') return null;
  if (behind === '' || ordinal.test(behind))
    return { power: 0, unit: currency?.unit ?? null, measure: currency?.measure ?? 'number' };
  const [first = '', ...others] = behind.split(/\s+/u);
  const power = powerOf(folded(first).replace(/\.$/u, ''));
  const rest = power > 0 ? others.join(' ') : behind;
  if (rest === '') return { power, unit: currency?.unit ?? null, measure: currency?.measure ?? 'number' };
  const unit = unitNamed(rest);
  if (unit === null || (currency !== null && currency.unit !== unit.unit)) return null;
  return { power, unit: unit.unit, measure: unit.measure };
}

const pointForm =
  /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+|[1-9]\d{0,2}(?:[\u00a0\u202f ]\d{3})+)?(?:\.\d+)?$/u;
const commaForm =
  /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+|[1-9]\d{0,2}(?:[\u00a0\u202f ]\d{3})+)?(?:,\d+)?$/u;

/** In which ways the marks of a number can be read; none where it is no number, such as 1.2.3. */
function marksOf(written: string): DecimalMark[] {
  const ways: DecimalMark[] = [];
  if (pointForm.test(written)) ways.push('point');
  if (commaForm.test(written)) ways.push('comma');
  return ways;
}

const isAmbiguous = (written: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/u.test(written);

/** A written number as digits without marks, and how many of them are decimals: `1.234,50` → `123450`, 2. */
export function plainDigits(
  number: WrittenNumber,
  mark: DecimalMark,
): { readonly digits: string; readonly decimals: number } {
  const decimal = mark === 'point' ? '.' : ',';
  const at = number.digits.lastIndexOf(decimal);
  const whole = (at < 0 ? number.digits : number.digits.slice(0, at)).replace(/\D/gu, '');
  const fraction = at < 0 ? '' : number.digits.slice(at + 1);
  const missing = Math.max(0, number.power - fraction.length);
  return {
    digits: `${whole}${fraction}${'0'.repeat(missing)}` || '0',
    decimals: Math.max(0, fraction.length - number.power),
  };
}

const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?:[.,](\d{1,3}))?\s*(a\.?m\.?|p\.?m\.?|uhr|h)?$/iu;
const spelledDuration = /^(?:\d+(?:[.,]\d+)?\s*\p{L}+\.?(?:[\s,]+|$))+$/u;

/** A cell as a time of day or a length of time. `4:05` alone is a time; with hundredths or above 24 it is a length. */
function writtenTime(text: string): WrittenTime | null {
  const match = clock.exec(text);
  if (match) {
    const [, first = '', second = '', third, fraction, half = ''] = match;
    const halfDay = /^[ap]/iu.test(half);
    if (fraction === undefined && (third === undefined || halfDay || half !== '') && Number(first) < 25) {
      const hours = halfDay ? (Number(first) % 12) + (/^p/iu.test(half) ? 12 : 0) : Number(first);
      return { kind: 'time', seconds: String(hours * 3600 + Number(second) * 60 + Number(third ?? 0)) };
    }
    const seconds =
      third === undefined
        ? Number(first) * 60 + Number(second)
        : Number(first) * 3600 + Number(second) * 60 + Number(third);
    return { kind: 'duration', seconds: fraction === undefined ? String(seconds) : `${seconds}.${fraction}` };
  }
  if (text.length > 40 || !spelledDuration.test(text)) return null;
  let total = 0;
  for (const [, count = '', word = ''] of text.matchAll(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)/gu)) {
    const factor = durations.get(folded(word));
    if (factor === undefined) return null;
    total += Number(count.replace(',', '.')) * factor;
  }
  return { kind: 'duration', seconds: String(Math.round(total * 1000) / 1000) };
}

const besideDates = new Set(ofAll(({ calculation }) => calculation.besideDates).map(folded));

const numericDate = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/u;
export const dateNumber = (year: number, month: number, day: number): number => year * 10_000 + month * 100 + day;
const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year || 2000, month, 0)).getUTCDate();
/** Tables are about the past: two digits of a year above 30 are of the last century. */
const yearOf = (written: string): number => wholeYear(written, 30);

function writtenDate(text: string): WrittenDate | null {
  if (text.length > 40) return null;
  const match = numericDate.exec(text);
  if (match) {
    const [, first = '', mark, second = '', third = ''] = match;
    const readings: Partial<Record<DateOrder, number>> = {};
    if (first.length === 4 && third.length <= 2) {
      if (isDay(Number(first), Number(second), Number(third)))
        readings.ymd = dateNumber(Number(first), Number(second), Number(third));
    } else if (first.length <= 2 && (third.length === 4 || third.length === 2)) {
      const year = yearOf(third);
      if (isDay(year, Number(second), Number(first))) readings.dmy = dateNumber(year, Number(second), Number(first));
      // A point between the parts occurs in languages that begin with the day.
      if (mark !== '.' && isDay(year, Number(first), Number(second)))
        readings.mdy = dateNumber(year, Number(first), Number(second));
    }
    return Object.keys(readings).length > 0 ? { kind: 'date', readings } : null;
  }
  return namedDate(text);
}

/** A date with the name of its month: its parts and their usual neighbours, nothing else. */
function namedDate(text: string): WrittenDate | null {
  let [year, month, day] = [0, 0, 0];
  for (const part of folded(text).split(/[\s,./-]+/u)) {
    const number = /^(\d{1,4})(?:st|nd|rd|th|er|o|º)?$/u.exec(part)?.[1];
    if (number !== undefined) {
      const value = Number(number);
      if (number.length >= 3 && year === 0) year = value;
      else if (number.length <= 2 && day === 0) day = value;
      else if (number.length === 2 && year === 0) year = yearOf(number);
      else return null;
    } else if (monthNames.has(part)) {
      if (month !== 0) return null;
      month = monthNames.get(part) ?? 0;
    } else if (part !== '' && !besideDates.has(part)) return null;
  }
  if (month === 0 || (year === 0 && day === 0) || (day !== 0 && !isDay(year, month, day))) return null;
  return { kind: 'date', readings: { named: dateNumber(year, month, day) } };
}

/** A cell's value as it is written, its footnotes left out; null for a text. */
export function writtenValue(text: string): WrittenValue | null {
  if (!/\d/u.test(text)) return null;
  return writtenNumber(text) ?? writtenTime(text) ?? writtenDate(text);
}
