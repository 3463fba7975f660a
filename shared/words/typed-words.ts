import type * as english from './en/index';
import type { WordValues } from './values';

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
