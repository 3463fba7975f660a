import type { CalculationOperator } from '../../languages';
import type { KnownCell } from './table-words';

interface Span {
  /** Place of its first token in the question, and how many tokens it has. */
  readonly start: number;
  readonly length: number;
}
export interface ColumnMention extends Span {
  readonly type: 'column';
  /** Columns whose header the words are a part of, those that they cover most first; `quality` 1 is the whole header. */
  readonly columns: readonly { readonly index: number; readonly quality: number }[];
}
export interface ValueMention extends Span {
  readonly type: 'value';
  readonly options: readonly {
    readonly column: number;
    readonly cells: readonly KnownCell[];
    readonly isWhole: boolean;
  }[];
}
export interface OperatorMention extends Span {
  readonly type: 'operator';
  readonly operators: ReadonlySet<CalculationOperator>;
}
export interface NumberMention extends Span {
  readonly type: 'number';
  readonly decimal: string;
  /** Whether it may be a year, and whether it is written as a place in an order. */
  readonly isYear: boolean;
  readonly isOrdinal: boolean;
}
/** A date as plans have it, or the first and last year of a decade with a slash between them. */
export interface DateMention extends Span {
  readonly type: 'date';
  readonly date: string;
}
export interface MeasureMention extends Span {
  readonly type: 'measure';
  readonly columns: readonly number[];
  readonly isSuperlative: boolean;
  readonly order: 'highest' | 'lowest';
  /** In a column of times the fastest is the lowest. */
  readonly ofTime: 'highest' | 'lowest';
}
export type Mention = ColumnMention | ValueMention | OperatorMention | NumberMention | DateMention | MeasureMention;

/** A mention with how much speaks for it; where two share a word, the higher one stays. */
export interface Scored {
  readonly mention: Mention;
  readonly score: number;
}
