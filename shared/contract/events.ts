import type { ErrorReport } from '../errors';
import type { StageId } from '../prompt/stage-names';
import type { Citation, TokenCounts } from './chat';
import type { IngestProgress, IngestReport } from './documents';
import type { EvaluationProgress } from './evaluation';
import type { IngestJobSummary } from './ingest';
import type { CareProgress, Rebuild } from './maintenance';
import type { StageRecord } from './runs';
import type { NetworkConnection, SettingsReport } from './settings';
import type { WatchedFolder } from './watch';

/** Everything the engine says without being asked. Types only: events are trusted, requests are not. */
export type EngineEvent =
  /** How far the running job is, at most ten times a second and always at its end. */
  | { readonly type: 'ingest.progress'; readonly requestId: string; readonly progress: IngestProgress }
  /**
   * A job is new or has another state, priority or failed file: its whole summary. Jobs that go on after a restart
   * carry their own id as `requestId`.
   */
  | { readonly type: 'ingest.job'; readonly requestId: string; readonly job: IngestJobSummary }
  | {
      /** A job is done or cancelled. One that is paused, interrupted or stopped says so by `ingest.job` alone. */
      readonly type: 'ingest.finished';
      readonly requestId: string;
      readonly jobId: string;
      readonly report: IngestReport;
    }
  | {
      readonly type: 'models.progress';
      readonly requestId: string;
      readonly modelId: string;
      readonly file: string;
      readonly bytesDone: number;
      /** Null where the server does not say. */
      readonly bytesTotal: number | null;
    }
  /** How far an evaluation is, at most ten times a second and always at the end of a phase. */
  | { readonly type: 'evaluation.progress'; readonly requestId: string; readonly progress: EvaluationProgress }
  /** A rebuild has another state, or is further: at most ten times a second; null where there is none any more. */
  | { readonly type: 'library.rebuild'; readonly requestId: string; readonly rebuild: Rebuild | null }
  | { readonly type: 'library.care'; readonly requestId: string; readonly progress: CareProgress }
  /** A watched folder was looked at, added or removed: all of them. */
  | { readonly type: 'watch.changed'; readonly requestId: string; readonly folders: readonly WatchedFolder[] }
  | { readonly type: 'library.changed'; readonly requestId: string; readonly libraryVersion: number }
  | {
      readonly type: 'run.stage';
      readonly requestId: string;
      readonly runId: string;
      readonly stage: StageId;
      readonly record: StageRecord;
    }
  | { readonly type: 'chat.token'; readonly requestId: string; readonly messageId: string; readonly token: string }
  | {
      readonly type: 'chat.citation';
      readonly requestId: string;
      readonly messageId: string;
      readonly citation: Citation;
    }
  | {
      /** An answer that has not begun: another one goes first, or the server asked to come back later. */
      readonly type: 'chat.waiting';
      readonly requestId: string;
      readonly reason: 'turn' | 'rate-limited';
      /** Until the next try; null where nobody can tell. */
      readonly seconds: number | null;
      /** The try that is waited for, from 1. */
      readonly attempt: number;
    }
  | {
      readonly type: 'chat.done';
      readonly requestId: string;
      readonly messageId: string;
      readonly conversationId: string;
      readonly latencyMs: number;
      /** As the server counted; null where no model wrote or the server does not tell. */
      readonly tokens: TokenCounts | null;
    }
  /** A setting, a model folder or a key has changed, whoever changed it. */
  | { readonly type: 'settings.changed'; readonly requestId: string; readonly settings: SettingsReport }
  /** A connection was made or refused, or has ended: the same id comes again with its last state. */
  | { readonly type: 'network.connection'; readonly requestId: string; readonly connection: NetworkConnection }
  | { readonly type: 'engine.down'; readonly error: ErrorReport }
  | { readonly type: 'engine.up' };

export type EngineEventType = EngineEvent['type'];
