import type { TypedValue } from '@shared/value-types';
import type { ReviewField, ReviewWords } from '../../languages';
import type { PreparedDocument } from '../prepared-document';

export interface ValueCandidate {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  /** Equal for mentions of the same value. */
  readonly key: string;
  /** A named thing; `law`: the place of a law. */
  readonly bearer?: 'organisation' | 'person' | 'law';
}

export interface ValueQuestion {
  readonly field: ReviewField | null;
  readonly ofPlace: boolean;
  readonly denials: number;
  /** The answers to choose from; empty where the type has none. */
  readonly choices: readonly string[];
}

/** From the least to the greatest number that a value may mean: a year is all of its days. */
export type Range = readonly [low: number, high: number];

/**
 * A type of value: how questions ask for it, how texts state it, how two values compare. An example is percentage.ts. How
 * a value is shown, sorted, summed and exported is its form in shared/value-types.ts.
 */
export interface ValueType<Value extends TypedValue = TypedValue> {
  /** Words of `asksFor` by which a question asks for the type; none for a type that a question never shows. */
  readonly asks: readonly (keyof ReviewWords['asksFor'])[];
  /** Whether a cell may have several of them where the question has a plural. */
  readonly severalAsked: boolean;
  /** The least confidence, 0..1, that a value must have to be in a cell. */
  readonly leastConfidence: number;
  /** Values in the order of the document. */
  find(document: PreparedDocument, question: ValueQuestion): readonly ValueCandidate[];
  /** The fit of a value to a field, as a logit that is added to the evidence of its surroundings. */
  fit?(value: Value, field: ReviewField | null): number;
  /** Several values of one cell do not speak against each other. */
  readonly agree?: true;
  /** The type in words for a model: “a date”. */
  wanted(choices: readonly string[]): string;
  /** Reads the words that a model names; absent where they are read as those of a document. */
  read?(words: string, choices: readonly string[]): Value | null;
  /** The words that a quote must have to state the value; absent where the values found in the quote decide. */
  words?(value: Value): string;
  /** For comparing; absent for words. */
  range?(value: Value): Range;
  /** How a question asks for the most and the least; absent where it cannot. */
  readonly superlatives?: 'date' | 'duration' | 'amount';
  /** Such a value in a question is what documents are compared with. */
  readonly tellsItself?: true;
}
