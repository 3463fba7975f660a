import { anyOf, type TextLanguage } from '../../languages';
import { type CalendarDate, calendarDates, sameDate } from '../../text/calendar-dates';
import { multipliers, numbersOf, withDigits } from '../../text/values/numerals';
import { currencySigns, percentSign, type Unit, unitOf } from '../../text/values/units';

/** A number with a unit, a range of them, or a date that a sentence states. */
export interface Quantity {
  /** The dimension: only quantities of one can be compared. */
  readonly dimension: string;
  /** `exact`: the value; `most`, `least`: a bound; `about`: give or take a tenth; `range`: from, to. */
  readonly mode: 'exact' | 'about' | 'most' | 'least' | 'range';
  /** Ways to read it, each as lowest and highest value in the base unit: 1.500 is a thousand and a half, or one and a half. */
  readonly readings: readonly (readonly [low: number, high: number])[];
  /** For the dimension `date`. */
  readonly dates: readonly CalendarDate[];
  readonly start: number;
}

const numeral = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*`;
/** Without accents, as the text comes. */
const folded = (alternatives: string): string => alternatives.normalize('NFD').replace(/\p{M}/gu, '');
const boundsOf = (which: keyof TextLanguage['bounds']): string => folded(anyOf(({ bounds: of }) => of[which]));
const and = boundsOf('and');
const to = `${boundsOf('to')}|${and}`;
const measure = String.raw`(?:(?!\s+(?:${to})\s)\s?(?:°[cf]|[%${currencySigns}]|[\p{L}]+(?:\/[hs])?[23]?)(?![\p{L}\p{N}]))?`;
const joint = String.raw`\s*(?:[-–—]|\.\.\.?|…)\s*|\s+(?:${to})\s+`;
const apart = String.raw`(?<![\p{L}\p{N}_/:#.,]|\p{L}-)`;
const amounts = new RegExp(
  `${apart}([${currencySigns}]\\s?)?([-−]?(?:${numeral}))(${measure})(?:(${joint})([${currencySigns}]\\s?)?(${numeral})(${measure}))?(?![\\p{N}_]|[.,:/-]\\p{N})`,
  'gu',
);

/** Behind these a number is a name: page 3 and page 4 do not contradict each other. */
const naming = new RegExp(`(?:^|[^\\p{L}])(?:${boundsOf('naming')})\\s$`, 'u');

const bounds = (
  [
    ['most', '≤|<'],
    ['least', '≥|>'],
    ['about', '~|≈'],
  ] as const
).map(([mode, signs]) => [mode, new RegExp(`(?:(?<!\\p{L})(?:${boundsOf(mode)})|${signs})\\s*$`, 'u')] as const);
const joinsOnlyBehind = new RegExp(`^\\s+(?:${and})\\s+$`, 'u');
const between = new RegExp(`(?<!\\p{L})(?:${boundsOf('from')})\\s*$`, 'u');

/**
 * The quantities of a sentence and its rest, with a `#` for each quantity. Numbers without a unit stay in the sentence:
 * they count or name (page 3, version 1.2.3). The text comes in lower case, without diacritics.
 */
export function quantities(sentence: string): { readonly found: readonly Quantity[]; readonly rest: string } {
  const text = withDigits(sentence);
  // Every form below has a digit.
  if (!/\p{N}/u.test(text)) return { found: [], rest: text };
  const found: (Quantity & { readonly end: number })[] = [];
  const taken = (start: number, end: number) => found.some((one) => start < one.end && end > one.start);

  for (const { readings, start, end } of calendarDates(text, isMeasured)) {
    found.push({ dimension: 'date', mode: 'exact', readings: [], dates: readings, start, end });
  }
  amounts.lastIndex = 0;
  for (let match = amounts.exec(text); match !== null; match = amounts.exec(text)) {
    const amount = readAmount(text, match);
    amounts.lastIndex = Math.max(amount.end, match.index + 1);
    if (amount.quantity !== null && !taken(amount.start, amount.end)) {
      found.push({ ...amount.quantity, start: amount.start, end: amount.end });
    }
  }
  found.sort((a, b) => a.start - b.start);
  let rest = '';
  let position = 0;
  for (const { start, end } of found) {
    rest += `${text.slice(position, start)} # `;
    position = end;
  }
  return { found, rest: rest + text.slice(position) };
}

interface Amount {
  readonly quantity: Omit<Quantity, 'start'> | null;
  readonly start: number;
  readonly end: number;
}

/** One match of `amounts`: a number with its unit, or two of them as a range. */
function readAmount(text: string, match: RegExpExecArray): Amount {
  const [whole, sign = '', first = '', firstUnit = '', joined = '', secondSign = '', second, secondUnit = ''] = match;
  const start = match.index;
  const before = text.slice(Math.max(0, start - 40), start);
  if (naming.test(before) || numbersOf(first).length === 0) {
    return { quantity: null, start, end: start + sign.length + first.length };
  }
  const inRange = second !== undefined && (!joinsOnlyBehind.test(joined) || between.test(before));
  const digitsEnd = start + sign.length + first.length;
  const [unit, length] = unitBehind(sign || firstUnit, text, digitsEnd);
  const one = { before, start, digits: first, ...unit };
  if (!inRange) return oneAmount({ ...one, end: sign ? digitsEnd : Math.max(length, digitsEnd) });
  const end = start + whole.length;
  const [lastUnit, lastLength] = unitBehind(secondSign || secondUnit, text, end - secondUnit.length);
  const shared = lastUnit.unit ?? unit.unit;
  const low = scaled(first, unit.unit ?? shared, unit.unit ? unit.multiplier : lastUnit.multiplier);
  const high = scaled(second, lastUnit.unit ?? shared, lastUnit.multiplier);
  const readings = low.flatMap((one) => high.filter((other) => other >= one).map((other) => [one, other] as const));
  const stop = secondSign ? end - secondUnit.length : lastLength;
  if (readings.length === 0) return oneAmount({ ...one, end: Math.max(length, digitsEnd) });
  return {
    quantity: shared ? { dimension: shared.dimension, mode: 'range', readings, dates: [] } : null,
    start: start - (between.exec(before)?.[0].length ?? 0),
    end: stop,
  };
}

interface WrittenAmount extends Measured {
  /** The text before it. */
  readonly before: string;
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

function oneAmount({ before, start, end, digits, unit, multiplier }: WrittenAmount): Amount {
  const bound = bounds.find(([, words]) => words.test(before));
  const mode = bound?.[0] ?? 'exact';
  const readings = scaled(digits, unit, multiplier).map((value) => {
    const slack = mode === 'about' ? Math.abs(value) / 10 : 0;
    const low = mode === 'most' ? Number.NEGATIVE_INFINITY : value - slack;
    return [low, mode === 'least' ? Number.POSITIVE_INFINITY : value + slack] as const;
  });
  const words = bound?.[1].exec(before)?.[0].length ?? 0;
  return {
    quantity: unit ? { dimension: unit.dimension, mode, readings, dates: [] } : null,
    start: start - words,
    end,
  };
}

interface Measured {
  readonly unit: Unit | undefined;
  readonly multiplier: number;
}

const unitWord = new RegExp(`^\\s+([${currencySigns}%]|\\p{L}+)(?![\\p{L}\\p{N}])`, 'u');
const percentBehind = new RegExp(`^(?:${percentSign})`, 'u');

/** Some multipliers are units too: “5 m” are metres. */
const multiplierOf = (word: string): number | undefined =>
  unitOf(word) === undefined ? multipliers.get(word) : undefined;

/** The unit at this place, with its end: `million euros` is a multiplier and a unit. */
function unitBehind(word: string, text: string, position: number): [Measured, number] {
  const name = word.trim();
  const multiplier = multiplierOf(name);
  if (multiplier !== undefined) {
    const next = unitWord.exec(text.slice(position + word.length));
    const unit = unitOf(next?.[1] ?? '');
    return [{ unit, multiplier }, position + word.length + (unit ? (next?.[0].length ?? 0) : 0)];
  }
  const perHundred = percentBehind.exec(text.slice(position));
  if (perHundred) return [{ unit: unitOf('%'), multiplier: 1 }, position + perHundred[0].length];
  const unit = unitOf(name);
  return [{ unit, multiplier: 1 }, unit ? position + word.length : position];
}

const anyUnit = new RegExp(`^\\s?(°[cf]|[%${currencySigns}]|\\p{L}+)`, 'u');

/** Whether a unit or a thing counted follows: then four digits are no year. */
function isMeasured(after: string): boolean {
  const word = anyUnit.exec(after)?.[1] ?? '';
  return unitOf(word) !== undefined || multiplierOf(word) !== undefined;
}

function scaled(digits: string, unit: Unit | undefined, multiplier: number): number[] {
  return numbersOf(digits).map((value) => value * multiplier * (unit?.factor ?? 1) + (unit?.offset ?? 0));
}

/** Whether two quantities measure the same thing. */
export const sameDimension = (one: Quantity, other: Quantity): boolean => one.dimension === other.dimension;

const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** Whether two comparable quantities can both be true of one thing, in some reading of each. */
export function compatible(one: Quantity, other: Quantity): boolean {
  if (one.dimension === 'date') return sameDate(one.dates, other.dates);
  return one.readings.some(([low, high]) =>
    other.readings.some(([from, to]) => {
      if (one.mode === other.mode && one.mode !== 'range' && one.mode !== 'about')
        return near(low, from) && near(high, to);
      if (one.mode === 'range' && other.mode === 'range') {
        return (low <= from && to <= high) || (from <= low && high <= to);
      }
      return low <= to * (1 + 1e-9) && from <= high * (1 + 1e-9);
    }),
  );
}
