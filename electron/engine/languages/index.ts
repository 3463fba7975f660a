/**
 * languages: what is known of the words of each language. A new one is a file like `en.ts` and an entry here; the type
 * tells what it must say.
 */
import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import type { TextLanguage } from './language';
import { nl } from './nl';
import { pt } from './pt';
import { ru } from './ru';
import { tr } from './tr';
import { zh } from './zh';

export {
  type AnswerForm,
  type AnswerKind,
  type CalculationOperator,
  type CalculationWords,
  type FieldWords,
  type ReviewField,
  type ReviewWords,
  reviewFields,
  type TextLanguage,
} from './language';

/** By ISO 639-3; Arabic and Chinese by their standard varieties, as `franc` names them. */
export const languages = {
  eng: en,
  deu: de,
  spa: es,
  fra: fr,
  ita: it,
  por: pt,
  nld: nl,
  rus: ru,
  tur: tr,
  arb: ar,
  cmn: zh,
  jpn: ja,
  kor: ko,
} as const satisfies Record<string, TextLanguage>;
export type LanguageCode = keyof typeof languages;
export const languageCodes = Object.keys(languages) as LanguageCode[];

/** Null for a language of which nothing is known. */
export const languageOf = (code: string): TextLanguage | null =>
  Object.entries(languages).find(([known]) => known === code)?.[1] ?? null;

/** All that the languages say of one thing, in the order of the table. */
export const ofAll = (which: (language: TextLanguage) => readonly string[]): readonly string[] =>
  Object.values(languages).flatMap(which);

/** The same of what each says as alternatives of a regular expression: all of them. */
export const anyOf = (which: (language: TextLanguage) => string): string =>
  Object.values(languages)
    .map(which)
    .filter((alternatives) => alternatives !== '')
    .join('|');
