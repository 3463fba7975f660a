import type { EngineClient, EngineEvent, RequestOf, RouteName } from '@shared/contract';
import type { EngineThread } from '../engine/host/thread';

/** An engine whose thread starts when it is needed. */
export interface LateEngine extends EngineClient {
  /** Starts the thread, unless it runs. */
  begin(): void;
  /** Calls back when the thread starts, at once where it runs. */
  onBegin(listener: () => void): void;
  /** The kept answer to a request that asks for everything, as JSON; undefined where the engine is to answer. */
  kept(route: RouteName, input: unknown): string | undefined;
  /** Closes the library and ends the thread. */
  close(): Promise<void>;
}

/**
 * The engine of a window whose first screen is answered from `texts`, the kept answers by route: its thread would take a
 * processor that the first picture needs, so it starts with the first request that they do not answer. Without any the
 * thread starts at once. A library that cannot be opened after all is told by `engine.down`, since the page shows what
 * it has held; a request that it answers later by `engine.up`.
 */
export function lateEngine(texts: ReadonlyMap<string, string> | null, start: () => EngineThread): LateEngine {
  let thread: EngineThread | null = null;
  let failed = false;
  const beginners: (() => void)[] = [];
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };

  function running(): EngineThread {
    if (thread) return thread;
    const started = start();
    thread = started;
    started.subscribe(emit);
    if (texts) void started.opened().then(tellFailure);
    // Before the request that it starts for: keys are there when it comes.
    for (const listener of beginners.splice(0)) listener();
    return started;
  }

  function tellFailure(error: Awaited<ReturnType<EngineThread['opened']>>): void {
    if (!error || error.code === 'engine-down') return;
    failed = true;
    emit({ type: 'engine.down', error });
  }

  if (!texts) running();
  return {
    begin: () => void running(),
    onBegin(listener) {
      if (thread) listener();
      else beginners.push(listener);
    },
    kept: (route, input) => (thread || Object.keys(Object(input)).length > 0 ? undefined : texts?.get(route)),
    async request<R extends RouteName>(route: R, input: RequestOf<R>, options?: { readonly requestId?: string }) {
      const answer = await running().request(route, input, options);
      if (failed && answer.ok) {
        failed = false;
        emit({ type: 'engine.up' });
      }
      return answer;
    },
    cancel: (requestId) => thread?.cancel(requestId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => thread?.close(),
  };
}
