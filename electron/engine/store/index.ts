/**
 * store: what the library holds. The libSQL catalogue is the authority (documents, chunks, embedding cache,
 * conversations, runs, logs); the LanceDB index is a projection of it that can be rebuilt. Never parses files,
 * never ranks.
 */

export { backupLibrary } from './backup-library';
export type { StoredFile } from './catalogue-facts';
export { checkLibrary, stateOfFile, type WholeCheck, type WholeFinding } from './check-library';
export { termCounts } from './chunk-rows';
export type { Addition } from './document-commits';
export { type StoredDocument, summaryOf } from './document-rows';
export { EmbeddingCache, type KeptVector } from './embedding-cache';
export { folderSize } from './folder-size';
export type { IndexManifest } from './index-manifest';
export type { IndexRow, LaneHit } from './index-rows';
export type { TextQuery } from './index-search';
export { setAside } from './ingest-deaths';
export type { NextFile, QueuedFile } from './ingest-job-files';
export type { IngestJobStore, NewIngestJob } from './ingest-jobs';
export { Library } from './library';
export type { NewMemoryChunk, RememberedChunk } from './memory';
export { readOr } from './read-or';
export {
  type NewChunk,
  type NewContent,
  type NewDocument,
  type RowScope,
  type Scope,
  type StoredContent,
  searchableText,
} from './records';
export { giveBack, type RestoreRequest, restoreLibrary, stageLibrary } from './restore-library';
export { Turns } from './turns';
export { unlessUnreadable } from './unless-unreadable';
