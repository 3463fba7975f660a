import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, statuses, TestEngine } from '../open-test-engine';
import { filesIn } from './files-in';

let vitrine: TestEngine;

beforeAll(async () => {
  vitrine = await TestEngine.open();
});
afterAll(() => vitrine.close());

describe('bad input beside good files', () => {
  it('I5 each gets its typed result and the others are ingested', async () => {
    const bad = await TestEngine.open();
    for (const name of ['empty.txt', 'blank.txt', 'no-pages.pdf', 'locked.pdf', 'scan.pdf', 'truncated.pdf']) {
      await bad.file(`mixed/${name}`, await readFile(fixture(name)));
    }
    for (const name of ['broken-utf8.txt', 'report.pdf', 'handbook.md']) {
      await bad.file(`mixed/${name}`, await readFile(fixture(name)));
    }
    await bad.file('mixed/not-a.pdf', 'Plain words under a false name.');
    await bad.file('mixed/bell\u0007.md', 'A name with a control character.');
    await bad.file('mixed/binary.txt', new Uint8Array([0, 1, 2, 3, 0, 255, 254, 0]));
    const vanishing = await bad.file('mixed/zz-vanishing.md', 'Gone before it is read.');
    // One line without a break: 1 MB stands for larger ones, which take the same way but minutes to embed.
    const unbroken = 'An unbroken line goes on and on and on. '.repeat(1_000_000 / 40);
    await bad.file('mixed/one-line.txt', unbroken);
    const before = await filesIn(bad.folder);
    bad.engine.subscribe((event) => {
      if (event.type === 'ingest.progress' && event.progress.phase === 'embedding') void rm(vanishing, { force: true });
    });

    const report = await bad.ingest(bad.path('mixed'));

    expect(statuses(report)).toEqual({
      'bell\u0007.md': 'indexed',
      'binary.txt': 'failed: unsupported',
      'blank.txt': 'failed: no-text',
      'broken-utf8.txt': 'indexed',
      'empty.txt': 'failed: empty',
      'handbook.md': 'indexed',
      'locked.pdf': 'failed: encrypted',
      'no-pages.pdf': 'failed: no-text',
      'not-a.pdf': 'indexed',
      'one-line.txt': 'indexed',
      'report.pdf': 'indexed',
      'scan.pdf': 'failed: no-text',
      'truncated.pdf': 'failed: damaged',
      'zz-vanishing.md': 'failed: vanished',
    });
    for (const file of report.files) {
      if (file.status === 'failed') expect(file.error?.hint).toMatch(/\w/);
      else expect(file.chunks).toBeGreaterThan(0);
    }
    const after = (await filesIn(bad.folder)).filter((path) => !path.startsWith('library/'));
    expect(after).toEqual(before.filter((path) => !path.startsWith('library/') && !path.endsWith('zz-vanishing.md')));
    expect((await filesIn(join(bad.library, 'uploads'))).length).toBe(report.totals.indexed);
    expect(await bad.unwell()).toEqual([]);

    const listed = await bad.ask('library.list', {});
    const failed = listed.filter((document) => document.state === 'failed');
    expect(failed.map((document) => document.error?.code).sort()).toEqual(
      report.files.flatMap(({ error }) => error?.code ?? []).sort(),
    );
    expect(failed.map((document) => document.documentId).sort()).toEqual(
      report.files.flatMap(({ status, documentId }) => (status === 'failed' ? [documentId] : [])).sort(),
    );
    const { deleted } = await bad.ask('library.delete', { documentIds: failed.map(({ documentId }) => documentId) });
    expect(deleted).toHaveLength(failed.length);
    expect((await bad.ask('library.list', {})).every(({ state }) => state === 'ready')).toBe(true);
    await bad.close();
  });

  it('I5 a path that is not there is reported, with nothing left behind', async () => {
    const report = await vitrine.ingest(vitrine.path('never-was.md'));
    expect(statuses(report)).toEqual({ 'never-was.md': 'failed: vanished' });
    await mkdir(vitrine.path('hollow'), { recursive: true });
    expect((await vitrine.ingest(vitrine.path('hollow'))).totals).toMatchObject({ files: 0, failed: 0 });
  });
});
