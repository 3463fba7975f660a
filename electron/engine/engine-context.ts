import type { EngineEvent } from '@shared/contract';
import type { SerialQueue } from './async';
import type { ConnectionLog } from './connections/connection-gate';
import type { Counters } from './counters';
import type { Rebuilds, WritingTimes } from './jobs/care/rebuilds';
import type { KeptSetLibraries } from './jobs/evaluation/labelled-set-store';
import type { IngestModel } from './jobs/ingest/ingest-model';
import type { IngestQueue } from './jobs/ingest/ingest-queue';
import type { VectorQueue } from './jobs/ingest/vector-queue';
import type { ActiveModel } from './jobs/models/active-model';
import type { ModelCosts } from './jobs/models/model-costs';
import type { ActiveReranker, NamedModels } from './jobs/models/reading-models';
import type { SurveyQueue } from './jobs/survey/survey-queue';
import type { TableFilling } from './jobs/tables/table-filling';
import type { TeamSync } from './jobs/team/team-sync';
import type { WatchedFolders } from './jobs/watch/watched-folders';
import type { Models } from './models';
import type { Retriever } from './retrieval';
import type { ApiAccess } from './settings/api-access';
import type { ConfigFiles } from './settings/config-files';
import type { Permissions } from './settings/permissions';
import type { LiveOptions, SettingsStore } from './settings/settings';
import type { Library } from './store';
import type { Updates } from './updates';

/** The parts of an open engine, put together once by `openEngine`. A function names those that it uses (`Uses`). */
export interface EngineContext {
  /** With the settings in force: read a member where it is used, and keep no copy. */
  readonly options: LiveOptions;
  readonly settings: SettingsStore;
  readonly permissions: Permissions;
  readonly connections: ConnectionLog;
  readonly api: ApiAccess;
  readonly config: ConfigFiles;
  readonly library: Library;
  /** Null in a folder. */
  readonly team: TeamSync | null;
  readonly updates: Updates;
  readonly models: Models;
  readonly modelCosts: ModelCosts;
  readonly activeModel: ActiveModel;
  /** The same for whatever embeds many texts, in its turn among `jobs`. */
  readonly ingestModel: IngestModel;
  readonly activeReranker: ActiveReranker;
  readonly namedModels: NamedModels;
  /** Read with the first question; the same one from then on. */
  retriever(): Promise<Retriever>;
  /** Ingests and reindexes, one after the other. */
  readonly jobs: SerialQueue;
  readonly ingests: IngestQueue;
  /** Makes vectors behind the ingests; its turns are also those of rebuilds and repairs. */
  readonly vectors: VectorQueue;
  readonly vectorTurns: SerialQueue;
  readonly rebuilds: Rebuilds;
  readonly writingTimes: WritingTimes;
  readonly watches: WatchedFolders;
  readonly tables: TableFilling;
  readonly surveys: SurveyQueue;
  /** Answers of the Ollama server, which writes one at a time. */
  readonly chatTurns: SerialQueue;
  /** Downloads of models, one after the other. */
  readonly pulls: SerialQueue;
  /** Evaluations, one after the other: two would measure each other. */
  readonly evaluations: SerialQueue;
  /** Libraries of labelled sets, apart from this one. Read with the first of them. */
  keptSets(): Promise<KeptSetLibraries>;
  readonly counters: Counters;
  emit(event: EngineEvent): void;
  stop(id: string): boolean;
}

export type { RouteContext } from './events';

/** The parts of the engine that a function uses, by their names. */
export type Uses<K extends keyof EngineContext> = Pick<EngineContext, K>;
