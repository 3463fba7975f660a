import type { ValueOf } from '@shared/value-types';
import type { PreparedDocument } from '../prepared-document';
import { alternatives, digits, multipliers, readNumber } from './numerals';
import { currencyCode, currencyName, currencyOf, currencySign, percentSign } from './units';
import type { ValueCandidate, ValueType } from './value-type';

const multiplier = alternatives([...multipliers.keys()]);

const apart = '(?<![\\p{L}\\p{N}.,])';
const number = `([-−]?(?:${digits}))(?:[ -]?(${multiplier})(?!\\p{L})\\.?)?`;
const before = new RegExp(`${apart}(${currencySign}|(?:${currencyCode})(?!\\p{L}))\\s?${number}(?![\\p{N}])`, 'gu');
const behind = new RegExp(
  `${apart}${number}[ -]?(?:de )?(${currencySign}|(?:${currencyCode}|${currencyName})(?!\\p{L}))`,
  'gu',
);
/** Money by its two decimals, where the document has one currency. */
const bare = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(\\d{1,3}(?:[.,'’ ]\\d{3})*[.,]\\d{2})(?![\\p{L}\\p{N}]|[.,]\\d|${percentSign})`,
  'gu',
);

function amountsOf({ plain, text, pieces, document }: PreparedDocument): readonly ValueCandidate[] {
  const amount = (written: string, times: string | undefined, currency: string | null, start: number, end: number) => {
    const value = readNumber(written, document.language);
    if (value === null || currency === null) return [];
    const number = Number((value * (multipliers.get(times ?? '') ?? 1)).toPrecision(12));
    return [{ value: { type: 'amount', number, currency }, start, end, key: `${number} ${currency}` } as const];
  };
  const byPiece = pieces.map(({ start: from, end: to }): ValueCandidate[] => {
    const piece = plain.slice(from, to);
    const first = [...piece.matchAll(before)].flatMap(({ 0: all, 1: unit = '', 2: written = '', 3: times, index }) => {
      const start = from + index;
      const currency = currencyOf(unit, text.slice(start, start + unit.length));
      return amount(written, times, currency, start, start + all.length);
    });
    const second = [...piece.matchAll(behind)].flatMap(({ 0: all, 1: written = '', 2: times, 3: unit = '', index }) => {
      const end = from + index + all.length;
      return amount(written, times, currencyOf(unit, text.slice(end - unit.length, end)), from + index, end);
    });
    return [...first, ...second.filter((one) => isFree(one, first))];
  });
  const currencies = new Set(byPiece.flat().map(({ key }) => key.split(' ')[1] ?? ''));
  const [only = currencyNamed(plain, text)] = currencies;
  return pieces
    .flatMap(({ start: from, end: to }, at): ValueCandidate[] => {
      const marked = byPiece[at] ?? [];
      if (currencies.size > 1 || !only) return marked;
      const unmarked = [...plain.slice(from, to).matchAll(bare)].flatMap(({ 0: all, index }) =>
        amount(all, undefined, only, from + index, from + index + all.length),
      );
      return [...marked, ...unmarked.filter((one) => isFree(one, marked))];
    })
    .sort((one, other) => one.start - other.start);
}

const isFree = ({ start, end }: ValueCandidate, taken: readonly ValueCandidate[]): boolean =>
  !taken.some((one) => start < one.end && end > one.start);

const anyCurrency = new RegExp(`(?<!\\p{L})(?:${currencySign}|(?:${currencyCode})(?!\\p{L}))`, 'gu');

/** Returns a currency that a document names away from its numbers: “Amount in EUR”. */
function currencyNamed(plain: string, text: string): string | null {
  for (const { 0: word, index } of plain.matchAll(anyCurrency)) {
    const currency = currencyOf(word, text.slice(index, index + word.length));
    if (currency !== null) return currency;
  }
  return null;
}

export const amount: ValueType<ValueOf<'amount'>> = {
  asks: ['amount'],
  severalAsked: true,
  leastConfidence: 0.55,
  find: (document) => document.once(amountsOf),
  wanted: () => 'an amount of money with its currency',
  range: ({ number: value }) => [value, value],
  superlatives: 'amount',
  tellsItself: true,
};
