import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WatchedFolder } from '@shared/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../../electron/engine/options';
import { temporaryFolder } from '../../temporary-folder';
import { ensureBuilt } from '../cli/vitrine-command';
import { testOptions } from '../open-test-engine';
import { EngineProcess } from './engine-process';

const soon = { timeout: 60_000, interval: 100 };
const often = { timeout: 60_000, interval: 5 };
const locked = { code: 'library-locked', hint: expect.stringMatching(/\w/) };

let folder: string;
let opened: EngineProcess[];

beforeAll(ensureBuilt);
beforeEach(async () => {
  folder = temporaryFolder();
  opened = [];
});
afterEach(async () => {
  for (const process of opened) await process.kill();
});

async function app(more: Partial<EngineOptions> = {}): Promise<EngineProcess> {
  const times = { watchTimes: { settle: 60, poll: 500 }, lockEveryMs: 100 };
  const process = await EngineProcess.open(
    testOptions(join(folder, 'library'), { resumesIngests: true, ...times, ...more }),
  );
  opened.push(process);
  return process;
}

/** The same for a host that does not stay open: it looks for the lock when it is asked for a change, and not before. */
const command = (more: Partial<EngineOptions> = {}) => app({ resumesIngests: false, ...more });

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, 'files', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** Files that take a while to be read. */
async function letters(count: number): Promise<string> {
  for (let n = 0; n < count; n += 1) {
    const text = Array.from({ length: 30 }, (_v, i) => `Sentence ${i} of letter zx${n} has its own words.`).join(' ');
    await file(`letters/${String(n).padStart(3, '0')}.txt`, text);
  }
  return join(folder, 'files', 'letters');
}

const ingest = (process: EngineProcess, ...paths: string[]) => process.ask('ingest.run', { paths });
const becomesWriter = (process: EngineProcess) => expect.poll(() => process.isWriter(), soon).toBe(true);

async function unwell(process: EngineProcess): Promise<string[]> {
  const { health } = await process.ask('app.status', { check: true });
  return health.filter(({ ok }) => !ok).map(({ code }) => code);
}

describe('who met a held lock at its start', () => {
  it('becomes the writer soon after the other has ended, and informs its window', async () => {
    const first = await app();
    const second = await app();
    const paths = [await file('ferry.txt', 'The zxferry leaves at seven.')];
    expect(await second.isWriter()).toBe(false);
    expect(await second.refusal('ingest.run', { paths })).toMatchObject(locked);

    await first.close();
    await becomesWriter(second);
    expect(second.events.map(({ type }) => type)).toContain('engine.up');
    await ingest(second, ...paths);
    expect(await second.found('zxferry')).toHaveLength(1);

    const third = await app();
    expect(await third.isWriter()).toBe(false);
    expect(await unwell(second)).toEqual([]);
  });

  it('takes the lock when it is asked for a change, in a host that looks for it no sooner', async () => {
    const first = await app();
    const second = await command();
    await first.close();
    expect(await second.isWriter()).toBe(false);
    await ingest(second, await file('ferry.txt', 'The zxferry leaves at seven.'));
    expect(await second.isWriter()).toBe(true);
    expect(await second.found('zxferry')).toHaveLength(1);
  });

  it('never takes it where it was opened to read', async () => {
    const first = await app();
    const reader = await app({ readsOnly: true });
    await first.close();
    expect(await reader.refusal('collections.create', { name: 'Papers' })).toMatchObject(locked);
    expect(await reader.isWriter()).toBe(false);
    expect(await (await app()).isWriter()).toBe(true);
  });

  it('is the only one: of three that start and wait at the same moment, one writes, then the next', async () => {
    const apps = await Promise.all([app(), app(), app()]);
    for (let left: readonly EngineProcess[] = apps; left.length > 0; ) {
      const writers = async () => Promise.all(left.map((one) => one.isWriter()));
      await expect.poll(async () => (await writers()).filter(Boolean).length, soon).toBe(1);
      const now = await writers();
      await left[now.indexOf(true)]?.kill();
      left = left.filter((_one, at) => !now[at]);
    }
  });

  it('may not stop what the other has under way', async () => {
    const first = await app();
    const second = await app();
    const jobId = 'many';
    await first.ask('ingest.enqueue', { jobId, paths: [await letters(40)] });
    const state = async () => (await second.ask('ingest.jobs', {})).jobs[0]?.state;
    await expect.poll(() => first.events.some(({ type }) => type === 'ingest.progress'), often).toBe(true);
    for (const route of ['ingest.cancel', 'ingest.pause', 'ingest.prioritise'] as const) {
      expect(await second.refusal(route, { jobId }), route).toMatchObject(locked);
    }
    await expect.poll(state, soon).toBe('done');
    await first.ask('rebuild.start', { profile: 'fine' });
    for (const route of ['rebuild.pause', 'rebuild.cancel'] as const) {
      expect(await second.refusal(route, {}), route).toMatchObject(locked);
    }
    await expect.poll(async () => (await first.ask('rebuild.get', {}))?.state, soon).toBe('done');
  });
});

describe('who takes over from a killed process', () => {
  it('continues its ingest and its watched folders, and no search fails', async () => {
    const first = await app();
    await ingest(first, await file('ferry.txt', 'The zxferry leaves at seven.'));
    const second = await app();
    const watched = dirname(await file('watched/one.txt', 'The zxone is in the watched folder.'));
    await first.ask('watch.add', { path: watched });
    await expect.poll(() => first.found('zxone'), soon).toHaveLength(1);
    let searching = true;
    const searches = (async () => {
      let count = 0;
      for (; searching; count += 1) expect(await second.found('zxferry')).toHaveLength(1);
      return count;
    })();

    await first.ask('ingest.enqueue', { jobId: 'many', paths: [await letters(60)] });
    await expect.poll(async () => (await second.ask('library.list', {})).length, soon).toBeGreaterThan(4);
    await first.kill();
    const state = async () => (await second.ask('ingest.jobs', {})).jobs.find(({ jobId }) => jobId === 'many')?.state;
    await becomesWriter(second);
    await expect.poll(state, soon).toBe('done');
    expect(await second.ask('library.list', {})).toHaveLength(62);

    const folders = async (): Promise<readonly WatchedFolder[]> => (await second.ask('watch.list', {})).folders;
    expect((await folders()).map((one) => one.path)).toEqual([watched]);
    await file('watched/two.txt', 'The zxtwo came to the watched folder later.');
    await expect.poll(() => second.found('zxtwo'), soon).toHaveLength(1);
    searching = false;
    expect(await searches).toBeGreaterThan(5);
    expect(await unwell(second)).toEqual([]);
  });
});

describe('who takes over goes on with the library as the other one left it', () => {
  it('with written, deleted and again cut documents', async () => {
    const first = await app();
    const [ferry, heron] = [
      await file('ferry.txt', 'The zxferry leaves at seven.'),
      await file('heron.txt', 'The zxheron stands at the bank.'),
    ];
    const { files } = await ingest(first, ferry, heron);
    const second = await command();
    expect(await second.found('zxferry')).toHaveLength(1);
    await first.ask('library.reindex', { profile: 'fine' });
    await first.ask('library.delete', { documentIds: [files[1]?.documentId ?? ''] });
    await file('ferry.txt', 'The zxferry leaves at eight.');
    await ingest(first, ferry);
    const { libraryVersion } = await first.ask('app.status', {});
    await first.close();

    const { totals } = await ingest(second, ferry, await file('lamp.txt', 'The zxlamp is lit.'));
    expect(totals).toMatchObject({ unchanged: 1, indexed: 1 });
    const status = await second.ask('app.status', {});
    expect(status).toMatchObject({ profile: 'fine', documents: 2 });
    expect(status.libraryVersion).toBeGreaterThan(libraryVersion);
    expect(await second.found('zxferry')).toEqual([expect.stringContaining('eight')]);
    expect(await second.found('zxheron')).toEqual([]);
    expect(await unwell(second)).toEqual([]);
  });
});
