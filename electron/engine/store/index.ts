/** The store room. The catalogue is the authority, and the index can be rebuilt from it. Never parses, never ranks. */

export type { StoredFile } from './catalogue/catalogue-facts';
export { termCounts } from './catalogue/chunk-tables';
export { EmbeddingCache, type KeptVector } from './catalogue/computed-results';
export { type NextFile, type QueuedFile, setAside } from './catalogue/ingest-job-files';
export type { IngestJobStore, NewIngestJob } from './catalogue/ingest-jobs';
export type { NewMemoryChunk, RememberedChunk } from './catalogue/memory';
export {
  type NewChunk,
  type NewContent,
  type NewDocument,
  type RowScope,
  type Scope,
  type StoredContent,
  type StoredDocument,
  searchableText,
  summaryOf,
  type Unembedded,
  type WaitingContent,
} from './catalogue/records';
export type { CellFinding, NewCell, ReviewTableStore, StoredRow, StoredTable } from './catalogue/review-tables';
export { type StoredSurvey, type SurveyReply, SurveyStore } from './catalogue/surveys';
export { ifReadable, requestError, unlessIndexUnavailable } from './errors';
export type { Addition } from './library/additions';
export { backupLibrary } from './library/backup-library';
export { checkLibrary, stateOfFile, type WholeCheck, type WholeFinding } from './library/check-library';
export type { ConversationStores } from './library/conversation-stores';
export { dropIncoming, namesBeforeUpdate } from './library/leftovers';
export { Library } from './library/library';
export { finishMove, LibraryMove, settleMove } from './library/move-library';
export { giveBack, type RestoreRequest, restoreLibrary, stageLibrary } from './library/restore-library';
export type { IndexManifest } from './search-index/chunk-index';
export type { GivenIndex } from './search-index/index-place';
export type { IndexRow, LaneHit } from './search-index/index-rows';
export type { TextQuery } from './search-index/index-search';
export type { EmbeddingClaims } from './team/embedding-claims';
export { shareLibrary, unshareLibrary } from './team/move-library';
export { Replica } from './team/replica';
export { type LibraryTeam, teamFolder } from './team/shared-catalogue';
