/**
 * Ingest: from files to chunks. The only door of this room.
 *
 * Does: finds files, tells their format by content, reads them into text with pages, headings and blocks, and cuts
 * that text into chunks. One reader a format; chunkers are pure functions.
 * Never does: embed, search, or decide what a library contains.
 */
export { chunkDocument, chunksOf } from './chunking/chunk-document';
export { decodeText } from './decode-text';
export { type LanguageDetector, openLanguageDetector } from './detect-language';
export type { ChunkSpan, ReadDocument } from './document';
export { safeDisplayName } from './document';
export { type OcrLimits, openPagePictures, type PagePictures } from './ocr/page-pictures';
export type { RecognisedPage } from './ocr/recognised-page';
export { openTextRecogniser, type TextRecogniser } from './ocr/text-recogniser';
export { plainDocument, readDocument, readFileBytes } from './read-document';
export { pagesToRecognise } from './reader-errors';
export { formatAtSight } from './sniff-format';
export { isAgreement, isMadeUpTitle, ofSections } from './titles';
export { isPassedOver, walk } from './walk-paths';
