import { randomUUID } from 'node:crypto';
import {
  type ParsedRequestOf,
  type RequestOf,
  type RequestOptions,
  type Results,
  type RouteName,
  requests,
} from '@shared/contract';
import { issueOf, type Result, reportOf, VitrineError } from '@shared/errors';
import { requestScope } from './connections/connection-gate';
import type { EngineContext } from './engine-context';
import type { RouteContext } from './events';
import type { EngineLog } from './log';
import { inRequest } from './models';
import { routes } from './routes';
import { requestError } from './store';

interface Surroundings {
  readonly log: EngineLog;
  /** Read when a request comes: the parts stop requests, so they are made later. */
  parts(): EngineContext;
  /** After each answer, before it is given; `ok` says whether it is no error. */
  onAnswered(route: RouteName, ok: boolean): void;
}

/** The requests that an engine is answering. A request's error becomes its answer: `request` never rejects. */
export class RunningRequests {
  readonly #running = new Map<string, { readonly stopper: AbortController; readonly over: Promise<unknown> }>();
  #isClosed = false;

  constructor(private readonly around: Surroundings) {}

  get count(): number {
    return this.#running.size;
  }

  /** Answers one request; `engine-down` once the engine is being closed. */
  async request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    { requestId = randomUUID() }: RequestOptions = {},
  ): Promise<Result<Results[R]>> {
    if (this.#isClosed) return { ok: false, error: closed };
    const stopper = new AbortController();
    const over = this.#answer(route, input, requestId, stopper.signal);
    this.#running.set(requestId, { stopper, over });
    try {
      return await over;
    } finally {
      this.#running.delete(requestId);
    }
  }

  stop(id: string): boolean {
    const found = this.#running.get(id);
    found?.stopper.abort(new VitrineError('cancelled'));
    return found !== undefined;
  }

  /** Takes no more requests and stops all that run; resolves when each has been answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const last = [...this.#running.values()];
    for (const id of [...this.#running.keys()]) this.stop(id);
    await Promise.all(last.map(({ over }) => over));
  }

  async #answer<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Result<Results[R]>> {
    const { log } = this.around;
    const started = performance.now();
    try {
      const parts = this.around.parts();
      const parsed = parseRequest(route, input);
      const handle = routes[route] as (
        parts: EngineContext,
        input: ParsedRequestOf<R>,
        context: RouteContext,
      ) => Promise<Results[R]>;
      const calling = { requestId, onCall: (call: object) => log.write(requestId, 'provider.call', { ...call }) };
      const data = await inRequest(calling, () =>
        requestScope.run({ requestId, route }, () => handle(parts, parsed, { requestId, signal })),
      );
      log.write(requestId, route, {
        ok: true,
        ms: Math.round(performance.now() - started),
        ...measuredIn(data, parsed),
      });
      this.around.onAnswered(route, true);
      return { ok: true, data };
    } catch (error) {
      this.around.onAnswered(route, false);
      const report = reportOf(requestError(error, this.around.parts().library.folder));
      log.write(requestId, route, {
        ok: false,
        code: report.code,
        message: report.message,
        ...(error instanceof Error && !(error instanceof VitrineError) ? { stack: error.stack } : {}),
      });
      return { ok: false, error: { ...report, requestId } };
    }
  }
}

/** A search's or answer's figures about its steps: times, counts and scores, no text. */
function measuredIn(data: unknown, input: object): object {
  if (typeof data !== 'object' || data === null || !('timings' in data)) return {};
  const { timings, results, chunksRetrieved, citations } = data as Partial<Results['search.run'] & Results['chat.ask']>;
  const scores = (results ?? citations ?? []).map(({ score }) => score);
  return {
    timings,
    ...(results ? { results: results.length, topK: (input as ParsedRequestOf<'search.run'>).top } : {}),
    ...(chunksRetrieved ? { chunksRetrieved } : {}),
    ...(scores.length > 0 ? { scores: { best: Math.max(...scores), least: Math.min(...scores) } } : {}),
  };
}

const closed = new VitrineError('engine-down', { why: 'closing' }).report();

/** Parses a host's input. Errors: `unknown-route`, `bad-request` with the path of the first wrong value. */
function parseRequest<R extends RouteName>(route: R, input: unknown): ParsedRequestOf<R> {
  if (!Object.hasOwn(requests, route)) {
    throw new VitrineError('unknown-route', { route: String(route) });
  }
  const parsed = requests[route].safeParse(input);
  if (parsed.success) return parsed.data as ParsedRequestOf<R>;
  throw new VitrineError('bad-request', { why: 'input', route, ...issueOf(parsed.error) });
}
