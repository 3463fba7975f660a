import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../electron/engine/engine';
import type { EngineOptions } from '../../../electron/engine/options';
import { TestEngine } from '../open-test-engine';

const soon = { timeout: 60_000, interval: 20 };

const writer = TestEngine.each();
const readers: Engine[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

async function openReader(more: Partial<EngineOptions> = {}): Promise<Engine> {
  const reader = await openEngine({ ...writer.options, ...more });
  readers.push(reader);
  return reader;
}

async function ask<R extends RouteName>(engine: Engine, route: R, input: RequestOf<R>): Promise<Results[R]> {
  const result = await engine.request(route, input);
  if (result.ok) return result.data;
  throw new Error(`${route}: ${result.error.code}: ${result.error.message}`);
}

async function lockOf(engine: Engine) {
  const { writable, whyReadOnly, health } = await ask(engine, 'app.status', {});
  return { writable, whyReadOnly, line: health.find(({ check }) => check === 'lock') };
}

describe('a reader says why it cannot change its library', () => {
  it('that another one has it, and nothing of it once it is the writer', async () => {
    const reader = await openReader();
    expect(await lockOf(reader)).toEqual({
      writable: false,
      whyReadOnly: 'held',
      line: expect.objectContaining({ ok: true, code: 'held' }),
    });
    await writer.engine.close();
    await ask(reader, 'collections.create', { name: 'Papers' });
    expect(await lockOf(reader)).toMatchObject({ writable: true, whyReadOnly: undefined });
  });

  it('that its folder is not there, or holds another library, for which no waiting helps, and tells its window', async () => {
    const reader = await openReader({ resumesIngests: true, lockEveryMs: 20 });
    const events: EngineEvent[] = [];
    reader.subscribe((event) => events.push(event));
    const tellings = () => events.filter(({ type }) => type === 'engine.up').length;
    const aside = join(writer.folder, 'aside');
    renameSync(writer.library, aside);
    await expect.poll(tellings, soon).toBe(1);
    expect(await lockOf(reader)).toEqual({
      writable: false,
      whyReadOnly: 'gone',
      line: expect.objectContaining({ ok: false, code: 'gone' }),
    });
    const { health } = await ask(reader, 'app.status', {});
    expect(health.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['lock']);
    expect(await reader.request('collections.create', { name: 'Papers' })).toMatchObject({
      ok: false,
      error: { code: 'library-locked', hint: expect.stringContaining('Plug its disk in'), details: { why: 'gone' } },
    });

    mkdirSync(writer.library);
    const other = await openEngine(writer.options);
    readers.push(other);
    await expect.poll(tellings, soon).toBe(2);
    expect(await lockOf(reader)).toEqual({
      writable: false,
      whyReadOnly: 'exchanged',
      line: expect.objectContaining({ ok: false, code: 'exchanged' }),
    });
    expect(await lockOf(other)).toMatchObject({ writable: true });
  });
});

describe('a reader changes nothing that is the writer’s', () => {
  it('may not pause its rebuild, and says so', async () => {
    const reader = await openReader();
    expect(await reader.request('rebuild.pause', {})).toMatchObject({ ok: false, error: { code: 'library-locked' } });
  });

  it('takes back no folder with models that the writer has added', async () => {
    const [first, second, third] = ['one', 'two', 'three'].map((name) => join(writer.folder, name));
    for (const path of [first, second, third]) mkdirSync(path ?? '');
    const reader = await openReader();
    const chosen = (path = '') => ({ path });
    await writer.ask('settings.addModelFolder', chosen(first));
    await writer.engine.close();
    await ask(reader, 'settings.addModelFolder', chosen(second));
    const folders = (engine: Engine) => ask(engine, 'settings.get', {}).then(({ fields }) => fields.modelFolders.value);
    expect(await folders(reader)).toEqual([first, second]);

    const next = await openReader();
    await ask(reader, 'settings.addModelFolder', chosen(third));
    await reader.close();
    await ask(next, 'settings.removeModelFolder', chosen(first));
    expect(await folders(next)).toEqual([second, third]);
  });
});

describe('who becomes the writer', () => {
  it('makes the change that was asked for before it looks over the library', async () => {
    const { files } = await writer.ingest(await writer.file('ferry.txt', 'The zxferry leaves at seven.'));
    const logFile = join(writer.folder, 'reader.log');
    // It becomes the writer within the change.
    const reader = await openReader({ resumesIngests: true, lockEveryMs: 60_000, logFile });
    await writer.engine.close();
    const documentIds = [files[0]?.documentId ?? ''];
    await ask(reader, 'library.delete', { documentIds });
    const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
    await expect.poll(log, soon).toContain('library.check');
    expect(log().indexOf('library.delete')).toBeGreaterThan(0);
    expect(log().indexOf('library.delete')).toBeLessThan(log().indexOf('library.check'));
  });

  it('is no one while no request reaches a host that may stay open', async () => {
    const reader = await openReader({ resumesIngests: true, lockEveryMs: null });
    const attended = await openReader({ resumesIngests: true, lockEveryMs: 20 });
    await writer.engine.close();
    await expect.poll(async () => (await lockOf(attended)).writable, soon).toBe(true);
    await attended.close();
    // The app is restarted.
    const app = await openReader();
    expect(await lockOf(app)).toMatchObject({ writable: true });
    await app.close();
    expect(await lockOf(reader)).toMatchObject({ writable: true });
  });
});
