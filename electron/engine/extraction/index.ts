/**
 * extraction: typed values for the cells of a review, whose rows are documents and whose columns are questions. The only
 * door of this room.
 *
 * Does: says which of the values of a document (text/values) answers a question, with the sentence or row that bears it
 * out, or why none does. Pure functions of text and blocks.
 * Never does: read files, search a library, or ask a model.
 */
export { type ExtractionDocument, type PreparedDocument, readForExtraction } from '../text/prepared-document';
export { extract, leastConfidence, ranked } from './extract';
export {
  type Extraction,
  type ExtractionColumn,
  type FoundValue,
  hasFieldFor,
  proposeType,
  statedType,
  statedValues,
} from './question';
