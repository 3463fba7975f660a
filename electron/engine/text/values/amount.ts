import type { PreparedDocument } from '../prepared-document';
import { allReviewWords } from '../../extraction/review-words';
import type { ValueCandidate } from '../../extraction/values';
import { digits, readNumber } from './numerals';

const signs: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  a$: 'AUD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};
const codes =
  'usd eur gbp chf jpy cad aud nzd sek nok dkk pln czk huf cny inr brl mxn ars clp cop pen rub try krw sgd hkd zar ils';
const names = allReviewWords.flatMap(({ currencies }) =>
  Object.entries(currencies).map(([code, forms]) => [new RegExp(`^(?:${forms})$`, 'u'), code] as const),
);
const multipliers = new Map(allReviewWords.flatMap(({ multipliers: all }) => Object.entries(all)));
const nameForms = allReviewWords.flatMap(({ currencies }) => Object.values(currencies)).join('|');
const sign = '(?:us|c|a)?\\$|[€£¥₹]';
const code = codes.replaceAll(' ', '|');
const multiplier = [...multipliers.keys()].sort((one, other) => other.length - one.length).join('|');

const apart = '(?<![\\p{L}\\p{N}.,])';
const number = `([-−]?(?:${digits}))(?:[ -]?(${multiplier})(?!\\p{L})\\.?)?`;
/** The currency before: “$1,200.50”, “EUR 3 million”. */
const before = new RegExp(`${apart}(${sign}|(?:${code})(?!\\p{L}))\\s?${number}(?![\\p{N}])`, 'gu');
/** And behind: “1.200,50 €”, “3 Millionen Euro”. */
const behind = new RegExp(`${apart}${number}[ -]?(?:de )?(${sign}|(?:${code}|${nameForms})(?!\\p{L}))`, 'gu');
/** Money by its two decimals, where the document has one currency. */
const bare = /(?<![\p{L}\p{N}.,-])(\d{1,3}(?:[.,'’ ]\d{3})*[.,]\d{2})(?![\p{L}\p{N}%]|[.,]\d|\s?%)/gu;

/** The amounts of money of a document, in its order. */
export function amountsOf({ plain, pieces, document }: PreparedDocument): readonly ValueCandidate[] {
  const amount = (written: string, times: string | undefined, currency: string | null, start: number, end: number) => {
    const value = readNumber(written.replace('−', '-'), document.language);
    if (value === null || currency === null) return [];
    const number = Number((value * (multipliers.get(times ?? '') ?? 1)).toPrecision(12));
    return [{ value: { type: 'amount', number, currency }, start, end, key: `${number} ${currency}` } as const];
  };
  const byPiece = pieces.map(({ start: from, end: to }): ValueCandidate[] => {
    const text = plain.slice(from, to);
    const first = [...text.matchAll(before)].flatMap(({ 0: whole, 1: unit = '', 2: written = '', 3: times, index }) =>
      amount(written, times, currencyOf(unit), from + index, from + index + whole.length),
    );
    const second = [...text.matchAll(behind)].flatMap(({ 0: whole, 1: written = '', 2: times, 3: unit = '', index }) =>
      amount(written, times, currencyOf(unit), from + index, from + index + whole.length),
    );
    return [...first, ...second.filter((one) => isFree(one, first))];
  });
  const currencies = new Set(byPiece.flat().map(({ key }) => key.split(' ')[1] ?? ''));
  const [only = currencyNamed(plain)] = currencies;
  return pieces
    .flatMap(({ start: from, end: to }, at): ValueCandidate[] => {
      const marked = byPiece[at] ?? [];
      if (currencies.size > 1 || !only) return marked;
      const unmarked = [...plain.slice(from, to).matchAll(bare)].flatMap(({ 0: whole, index }) =>
        amount(whole, undefined, only, from + index, from + index + whole.length),
      );
      return [...marked, ...unmarked.filter((one) => isFree(one, marked))];
    })
    .sort((one, other) => one.start - other.start);
}

const isFree = ({ start, end }: ValueCandidate, taken: readonly ValueCandidate[]): boolean =>
  !taken.some((one) => start < one.end && end > one.start);

const currencyOf = (written: string): string | null =>
  signs[written] ??
  (codes.split(' ').includes(written) ? written.toUpperCase() : null) ??
  names.find(([forms]) => forms.test(written))?.[1] ??
  null;

const anyCurrency = new RegExp(`(?<!\\p{L})(?:(${sign})|(${code})(?!\\p{L}))`, 'u');

/** A currency that a document names away from its numbers: “Amount in EUR”. */
function currencyNamed(plain: string): string | undefined {
  const match = anyCurrency.exec(plain);
  return (match && currencyOf(match[1] ?? match[2] ?? '')) ?? undefined;
}
