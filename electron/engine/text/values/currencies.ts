import { allReviewWords, anyWord } from './words';

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
 * Returns the ISO 4217 code of a folded sign, code or name; null for any other word.
 *
 * @param written the same in the text's own spelling: some codes are words in small letters
 */
export function currencyOf(word: string, written: string = word): string | null {
  if (codes.has(word)) return alsoWords.has(word) && !/^\p{Lu}+$/u.test(written) ? null : word.toUpperCase();
  const sign = signs[word];
  if (sign !== undefined) return sign;
  // Most words are none, and are asked for often.
  return anyName.test(word) ? (namesByCode.find(([forms]) => forms.test(word))?.[1] ?? null) : null;
}
