/**
 * languages: the words of each language, as data. A new one is a file like `ru.json` and its entry here. README.md
 * describes each key; tests/unit/languages compares the files with the English one.
 */
import type { ColumnType } from '@shared/value-types';
import { ara, deu, eng, fra, ita, jpn, kor, nld, por, rus, spa, tur, zho } from 'stopword';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import ja from './ja.json';
import ko from './ko.json';
import nl from './nl.json';
import pt from './pt.json';
import ru from './ru.json';
import tr from './tr.json';
import zh from './zh.json';

type English = typeof en;

/** Objects whose keys are words or codes themselves: each language has its own. */
type OwnKeys = 'cardinals' | 'ordinals' | 'multipliers' | 'times' | 'currencies';

type Words<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer E)[]
        ? readonly ([E] extends [never] ? string : Words<E>)[]
        : {
            readonly [K in keyof T]: K extends OwnKeys
              ? Readonly<Record<string, Words<T[K][keyof T[K]]>>>
              : Words<T[K]>;
          };

/** The columns that a review asks for again and again. */
export type ReviewField = keyof English['review']['fields'];

/** How a question asks for a field and how a text states it: alternatives of a regular expression. */
export type FieldWords = Readonly<
  Partial<Record<'asks' | 'before' | 'behind' | 'near' | 'not' | 'notBefore' | 'notBehind', string>>
>;

export type ReviewWords = Words<Omit<English['review'], 'fields' | 'asksFor'>> & {
  /** How a question of each type begins, or the words that it has. */
  readonly asksFor: Readonly<Record<Exclude<ColumnType, 'text' | 'choice'> | 'place', string>>;
  readonly fields: Readonly<Partial<Record<ReviewField, FieldWords>>>;
};

/** The files that a noun for documents names: “pdfs”, “mails”. */
export type CountedFiles = 'any' | 'pdf' | 'mail';

/** How questions ask about all documents: how many there are of which something is true, and which. */
export type CensusWords = Words<Omit<English['census'], 'documents'>> & {
  readonly documents: readonly (readonly [one: string, many: string, files?: CountedFiles])[];
};

/** How questions ask for facts, fields and comparisons: sentences with slots in braces, by what they ask for. */
export type WayWords = Words<English['ways']>;

type Plain = 'letters' | 'endings' | 'offers' | 'review' | 'census' | 'ways';

export interface TextLanguage extends Words<Omit<English, Plain>> {
  readonly letters: string | null;
  readonly endings: { readonly least: number; readonly of: readonly string[] } | null;
  readonly beginnings?: readonly string[];
  readonly typedFor?: Readonly<Record<string, string>>;
  readonly offers: Words<Omit<English['offers'], 'whole'>> & { readonly whole: string | null };
  readonly review?: ReviewWords;
  readonly census?: CensusWords;
  readonly ways?: WayWords;
}

type Partially<T> = T extends string | number | boolean | null | readonly unknown[]
  ? T
  : { readonly [K in keyof T]?: Partially<T[K]> };

/** The file of a language: English says everything, another language what it knows. */
export type GivenWords = Partially<Omit<TextLanguage, 'review' | 'census' | 'ways'>> & {
  readonly review?: ReviewWords;
  readonly census?: Words<English['census']>;
  readonly ways?: WayWords;
};

export type CalculationWords = TextLanguage['calculation'];
/** A phrase of a question by what it asks of a table. */
export type CalculationOperator = keyof CalculationWords['operators'];

/** The thing that a question word asks for: a sentence that answers it holds one. */
export type AnswerKind = keyof TextLanguage['asks'];

/** A form of the answer that people ask for by name; JSON and Markdown have one name everywhere. */
export type AnswerForm = keyof TextLanguage['forms']['names'];

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

const { review: _review, census: _census, ways: _ways, ...shape } = en;

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

export const anyOf = (which: (language: TextLanguage) => string): string =>
  Object.values(languages)
    .map(which)
    .filter((alternatives) => alternatives !== '')
    .join('|');

/** The words of questions about all documents, by ISO 639-3. */
export const censusWords: Readonly<Record<string, CensusWords>> = Object.fromEntries(
  Object.entries(languages).flatMap(([code, { census }]) => (census ? [[code, census]] : [])),
);
