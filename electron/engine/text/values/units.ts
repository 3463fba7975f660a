import quantityWords from '../../../../config/quantity-words.json';
import { currencyOf } from './currencies';
import { isPercent } from './percent';

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
