import quantityWords from '../../../../config/quantity-words.json';
import { allReviewWords, anyWord, wordEnds } from './words';

/** Names of a hundredth in all languages, over folded text. */
const percentName = anyWord(({ percent }) => percent);
/** The signs and words after the number of a percentage. */
export const percentSign = `\\s?%|[\\s-]{1,3}(?:${percentName})${wordEnds}`;

const sign = new RegExp(`^(?:%|${percentName})$`, 'u');
/** Returns whether a folded word means a hundredth. */
export const isPercent = (word: string): boolean => sign.test(word);

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
const codes = new Set(
  'usd eur gbp chf jpy cad aud nzd sek nok dkk pln czk huf cny inr brl mxn ars clp cop pen rub try krw sgd hkd zar ils'.split(
    ' ',
  ),
);
/** Codes that are words too: they count in capitals only. */
const alsoWords = new Set(['cop', 'pen', 'rub', 'try']);
const namesByCode = allReviewWords.flatMap(({ currencies }) =>
  Object.entries(currencies).map(([code, forms]) => [new RegExp(`^(?:${forms})$`, 'u'), code] as const),
);

/** The characters of currency signs. */
export const currencySigns = '€$£¥₹';
/** Patterns over folded text: signs, codes and names. */
export const currencySign = `(?:us|c|a)?\\$|[${currencySigns}]`;
export const currencyCode = [...codes].join('|');
export const currencyName = anyWord(({ currencies }) => Object.values(currencies).join('|'));
const anyName = new RegExp(`^(?:${currencyName})$`, 'u');

/**
 * Returns the ISO 4217 code of a folded sign, code or name, if any; some codes are words unless `written` in capitals.
 */
export function currencyOf(word: string, written: string = word): string | null {
  if (codes.has(word)) return alsoWords.has(word) && !/^\p{Lu}+$/u.test(written) ? null : word.toUpperCase();
  const sign = signs[word];
  if (sign !== undefined) return sign;
  // Most words are none, and are asked for often.
  return anyName.test(word) ? (namesByCode.find(([forms]) => forms.test(word))?.[1] ?? null) : null;
}

/** The quantity of a unit, and its size in the base unit. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after multiplying: degrees Fahrenheit. */
  readonly offset?: number;
}

/** Units of measures with their names, the usual one first. */
export const measures: readonly (Unit & { readonly names: readonly string[] })[] = quantityWords.units.map(
  ({ dimension, factor, names }) => ({ dimension, factor, names: names.split(' ') }),
);

const units = new Map<string, Unit>(measures.flatMap((unit) => unit.names.map((name) => [name, unit] as const)));
units.set('°f', { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 });

const longestName = 30;

/** Returns what a folded word measures: a length, a time, money, a share; undefined for other words. */
export function unitOf(word: string): Unit | undefined {
  const known = units.get(word);
  if (known || word === '' || word.length > longestName) return known;
  if (isPercent(word)) return { dimension: 'share', factor: 1 };
  const currency = currencyOf(word);
  return currency === null ? undefined : { dimension: `money ${currency}`, factor: 1 };
}
