import type { ErrorCode } from '@shared/errors';

/** The same keys as in English, with sentences of another language. */
export type WordsOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : WordsOf<T[K]> };

type Leaves<T, Path extends string = ''> = {
  readonly [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>;
}[keyof T & string];

type At<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type Plural = 'one' | 'other';
type WithoutPlural<Path> = Path extends `${infer Key}_${Plural}` ? Key : Path;

/** Dotted paths to the sentences of a catalogue; a sentence with plurals is one key, without `_one` and `_other`. */
export type KeyOf<T> = WithoutPlural<Leaves<T>>;

type Sentence<T, Key extends string> = At<T, `${Key}_other`> extends never ? At<T, Key> : At<T, `${Key}_other`>;

interface Formats {
  readonly number: number;
  readonly list: readonly string[];
}

type OneValue<Name extends string> = Name extends `${infer Plain}, ${infer Format}`
  ? { readonly [K in Plain]: Format extends keyof Formats ? Formats[Format] : never }
  : { readonly [K in Name]: Name extends 'count' ? number : string | number };

type ValuesOf<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? OneValue<Name> & ValuesOf<Rest>
  : unknown;

type NumberOf<T, Key extends string> = At<T, `${Key}_other`> extends never ? unknown : { readonly count: number };

/** What a sentence asks for besides its key: an object with every `{{name}}` in it and its number, or nothing. */
export type Values<T, Key extends string> = unknown extends ValuesOf<Sentence<T, Key>> & NumberOf<T, Key>
  ? []
  : [values: ValuesOf<Sentence<T, Key>> & NumberOf<T, Key>];

export interface Saying {
  readonly message: string;
  readonly hint: string;
}

/** A saying for one of the reasons that an error of this code may have, as its details' `why` names it. */
export interface SayingOfCode extends Saying {
  readonly why?: string;
}

/** What the engine says in a language other than its own, by code; `{{name}}` stands for a value. */
export interface EngineWords {
  readonly errors: Readonly<Record<ErrorCode, readonly SayingOfCode[]>> &
    Readonly<Record<string, readonly SayingOfCode[]>>;
  readonly notices: Readonly<Record<string, readonly string[]>>;
  /** What the engine calls a server that has no name of its own: as a sentence begins with it. */
  readonly servers: Readonly<Record<string, string>>;
}

/** Sentences of the engine without a code, by what they look like; `$1` stands for what the pattern has caught. */
export interface RemarkWords {
  readonly sentences: readonly (readonly [pattern: RegExp, sentence: string])[];
  /** What stands in such a sentence in words: kinds of files. */
  readonly parts: Readonly<Record<string, string>>;
}
