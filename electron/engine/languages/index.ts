/**
 * languages: the words of each language, as data. A new one is a file like `ru.json` and its entry here. README.md
 * describes each key; tests/unit/languages compares the files with the English one.
 */
import { ara, deu, eng, fra, ita, jpn, kor, nld, por, rus, spa, tur, zho } from 'stopword';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import ja from './ja.json';
import ko from './ko.json';
import type { CensusWords, GivenWords, ReviewField, TextLanguage } from './language';
import nl from './nl.json';
import pt from './pt.json';
import ru from './ru.json';
import tr from './tr.json';
import zh from './zh.json';

export type {
  AnswerForm,
  AnswerKind,
  CalculationOperator,
  CalculationWords,
  FieldWords,
  ReviewField,
  ReviewWords,
  TextLanguage,
} from './language';

/** Objects whose keys are words themselves: a language has its own or none. */
const ownKeys: ReadonlySet<string> = new Set(['cardinals', 'ordinals', 'multipliers', 'times']);

/** Lays the words of a language over empty ones in the shape of the English data. */
function complete(english: unknown, given: unknown): unknown {
  if (typeof english === 'object' && english !== null && !Array.isArray(english)) {
    const [shape, words] = [english, Object(given)] as Record<string, unknown>[];
    const keys = Object.keys({ ...shape, ...words });
    const members = keys.map((key) => [
      key,
      ownKeys.has(key) ? (words?.[key] ?? {}) : complete(shape?.[key], words?.[key]),
    ]);
    return Object.fromEntries(members);
  }
  if (given !== undefined) return given;
  if (Array.isArray(english)) return [];
  return typeof english === 'string' ? '' : english && false;
}

const { review: _review, census: _census, ...shape } = en;

const language = (given: GivenWords, stopWords: readonly string[]): TextLanguage => ({
  ...(complete(shape, given) as TextLanguage),
  stopWords: [...stopWords, ...(given.stopWords ?? [])],
});

/** By ISO 639-3; Arabic and Chinese by their standard varieties, as `franc` names them. */
export const languages = {
  eng: language(en, eng),
  deu: language(de, deu),
  spa: language(es, spa),
  fra: language(fr, fra),
  ita: language(it, ita),
  por: language(pt, por),
  nld: language(nl, nld),
  rus: language(ru, rus),
  tur: language(tr, tur),
  arb: language(ar, ara),
  cmn: language(zh, zho),
  jpn: language(ja, jpn),
  kor: language(ko, kor),
};
export type LanguageCode = keyof typeof languages;
export const languageCodes = Object.keys(languages) as LanguageCode[];

export const reviewFields = Object.keys(en.review.fields) as ReviewField[];

/** Returns a language by its code; null for a language of which nothing is known. */
export const languageOf = (code: string): TextLanguage | null =>
  Object.entries(languages).find(([known]) => known === code)?.[1] ?? null;

/** Returns the words of all languages for one thing, in the order of the table. */
export const ofAll = (which: (language: TextLanguage) => readonly string[]): readonly string[] =>
  Object.values(languages).flatMap(which);

/** Returns the same as alternatives of a regular expression. */
export const anyOf = (which: (language: TextLanguage) => string): string =>
  Object.values(languages)
    .map(which)
    .filter((alternatives) => alternatives !== '')
    .join('|');

export type { CensusWords, CountedFiles } from './language';

/** The words of questions about all documents, by ISO 639-3. */
export const censusWords: Readonly<Record<string, CensusWords>> = Object.fromEntries(
  Object.entries(languages).flatMap(([code, { census }]) => (census ? [[code, census]] : [])),
);
