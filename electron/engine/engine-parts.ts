import type { EngineEvent } from '@shared/contract';
import type { ActiveModel } from './active-model';
import type { ActiveNli } from './active-nli';
import type { ActiveReranker } from './active-reranker';
import type { ConfigFiles } from './config-files';
import type { ConnectionLog } from './connection-log';
import type { Counters } from './counters';
import type { IngestQueue } from './ingest-queue';
import type { KeptSetLibraries } from './kept-sets';
import type { ModelCosts } from './model-costs';
import type { Models } from './models';
import type { Rebuilds } from './rebuilds';
import type { Retriever } from './retrieval';
import type { LiveOptions, SettingsStore } from './settings';
import type { Library, Turns } from './store';
import type { WatchedFolders } from './watched-folders';

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
  readonly activeReranker: ActiveReranker;
  readonly activeNli: ActiveNli;
  readonly retriever: Retriever;
  /** Ingests and reindexes, one after the other. */
  readonly jobs: Turns;
  readonly ingests: IngestQueue;
  readonly rebuilds: Rebuilds;
  readonly watches: WatchedFolders;
  /** Answers of the Ollama server, which writes one at a time. */
  readonly chatTurns: Turns;
  /** Downloads of models, one after the other. */
  readonly pulls: Turns;
  /** Evaluations, one after the other: two would measure each other. */
  readonly evaluations: Turns;
  /** Libraries of labelled sets, apart from this one. */
  readonly keptSets: KeptSetLibraries;
  readonly counters: Counters;
  emit(event: EngineEvent): void;
  /** Stops the running request with this id; false where there is none. */
  stop(id: string): boolean;
}

export interface RouteContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}
