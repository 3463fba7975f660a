/** Vitrine's sentences in the current language, by their keys, in the manner of the language. English until `speak`. */
import * as english from './en/index';
import { fill, type Values } from './fill';
import { type Catalogue, type Language, languageTable, type ValuesAt, type WordKey } from './languages';
import type { Voice } from './sayings';

let current: Language = 'en';
let catalogue: Catalogue = english;

/**
 * A sentence in the current language. `t('chat.send')`, `t('library.deleted', { count: 3 })`: a key that does not exist
 * or a value that is missing is a compile error.
 * To be called while drawing or acting, never at the top of a module: the language may change later.
 */
export function t<K extends WordKey>(key: K, ...[values]: ValuesAt<K>): string {
  const given = (values ?? {}) as Values;
  const sentence = sentenceAt(given.count === undefined ? key : pluralKey(key, Number(given.count))) ?? sentenceAt(key);
  return sentence === null ? key : fill(sentence, given, locale());
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** The key of the plural that a number takes; `other` in languages that have more of them than their words use. */
function pluralKey(key: string, count: number): string {
  const rules = pluralRules.get(current) ?? new Intl.PluralRules(current);
  pluralRules.set(current, rules);
  const named = `${key}_${rules.select(count)}`;
  return sentenceAt(named) === null ? `${key}_other` : named;
}

function sentenceAt(key: string): string | null {
  let found: unknown = catalogue.words;
  for (const part of key.split('.')) found = (Object(found) as Record<string, unknown>)[part];
  return typeof found === 'string' ? found : null;
}

export const language = (): Language => current;

export const voice = (): Voice => ({ said: catalogue.said, locale: locale() });

/** The locale of the current language, for Intl: `en-GB` or `de-DE`. */
export const locale = (): string => languageTable[current].locale;

let region = '';

/** The country of the system (ISO 3166-1), by whose manner dates are written; anything else counts as none. */
export function setRegion(country: string): void {
  region = /^[A-Z]{2}$/.test(country) ? country : '';
}

/** The locale of dates, for Intl: the current language in the manner of the system's region, `en-US` or `de-AT`. */
export const dateLocale = (): string => (region === '' ? locale() : `${current}-${region}`);

/** The English sentence for programs, whatever the language for people. */
export const inEnglish = (say: () => string): string => spoken('en', english, say);

/** A sentence in a given language: for the engine, which serves several people. */
export const inLanguage = async <T>(asked: Language, say: () => T): Promise<T> =>
  spoken(asked, await languageTable[asked].read(), say);

function spoken<T>(asked: Language, words: Catalogue, say: () => T): T {
  const before = { current, catalogue };
  current = asked;
  catalogue = words;
  try {
    return say();
  } finally {
    ({ current, catalogue } = before);
  }
}

let wanted: Language = 'en';

/** Makes `t` and `locale` speak another language once its words are loaded. Drawn text does not change. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const read = await languageTable[next].read();
  if (wanted !== next) return;
  catalogue = read;
  current = next;
}
