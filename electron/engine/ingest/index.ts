/**
 * Ingest: from files to chunks. The only door of this room.
 *
 * Does: finds files, tells their format by content, reads them into text with pages, headings and blocks, and cuts
 * that text into chunks. One reader a format; chunkers are pure functions.
 * Never does: embed, search, or decide what a library contains.
 */
export { chunkDocument, chunksOf } from './chunk-document';
export type { BlockSpan, ChunkSpan, DocumentFormat, HeadingSpan, PageSpan, ReadDocument } from './contract';
export { decodeText } from './decode-text';
export { detectLanguage } from './detect-language';
export { safeDisplayName } from './display-name';
export { pagesToRecognise } from './format-errors';
export { type OcrLimits, openPagePictures, type PagePictures } from './page-pictures';
export { plainDocument } from './plain-document';
export { readDocument } from './read-document';
export { readFileBytes } from './read-file-bytes';
export type { RecognisedPage } from './recognised-page';
export { type SniffedFormat, sniffFormat } from './sniff-format';
export { openTextRecogniser, type TextRecogniser } from './text-recogniser';
export { isPassedOver, type WalkResult, walk } from './walk-paths';
