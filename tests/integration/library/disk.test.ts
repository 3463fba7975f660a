import { spawnSync } from 'node:child_process';
import { appendFileSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../electron/engine/engine';
import { compareIndex, contentOf, foundByWords, libraryWithIndex, put } from '../../unit/store/open-test-library';
import { json } from '../cli/vitrine-command';
import { TestEngine, testOptions } from '../open-test-engine';

const isRoot = process.getuid?.() === 0;
const vitrine = TestEngine.shared(async () => {}).quoting();

function mountedDisk(folder: string, options: string): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Does the work on a small disk of its own; skips the test where none can be mounted. */
async function onDisk(skip: (why: string) => void, options: string, work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(vitrine.folder, 'disk-'));
  if (!mountedDisk(folder, options)) skip('skipped: a small disk cannot be mounted here');
  try {
    await work(folder);
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
}

function fill(folder: string): void {
  for (let free = statfsSync(folder); free.bavail > 0; free = statfsSync(folder)) {
    appendFileSync(join(folder, 'ballast'), Buffer.alloc(free.bavail * free.bsize));
  }
}

describe('a full disk', () => {
  it('is named, costs nothing that was there, and is over when there is room again', ({ skip }) =>
    onDisk(skip, 'size=6m', async (folder) => {
      const engine = await openEngine(testOptions(join(folder, 'library')));
      const ingest = (path: string) => engine.request('ingest.run', { paths: [path] });
      const first = await ingest(await vitrine.file('small.md', 'The zxsmall text fits.'));
      expect(first).toMatchObject({ ok: true });
      const ballast = join(folder, 'ballast');
      await writeFile(ballast, Buffer.alloc(5_000_000));
      const words = (seed: number) =>
        Array.from({ length: 1500 }, (_v, i) => `word${(i * 7919 + seed) % 100_003}`).join(' ');
      const paths: string[] = [];
      for (let n = 0; n < 12; n += 1) paths.push(await vitrine.file(`large/${n}.txt`, words(n)));

      const full = await engine.request('ingest.run', { paths: [vitrine.path('large')] });

      expect(full).toMatchObject({ ok: false, error: { code: 'disk-full', hint: expect.stringMatching(/\w/) } });
      const found = await engine.request('search.run', { query: 'zxsmall', mode: 'keyword' });
      expect(found).toMatchObject({ ok: true, data: { results: [{ rank: 1 }] } });

      await rm(ballast);
      expect(await ingest(await vitrine.file('after.md', 'The zxafter text fits again.'))).toMatchObject({ ok: true });
      const some = await engine.request('ingest.run', { paths: paths.slice(0, 3) });
      expect(some).toMatchObject({ ok: true, data: { totals: { failed: 0 } } });
      const status = await engine.request('app.status', { check: true });
      expect(status.ok && status.data.health.filter(({ ok }) => !ok)).toEqual([]);
      await engine.close();
    }));
});

/** The work that every library must still do on a full disk. */
async function readsAndAsks(engine: Engine): Promise<void> {
  const asked = async <R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> => {
    const result = await engine.request(route, input);
    if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.message}`);
    return result.data;
  };
  expect(await asked('library.list', {})).toHaveLength(3);
  const { results } = await asked('search.run', { query: 'zxlamp', mode: 'keyword' });
  expect(results).toMatchObject([{ rank: 1 }]);
  const { passages } = await asked('chat.ask', { question: 'Where does the zxlamp hang?' });
  expect(passages?.[0]?.text).toContain('zxlamp hangs');
}

async function libraryOn(folder: string): Promise<string> {
  const library = join(folder, 'library');
  const engine = await openEngine(testOptions(library));
  const paths: string[] = [];
  for (const word of ['zxlamp', 'zxmirror', 'zxnail']) {
    paths.push(await vitrine.file(`three/${word}.txt`, `The ${word} hangs beside the northern window.`));
  }
  expect(await engine.request('ingest.run', { paths })).toMatchObject({ ok: true });
  await engine.close();
  return library;
}

describe('a disk without a byte left', () => {
  it('lets read, ask and delete, in a library that is open and in one that is opened then', ({ skip }) =>
    onDisk(skip, 'size=96m', async (folder) => {
      const library = await libraryOn(folder);
      const open = await openEngine(testOptions(library));
      fill(folder);
      await readsAndAsks(open);
      await open.close();
      fill(folder);
      const engine = await openEngine(testOptions(library));
      await readsAndAsks(engine);
      expect(await engine.request('app.status', {})).toMatchObject({ data: { whyReadOnly: 'full' } });
      const path = await vitrine.file('more.txt', 'No room for this.');
      expect(await engine.request('ingest.run', { paths: [path] })).toMatchObject({ error: { code: 'disk-full' } });
      const listed = await engine.request('library.list', {});
      const [first] = listed.ok ? listed.data : [];
      const documentIds = [first?.documentId ?? ''];
      expect(await engine.request('library.delete', { documentIds })).toMatchObject({
        ok: true,
        data: { deleted: documentIds },
      });
      const left = await engine.request('library.list', {});
      expect(left.ok && left.data).toHaveLength(2);
      await engine.close();
    }));
});

describe('a conversation on a disk without a byte left', () => {
  it.for([
    ['is open', false],
    ['is opened then', true],
  ] as const)(
    'is read, refuses an answer that cannot be kept, and is deleted, in a library that %s',
    async ([_when, reopens], { skip }) => {
      const folder = join(vitrine.folder, `talk-${reopens}`);
      spawnSync('mkdir', [folder]);
      if (!mountedDisk(folder, 'size=96m')) skip('skipped: a small disk cannot be mounted here');
      try {
        const library = await libraryOn(folder);
        let engine = await openEngine(testOptions(library));
        const first = await engine.request('chat.ask', { question: 'Where does the zxlamp hang?' });
        const conversationId = first.ok ? first.data.conversationId : '';
        const messages = () => engine.request('chat.messages', { conversationId });
        const again = () => engine.request('chat.ask', { question: 'And the zxnail?', conversationId });
        const before = await messages();
        fill(folder);
        if (reopens) {
          await engine.close();
          fill(folder);
          engine = await openEngine(testOptions(library));
        }
        expect(await messages()).toEqual({ ok: true, data: [expect.objectContaining({ conversationId })] });
        expect(await engine.request('chat.search', { query: 'zxlamp' })).toMatchObject({ data: [{ conversationId }] });
        const written = await engine.request('chat.export', { conversationId, format: 'md' });
        expect(JSON.stringify(written)).toContain('zxlamp hangs');
        expect(await again()).toMatchObject({ error: { code: 'disk-full', details: { why: 'conversation' } } });
        expect(await messages()).toEqual(before);
        const apart = await engine.request('chat.ask', { question: 'Where does the zxnail hang?', private: true });
        expect(apart.ok && apart.data.passages?.[0]?.text).toContain('zxnail hangs');

        await rm(join(folder, 'ballast'));
        expect(await again()).toMatchObject({ ok: true, data: { conversationId } });
        expect(await messages()).toMatchObject({ data: [{}, { question: 'And the zxnail?' }] });
        fill(folder);
        expect(await engine.request('chat.delete', { conversationId })).toMatchObject({ data: { deleted: true } });
        expect(await engine.request('chat.conversations', {})).toMatchObject({ ok: true, data: [] });
        await engine.close();
      } finally {
        spawnSync('umount', ['-l', folder]);
      }
    },
  );
});

describe('a library on a disk that may only be read', () => {
  it('is read and asked, and what would change it says why not', async ({ skip }) => {
    const folder = join(vitrine.folder, 'museum');
    const written = await libraryOn(join(vitrine.folder, 'workshop'));
    spawnSync('mkdir', [folder]);
    // The same disk once more, sealed: a disk with files that are still open cannot be sealed itself.
    const isSealed =
      isRoot &&
      spawnSync('mount', ['--bind', dirname(written), folder]).status === 0 &&
      spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status === 0;
    if (!isSealed) skip('skipped: a read-only disk cannot be mounted here');
    try {
      const library = join(folder, 'library');
      const engine = await openEngine({ ...testOptions(library), logFile: join(library, 'logs', 'vitrine.log') });
      await readsAndAsks(engine);
      expect(await engine.request('app.status', {})).toMatchObject({ data: { whyReadOnly: 'read-only' } });
      const path = await vitrine.file('more.txt', 'No room for this.');
      const refusals = [
        await engine.request('ingest.run', { paths: [path] }),
        await engine.request('library.delete', { documentIds: ['doc'] }),
        await engine.request('library.repair', {}),
        await engine.request('collections.create', { name: 'New' }),
      ];
      for (const refusal of refusals) expect(refusal).toMatchObject({ error: { code: 'library-read-only' } });
      await engine.close();
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  });
});

describe('a full disk under a compaction', () => {
  it('is shown, takes nothing from searches, and is made up for later', async ({ skip }) => {
    const folder = join(vitrine.folder, 'compaction');
    spawnSync('mkdir', [folder]);
    if (!mountedDisk(folder, 'size=8m')) skip('skipped: a small disk cannot be mounted here');
    const library = await libraryWithIndex(join(folder, 'library'));
    try {
      const troubles: unknown[] = [];
      library.onTrouble = (error) => troubles.push(error);
      const words = Array.from({ length: 12 }, (_v, n) => `zxword${n}`);
      for (const word of words) await put(library, `${word}.txt`, contentOf(word, [`The ${word} is here.`]));
      const shown = async () => {
        const hits = await Promise.all(words.map((word) => foundByWords(library, word, 5)));
        return hits.map(([hit]) => hit?.chunkId);
      };
      const all = words.map((word) => `${word}-0`);
      const { files } = await library.index.size();
      fill(folder);
      library.compactSoon();
      await library.settled();
      expect(troubles).toMatchObject([{ code: 'disk-full' }]);
      expect(await shown()).toEqual(all);

      await rm(join(folder, 'ballast'));
      library.compactSoon();
      await library.settled();
      expect(troubles).toHaveLength(1);
      expect((await library.index.size()).files).toBeLessThan(files);
      expect(await shown()).toEqual(all);
      expect(await compareIndex(library)).toEqual({ strayRows: [], missingRows: [] });
    } finally {
      library.close();
      spawnSync('umount', ['-l', folder]);
    }
  });
});

describe('a full disk under a backup', () => {
  it('is named by backup, restore and repair, leaves nothing half, and is over when there is room', ({ skip }) =>
    onDisk(skip, 'size=3m', async (folder) => {
      await vitrine.ingest(await vitrine.file('kept.md', 'The zxkept text is backed up.'));
      const outside = join(vitrine.folder, 'outside.vitrine');
      await vitrine.ask('library.backup', { path: outside });
      const ballast = join(folder, 'ballast');
      await writeFile(ballast, Buffer.alloc(3_000_000));
      const path = join(folder, 'library.vitrine');
      const target = join(folder, 'library');

      expect(await vitrine.refusal('library.backup', { path })).toMatchObject({ code: 'disk-full' });
      const restore = { path: outside, folder: target };
      expect(await vitrine.refusal('library.restore', restore)).toMatchObject({ code: 'disk-full' });
      expect(await readdir(folder)).toEqual(['ballast']);
      expect(await vitrine.unwell()).toEqual([]);

      await rm(ballast);
      await vitrine.ask('library.restore', restore);
      const engine = await openEngine(testOptions(target));
      const free = statfsSync(folder);
      await writeFile(ballast, Buffer.alloc(free.bavail * free.bsize));
      expect(await engine.request('library.repair', {})).toMatchObject({ ok: false, error: { code: 'disk-full' } });
      await rm(ballast);
      expect(await engine.request('library.repair', {})).toMatchObject({ ok: true, data: { after: { findings: [] } } });
      const found = await engine.request('search.run', { query: 'zxkept', mode: 'keyword' });
      expect(found).toMatchObject({ data: { results: [{ rank: 1 }] } });
      await engine.close();
    }));

  it('is distinguished from a read-only one', ({ skip }) =>
    onDisk(skip, 'size=1m,ro', async (folder) => {
      const path = join(folder, 'library.vitrine');
      expect(await vitrine.refusal('library.backup', { path })).toMatchObject({ code: 'library-read-only' });
      const outside = join(vitrine.folder, 'second.vitrine');
      await vitrine.ask('library.backup', { path: outside });
      const restore = { path: outside, folder: join(folder, 'library') };
      expect(await vitrine.refusal('library.restore', restore)).toMatchObject({ code: 'library-read-only' });
    }));
});

describe('a folder that may not be written', () => {
  it('on a read-only disk is refused in words', ({ skip }) =>
    onDisk(skip, 'size=1m,ro', async (folder) => {
      await expect(openEngine(testOptions(join(folder, 'library')))).rejects.toMatchObject({
        code: 'library-read-only',
      });
    }));

  it('by its permissions is refused in words for a new library, and read where one is there', async ({ skip }) => {
    const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    if (isRoot && spawnSync('setpriv', [...asNobody.slice(1), 'true']).status !== 0) {
      skip('skipped: running as root without a way to be somebody else');
    }
    await vitrine.ingest(await vitrine.file('here.md', 'The zxhere text.'));
    await vitrine.engine.close();
    await chmod(vitrine.folder, 0o555);
    if (!isRoot) await chmod(vitrine.library, 0o555);
    const status = (library: string) => json<object>(['status', '--library', library], { under: asNobody });
    expect(await status(join(vitrine.folder, 'other'))).toMatchObject({
      code: 1,
      document: { error: { code: 'library-read-only', hint: expect.stringMatching(/\w/) } },
    });
    expect(await status(vitrine.library)).toMatchObject({ code: 0, document: { whyReadOnly: 'read-only' } });
    await chmod(vitrine.folder, 0o755);
    await chmod(vitrine.library, 0o755);
    await vitrine.reopen();
    expect(await vitrine.found('zxhere')).toHaveLength(1);
  });
});
