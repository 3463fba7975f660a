import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteName } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../electron/engine/engine';
import { SqliteConnection } from '../../../electron/engine/sqlite';
import { temporaryFolder } from '../../temporary-folder';
import { TestEngine, testOptions } from '../open-test-engine';
import { link, partsOf, sums, unlink } from './linked-parts';

const pastedIn = (library: string): string => join(library, 'incoming', '0123456789abcdef', 'pasted.txt');

/** A library with something in each of its parts, made once and copied for every part that is linked elsewhere. */
const made = TestEngine.shared(async (vitrine) => {
  for (const word of ['anchor', 'bellows']) {
    await vitrine.file(`two/${word}.txt`, `The zx${word} hangs beside the northern window.`);
  }
  await vitrine.ingest(vitrine.path('two'));
  await mkdir(dirname(pastedIn(vitrine.library)), { recursive: true });
  await writeFile(pastedIn(vitrine.library), 'The zxpasted note.');
  await vitrine.ingest(pastedIn(vitrine.library));
  await vitrine.ask('settings.set', { values: { 'appearance.theme': 'dark' } });
  await vitrine.ask('limits.set', { values: { 'ingest.maxPages': 1234 } });
  await vitrine.engine.close();
  for (const folder of ['before-update', 'evaluation', 'logs', 'models', 'staging', 'team']) {
    await mkdir(join(vitrine.library, folder), { recursive: true });
    await writeFile(join(vitrine.library, folder, 'something.bin'), folder);
  }
  const catalogue = new SqliteConnection(join(vitrine.library, 'catalogue.db'));
  const contents = catalogue.prepare('SELECT content_id FROM contents').all<{ content_id: string }>();
  catalogue.close();
  await mkdir(join(vitrine.library, 'tables'));
  for (const { content_id: id } of contents) await writeFile(join(vitrine.library, 'tables', `${id}.db`), id);
  for (const name of ['catalogue.db-wal', 'catalogue.db-shm', 'settings.broken.json', 'settings.json.part']) {
    await writeFile(join(vitrine.library, name), '');
  }
});

/** Returns a copy of the library, and a folder beside it with foreign files. */
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

const open = (library: string): Promise<Engine> => openEngine(testOptions(library));

describe('a library of which one part is linked elsewhere', () => {
  it('is opened by no command, names the part, and leaves all of it as it was', async () => {
    const { library, victim } = await copyAndVictim();
    for (const part of await partsOf(made.library)) {
      await link(library, part, victim);
      const before = [await sums(victim), await sums(library)];
      await expect(open(library), part).rejects.toMatchObject({
        code: 'library-linked',
        details: { why: 'link', parts: part.replaceAll('\\', '/') },
      });
      expect([await sums(victim), await sums(library)], part).toEqual(before);
      await unlink(library, part, victim);
    }
  }, 30_000);
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

  it.each([[['uploads', 'config', 'evaluation', 'team']], [['index', 'staging']], [['incoming']], [['tables']]])(
    'leads no request to what it points at: %s',
    async (linked) => {
      const { library, victim } = await copyAndVictim();
      const engine = await open(library);
      try {
        // The paths in the catalogue are those of the library that this one is a copy of.
        await engine.request('ingest.run', { paths: [pastedIn(library)] });
        const listed = await engine.request('library.list', {});
        const ids = listed.ok ? listed.data.map(({ documentId }) => documentId) : [];
        expect(ids.length).toBe(4);
        for (const part of linked) {
          await mkdir(join(library, part), { recursive: true });
          await writeFile(join(library, part, 'kept.bin'), 'kept');
          await link(library, part, victim);
        }
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
