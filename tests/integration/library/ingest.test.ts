import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saidNotice } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { fixture, statuses, TestEngine } from '../open-test-engine';
import { filesIn } from './files-in';

const vitrine = TestEngine.shared();

describe('stored files', () => {
  it('I3 lie under uploads/user/date/uuid, whatever the file is called', async () => {
    const names = [
      '..%2f..%2fescape.md',
      '..\\..\\windows.md',
      'bell\u0007 and\nnew line.md',
      '...md',
      'ünïcode 🎩.txt',
    ];
    const paths = [];
    for (const name of names)
      paths.push(await vitrine.file(`odd/${name}`, `# File ${paths.length}\n\nText of file ${paths.length}.\n`));
    const before = await filesIn(vitrine.folder);

    const report = await vitrine.ingest(...paths);

    expect(Object.values(statuses(report))).toEqual(names.map(() => 'indexed'));
    expect(report.totals).toMatchObject({ files: names.length, indexed: names.length, failed: 0 });
    const stored = (await filesIn(vitrine.library)).filter((path) => path.startsWith('uploads'));
    expect(stored).toHaveLength(names.length);
    for (const path of stored) {
      expect(path).toMatch(
        /^uploads\/local\/\d{4}-\d\d-\d\d\/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/,
      );
    }
    const outside = (paths: string[]) => paths.filter((path) => !path.startsWith('library/'));
    expect(outside(await filesIn(vitrine.folder))).toEqual(outside(before));
  });

  it('I3 hold the bytes that were ingested, and library.file gives them back', async () => {
    const path = await vitrine.file('bytes.txt', 'Exactly these bytes.\r\n');
    const { files } = await vitrine.ingest(path);
    const { base64, mime } = await vitrine.ask('library.file', { documentId: files[0]?.documentId ?? '' });
    expect({ mime, bytes: Buffer.from(base64, 'base64').toString() }).toEqual({
      mime: 'text/plain',
      bytes: 'Exactly these bytes.\r\n',
    });
  });

  it('I3 stay inside the library for a user id that is a path', async () => {
    const other = await TestEngine.open({ userId: '../../../outside' });
    await other.ingest(await other.file('a.md', 'A sentence about boundaries.'));
    const all = await filesIn(other.folder);
    expect(all.filter((path) => !path.startsWith('library/') && path !== 'files/a.md')).toEqual([]);
    expect(all.filter((path) => path.startsWith('library/uploads/'))).toHaveLength(1);
    await other.close();
  });
});

describe('the same bytes', () => {
  it('I4 at the same path are unchanged and embed nothing', async () => {
    const path = await vitrine.file('same.md', '# Same\n\nThe archive closes at noon.\n');
    await vitrine.ingest(path);
    const again = await vitrine.ingest(path);
    expect(statuses(again)).toEqual({ 'same.md': 'unchanged' });
    expect(again.totals).toMatchObject({ embedded: 0, cached: 0 });
  });

  it('I4 at the same path in another collection are put there too, and embed nothing', async () => {
    const path = await vitrine.file('moving.md', '# Moving\n\nThe crates leave on Friday.\n');
    await vitrine.ingest(path);
    const moved = await vitrine.ask('ingest.run', { paths: [path], collection: 'Elsewhere' });
    expect(statuses(moved)).toEqual({ 'moving.md': 'unchanged' });
    const [document] = await vitrine.ask('library.list', { collection: 'Elsewhere' });
    expect(document?.path).toBe(path);
    expect(await vitrine.found('crates Friday', { collection: 'Elsewhere' })).toHaveLength(1);
  });

  it('I4 stay in their collection where none is named, unchanged or changed', async () => {
    const path = await vitrine.file('staying.md', '# Staying\n\nThe shelf is oiled in May.\n');
    await vitrine.ask('ingest.run', { paths: [path], collection: 'Shelves' });
    const at = async () => (await vitrine.ask('library.list', { collection: 'Shelves' })).map((one) => one.path);
    expect(statuses(await vitrine.ingest(path))).toEqual({ 'staying.md': 'unchanged' });
    expect(await at()).toEqual([path]);
    await vitrine.file('staying.md', '# Staying\n\nThe shelf is oiled in June.\n');
    expect(statuses(await vitrine.ingest(path))).toEqual({ 'staying.md': 'replaced' });
    expect(await at()).toEqual([path]);
  });

  it('I4 at another path are a second document that shares the stored file and the chunks', async () => {
    const text = '# Shared\n\nOne stored file serves two zxdocuments.\n';
    const first = await vitrine.file('one/shared.md', text);
    const second = await vitrine.file('two/shared.md', text);
    const { files } = await vitrine.ingest(first);
    const { chunks } = await vitrine.ask('app.status', {});
    const stored = (await filesIn(join(vitrine.library, 'uploads'))).length;

    const again = await vitrine.ingest(second);

    expect(again.files.map(({ status, chunks: count }) => [status, count])).toEqual([['duplicate', files[0]?.chunks]]);
    expect(again.totals).toMatchObject({ embedded: 0, duplicate: 1 });
    expect((await vitrine.ask('app.status', {})).chunks).toBe(chunks);
    expect(await filesIn(join(vitrine.library, 'uploads'))).toHaveLength(stored);
    const [one, two] = await Promise.all(
      [files[0], again.files[0]].map((file) => vitrine.ask('library.source', { documentId: file?.documentId ?? '' })),
    );
    expect(one?.document.documentId).not.toBe(two?.document.documentId);
    expect(two?.chunks).toEqual(one?.chunks);
    expect(await vitrine.found('zxdocuments')).toHaveLength(1);
  });

  it('I4 twice in one ingest are embedded once', async () => {
    const text = 'Twins are born in the same batch.';
    const report = await vitrine.ingest(
      await vitrine.file('twins/a.txt', text),
      await vitrine.file('twins/b.txt', text),
    );
    expect(statuses(report)).toEqual({ 'a.txt': 'indexed', 'b.txt': 'duplicate' });
    expect(report.totals.embedded).toBe(1);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I9 in another library are embedded there, but once: a second ingest of the same text embeds nothing', async () => {
    const text = '# Cache\n\nWhat was embedded once is kept.\n';
    await vitrine.ingest(await vitrine.file('cache/a.md', text));
    // A trailing line makes another file of it, with the same single chunk.
    const report = await vitrine.ingest(await vitrine.file('cache/b.md', `${text}\n`));
    expect(report.totals).toMatchObject({ indexed: 1, embedded: 0, cached: 1 });
  });
});

describe('changed bytes at a known path', () => {
  it('I9 embed only the chunks that changed, and keep the vectors of the others', async () => {
    const section = (n: number) => `## Part ${n}\n\nPart ${n} tells of harbour number ${n} and its keeper.\n`;
    const parts = [1, 2, 3, 4].map(section);
    const path = await vitrine.file('parts.md', parts.join('\n'));
    const first = await vitrine.ingest(path);
    await writeFile(path, [...parts.slice(0, 3), '## Part 4\n\nPart 4 was written anew.\n'].join('\n'));
    const second = await vitrine.ingest(path);
    expect(second.totals).toMatchObject({ replaced: 1, embedded: 1, cached: first.totals.chunks - 1 });
    const again = await vitrine.ask('library.reindex', {});
    expect(again.embedded).toBe(0);
  });

  it('I4 that cannot be read leave the good document as it was', async () => {
    const path = await vitrine.file('guarded.md', 'The zxguarded text stays findable.');
    await vitrine.ingest(path);
    await writeFile(path, '');
    expect(statuses(await vitrine.ingest(path))).toEqual({ 'guarded.md': 'failed: empty' });
    expect(await vitrine.found('zxguarded')).toHaveLength(1);
  });
});

describe('chunks', () => {
  it('I7 have every field, and text equals its span of the source', async () => {
    const text =
      'Before any heading.\n\n# 2 Kinematics\n\nText.\n\n## Inverse\n\nMore.\n\n# Chapter 3: Arms\n\nOf arms.\n\n# Top 10 tools\n\nThe end.\n';
    const { files } = await vitrine.ingest(await vitrine.file('arms.md', text));
    const documentId = files[0]?.documentId ?? '';
    const source = await vitrine.ask('library.source', { documentId });
    const chapters: unknown[] = [];
    let covered = 0;
    for (const { id } of source.chunks) {
      const chunk = await vitrine.ask('library.chunk', { chunkId: id });
      expect(chunk.text).toBe(source.text.slice(chunk.startChar, chunk.endChar));
      expect(source.text.slice(covered, chunk.startChar).trim()).toBe('');
      covered = Math.max(covered, chunk.endChar);
      chapters.push([chunk.index, chunk.chapter, chunk.chapterNumber, chunk.section]);
      expect(chunk).toMatchObject({
        documentId,
        title: source.document.title,
        path: source.document.path,
        checksum: source.document.checksum,
        createdAt: source.document.createdAt,
        mime: 'text/markdown',
        collection: 'Library',
        pages: [],
        lead: '',
        hasCode: false,
        hasEquations: false,
        language: expect.stringMatching(/^[a-z]{3}$/u),
        url: `vitrine://document/${documentId}#char=${chunk.startChar}-${chunk.endChar}`,
      });
      expect(chunk.tokenCount).toBeGreaterThan(0);
      expect(chunk.wordCount).toBeGreaterThan(0);
      expect(chunk.blocks.length).toBeGreaterThan(0);
    }
    expect(chapters).toEqual([
      [0, 'Unknown', null, 'N/A'],
      [1, '2 Kinematics', 2, '2 Kinematics'],
      [2, '2 Kinematics', 2, 'Inverse'],
      [3, 'Chapter 3: Arms', 3, 'Chapter 3: Arms'],
      [4, 'Top 10 tools', null, 'Top 10 tools'],
    ]);
    expect(source.text.slice(covered).trim()).toBe('');
  });

  it('I5 of a PDF carry their pages', async () => {
    const { files } = await vitrine.ingest(fixture('report.pdf'));
    const source = await vitrine.ask('library.source', { documentId: files[0]?.documentId ?? '' });
    expect(files[0]?.pages).toBe(source.pages.length);
    for (const chunk of source.chunks) expect(chunk.pages.length).toBeGreaterThan(0);
    expect(new Set(source.chunks.flatMap((chunk) => chunk.pages))).toEqual(
      new Set(source.pages.map(({ page }) => page)),
    );
  });

  it('I7 have the same ids in two libraries, wherever the file lies', async () => {
    const other = await TestEngine.open();
    const idsIn = async (engine: TestEngine, path: string) => {
      const { files } = await engine.ingest(path);
      return (await engine.ask('library.source', { documentId: files[0]?.documentId ?? '' })).chunks.map(
        ({ id }) => id,
      );
    };
    const copy = await other.file('elsewhere.md', await readFile(fixture('handbook.md')));
    const ids = await idsIn(other, copy);
    expect(ids).toEqual(await idsIn(vitrine, fixture('handbook.md')));
    expect(ids.length).toBeGreaterThan(1);
    await other.close();
  });
});

describe('what lies in an added folder', () => {
  const own = TestEngine.each();

  it('a link that is put in a file’s place after the walk is refused', async () => {
    const secret = await own.file('victim.md', '# Secret\n\nThe zxsecret word.');
    const file = await own.file('added/swapped.md', '');
    const jobId = 'job_swapped';
    await own.ask('ingest.run', { jobId, paths: [own.path('added')] });
    await rm(file);
    await symlink(secret, file);
    await own.ask('ingest.retry', { jobId, wait: true });
    const { files } = await own.ask('ingest.files', { jobId });
    expect(files.map(({ path, report }) => [path, report?.error?.details?.why])).toEqual([[file, 'link-outside']]);
  });

  it.runIf(process.platform === 'linux')('a file whose name is not UTF-8 is refused by its name', async () => {
    await own.file('added/one.md', 'A file about limestone.');
    await writeFile(Buffer.from(`${own.path('added')}/caf\xe9.md`, 'latin1'), 'A file about granite.');
    const report = await own.ask('ingest.run', { paths: [own.path('added')] });
    const refused = report.files.filter(({ error }) => error !== null);
    expect(report.totals.indexed).toBe(1);
    expect(refused).toMatchObject([
      { path: own.path('added/caf\\xE9.md'), error: { code: 'not-readable', details: { why: 'name' } } },
    ]);
  });
});

describe('a language that the search model does not read', () => {
  const own = TestEngine.each();
  const german = (words: string) =>
    `# Regeln\n\nDie Wohnung ist nach der Kündigung in einem guten Zustand zu übergeben, und ${words} gehören dazu.\n`;

  it('I21 is reported by the ingest that brings it, once in a library, with the model that reads it', async () => {
    const both = [await own.file('de-1.md', german('die Schlüssel')), fixture('handbook.md')];
    const first = await own.ask('ingest.run', { paths: both });
    const model = 'Universal Sentence Encoder lite (bundled)';
    expect(first.notices).toEqual([
      {
        code: 'language-unread',
        values: { language: 'deu', documents: 1, model, recommended: 'multilingual-e5-small' },
      },
    ]);
    expect(first.notices?.map(saidNotice).join()).toContain('does not read German');
    const told = own.events.filter((event) => event.type === 'ingest.finished').at(-1);
    expect(told).toMatchObject({ report: { notices: first.notices } });

    const second = await own.ask('ingest.run', { paths: [await own.file('de-2.md', german('die Möbel'))] });
    expect(second.totals.indexed).toBe(1);
    expect(second.notices).toBeUndefined();
  });

  it('I21 is not reported if all of it is read, nor for a text without a language', async () => {
    const numbers = await own.file('figures.csv', `name,city\n${'Kuala,Selamat pagi dan terima kasih\n'.repeat(20)}`);
    const report = await own.ask('ingest.run', { paths: [fixture('handbook.md'), numbers] });
    expect(report.totals.indexed).toBe(2);
    expect(report.notices).toBeUndefined();
  });
});
