/**
 * The words of the interface, in English and German. Says every sentence by its key, with plurals, numbers and lists
 * in the manner of the current language; holds no state of the app. `state/language.ts` chooses the language.
 */
import i18next from 'i18next';
import { de } from './de/index';
import { en } from './en/index';
import type { KeyOf, Values } from './typed-words';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

type Key = KeyOf<typeof en>;

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

const catalogues: Record<Language, object> = { en, de };

const words = i18next.createInstance();
void words.init({
  // Everything is at hand: ready when this line is done.
  initAsync: false,
  lng: 'en',
  fallbackLng: false,
  resources: { en: { translation: en }, de: { translation: de } },
  nsSeparator: false,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
});
// British lists: “a, b and c”.
words.services.formatter?.addCached('list', () => {
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' });
  return (items: string[]) => list.format(items);
});

/**
 * A sentence of the interface in the current language. `t('chat.send')`, `t('library.deleted', { count: 3 })`: a key
 * that does not exist or a value that is missing is a compile error.
 * To be called while drawing or acting, never at the top of a module: the language may change later.
 */
export function t<K extends Key>(key: K, ...[values]: Values<typeof en, K>): string {
  if (values) return words.t(key as string, { ...(values as object) });
  const sentence = sentenceAt(catalogues[language()], key);
  return sentence !== null && !/\{\{|\$t\(/u.test(sentence) ? sentence : words.t(key as string);
}

/** A sentence as it stands: most have nothing to fill in, and i18next takes its time with each. */
function sentenceAt(catalogue: object, key: string): string | null {
  let found: unknown = catalogue;
  for (const part of key.split('.')) found = (Object(found) as Record<string, unknown>)[part];
  return typeof found === 'string' ? found : null;
}

/** The language that `t` speaks. */
export function language(): Language {
  return languages.find((known) => known === words.language) ?? 'en';
}

/** The locale of the current language, for Intl: `en-GB` or `de-DE`. */
export function locale(): string {
  return locales[language()];
}

let region = '';

/** The country of the system (ISO 3166-1), by whose manner dates are written; anything else counts as none. */
export function setRegion(country: string): void {
  region = /^[A-Z]{2}$/.test(country) ? country : '';
}

/** The locale of dates, for Intl: the current language in the manner of the system's region, `en-US` or `de-AT`. */
export function dateLocale(): string {
  return region === '' ? locale() : `${language()}-${region}`;
}

/** Makes `t` and `locale` speak another language. What is drawn already stays as it is. */
export function speak(next: Language): void {
  void words.changeLanguage(next);
}
