import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { EngineClient, EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import { type ErrorReport, type Result, reportOf, VitrineError } from '@shared/errors';
import { type BirpcReturn, createBirpc } from 'birpc';
import { channelOf, raceTimeout } from '../async';
import { EngineEvents } from '../events';
import type { EngineOptions } from '../options';
import type { HostFunctions, ThreadFunctions } from './serve-port';

export interface EngineThreadOptions {
  /** The built worker, `out/main/worker.cjs`. */
  readonly workerFile: string;
  readonly options: EngineOptions;
  readonly onEvent?: (event: EngineEvent) => void;
  /** Milliseconds before the first, second … restart; the last one repeats. */
  readonly backOffMs?: readonly number[];
}

interface Session {
  readonly worker: Worker;
  readonly rpc: BirpcReturn<ThreadFunctions, HostFunctions>;
  readonly exited: Promise<void>;
}

/** This many deaths within this time and the thread stays down: it would only die again. */
const deathLimit = 3;
const deathWindowMs = 60_000;
/** Time for running writes to end before the thread is ended by force. */
const closeTimeoutMs = 10_000;
const exitTimeoutMs = 2_000;

const closed = new VitrineError('engine-down', { why: 'closing' }).report();

/**
 * Runs the engine in a thread and keeps it running. When the thread dies, every request on its way ends with
 * `engine-down`, the event `engine.down` says why, and the thread starts again after a pause; `engine.up` follows.
 * After the third death within a minute it stays down. Nothing here rejects.
 */
export class EngineThread implements EngineClient {
  readonly #config: EngineThreadOptions;
  readonly #events = new EngineEvents();
  readonly #backOff: readonly number[];
  #session: Session | null;
  #reason: ErrorReport = closed;
  #deaths: number[] = [];
  #restart: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(config: EngineThreadOptions) {
    this.#config = config;
    this.#backOff = config.backOffMs ?? [250, 2000];
    if (config.onEvent) this.subscribe(config.onEvent);
    this.#session = this.#start();
  }

  /** Resolves when the library is open (null) or when it is known why it is not. */
  async opened(): Promise<ErrorReport | null> {
    return this.#ask((rpc) => rpc.opened()).then((answer) => (answer.ok ? answer.data : answer.error));
  }

  async request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    options?: { readonly requestId?: string },
  ): Promise<Result<Results[R]>> {
    const answer = await this.#ask((rpc) => rpc.request(route, input, options?.requestId ?? randomUUID()));
    // The engine answers a route with that route's result; its own types see to that.
    return answer.ok ? (answer.data as Result<Results[R]>) : answer;
  }

  cancel(requestId: string): void {
    void this.#ask((rpc) => rpc.cancel.asEvent(requestId));
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** Closes the library and ends the thread; requests still running end with `engine-down`. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Turns a call that the thread's death has rejected into the reason of that death. */
  async #ask<T>(call: (rpc: Session['rpc']) => Promise<T>): Promise<Result<T>> {
    const session = this.#session;
    if (!session) return { ok: false, error: this.#reason };
    try {
      return { ok: true, data: await call(session.rpc) };
    } catch (error) {
      return { ok: false, error: this.#session === session ? reportOf(error) : this.#reason };
    }
  }

  #start(): Session {
    const worker = new Worker(this.#config.workerFile, { workerData: this.#config.options, name: 'vitrine-engine' });
    const rpc = createBirpc<ThreadFunctions, HostFunctions>({ event: this.#events.emit }, channelOf(worker));
    let cause = 'it ended without saying why';
    worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on('messageerror', (error) => {
      cause = error.message;
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        this.#died(session, `${cause} (exit code ${code})`);
        resolve();
      });
    });
    const session: Session = { worker, rpc, exited };
    return session;
  }

  #died(session: Session, cause: string): void {
    session.rpc.$close();
    this.#session = null;
    if (this.#closing) this.#reason = closed;
    else this.#fell(cause);
  }

  /** Says why there is no thread, and starts one after a pause, unless that has been in vain too often. */
  #fell(cause: string): void {
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < deathWindowMs), now];
    const stays = this.#deaths.length >= deathLimit;
    const reason = stays
      ? new VitrineError('engine-down', { why: 'stays-down', deaths: deathLimit, said: cause })
      : new VitrineError('engine-down', { why: 'stopped', said: cause });
    this.#reason = reason.report();
    this.#events.emit({ type: 'engine.down', error: this.#reason });
    if (!stays) {
      const pause = this.#backOff[Math.min(this.#deaths.length, this.#backOff.length) - 1] ?? 0;
      this.#restart = setTimeout(() => this.#revive(), pause);
    }
  }

  #revive(): void {
    let session: Session;
    try {
      session = this.#start();
    } catch (error) {
      this.#fell(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#session = session;
    void this.#ask((rpc) => rpc.opened()).then((answer) => {
      if (this.#session !== session || !answer.ok) return;
      this.#events.emit(answer.data ? { type: 'engine.down', error: answer.data } : { type: 'engine.up' });
    });
  }

  async #end(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart);
    const session = this.#session;
    if (!session) {
      this.#reason = closed;
      return;
    }
    const ended = this.#ask((rpc) => rpc.close()).then(() => session.exited);
    if (await raceTimeout(ended, closeTimeoutMs + exitTimeoutMs)) return;
    await session.worker.terminate();
  }
}
