/**
 * languages: what is known of the words of each language. A new one is a file like `en.ts` and an entry here; the type
 * tells what it must say.
 */
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import type { TextLanguage } from './language';

export type { AnswerKind } from './language';

/** By ISO 639-3. */
export const languages = { eng: en, deu: de, spa: es, fra: fr } as const satisfies Record<string, TextLanguage>;
export type LanguageCode = keyof typeof languages;
export const languageCodes = Object.keys(languages) as LanguageCode[];

/** Null for a language of which nothing is known. */
export const languageOf = (code: string): TextLanguage | null =>
  Object.entries(languages).find(([known]) => known === code)?.[1] ?? null;

/** All that the languages say of one thing, in the order of the table. */
export const ofAll = (which: (language: TextLanguage) => readonly string[]): readonly string[] =>
  Object.values(languages).flatMap(which);
