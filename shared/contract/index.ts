/**
 * The one typed contract between the engine and its hosts. Requests are zod schemas (the trust boundary),
 * results and events are types; a result is `{ok: true, data}` or `{ok: false, error}`, and nothing rejects
 * across a boundary. If nothing else is said, times are ISO 8601, `…Ms` and `ms` are milliseconds, pages count from 1,
 * `startChar` and `endChar` are UTF-16 code units, and shares and scores are 0–1; null is unknown or none.
 */
import type { ErrorReport, Result } from '../errors';
import type { StageId } from '../prompt/stage-names';
import type { ApiReport } from './api';
import type { Citation, GivenPassage, TokenCounts } from './chat';
import type { Survey } from './collections';
import type { IngestProgress, IngestReport } from './documents';
import type { EvaluationProgress } from './evaluation';
import type { IngestJobSummary, VectorProgress, WatchedFolder } from './ingest';
import type { CareProgress, Rebuild } from './maintenance';
import type { RequestOf, Results, RouteName } from './requests';
import type { TableProgress } from './review-tables';
import type { StageRecord } from './runs';
import type { NetworkReport, ReadyUpdate, SettingsReport, UpdateReport } from './settings';
import type { TeamMove, TeamReport } from './team';

export * from './api';
export type * from './chat';
export * from './collections';
export type * from './documents';
export * from './evaluation';
export * from './ingest';
export * from './insights';
export * from './maintenance';
export * from './models';
export * from './requests';
export * from './review-tables';
export type * from './runs';
export * from './search';
export * from './settings';
export * from './team';

export interface RequestOptions {
  /** Goes through every log line, event and provider call of the request; made by the host when absent. */
  readonly requestId?: string;
}

/** A host's interface for its front end: the renderer's bridge, the web socket and the terminal use only this. */
export interface EngineClient {
  request<R extends RouteName>(route: R, input: RequestOf<R>, options?: RequestOptions): Promise<Result<Results[R]>>;
  /** Stops the request with this id; it then ends with the error code `cancelled`. */
  cancel(requestId: string): void;
  /** Calls back on every event; returns the function that ends it. */
  subscribe(listener: (event: EngineEvent) => void): () => void;
}

/** Asks a route, and throws the error of its result. */
export type Ask = <R extends RouteName>(
  route: R,
  input: RequestOf<R>,
  onEvent?: (event: EngineEvent) => void,
) => Promise<Results[R]>;

interface Told {
  /** How far the running job is, at most ten times a second and always at its end. */
  'ingest.progress': { readonly progress: IngestProgress };
  /**
   * A job is new or has another state, priority or failed file: its whole summary. Jobs that go on after a restart
   * carry their own id as `requestId`.
   */
  'ingest.job': { readonly job: IngestJobSummary };
  /** A job is done or cancelled. One that is paused, interrupted or stopped says so by `ingest.job` alone. */
  'ingest.finished': { readonly jobId: string; readonly report: IngestReport };
  'models.progress': {
    readonly modelId: string;
    readonly file: string;
    readonly bytesDone: number;
    readonly bytesTotal: number | null;
  };
  /** How far an evaluation is, at most ten times a second and always at the end of a phase. */
  'evaluation.progress': { readonly progress: EvaluationProgress };
  /** A rebuild has another state, or is further: at most ten times a second; null where there is none any more. */
  'library.rebuild': { readonly rebuild: Rebuild | null };
  /** How many passages have vectors, at most ten times a second; null when all have. */
  'library.vectors': { readonly vectors: VectorProgress | null };
  'library.care': { readonly progress: CareProgress };
  /** A watched folder was looked at, added or removed: all of them. */
  'watch.changed': { readonly folders: readonly WatchedFolder[] };
  /** How far a table is filled, at most twice a second and always at the end. */
  'table.progress': { readonly progress: TableProgress };
  'table.changed': { readonly tableId: string };
  /** How far a survey is, at most twice a second and always at a new state. */
  'survey.progress': { readonly survey: Survey };
  'library.changed': { readonly libraryVersion: number };
  'run.stage': { readonly runId: string; readonly stage: StageId; readonly record: StageRecord };
  'chat.token': { readonly messageId: string; readonly token: string };
  /** All that a model is given, before it writes. */
  'chat.passages': { readonly messageId: string; readonly passages: readonly GivenPassage[] };
  /** A passage that the answer cites, once: with its first marker, otherwise at the end. */
  'chat.citation': { readonly messageId: string; readonly citation: Citation };
  /** An answer that has not started: another one goes first, or the server asked for a pause. */
  'chat.waiting': {
    readonly reason: 'turn' | 'rate-limited';
    readonly seconds: number | null;
    readonly attempt: number;
  };
  /** How many documents a census has looked at, at most five times a second. */
  'chat.looked': { readonly messageId: string; readonly looked: number; readonly of: number };
  'chat.done': {
    readonly messageId: string;
    readonly conversationId: string;
    readonly latencyMs: number;
    readonly tokens: TokenCounts | null;
  };
  'team.changed': { readonly team: TeamReport | null };
  /** How far a folder is on its way to a team place or back, at most ten times a second. */
  'team.moving': { readonly move: TeamMove };
  'updates.changed': { readonly updates: UpdateReport };
  'updates.progress': { readonly done: number; readonly total: number };
  /** A person wants it in the place of what runs: the host does it. */
  'updates.install': { readonly update: ReadyUpdate };
  'settings.changed': { readonly settings: SettingsReport };
  'api.changed': { readonly api: ApiReport };
  /** Connections were made, refused, or have ended: at most five times a second, as an ingest makes hundreds. */
  'network.changed': { readonly totals: NetworkReport['totals'] };
}

/** Everything the engine says without being asked. Types only: events are trusted, requests are not. */
export type EngineEvent =
  | { [T in keyof Told]: { readonly type: T; readonly requestId: string } & Told[T] }[keyof Told]
  | { readonly type: 'engine.down'; readonly error: ErrorReport }
  | { readonly type: 'engine.up' };
