import type { NotFoundReason } from '@shared/contract/review-tables';
import type { ColumnType, TypedValue } from '@shared/value-types';

/** A value with its place; all offsets are UTF-16 code units of the document's text. */
export interface FoundValue {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  /** The sentence or row that bears it out: `text.slice(quoteStart, quoteEnd)` is the quote and holds the value. */
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly confidence: number;
}

/**
 * `reason`: why a cell is empty. The document has no text (`empty-document`); it has none of the question’s words nor a
 * value where such words are (`no-such-words`); it has the words and no value of the type (`no-value-of-type`); it has
 * values and none that is sure enough (`too-unsure`).
 */
export type Extraction =
  | { readonly found: readonly FoundValue[] }
  | { readonly found: readonly []; readonly reason: NotFoundReason };

export interface ExtractionColumn {
  readonly question: string;
  readonly type: ColumnType;
  /** For the type `choice`: the possible answers. */
  readonly choices?: readonly string[];
  readonly many?: boolean;
}
