import type { MessagePort } from 'node:worker_threads';
import type { EngineClient, EngineEvent, RequestOf, RouteName } from '@shared/contract';
import { type ErrorReport, type Result, reportOf } from '@shared/errors';
import { createBirpc } from 'birpc';
import { channelOf } from '../async';

type ServedEngine = EngineClient & { close(): Promise<void> };

/** A library that could not be opened (another window has it, say) is tried again at the first request after this. */
const reopenAfterMs = 2000;

/**
 * Serves an engine over a message port until the host closes it. Requests that come while the engine opens wait for
 * it; when it cannot be opened they are answered with the reason, and a later one tries again.
 */
export function servePort(port: MessagePort, open: () => Promise<ServedEngine>): void {
  let attempt = begin();

  function begin(again = false) {
    const startedAt = Date.now();
    const engine = open();
    const failure = engine.then(
      (): ErrorReport | null => null,
      (error: unknown): ErrorReport | null => reportOf(error),
    );
    const subscription = engine.then(
      (opened) => {
        // The page repeats requests that were refused in that time.
        if (again) host.event.asEvent({ type: 'engine.up' });
        return opened.subscribe((event) => host.event.asEvent(event));
      },
      () => () => {},
    );
    return { startedAt, engine, failure, subscription };
  }

  async function currentEngine(): Promise<ServedEngine> {
    if ((await attempt.failure) && Date.now() - attempt.startedAt > reopenAfterMs) attempt = begin(true);
    return attempt.engine;
  }

  const functions: ThreadFunctions = {
    opened: () => attempt.failure,
    async request(route, input, requestId): Promise<Result<unknown>> {
      try {
        const engine = await currentEngine();
        // The engine parses the input with the route's schema; the types here only say that it will.
        return await engine.request(route as RouteName, input as RequestOf<RouteName>, { requestId });
      } catch (error) {
        return { ok: false, error: reportOf(error) };
      }
    },
    cancel(requestId) {
      // An engine that never opened has nothing to cancel; the request itself says why.
      void attempt.engine.then((engine) => engine.cancel(requestId)).catch(() => undefined);
    },
    async close() {
      if ((await attempt.failure) === null) {
        const [engine, unsubscribe] = await Promise.all([attempt.engine, attempt.subscription]);
        unsubscribe();
        await engine.close();
      }
      // After this answer has left.
      setImmediate(() => port.close());
    },
  };

  const host = createBirpc<HostFunctions, ThreadFunctions>(functions, {
    ...channelOf(port),
    post: (message) => postOrSayWhy(port, message),
    onGeneralError(error) {
      throw new Error(`A message could not cross threads: ${error.message}`);
    },
  });
}

/** An answer that cannot be cloned becomes its reason; such an event is dropped. Thrown, it would end the thread. */
function postOrSayWhy(port: MessagePort, message: { readonly t?: string; readonly i?: string }): void {
  try {
    port.postMessage(message);
  } catch (cause) {
    const said = `An answer could not cross threads: ${cause instanceof Error ? cause.message : String(cause)}`;
    const { t, i } = message;
    if (t === 's')
      port.postMessage({ t, i, r: { ok: false, error: reportOf(new Error(said)) } satisfies Result<never> });
  }
}

/** Requests of the host to the engine's thread. Nothing here rejects: a failure is part of the answer. */
export interface ThreadFunctions {
  /** Resolves once the library is open (null) or could not be opened (why). */
  opened(): Promise<ErrorReport | null>;
  request(route: string, input: unknown, requestId: string): Promise<Result<unknown>>;
  cancel(requestId: string): void;
  close(): Promise<void>;
}

export interface HostFunctions {
  event(event: EngineEvent): void;
}
