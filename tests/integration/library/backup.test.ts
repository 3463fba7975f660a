import { createHash } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openEngine } from '../../../electron/engine/engine';
import { SqliteConnection } from '../../../electron/engine/sqlite';
import { migrations } from '../../../electron/engine/store/catalogue/migrations';
import type { BackupReport, RestoreReport } from '../../../shared/contract';
import { ownTime } from '../../own-time';
import { makeZip, textPart } from '../../unit/ingest/formats/make-zip';
import { json } from '../cli/vitrine-command';
import { fixture, TestEngine, testOptions } from '../open-test-engine';
import { contentsOf } from './library-contents';

let place: string;
let places = 0;
const emptyCatalogue = { name: 'catalogue.db', content: Buffer.alloc(0) };

const vitrine = TestEngine.shared(async () => {
  await vitrine.file('some/square.md', '# Square\n\nThe zxsquare lies in the north.\n');
  await vitrine.file('some/river.txt', 'The zxriver runs to the sea.');
  await vitrine.ingest(vitrine.path('some'), fixture('locked.pdf'));
  await vitrine.ask('collections.create', { name: 'Empty one' });
  const documentIds = (await vitrine.ask('library.list', {})).map(({ documentId }) => documentId).slice(0, 1);
  await vitrine.ask('collections.sort', { documentIds, collections: { add: ['A', 'B'] }, tags: { add: ['x'] } });
  await vitrine.ask('library.rename', { documentId: documentIds[0] ?? '', title: 'Given' });
  await vitrine.ask('chat.ask', { question: 'Where does the zxsquare lie?' });
  await mkdir(join(vitrine.library, 'config', 'prompts'), { recursive: true });
  await writeFile(join(vitrine.library, 'config', 'prompts', 'mine.md'), 'Answer in rhymes.');
});
beforeEach(async () => {
  places += 1;
  place = join(vitrine.folder, `place-${places}`);
  await mkdir(place);
});

const backup = (path = join(place, 'library.vitrine'), replace = false) =>
  vitrine.ask('library.backup', { path, replace });

describe('a backup', () => {
  it('is one file, made while the library is open, that a library is made of again: same rows, nothing embedded', async () => {
    const made = await backup();
    expect(made).toMatchObject({ documents: 2, missing: 0, changed: 0 });
    expect(await readdir(place)).toEqual(['library.vitrine']);
    expect(made.sha256).toBe(
      createHash('sha256')
        .update(await readFile(made.path))
        .digest('hex'),
    );
    expect(await vitrine.found('zxsquare')).toHaveLength(1);

    const folder = join(place, 'new');
    const restored = await vitrine.ask('library.restore', { path: made.path, folder });
    expect(restored).toMatchObject({ folder, documents: 2, files: made.files, replaced: null });
    expect(await readFile(join(folder, 'config', 'prompts', 'mine.md'), 'utf8')).toBe('Answer in rhymes.');
    const engine = await openEngine(testOptions(folder));
    const repair = await engine.request('library.repair', {});
    expect(repair).toMatchObject({ ok: true, data: { before: { findings: [{ kind: 'index-unreadable' }] } } });
    expect(repair).toMatchObject({ data: { after: { findings: [] } } });
    const status = await engine.request('app.status', {});
    expect(status).toMatchObject({
      data: { counters: { embeddingCalls: 0 }, collections: expect.arrayContaining(['Empty one']) },
    });
    const found = await engine.request('search.run', { query: 'zxriver', mode: 'hybrid', top: 1 });
    expect(found).toMatchObject({ data: { results: [{ text: 'The zxriver runs to the sea.' }] } });
    expect(await engine.request('chat.conversations', {})).toMatchObject({ data: [{}] });
    await engine.close();
    await vitrine.engine.close();
    expect(await contentsOf(folder)).toEqual(await contentsOf(vitrine.library));
    await vitrine.reopen();
  });

  it('reports progress, and holds changes back until it is done', async () => {
    const path = join(place, 'library.vitrine');
    const going = vitrine.ask('library.backup', { path }, 'telling');
    await vitrine.ingest(await vitrine.file('late.txt', 'The zxlate text came during the backup.'));
    await going;
    const told = vitrine.events.flatMap((event) =>
      event.type === 'library.care' && event.requestId === 'telling' ? [event.progress] : [],
    );
    expect(told.at(-1)).toMatchObject({ task: 'backup', filesDone: told.at(-1)?.filesTotal });
    expect(told.at(-1)?.bytesDone).toBe(told.at(-1)?.bytesTotal);
    await vitrine.ask('library.restore', { path, folder: join(place, 'new') });
    const [late] = (await vitrine.ask('library.list', {})).filter((document) => document.path.endsWith('late.txt'));
    await vitrine.ask('library.delete', { documentIds: [late?.documentId ?? ''] });
  });

  it('is not written over a file without a word', async () => {
    const path = join(place, 'mine.txt');
    await writeFile(path, 'mine');
    expect(await vitrine.refusal('library.backup', { path })).toMatchObject({ code: 'backup-exists' });
    expect(await readFile(path, 'utf8')).toBe('mine');
    await backup(path, true);
    expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
  });

  it('that is stopped leaves nothing', async () => {
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type === 'library.care' && event.requestId === 'stopped') vitrine.engine.cancel('stopped');
    });
    const result = await vitrine.engine.request(
      'library.backup',
      { path: join(place, 'library.vitrine') },
      { requestId: 'stopped' },
    );
    unsubscribe();
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await readdir(place)).toEqual([]);
    await backup();
  });
});

describe('a restore', () => {
  it('refuses a cut or changed file and a file that is no backup, and leaves nothing', async () => {
    const whole = await readFile((await backup()).path);
    const bad = join(place, 'bad');
    const folder = join(place, 'new');
    const refused = async (bytes: Buffer) => {
      await writeFile(bad, bytes);
      const result = await vitrine.engine.request('library.restore', { path: bad, folder });
      expect(existsSync(folder) && !result.ok).toBe(false);
      if (result.ok) await rm(folder, { recursive: true });
      else expect(result.error.code).toBe('backup-invalid');
      return !result.ok;
    };
    for (const bytes of [Buffer.alloc(0), Buffer.from('no zip'), whole.subarray(0, whole.length / 2)]) {
      expect(await refused(bytes)).toBe(true);
    }
    let noticed = 0;
    const flips = 24;
    for (let n = 0; n < flips; n += 1) {
      const flipped = Buffer.from(whole);
      const at = Math.floor(((n + 0.5) / flips) * whole.length);
      flipped.writeUInt8((flipped.readUInt8(at) ^ 0x55) & 0xff, at);
      if (await refused(flipped)) noticed += 1;
    }
    // A few bytes of a zip say nothing: times, attributes, its second set of names.
    expect(noticed).toBeGreaterThan(flips - 4);
    expect((await readdir(place)).sort()).toEqual(['bad', 'library.vitrine']);
  });

  it.each(['../evil', '/evil', 'uploads/../../evil', 'library.lock', 'uploads/a\\..\\evil'])(
    'puts nothing where no library has it: %s',
    async (path) => {
      const zip = new ZipFile();
      const evil = Buffer.from('evil');
      zip.addBuffer(evil, 'evil');
      const sha256 = 'a'.repeat(64);
      const files = [{ path, bytes: evil.length, sha256 }];
      const manifest = { format: 'vitrine-backup', version: 1, madeAt: '2026-01-01T00:00:00Z', documents: 1, files };
      zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'backup.json');
      zip.end();
      const parts: Buffer[] = [];
      for await (const part of zip.outputStream) parts.push(part as Buffer);
      await writeFile(join(place, 'evil.vitrine'), Buffer.concat(parts));
      const asked = { path: join(place, 'evil.vitrine'), folder: join(place, 'new') };
      expect(await vitrine.refusal('library.restore', asked)).toMatchObject({ code: 'backup-invalid' });
      expect(await readdir(place)).toEqual(['evil.vitrine']);
    },
  );

  it.each([
    ['no catalogue', [{ name: 'uploads/a/b.txt', content: Buffer.from('A text.') }], 1, 'no-catalogue'],
    ['a catalogue of 3 GB in a kilobyte', [{ ...emptyCatalogue, declaredSize: 3e9 }], 1, 'bomb'],
    ['a list of itself that repeats itself', [emptyCatalogue], 40_000, 'bomb'],
  ])('writes nothing of a backup that holds %s', async (_what, parts, times, why) => {
    const files = parts.map(({ name, content, ...more }) => ({
      path: name,
      bytes: 'declaredSize' in more ? more.declaredSize : content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
    const listed = Array.from({ length: times }, () => files).flat();
    const manifest = { format: 'vitrine-backup', version: 1, madeAt: '2026-01-01T00:00:00Z', documents: 1 };
    const list = textPart('backup.json', JSON.stringify({ ...manifest, files: listed }));
    const path = join(place, 'bad.vitrine');
    await writeFile(path, makeZip([...parts, list]));
    const watched = watch(place);
    const names: string[] = [];
    watched.on('change', (_kind, name) => names.push(String(name)));
    const taken = ownTime();
    const error = await vitrine.refusal('library.restore', { path, folder: join(place, 'new') });
    expect(taken()).toBeLessThan(1000);
    watched.close();
    expect(error).toMatchObject({ code: 'backup-invalid', details: { why } });
    expect(names.filter((name) => name.startsWith('new'))).toEqual([]);
    expect(await readdir(place)).toEqual(['bad.vitrine']);
  });

  it('refuses a catalogue with a trigger, names it, and leaves nothing', async () => {
    const made = await backup();
    const catalogue = join(place, 'catalogue.db');
    const database = new SqliteConnection(catalogue);
    database.exec(migrations.join(';'));
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('CREATE TRIGGER zxempties AFTER UPDATE ON documents BEGIN DELETE FROM documents; END');
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    const content = await readFile(catalogue);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const files = [{ path: 'catalogue.db', bytes: content.length, sha256 }];
    const manifest = { format: 'vitrine-backup', version: 1, madeAt: new Date().toISOString(), documents: 0, files };
    const parts = [{ name: 'catalogue.db', content }, textPart('backup.json', JSON.stringify(manifest))];
    await writeFile(made.path, await makeZip(parts));
    await rm(catalogue);
    const refusal = await vitrine.refusal('library.restore', { path: made.path, folder: join(place, 'new') });
    expect(refusal).toMatchObject({ code: 'schema-foreign', details: { names: expect.stringContaining('zxempties') } });
    expect(await readdir(place)).toEqual(['library.vitrine']);
  });

  it('touches no library and no other folder without a word, and keeps a library that gives way', async () => {
    const { path } = await backup();
    const folder = join(place, 'new');
    await mkdir(folder);
    await vitrine.ask('library.restore', { path, folder });
    await writeFile(join(folder, 'mark'), 'the first');
    expect(await vitrine.refusal('library.restore', { path, folder })).toMatchObject({ code: 'library-exists' });
    expect(existsSync(join(folder, 'mark'))).toBe(true);

    const { replaced } = await vitrine.ask('library.restore', { path, folder, replace: true });
    expect(existsSync(join(folder, 'mark'))).toBe(false);
    expect(await readFile(join(replaced ?? '', 'mark'), 'utf8')).toBe('the first');

    const other = join(place, 'other');
    await mkdir(other);
    await writeFile(join(other, 'letter.txt'), 'mine');
    const asked = { path, folder: other, replace: true };
    expect(await vitrine.refusal('library.restore', asked)).toMatchObject({ code: 'library-exists' });
    expect(await readdir(other)).toEqual(['letter.txt']);
  });

  it('does not take the place of a library that is open', async () => {
    const { path } = await backup();
    const asked = { path, folder: vitrine.library, replace: true };
    expect(await vitrine.refusal('library.restore', asked)).toMatchObject({ code: 'library-locked' });
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('that is stopped leaves nothing', async () => {
    const { path } = await backup();
    vitrine.engine.subscribe((event) => {
      if (event.type === 'library.care' && event.requestId === 'unpacking') vitrine.engine.cancel('unpacking');
    });
    const asked = { path, folder: join(place, 'new') };
    const result = await vitrine.engine.request('library.restore', asked, { requestId: 'unpacking' });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await readdir(place)).toEqual(['library.vitrine']);
  });
});

describe('the command line', () => {
  it('backs up and restores, and names obstacles', async () => {
    const file = join(place, 'library.vitrine');
    const folder = join(place, 'new');
    const made = await json<BackupReport>(['backup', file, '--library', vitrine.library]);
    expect(made).toMatchObject({ code: 0, document: { documents: 2 } });
    const restored = await json<RestoreReport & { repair: object }>(['restore', file, '--library', folder]);
    expect(restored).toMatchObject({ code: 0, document: { documents: 2, repair: { after: { findings: [] } } } });
    const again = await json<{ error: object }>(['restore', file, '--library', folder]);
    expect(again).toMatchObject({ code: 1, document: { error: { code: 'library-exists' } } });
    const found = await json<{ results: object[] }>(['search', 'zxsquare', '--mode', 'keyword', '--library', folder]);
    expect(found.document.results).toHaveLength(1);
  });
});
