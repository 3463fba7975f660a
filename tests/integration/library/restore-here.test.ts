import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/engine';
import { openExchangeableEngine } from '../../../electron/engine/host/exchangeable-engine';
import { temporaryFolder } from '../../temporary-folder';
import { testOptions } from '../open-test-engine';

let folder = '';
let engine: Engine;
let events: EngineEvent[] = [];
const library = () => join(folder, 'library');
const backup = () => join(folder, 'library.vitrine');

async function ask<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> {
  const answer = await engine.request(route, input);
  if (answer.ok) return answer.data;
  throw new Error(`${route}: ${answer.error.code}: ${answer.error.message}`);
}

async function ingest(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
  await ask('ingest.run', { paths: [join(folder, name)] });
}

const titles = async () => (await ask('library.list', {})).map(({ title }) => title).sort();

beforeEach(async () => {
  folder = temporaryFolder();
  engine = await openExchangeableEngine(testOptions(library(), { resumesIngests: true }));
  events = [];
  engine.subscribe((event) => events.push(event));
  await ingest('kept.txt', 'The zxkept text stays.');
  await ask('library.backup', { path: backup() });
  await ingest('later.txt', 'The zxlater text came after the backup.');
});
afterEach(() => engine.close());

describe('a backup that is restored over the open library', () => {
  it('takes its place, its index is built, and the previous library is kept whole', async () => {
    await mkdir(join(library(), 'models', 'downloaded'), { recursive: true });
    expect(await titles()).toEqual(['kept', 'later']);
    const asked = ask('library.restoreHere', { path: backup() });
    // One of the two answers a request in that time.
    await titles();
    const restored = await asked;
    expect(restored).toMatchObject({ folder: library(), documents: 1, replaced: `${library()}.replaced-1` });
    expect(await titles()).toEqual(['kept']);
    expect(events.map(({ type }) => type)).toContain('library.care');
    expect(events.map(({ type }) => type)).toContain('engine.up');
    await expect
      .poll(async () => (await engine.request('library.check', { depth: 'whole' })).ok, { timeout: 60_000 })
      .toBe(true);
    await expect
      .poll(async () => (await ask('library.check', { depth: 'whole' })).findings, { timeout: 60_000 })
      .toEqual([]);
    const { results } = await ask('search.run', { query: 'zxkept', mode: 'keyword' });
    expect(results.map(({ text }) => text)).toEqual(['The zxkept text stays.']);
    // Downloaded models are no part of a backup; they stay with the app.
    expect(existsSync(join(library(), 'models', 'downloaded'))).toBe(true);

    await engine.close();
    engine = await openExchangeableEngine(testOptions(restored.replaced ?? ''));
    expect(await titles()).toEqual(['kept', 'later']);
  });

  it('is cancelled while it is unpacked', async () => {
    engine.subscribe((event) => {
      if (event.type === 'library.care') engine.cancel('restoring');
    });
    const answer = await engine.request('library.restoreHere', { path: backup() }, { requestId: 'restoring' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await titles()).toEqual(['kept', 'later']);
    expect((await readdir(folder)).filter((name) => name.startsWith('library.'))).toEqual(['library.vitrine']);
  });
});
