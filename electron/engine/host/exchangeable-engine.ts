import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type RestoreReport, type RouteName, requests } from '@shared/contract';
import { type Result, reportOf, VitrineError } from '@shared/errors';
import { type Engine, openEngine } from '../engine';
import { careTold, EngineEvents } from '../events';
import type { EngineOptions } from '../options';
import { giveBack, stageLibrary } from '../store';

const modelsFolder = 'models';

/** After these a library is another one: of a team place, or of none. */
const makeAnother: ReadonlySet<RouteName> = new Set(['team.join', 'team.share', 'team.unshare', 'team.leave']);

/**
 * An engine that can exchange its library for that of a backup while its host stays (`library.restoreHere`), and
 * reopens it when it joins or leaves a team place. Requests wait for the new library; `engine.up` tells pages to ask
 * for everything again. Errors: as `openEngine`.
 */
export async function openExchangeableEngine(options: EngineOptions): Promise<Engine> {
  const { emit, subscribe } = new EngineEvents();
  const stoppers = new Map<string, AbortController>();
  const open = async (given = options): Promise<Engine> => {
    const engine = await openEngine(given);
    engine.subscribe(emit);
    return engine;
  };
  let current = Promise.resolve(await open());

  async function restoreHere(path: string, requestId: string, signal: AbortSignal): Promise<RestoreReport> {
    const started = performance.now();
    const folder = resolve(options.libraryFolder);
    const staged = await stageLibrary({ path: resolve(path), folder, signal, onProgress: careTold(emit, requestId) });
    const before = await current;
    let replaced: string | null = null;
    const exchange = async (): Promise<Engine> => {
      await before.close();
      try {
        replaced = await staged.take(true);
        if (replaced !== null) await moveModels(replaced, folder);
        // Nothing opens beside it now, and until its upkeep has built the index no search finds anything.
        return await open({ ...options, upkeepAfterMs: 0 });
      } catch (error) {
        if (replaced === null) throw error;
        await moveModels(folder, replaced);
        await giveBack(folder, replaced);
        throw error;
      }
    };
    const exchanged = exchange();
    // If the new library cannot be opened, waiting requests get the old one.
    current = exchanged.catch(() => open());
    // Met where it is asked for something.
    current.catch(() => undefined);
    try {
      await exchanged;
      const { madeAt, documents, files } = staged;
      return { folder, madeAt, documents, files, replaced, ms: Math.round(performance.now() - started) };
    } finally {
      await staged.discard();
      await tellState();
    }
  }

  /** Later requests get the reason why it cannot be opened. */
  const tellState = () =>
    current.then(
      () => emit({ type: 'engine.up' }),
      (error: unknown) => emit({ type: 'engine.down', error: reportOf(error) }),
    );

  /** The library as it is now, by a new engine. */
  async function openAnew(before: Engine): Promise<void> {
    current = before.close().then(() => open());
    await tellState();
  }

  async function answer(input: unknown, requestId: string): Promise<Result<RestoreReport>> {
    const stopper = new AbortController();
    try {
      const parsed = requests['library.restoreHere'].safeParse(input);
      if (!parsed.success) throw new VitrineError('bad-request', { why: 'no-backup-named' });
      if (stoppers.size > 0) throw new VitrineError('bad-request', { why: 'restoring' });
      stoppers.set(requestId, stopper);
      return { ok: true, data: await restoreHere(parsed.data.path, requestId, stopper.signal) };
    } catch (error) {
      return { ok: false, error: reportOf(error) };
    } finally {
      if (stoppers.get(requestId) === stopper) stoppers.delete(requestId);
    }
  }

  return {
    async request(route, input, given = {}) {
      const requestId = given.requestId ?? randomUUID();
      // The route's own result: its types see to that.
      if (route === 'library.restoreHere') return (await answer(input, requestId)) as never;
      const engine = await current;
      const result = await engine.request(route, input, { requestId });
      if (result.ok && makeAnother.has(route)) await openAnew(engine);
      return result;
    },
    cancel(requestId) {
      stoppers.get(requestId)?.abort(new VitrineError('cancelled', { why: 'unchanged' }));
      void current.then(
        (engine) => engine.cancel(requestId),
        () => undefined,
      );
    },
    subscribe,
    async close() {
      for (const stopper of stoppers.values()) stopper.abort(new DOMException('Closing.', 'AbortError'));
      await current.then(
        (engine) => engine.close(),
        () => undefined,
      );
    },
  };
}

/** Downloaded models are no part of a backup, and stay where the app looks for them. */
async function moveModels(from: string, to: string): Promise<void> {
  const source = join(from, modelsFolder);
  if (existsSync(source) && !existsSync(join(to, modelsFolder))) await rename(source, join(to, modelsFolder));
}
