import type { TextRange } from '@shared/prompt/blocks';
import quantityWords from '../../../config/quantity-words.json';
import { anyOf } from '../languages';
import { calendarDates, type FoundDate, sameDate } from '../text/calendar-dates';
import { folded } from '../text/segmentation';
import { terms } from '../text/terms';

/** A number or a date that a text states, and of what. */
export interface StatedFigure extends TextRange {
  readonly kind: 'number' | 'date';
  /** What it measures or counts: only figures of one measure can say otherwise of each other. */
  readonly measure: string;
  /** Ways to read a number, in the base unit: `1.500` is a thousand and a half, or one and a half. */
  readonly values: readonly number[];
  readonly date: FoundDate | null;
}

/** A text as dates and units are read in it, and the place in the text of each of its characters and of its end. */
export function foldedWithPlaces(text: string): { readonly text: string; readonly places: readonly number[] } {
  const whole = folded(text);
  if (whole.length === text.length)
    return { text: whole, places: Array.from({ length: text.length + 1 }, (_, at) => at) };
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const one = folded(sign);
    for (let unit = 0; unit < one.length; unit += 1) places.push(at);
    plain += one;
    at += sign.length;
  }
  return { text: plain, places: [...places, text.length] };
}

interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const units = new Map<string, Unit>(
  quantityWords.units.flatMap(({ dimension, factor, names }) =>
    names.split(' ').map((name): [string, Unit] => [name, { dimension, factor }]),
  ),
);
const multipliers = new Map(
  quantityWords.multipliers.flatMap(({ value, names }) =>
    names.split(' ').map((name): [string, number] => [name, value]),
  ),
);
const numbers = new Map(
  quantityWords.numbers.flatMap(({ value, names }) => names.split(' ').map((name): [string, number] => [name, value])),
);

/** Behind these a number is a name: page 3 and page 4 do not contradict each other. */
const naming = new RegExp(`(?:^|[^\\p{L}])(?:${folded(anyOf(({ bounds }) => bounds.naming))})\\s$`, 'u');
const numeral = new RegExp(
  `(?<![\\p{L}\\p{N}_/:#.,]|\\p{L}-)(?:\\d+(?:[.,’']\\d+)*|(?<!\\p{L})(?:${[...numbers.keys()].join('|')})(?!\\p{L}))(?![\\p{N}_]|[.,:/-]\\p{N})`,
  'gu',
);
const wordBehind = /^[\s\u00a0]*([%‰$€£¥°]|\p{L}[\p{L}\p{M}²³/]*\d?)/u;
const wordsBefore = /(\p{L}[\p{L}\p{M}]*)[^\p{L}\p{N}.!?]*$/u;
const currencyBefore = /([$€£¥]|\p{L}{3})\s?$/u;
/** How far around a number what it is of is looked for, characters. */
const around = 40;

/**
 * The numbers and dates of a text, in its order. A number without a unit is of what stands behind it (“40 employees”),
 * else of what stands before (“budget: 400”); with neither it is left out.
 */
export function statedFigures(text: string): StatedFigure[] {
  const { text: plain, places } = foldedWithPlaces(text);
  if (!/\p{L}|\p{N}/u.test(plain)) return [];
  const placed = (start: number, end: number): TextRange => ({
    start: places[start] ?? 0,
    end: places[end] ?? text.length,
  });
  const dates = calendarDates(plain, (after) => units.has(wordBehind.exec(after)?.[1] ?? ''));
  const found: StatedFigure[] = dates.map((date) => ({
    ...placed(date.start, date.end),
    kind: 'date',
    measure: 'date',
    values: [],
    date,
  }));
  for (const { 0: written, index } of plain.matchAll(numeral)) {
    const end = index + written.length;
    if (dates.some((date) => index < date.end && end > date.start)) continue;
    const number = numberAt(plain, written, index);
    if (!number) continue;
    const { from, to, ...rest } = number;
    found.push({ ...placed(from, to), kind: 'number', date: null, ...rest });
  }
  return found.sort((a, b) => a.start - b.start);
}

function numberAt(text: string, written: string, at: number) {
  const before = text.slice(Math.max(0, at - around), at);
  if (naming.test(before)) return null;
  let to = at + written.length;
  const behind = (): { word: string; length: number } => {
    const match = wordBehind.exec(text.slice(to, to + around));
    return { word: match?.[1] ?? '', length: match?.[0].length ?? 0 };
  };
  let next = behind();
  const times = multipliers.get(next.word) ?? 1;
  if (multipliers.has(next.word)) {
    to += next.length;
    next = behind();
  }
  const values = (factor: number): number[] => readings(written).map((value) => value * times * factor);
  const unit = units.get(next.word);
  if (unit) return { from: at, to: to + next.length, measure: unit.dimension, values: values(unit.factor) };
  const currency = currencyBefore.exec(before);
  const money = units.get(currency?.[1] ?? '');
  if (currency && money?.dimension.startsWith('money'))
    return { from: at - currency[0].length, to, measure: money.dimension, values: values(money.factor) };
  const [counted] = terms(next.word);
  const [named] = counted ? [] : terms(wordsBefore.exec(before)?.[1] ?? '');
  const measure = counted ?? named;
  return measure === undefined ? null : { from: at, to, measure: `of ${measure}`, values: values(1) };
}

/** `1,500.5` has one reading, `1.500` has two, `1.2.3` has none. */
function readings(written: string): number[] {
  const named = numbers.get(written);
  if (named !== undefined) return [named];
  const plain = written.replace(/[’']/gu, '');
  const marks = plain.match(/[.,]/gu) ?? [];
  if (marks.length === 0) return [Number(plain)];
  const whole = Number(plain.replace(/[.,]/gu, ''));
  const decimal = Number(plain.replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/u.test(plain)) return marks.length === 1 ? [whole, decimal] : [whole];
  if (marks.length === 1) return [decimal];
  const mixed = /^(\d{1,3}(?:([.,])\d{3})+)(?!\2)[.,](\d+)$/u.exec(plain);
  return mixed ? [Number(`${(mixed[1] ?? '').replace(/[.,]/gu, '')}.${mixed[3]}`)] : [];
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

const isSame = (one: StatedFigure, other: StatedFigure): boolean =>
  one.date && other.date
    ? sameDate(one.date.readings, other.date.readings)
    : one.values.some((value) => other.values.some((there) => near(value, there)));

export interface OtherFigure {
  readonly kind: 'number' | 'date';
  readonly first: TextRange;
  readonly second: TextRange;
}

/** Figures of one measure in which two texts differ: each states one that the other does not; in the order of the first. */
export function otherFigures(first: readonly StatedFigure[], second: readonly StatedFigure[]): OtherFigure[] {
  const measures = new Set(first.map(({ measure }) => measure));
  return [...measures]
    .flatMap((measure): OtherFigure[] => {
      const [one, other] = [first, second].map((all) => all.filter((figure) => figure.measure === measure));
      const without = (all: readonly StatedFigure[] = [], rest: readonly StatedFigure[] = []) =>
        all.filter(
          (figure) => figure.values.length + (figure.date ? 1 : 0) > 0 && !rest.some((there) => isSame(figure, there)),
        );
      const [here, there] = [without(one, other), without(other, one)];
      return here.slice(0, there.length).flatMap((figure, at) => {
        const partner = there[at];
        const span = ({ start, end }: TextRange): TextRange => ({ start, end });
        return partner ? [{ kind: figure.kind, first: span(figure), second: span(partner) }] : [];
      });
    })
    .sort((a, b) => a.first.start - b.first.start);
}
