import type { EngineEvent } from '@shared/contract';
import type { ConnectionLog } from './connections/connection-log';
import type { Counters } from './counters';
import type { Rebuilds } from './flows/care/rebuilds';
import type { WritingTimes } from './flows/care/writing-times';
import type { KeptSetLibraries } from './flows/evaluation/kept-sets';
import type { IngestModel } from './flows/ingest/ingest-model';
import type { IngestQueue } from './flows/ingest/ingest-queue';
import type { ActiveModel } from './flows/models/active-model';
import type { ActiveNli } from './flows/models/active-nli';
import type { ActiveReranker } from './flows/models/active-reranker';
import type { ModelCosts } from './flows/models/model-costs';
import type { WatchedFolders } from './flows/watch/watched-folders';
import type { Models } from './models';
import type { Retriever } from './retrieval';
import type { ConfigFiles } from './settings/config-files';
import type { LiveOptions, SettingsStore } from './settings/settings';
import type { Library, Turns } from './store';

/** What the routes work with, put together once by `openEngine`. */
export interface EngineParts {
  /** With the settings in force: read a member where it is used, and keep no copy. */
  readonly options: LiveOptions;
  readonly settings: SettingsStore;
  readonly connections: ConnectionLog;
  readonly config: ConfigFiles;
  readonly library: Library;
  readonly models: Models;
  readonly modelCosts: ModelCosts;
  readonly activeModel: ActiveModel;
  /** The same for whatever embeds many texts, in its turn among `jobs`. */
  readonly ingestModel: IngestModel;
  readonly activeReranker: ActiveReranker;
  readonly activeNli: ActiveNli;
  /** Read with the first question; the same one from then on. */
  retriever(): Promise<Retriever>;
  /** Ingests and reindexes, one after the other. */
  readonly jobs: Turns;
  readonly ingests: IngestQueue;
  readonly rebuilds: Rebuilds;
  readonly writingTimes: WritingTimes;
  readonly watches: WatchedFolders;
  /** Answers of the Ollama server, which writes one at a time. */
  readonly chatTurns: Turns;
  /** Downloads of models, one after the other. */
  readonly pulls: Turns;
  /** Evaluations, one after the other: two would measure each other. */
  readonly evaluations: Turns;
  /** Libraries of labelled sets, apart from this one. Read with the first of them. */
  keptSets(): Promise<KeptSetLibraries>;
  readonly counters: Counters;
  emit(event: EngineEvent): void;
  /** Stops the running request with this id; false where there is none. */
  stop(id: string): boolean;
}

export interface RouteContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}
