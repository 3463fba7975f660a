import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type MoveReport,
  type RequestOf,
  type RequestOptions,
  type RestoreReport,
  type Results,
  type RouteName,
  requests,
} from '@shared/contract';
import { issueOf, type Result, reportOf, VitrineError } from '@shared/errors';
import { type Engine, openEngine } from '../engine';
import { careTold, EngineEvents } from '../events';
import type { EngineOptions } from '../options';
import { placeOf } from '../own-files';
import { giveBack, LibraryMove, stageLibrary } from '../store';

type StagedLibrary = Awaited<ReturnType<typeof stageLibrary>>;

const modelsFolder = 'models';

/** After these a library is another one: of a team place, or of none. */
const makeAnother: ReadonlySet<RouteName> = new Set(['team.join', 'team.share', 'team.unshare', 'team.leave']);

/**
 * Opens an engine that can replace its library by that of a backup (`library.restoreHere`), or move it (`library.move`),
 * while its host stays as it is.
 * It opens the library again when that joins or leaves a team place. Requests that come meanwhile wait for the library
 * that is there then; `engine.up` says that everything is to be asked again. Errors: as `openEngine`.
 */
export async function openExchangeableEngine(options: EngineOptions): Promise<Engine> {
  const engine = new ExchangeableEngine(options);
  await engine.opened();
  return engine;
}

class ExchangeableEngine implements Engine {
  readonly #events = new EngineEvents();
  readonly #stoppers = new Map<string, AbortController>();
  #current: Promise<Engine>;

  readonly subscribe = this.#events.subscribe;

  constructor(private readonly options: EngineOptions) {
    this.#current = this.#open();
  }

  async opened(): Promise<void> {
    await this.#current;
  }

  async request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    given: RequestOptions = {},
  ): Promise<Result<Results[R]>> {
    const requestId = given.requestId ?? randomUUID();
    // The route's own result: its types ensure that.
    if (route === 'library.restoreHere' || route === 'library.move') {
      return (await this.#answer(route, input, requestId)) as never;
    }
    const engine = await this.#current;
    const result = await engine.request(route, input, { requestId });
    if (result.ok && makeAnother.has(route)) await this.#openAgain(engine);
    return result;
  }

  cancel(requestId: string): void {
    this.#stoppers.get(requestId)?.abort(new VitrineError('cancelled', { why: 'unchanged' }));
    void this.#current.then(
      (engine) => engine.cancel(requestId),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    for (const stopper of this.#stoppers.values()) stopper.abort(new DOMException('Closing.', 'AbortError'));
    await this.#current.then(
      (engine) => engine.close(),
      () => undefined,
    );
  }

  async #open(given = this.options): Promise<Engine> {
    const engine = await openEngine(given);
    engine.subscribe(this.#events.emit);
    return engine;
  }

  async #answer(
    route: 'library.restoreHere' | 'library.move',
    input: unknown,
    requestId: string,
  ): Promise<Result<RestoreReport | MoveReport>> {
    const stopper = new AbortController();
    const { signal } = stopper;
    try {
      const parsed = requests[route].safeParse(input);
      if (!parsed.success) throw new VitrineError('bad-request', { why: 'input', route, ...issueOf(parsed.error) });
      if (this.#stoppers.size > 0) throw new VitrineError('bad-request', { why: 'restoring' });
      this.#stoppers.set(requestId, stopper);
      const { data } = parsed;
      const report =
        'folder' in data ? this.#move(data.folder, requestId, signal) : this.#restoreHere(data.path, requestId, signal);
      return { ok: true, data: await report };
    } catch (error) {
      return { ok: false, error: reportOf(error) };
    } finally {
      if (this.#stoppers.get(requestId) === stopper) this.#stoppers.delete(requestId);
    }
  }

  async #move(target: string, requestId: string, signal: AbortSignal): Promise<MoveReport> {
    const folder = resolve(this.options.libraryFolder);
    const status = await (await this.#current).request('app.status', {});
    if (status.ok && status.data.whyReadOnly === 'held') throw new VitrineError('library-locked', { folder });
    const onProgress = careTold(this.#events.emit, requestId);
    const move = await LibraryMove.begin({ folder, target: resolve(target), signal, onProgress });
    const before = await this.#current;
    const moved = move.exchange(
      () => before.close(),
      () => this.#open(),
    );
    return (await this.#exchanged(moved)).report;
  }

  /** Lets requests wait for the library of an exchange; if it cannot be opened, they get the one that was there. */
  async #exchanged<T extends { readonly opened: Engine }>(exchange: Promise<T>): Promise<T> {
    this.#current = exchange.then(({ opened }) => opened).catch(() => this.#open());
    // The next request reports its error.
    this.#current.catch(() => undefined);
    try {
      return await exchange;
    } finally {
      await this.#tellState();
    }
  }

  async #restoreHere(path: string, requestId: string, signal: AbortSignal): Promise<RestoreReport> {
    const started = performance.now();
    const folder = placeOf(resolve(this.options.libraryFolder));
    const onProgress = careTold(this.#events.emit, requestId);
    const staged = await stageLibrary({ path: resolve(path), folder, signal, onProgress });
    try {
      const { replaced } = await this.#exchanged(this.#exchange(await this.#current, staged, folder));
      const { madeAt, documents, files } = staged;
      return { folder, madeAt, documents, files, replaced, ms: Math.round(performance.now() - started) };
    } finally {
      await staged.discard();
    }
  }

  /** Puts the staged library in the place of the open one and opens it. If it cannot be opened, gives the place back. */
  async #exchange(before: Engine, staged: StagedLibrary, folder: string) {
    await before.close();
    let replaced: string | null = null;
    try {
      replaced = await staged.take(true);
      if (replaced !== null) await moveModels(replaced, folder);
      // Nothing else starts now, and no search finds anything until the upkeep has built the index.
      return { opened: await this.#open({ ...this.options, upkeepAfterMs: 0 }), replaced };
    } catch (error) {
      if (replaced === null) throw error;
      await moveModels(folder, replaced);
      await giveBack(folder, replaced);
      throw error;
    }
  }

  #tellState(): Promise<void> {
    const { emit } = this.#events;
    return this.#current.then(
      () => emit({ type: 'engine.up' }),
      (error: unknown) => emit({ type: 'engine.down', error: reportOf(error) }),
    );
  }

  async #openAgain(before: Engine): Promise<void> {
    this.#current = before.close().then(() => this.#open());
    await this.#tellState();
  }
}

/** Downloaded models are no part of a backup, and stay where the app looks for them. */
async function moveModels(from: string, to: string): Promise<void> {
  const source = join(from, modelsFolder);
  if (existsSync(source) && !existsSync(join(to, modelsFolder))) await rename(source, join(to, modelsFolder));
}
