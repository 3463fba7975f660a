/**
 * The one typed contract between the engine and its hosts. Requests are zod schemas (the trust boundary),
 * results and events are types; a result is `{ok: true, data}` or `{ok: false, error}`, and nothing rejects
 * across a boundary. If nothing else is said, times are ISO 8601, `…Ms` and `ms` are milliseconds, pages count from 1,
 * `startChar` and `endChar` are UTF-16 code units, and shares and scores are 0–1; null is unknown or none.
 */
import type { Result } from '../errors';
import type { EngineEvent } from './events';
import type { RequestOf, Results, RouteName } from './requests';

export * from './api';
export type * from './chat';
export * from './collections';
export type * from './documents';
export * from './evaluation';
export type * from './events';
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
export * from './watch';

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
