import type { EngineEvent } from '@shared/contract';
import type { ErrorReport, Result } from '@shared/errors';

/** What the host asks of the engine's thread. Nothing here rejects: what goes wrong is part of the answer. */
export interface ThreadFunctions {
  /** Resolves once the library is open (null) or could not be opened (why). */
  opened(): Promise<ErrorReport | null>;
  request(route: string, input: unknown, requestId: string): Promise<Result<unknown>>;
  cancel(requestId: string): void;
  /** Closes the engine, then the port, after which the thread ends by itself. */
  close(): Promise<void>;
}

/** What the engine's thread tells its host. */
export interface HostFunctions {
  event(event: EngineEvent): void;
}
