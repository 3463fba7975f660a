import type { ColumnType } from '@shared/value-types';
import type english from './en.json';

type English = typeof english;

/** Objects whose keys are words or codes themselves: each language has its own. */
type OwnKeys = 'cardinals' | 'ordinals' | 'multipliers' | 'times' | 'currencies';

/** The shape of English data with the words of any language. */
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

/** How texts state values of a type. */
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

type Plain = 'letters' | 'endings' | 'offers' | 'review' | 'census';

/** The words of a language. README.md describes each key. */
export interface TextLanguage extends Words<Omit<English, Plain>> {
  readonly letters: string | null;
  readonly endings: { readonly least: number; readonly of: readonly string[] } | null;
  readonly beginnings?: readonly string[];
  readonly typedFor?: Readonly<Record<string, string>>;
  readonly offers: { readonly section: string; readonly whole: string | null; readonly notOf: readonly string[] };
  readonly review?: ReviewWords;
  readonly census?: CensusWords;
}

type Partially<T> = T extends string | number | boolean | null | readonly unknown[]
  ? T
  : { readonly [K in keyof T]?: Partially<T[K]> };

/** The file of a language: English says everything, another language what it knows. */
export type GivenWords = Partially<Omit<TextLanguage, 'review' | 'census'>> & {
  readonly review?: ReviewWords;
  readonly census?: Words<English['census']>;
};

export type CalculationWords = TextLanguage['calculation'];
/** A phrase of a question by what it asks of a table. */
export type CalculationOperator = keyof CalculationWords['operators'];

/** The thing that a question word asks for: a sentence that answers it holds one. */
export type AnswerKind = keyof TextLanguage['asks'];

/** A form of the answer that people ask for by name; JSON and Markdown have one name everywhere. */
export type AnswerForm = keyof TextLanguage['forms']['names'];
