import type * as english from './en/index';
import type { WordValues } from './values';

/** A language of the interface: its own name for itself, its locale for Intl, and its words. */
interface LanguageEntry {
  readonly name: string;
  readonly locale: string;
  /** ISO 639-3, the code of texts and questions. */
  readonly text: string;
  readonly read: () => Promise<Catalogue>;
}

/** Every language of the interface. A new one is its own folder beside `en` and its entry here. */
export const languageTable = {
  en: { name: 'English', locale: 'en-GB', text: 'eng', read: () => import('./en/index') },
  de: { name: 'Deutsch', locale: 'de-DE', text: 'deu', read: () => import('./de/index') },
  es: { name: 'Español', locale: 'es-ES', text: 'spa', read: () => import('./es/index') },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof languageTable;
export const languages = Object.keys(languageTable) as readonly Language[];

/** Returns the language of the interface for a language of texts (ISO 639-3); English for any other. */
export const languageOfText = (code: string | undefined): Language =>
  languages.find((language) => languageTable[language].text === code) ?? 'en';

/** A person's choice: a language, or the one of the system. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** The first of a system's languages (BCP 47) that Vitrine speaks; English when there is none. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languages.find((language) => tag.toLowerCase().split(/[-_]/u)[0] === language);
    if (known) return known;
  }
  return 'en';
}

/** The words of a language: sentences of the interface by key, and what the engine says by code. */
export type Catalogue = Pick<typeof english, 'words' | 'said'>;
export type SaidWords = Catalogue['said'];

type Leaves<T, Path extends string = ''> = {
  readonly [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>;
}[keyof T & string];

type WithoutPlural<Path> = Path extends `${infer Key}_${'one' | 'other'}` ? Key : Path;

/** Dotted paths to the sentences of the interface; a sentence with plurals is one key, without `_one` and `_other`. */
export type WordKey = WithoutPlural<Leaves<Catalogue['words']>>;

/** The arguments of a sentence besides its key: an object with every `{{name}}` in it and its number, or nothing. */
export type ValuesAt<Key extends string> = [Key] extends [keyof WordValues] ? [values: WordValues[Key]] : [];
