/**
 * extraction: typed values for the cells of a review, whose rows are documents and whose columns are questions. The only
 * door of this room.
 *
 * Does: finds dates, durations, amounts, numbers and names in a document, and says which of them answers a question, with
 * the sentence or row that bears it out, or why none does. Pure functions of text and blocks.
 * Never does: read files, search a library, or ask a model.
 */
export { extract, leastConfidence, ranked } from './extract';
export { type PreparedDocument, readForExtraction } from './prepared-document';
export { proposeType } from './propose-type';
export { canonicalName } from './recognisers/names';
export { hasFieldFor, statedType, statedValues } from './stated-values';
export {
  type ColumnType,
  columnTypes,
  type Extraction,
  type ExtractionColumn,
  type ExtractionDocument,
  type FoundValue,
  type NotFoundReason,
  type TypedValue,
} from './values';
