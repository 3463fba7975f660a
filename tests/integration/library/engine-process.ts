import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import type { ErrorReport, Result } from '@shared/errors';
import { createBirpc } from 'birpc';
import type { HostFunctions, ThreadFunctions } from '../../../electron/engine/host/serve-port';
import type { EngineOptions } from '../../../electron/engine/options';

/** An engine in a process of its own, as the app has it; wants the built one (`ensureBuilt`). */
export class EngineProcess {
  readonly events: EngineEvent[] = [];
  private readonly child;
  private readonly rpc;
  private readonly ended: Promise<unknown>;

  /** @param under a program with its arguments that runs the process: `['unshare', '-n']` */
  private constructor(options: EngineOptions, under: readonly string[]) {
    // Without the flags of this process: what reads TypeScript here would be loaded there too.
    const [execPath = process.execPath, ...execArgv] = [...under, process.execPath];
    this.child = fork(join(__dirname, 'engine-process-worker.cjs'), [JSON.stringify(options)], {
      execPath,
      execArgv: under.length > 0 ? execArgv : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ended = once(this.child, 'exit');
    this.rpc = createBirpc<ThreadFunctions, HostFunctions>(
      { event: (event) => void this.events.push(event) },
      {
        post: (message) => this.child.send(message),
        on: (listener) => void this.child.on('message', listener),
        timeout: -1,
      },
    );
  }

  static async open(options: EngineOptions, under: readonly string[] = []): Promise<EngineProcess> {
    const started = new EngineProcess(options, under);
    const failure = await started.rpc.opened();
    if (failure) throw new Error(`${failure.code}: ${failure.message}`);
    return started;
  }

  get over(): Promise<unknown> {
    return this.ended;
  }

  async request<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Result<Results[R]>> {
    return (await this.rpc.request(route, input, crypto.randomUUID())) as Result<Results[R]>;
  }

  async ask<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> {
    const result = await this.request(route, input);
    if (result.ok) return result.data;
    throw new Error(`${route}: ${result.error.code}: ${result.error.message}`);
  }

  async refusal<R extends RouteName>(route: R, input: RequestOf<R>): Promise<ErrorReport> {
    const result = await this.request(route, input);
    if (!result.ok) return result.error;
    throw new Error(`${route} was expected to fail`);
  }

  async isWriter(): Promise<boolean | undefined> {
    return (await this.ask('app.status', {})).writable;
  }

  async found(query: string): Promise<string[]> {
    return (await this.ask('search.run', { query, mode: 'keyword' })).results.map((hit) => hit.text);
  }

  /** Ends as a person's closing does. */
  async close(): Promise<void> {
    await this.rpc.close();
    await this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
