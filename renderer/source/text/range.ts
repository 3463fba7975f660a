/** A stretch of a document's text: `from` inclusive, `to` exclusive, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
