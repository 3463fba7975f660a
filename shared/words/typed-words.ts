import type { words } from './en/index';
import type { said } from './en/said';

/** The same keys as in English, with sentences of another language. */
type WordsOf<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : WordsOf<T[K]>;
};

/** Every sentence of the interface, in any language. */
export type Words = WordsOf<typeof words>;
/** What the engine says by code, in any language. */
export type SaidWords = WordsOf<typeof said>;
/** The catalogue of a language. */
export interface Catalogue {
  readonly words: Words;
  readonly said: SaidWords;
}

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
  readonly or: readonly string[];
}

type OneValue<Name extends string> = Name extends `${infer Plain}, ${infer Format}`
  ? { readonly [K in Plain]: Format extends keyof Formats ? Formats[Format] : never }
  : { readonly [K in Name]: Name extends 'count' ? number : string | number };

/** What a sentence names, with the kind of each value. */
export type ValuesOf<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? OneValue<Name> & ValuesOf<Rest>
  : unknown;

type NumberOf<T, Key extends string> = At<T, `${Key}_other`> extends never ? unknown : { readonly count: number };

/** What a sentence asks for besides its key: an object with every `{{name}}` in it and its number, or nothing. */
export type ValuesAt<T, Key extends string> = unknown extends ValuesOf<Sentence<T, Key>> & NumberOf<T, Key>
  ? []
  : [values: ValuesOf<Sentence<T, Key>> & NumberOf<T, Key>];
