import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import { type ErrorReport, reportOf } from '@shared/errors';
import { unsaidPath } from '@shared/file-of-error';
import { CommanderError } from 'commander';
import { type Engine, openEngine, restoreLibrary } from '../engine/engine';
import { defaultLibraryFolder, engineOptions } from '../engine/host-options';

export interface GlobalOptions {
  readonly library?: string;
  /** Address of an index in an object store. */
  readonly index?: string;
  readonly json?: boolean;
  /** Text recognition for this command, whatever the settings say. */
  readonly ocr?: boolean;
}

/** Folder that holds config/ and resources/: two above out/main/cli.cjs. */
const appFolder = resolve(__dirname, '..', '..');

/** The engine for one command, with Ctrl-C stopping the request that runs. */
export class Session {
  private constructor(
    private readonly engine: Engine,
    private readonly options: GlobalOptions,
  ) {}

  /** Opens, runs and closes; prints a failure and sets the exit code. Throws bad usage only: CommanderError. */
  static async run(options: GlobalOptions, work: (session: Session) => Promise<void>): Promise<void> {
    const libraryFolder = resolve(options.library ?? defaultLibraryFolder(process.env, process.platform, homedir()));
    try {
      const engine = await openEngine({
        ...engineOptions(options.index ? { ...process.env, VITRINE_INDEX: options.index } : process.env, {
          appFolder,
          libraryFolder,
        }),
        ingestThreadFile: join(__dirname, 'ingest-worker.cjs'),
        recognitionThreadFile: join(__dirname, 'recognition-worker.cjs'),
        recognises: options.ocr === true,
      });
      try {
        await work(new Session(engine, options));
      } finally {
        await engine.close();
      }
    } catch (error) {
      if (error instanceof CommanderError) throw error;
      fail(error instanceof RequestFailed ? error.report : reportOf(error), options);
    }
  }

  /** Makes the library of a backup before it is opened, and then builds its index. Prints and fails as `run`. */
  static async restore(
    options: GlobalOptions,
    request: Pick<Parameters<typeof restoreLibrary>[0], 'path' | 'replace' | 'onProgress'>,
  ): Promise<void> {
    const folder = resolve(options.library ?? defaultLibraryFolder(process.env, process.platform, homedir()));
    const stopper = new AbortController();
    const stop = () => stopper.abort(new DOMException('Stopped.', 'AbortError'));
    process.once('SIGINT', stop);
    try {
      const restored = await restoreLibrary({ ...request, folder, signal: stopper.signal });
      await Session.run(options, async (session) => {
        const repair = await session.request('library.repair', {});
        session.print({ ...restored, repair }, () =>
          [
            `Restored ${restored.documents} documents of ${restored.madeAt} into ${folder}.`,
            ...(restored.replaced === null ? [] : [`The library that was there is now ${restored.replaced}.`]),
            ...repair.done.map(({ message }) => message),
          ].join('\n'),
        );
      });
    } catch (error) {
      fail(reportOf(error), options);
    } finally {
      process.off('SIGINT', stop);
    }
  }

  /** Errors: RequestFailed with the engine's report. */
  async request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    onEvent?: (event: EngineEvent) => void,
  ): Promise<Results[R]> {
    const requestId = `cli-${process.pid}-${route}`;
    const unsubscribe = onEvent ? this.engine.subscribe(onEvent) : () => {};
    const stop = () => this.engine.cancel(requestId);
    process.once('SIGINT', stop);
    try {
      const result = await this.engine.request(route, input, { requestId });
      if (!result.ok) throw new RequestFailed(result.error);
      return result.data;
    } finally {
      process.off('SIGINT', stop);
      unsubscribe();
    }
  }

  /** Calls back on every event, between requests too; returns the function that ends it. */
  onEvent(listener: (event: EngineEvent) => void): () => void {
    return this.engine.subscribe(listener);
  }

  /** One JSON document on stdout, or the text for people. */
  print(value: unknown, text: () => string): void {
    process.stdout.write(this.options.json ? `${JSON.stringify(value, null, 2)}\n` : `${text()}\n`);
  }

  /** To stderr, so that stdout stays clean. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}

class RequestFailed extends Error {
  constructor(readonly report: ErrorReport) {
    super(report.message);
  }
}

function fail(report: ErrorReport, options: GlobalOptions): void {
  const { code, hint } = report;
  const path = unsaidPath(report);
  const message = path === null ? report.message : `${report.message} File: ${path}`;
  if (options.json) process.stdout.write(`${JSON.stringify({ error: { code, message, hint } }, null, 2)}\n`);
  else process.stderr.write(`${message}\n${hint}\n`);
  process.exitCode = 1;
}
