import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CareProgress, RequestOf, Results, RouteName } from '@shared/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/engine';
import { openExchangeableEngine } from '../../../electron/engine/host/exchangeable-engine';
import { temporaryFolder } from '../../temporary-folder';
import { json, run } from '../cli/vitrine-command';
import { testOptions } from '../open-test-engine';

/** Memory as a disk: a folder on another one than the library's. */
const shared = '/dev/shm';
const hasOtherDisk = existsSync(shared) && statSync(shared).dev !== statSync(tmpdir()).dev;
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
const texts = { 'one.md': 'The zxone lamp hangs by the door.', 'two.md': 'The zxtwo chair is in the hall.' };

let folder = '';
let other = '';
let engine: Engine | null = null;
let progress: CareProgress[] = [];
const library = () => join(folder, 'library');

async function ask<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> {
  const answer = await engine?.request(route, input);
  if (answer?.ok) return answer.data;
  throw new Error(`${route}: ${JSON.stringify(answer)}`);
}

async function open(): Promise<void> {
  engine = await openExchangeableEngine(testOptions(library()));
  progress = [];
  engine.subscribe((event) => {
    if (event.type === 'library.care') progress.push(event.progress);
  });
}

async function close(): Promise<void> {
  await engine?.close();
  engine = null;
}

const moveTo = (place: string) => engine?.request('library.move', { folder: place }, { requestId: 'moving' });

/** The open library is whole, and its stored files are the bytes that were added. */
async function expectWhole(): Promise<void> {
  const documents = await ask('library.list', {});
  expect(documents.map(({ title }) => title).sort()).toEqual(['one', 'two']);
  expect((await ask('library.check', { depth: 'whole' })).findings).toEqual([]);
  const stored = readdirSync(join(library(), 'uploads'), { recursive: true, withFileTypes: true });
  const files = stored.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  expect(contents.sort()).toEqual(Object.values(texts).sort());
  const { results } = await ask('search.run', { query: 'zxone', mode: 'keyword' });
  expect(results).toHaveLength(1);
}

async function expectMovedTo(place: string): Promise<void> {
  expect(lstatSync(library()).isSymbolicLink()).toBe(true);
  expect(realpathSync(library())).toBe(realpathSync(place));
  expect((await ask('app.status', {})).library).toBe(realpathSync(place));
  expect(readdirSync(folder).filter((name) => /^library\.|moving/u.test(name))).toEqual([]);
  await expectWhole();
}

beforeEach(async () => {
  folder = temporaryFolder();
  if (hasOtherDisk) other = mkdtempSync(join(shared, 'vitrine-test-'));
  await open();
  await mkdir(join(folder, 'files'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, 'files', name), text);
  await ask('ingest.run', { paths: [join(folder, 'files')] });
  await writeFile(join(library(), 'mine.txt'), 'a file that is not the library’s');
});
afterEach(async () => {
  await close();
  if (other) rmSync(other, { recursive: true, force: true });
});

describe('a library that moves while it is open', () => {
  it('W65 is in the new folder with all that it has, on one disk, and moves again from there', async () => {
    await mkdir(join(folder, 'first'));
    expect(await moveTo(join(folder, 'first'))).toMatchObject({ ok: true, data: { left: null } });
    await expectMovedTo(join(folder, 'first'));
    expect(existsSync(join(folder, 'first', 'mine.txt'))).toBe(true);
    // A folder that is not there yet is made.
    expect(await moveTo(join(folder, 'second'))).toMatchObject({ ok: true });
    await expectMovedTo(join(folder, 'second'));
    expect(readdirSync(folder).sort()).toEqual(['files', 'library', 'second']);
  });

  it.skipIf(!hasOtherDisk)('W65 is copied to another disk and removed from its own, and comes back', async () => {
    const asked = moveTo(join(other, 'library'));
    // A request that comes meanwhile is answered.
    expect(await ask('library.list', {})).toHaveLength(2);
    expect(await asked).toMatchObject({ ok: true, data: { folder: join(other, 'library'), left: null } });
    await expectMovedTo(join(other, 'library'));
    expect(existsSync(join(other, 'library', 'mine.txt'))).toBe(true);
    const { filesDone, filesTotal, bytesDone, bytesTotal } = progress.findLast(({ task }) => task === 'move') ?? {};
    expect(filesTotal).toBeGreaterThan(0);
    expect([filesDone, bytesDone]).toEqual([filesTotal, bytesTotal]);
    expect(await moveTo(join(folder, 'back'))).toMatchObject({ ok: true });
    await expectMovedTo(join(folder, 'back'));
    expect(readdirSync(other)).toEqual([]);
  });

  it('W65 stays where the folder is inside it, around it, or not empty', async () => {
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'something.txt'), 'mine');
    const code = async (place: string) => (await moveTo(place))?.ok === false && (await moveTo(place));
    expect(await code(join(library(), 'inside'))).toMatchObject({ error: { code: 'bad-request' } });
    expect(await code(folder)).toMatchObject({ error: { code: 'bad-request' } });
    expect(await code(join(folder, 'full'))).toMatchObject({ error: { code: 'library-exists' } });
    expect(readdirSync(join(folder, 'full'))).toEqual(['something.txt']);
    expect(lstatSync(library()).isDirectory()).toBe(true);
    await expectWhole();
  });

  it.skipIf(!canMount)('W65 stays where the disk is too small or may not be written', async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    for (const [options, error] of [
      ['size=64k', { code: 'disk-full', details: { why: 'room' } }],
      ['ro', { code: 'library-read-only' }],
    ] as const) {
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status).toBe(0);
      try {
        expect(await moveTo(disk)).toMatchObject({ ok: false, error });
        expect(readdirSync(disk)).toEqual([]);
      } finally {
        spawnSync('umount', ['-l', disk]);
      }
    }
    await expectWhole();
  });

  it.skipIf(!hasOtherDisk)('W65 stays where a person cancels, and leaves nothing in the folder', async () => {
    engine?.subscribe((event) => {
      if (event.type === 'library.care') engine?.cancel('moving');
    });
    expect(await moveTo(other)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(readdirSync(other)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['files', 'library']);
    await expectWhole();
  });

  it.skipIf(!hasOtherDisk)('W65 is not moved without a word if something in it is a link', async () => {
    spawnSync('ln', ['-s', join(folder, 'files'), join(library(), 'linked')]);
    expect(await moveTo(other)).toMatchObject({ ok: false, error: { code: 'library-linked' } });
    expect(readdirSync(other)).toEqual([]);
    await expectWhole();
  });
});

/** The call of the file system before which the process ends, by `ends-the-process.cjs`. */
const onOneDisk = ['rename elsewhere 1', 'rename library.moving 1'];
const toAnother = [
  'mkdir elsewhere/uploads 1',
  'rm elsewhere/moving 1',
  'rename library.moved 1',
  'rename library.moving 1',
  'rm library.moved/uploads 1',
  'rm library.moved 3',
];

describe('a library whose move is killed', () => {
  const moments = [...onOneDisk.map((at) => [at, false]), ...toAnother.map((at) => [at, true])] as [string, boolean][];
  it.each(moments.filter(([, far]) => !far || hasOtherDisk))(
    'W65 before “%s” (another disk: %s) is whole, and the move can be done again',
    async (at, far) => {
      const place = join(far ? other : folder, 'elsewhere');
      await close();
      const command = ['move-library', place, '--library', library()];
      const env = { NODE_OPTIONS: `--require ${join(__dirname, 'ends-the-process.cjs')}`, ENDS_AT: at };
      // A killed process has no code of its own.
      expect(await run(command, { env })).toMatchObject({ code: 1, stdout: '' });
      await open();
      await expectWhole();
      const isMoved = lstatSync(library()).isSymbolicLink();
      if (!isMoved) {
        await close();
        const moved = await json(command);
        expect([moved.code, moved.document]).toMatchObject([0, { folder: realpathSync(place) }]);
        await open();
      }
      await expectMovedTo(place);
    },
  );
});
