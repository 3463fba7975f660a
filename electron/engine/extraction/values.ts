import type { PageSpan } from '@shared/contract';
import type { Block } from '@shared/prompt/blocks';

/** What a column of a review may ask for. */
export const columnTypes = ['text', 'number', 'amount', 'date', 'duration', 'name', 'yes-no', 'choice'] as const;
export type ColumnType = (typeof columnTypes)[number];

export type TypedValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly number: number; readonly unit?: string }
  /** Currency by ISO 4217. */
  | { readonly type: 'amount'; readonly number: number; readonly currency: string }
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as far as it is stated. */
  | { readonly type: 'date'; readonly date: string }
  | { readonly type: 'duration'; readonly count: number; readonly unit: DurationUnit }
  /** As written, with white space collapsed. */
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'yes-no'; readonly yes: boolean }
  | { readonly type: 'choice'; readonly choice: string };

export type DurationUnit = 'days' | 'weeks' | 'months' | 'years';

/** A value with its place; all offsets are UTF-16 code units of the document's text. */
export interface FoundValue {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  /** The sentence or row that bears it out: `text.slice(quoteStart, quoteEnd)` is the quote and holds the value. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
  /** 0..1 */
  readonly confidence: number;
}

/**
 * Why a cell is empty: the document has no text; it has none of the question's words nor a value of the type in such
 * a place; it has the words and no value of the type; it has values and none that is sure enough.
 */
export type NotFoundReason = 'no-such-words' | 'no-value-of-type' | 'too-unsure' | 'empty-document';

export type Extraction =
  | { readonly found: readonly FoundValue[] }
  | { readonly found: readonly []; readonly reason: NotFoundReason };

export interface ExtractionColumn {
  readonly question: string;
  readonly type: ColumnType;
  /** Of the type `choice`: the answers to choose from. */
  readonly choices?: readonly string[];
  /** Whether a cell may hold several values. */
  readonly many?: boolean;
}

export interface ExtractionDocument {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
  /** ISO 639-3, or `und`. */
  readonly language: string;
  readonly title: string | null;
}

/** A value of a type somewhere in a document, before any question is asked. */
export interface Candidate {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  /** Equal for mentions of the same value. */
  readonly key: string;
}
