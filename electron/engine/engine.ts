import { randomUUID } from 'node:crypto';
import {
  type EngineClient,
  type EngineEvent,
  type ParsedRequestOf,
  type RequestOf,
  type RequestOptions,
  type Results,
  type RouteName,
  requests,
} from '@shared/contract';
import { type Result, reportOf, VitrineError } from '@shared/errors';
import { ActiveModel } from './active-model';
import { ConfigFiles } from './config-files';
import { openLog } from './engine-log';
import { openModels } from './models';
import type { EngineOptions } from './options';
import { Retriever } from './retrieval';
import { type EngineParts, type RouteContext, routes } from './routes';
import { Library } from './store';

export interface Engine extends EngineClient {
  /** Stops what runs, disposes models and closes the library. */
  close(): Promise<void>;
}

/**
 * Opens a library and everything that works on it; the one place where the rooms are put together.
 * Errors: those of opening a library, `config-invalid`.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const config = new ConfigFiles(options.configFolder, options.libraryFolder);
  const catalogue = await config.models();
  const library = await Library.open(options.libraryFolder, options.userId);
  const models = openModels({
    catalogue,
    bundledModelFolder: options.bundledModelFolder,
    modelFolders: options.modelFolders,
  });
  const activeModel = new ActiveModel(library, models, catalogue);
  const retriever = new Retriever(
    library,
    () => activeModel.load(),
    () => activeModel.entry,
  );
  const log = openLog(options.logFile);
  const listeners = new Set<(event: EngineEvent) => void>();
  const running = new Map<string, AbortController>();
  const emit = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const parts: EngineParts = { options, config, library, models, activeModel, retriever, emit, stop };

  function stop(requestId: string): boolean {
    const controller = running.get(requestId);
    controller?.abort(new VitrineError('cancelled', 'Stopped on request.', 'Start it again when you want it.'));
    return controller !== undefined;
  }

  async function request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    { requestId = randomUUID() }: RequestOptions = {},
  ): Promise<Result<Results[R]>> {
    const started = performance.now();
    const controller = new AbortController();
    running.set(requestId, controller);
    try {
      const parsed = parse(route, input);
      const handle = routes[route] as (
        parts: EngineParts,
        input: ParsedRequestOf<R>,
        context: RouteContext,
      ) => Promise<Results[R]>;
      const data = await handle(parts, parsed, { requestId, signal: controller.signal });
      log.write(requestId, route, { ok: true, ms: Math.round(performance.now() - started) });
      return { ok: true, data };
    } catch (error) {
      const report = reportOf(error);
      log.write(requestId, route, {
        ok: false,
        code: report.code,
        message: report.message,
        ...(report.code === 'internal' && error instanceof Error ? { stack: error.stack } : {}),
      });
      return { ok: false, error: report };
    } finally {
      running.delete(requestId);
    }
  }

  return {
    request,
    cancel: stop,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      for (const id of [...running.keys()]) stop(id);
      await activeModel.dispose();
      library.close();
      log.close();
    },
  };
}

/** Errors: `unknown-route`, `bad-request` with the path of the first value that does not fit. */
function parse<R extends RouteName>(route: R, input: unknown): ParsedRequestOf<R> {
  if (!Object.hasOwn(requests, route)) {
    throw new VitrineError(
      'unknown-route',
      `There is no route ${String(route)}.`,
      'Host and engine differ in version.',
    );
  }
  const parsed = requests[route].safeParse(input);
  if (parsed.success) return parsed.data as ParsedRequestOf<R>;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  throw new VitrineError(
    'bad-request',
    `${route}: ${path || 'the request'} does not fit: ${issue?.message ?? ''}.`,
    'Correct it and try again.',
    {
      route,
      path,
    },
  );
}
