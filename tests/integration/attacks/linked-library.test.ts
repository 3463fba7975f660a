import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteName } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../electron/engine/engine';
import { temporaryFolder } from '../../temporary-folder';
import { TestEngine, testOptions } from '../open-test-engine';

/** A library with something in each of its parts, made once and copied for every part that is linked elsewhere. */
const made = TestEngine.shared(async (vitrine) => {
  for (const word of ['anchor', 'bellows']) {
    await vitrine.file(`two/${word}.txt`, `The zx${word} hangs beside the northern window.`);
  }
  const rows = Array.from({ length: 4000 }, (_value, row) => `${row},Name ${row},${row * 3},Town,${row % 7}`);
  await vitrine.file('two/long.csv', ['number,name,sum,place,rest', ...rows].join('\n'));
  await vitrine.ingest(vitrine.path('two'));
  const home = join(vitrine.library, 'incoming', '0123456789abcdef');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'pasted.txt'), 'The zxpasted note.');
  await vitrine.ingest(join(home, 'pasted.txt'));
  await vitrine.ask('settings.set', { values: { 'appearance.theme': 'dark' } });
  await vitrine.ask('limits.set', { values: { 'ingest.maxPages': 1234 } });
  await vitrine.engine.close();
  for (const folder of ['before-update', 'evaluation', 'logs', 'models', 'staging', 'team']) {
    await mkdir(join(vitrine.library, folder), { recursive: true });
    await writeFile(join(vitrine.library, folder, 'something.bin'), folder);
  }
  for (const name of ['catalogue.db-wal', 'catalogue.db-shm', 'settings.broken.json', 'settings.json.part']) {
    await writeFile(join(vitrine.library, name), '');
  }
});

/** Every file below a folder by the sum of its bytes; what a link leads to is no part of it. */
async function sums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const found: Record<string, string> = {};
  for (const file of files.sort())
    found[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return found;
}

/** Returns a copy of the library, and a folder beside it with somebody's files. */
async function copyAndVictim() {
  const folder = temporaryFolder();
  const library = join(folder, 'library');
  const victim = join(folder, 'Documents');
  await cp(made.library, library, { recursive: true });
  await mkdir(join(victim, 'letters'), { recursive: true });
  await writeFile(join(victim, 'will.txt'), 'mine');
  await writeFile(join(victim, 'letters', 'one.txt'), 'mine too');
  return { library, victim };
}

/** Moves a part of the library to the victim's folder and links it from there, as somebody does whose disk is full. */
async function link(library: string, part: string, victim: string): Promise<void> {
  const moved = join(victim, 'moved');
  await rename(join(library, part), moved);
  const isFolder = (await lstat(moved)).isDirectory();
  await symlink(moved, join(library, part), isFolder ? 'junction' : 'file');
}

/** The parts of a library, with folders and files inside some of them. */
async function parts(): Promise<string[]> {
  const names = (await readdir(made.library)).filter((name) => name !== 'library.lock');
  const inside = await readdir(made.library, { recursive: true });
  const deep = /^(?:uploads.+|index.[^/\\]+|index.[^/\\]+.data|config.[^/\\]+|incoming.[^/\\]+)$/;
  return [...names, 'library.lock', ...inside.filter((name) => deep.test(name))];
}

const open = (library: string): Promise<Engine> => openEngine(testOptions(library));

describe('a library of which one part is linked elsewhere', () => {
  it('is opened by no command, names the part, and leaves all of it as it was', async () => {
    for (const part of await parts()) {
      const { library, victim } = await copyAndVictim();
      await link(library, part, victim);
      const before = [await sums(victim), await sums(library)];
      await expect(open(library), part).rejects.toMatchObject({
        code: 'library-linked',
        details: { why: 'link', parts: part.replaceAll('\\', '/') },
      });
      expect([await sums(victim), await sums(library)], part).toEqual(before);
    }
  }, 60_000);
});

describe('a part that becomes a link while the library is open', () => {
  const requests: readonly (readonly [RouteName, object])[] = [
    ['library.check', { depth: 'whole' }],
    ['library.repairPlan', {}],
    ['library.repair', {}],
    ['library.reindex', {}],
    ['limits.set', { values: { 'ingest.maxPages': 99 } }],
    ['agents.reset', { name: 'A2' }],
    ['evaluate.removeSets', {}],
    ['team.join', { invitation: 'vitrine-team:none' }],
  ];

  it.each(['uploads', 'uploads/local', 'index', 'incoming', 'config', 'staging', 'tables', 'evaluation', 'team'])(
    'leads no request to what it points at: %s',
    async (part) => {
      const { library, victim } = await copyAndVictim();
      const engine = await open(library);
      try {
        const listed = await engine.request('library.list', {});
        const ids = listed.ok ? listed.data.map(({ documentId }) => documentId) : [];
        expect(ids.length).toBe(4);
        if (!existsSync(join(library, part))) await mkdir(join(library, part), { recursive: true });
        await link(library, part, victim);
        const before = await sums(victim);
        for (const [route, input] of requests) await engine.request(route, input as never);
        const file = join(dirname(victim), 'new.txt');
        await writeFile(file, 'Another text.');
        await engine.request('ingest.run', { paths: [file] });
        await engine.request('library.backup', { path: join(dirname(victim), 'backup.zip') });
        await engine.request('library.delete', { documentIds: ids });
        expect(await sums(victim)).toEqual(before);
      } finally {
        await engine.close();
      }
      expect(Object.keys(await sums(victim)).length).toBeGreaterThan(2);
    },
    30_000,
  );
});

describe('restoring a backup over a library with a link in it', () => {
  it('puts the library aside with its links, and touches nothing that they lead to', async () => {
    const { library, victim } = await copyAndVictim();
    const engine = await open(library);
    const path = join(dirname(victim), 'backup.zip');
    await engine.request('library.backup', { path });
    await engine.close();
    for (const part of ['uploads', 'index', 'config']) {
      await rename(join(library, part), join(victim, part));
      await symlink(join(victim, part), join(library, part), 'junction');
    }
    const before = await sums(victim);
    const other = await open(join(dirname(victim), 'other'));
    const restored = await other.request('library.restore', { path, folder: library, replace: true });
    await other.close();
    expect(restored).toMatchObject({ ok: true });
    expect(await sums(victim)).toEqual(before);
    await (await open(library)).close();
  }, 30_000);
});
