import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared();

async function uploads(): Promise<number> {
  const folder = join(vitrine.library, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function rows(table: string): number {
  const database = new Database(join(vitrine.library, 'catalogue.db'), { readonly: true });
  const row = database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  database.close();
  return Number(row.n);
}

async function idOf(path: string): Promise<string> {
  return (await vitrine.ingest(path)).files[0]?.documentId ?? '';
}

describe('deleting a document', () => {
  it('I12 leaves nothing of it: not in search, index, catalogue, cache or uploads', async () => {
    const path = await vitrine.file('gone.md', '# Gone\n\nThe zxobelisk stands in the northern square.\n');
    const keep = await idOf(await vitrine.file('kept.md', 'The zxkept document is about another square.'));
    const counts = () => ['documents', 'contents', 'texts', 'chunks', 'embeddings', 'terms'].map(rows);
    const before = [counts(), await uploads(), (await vitrine.ask('app.status', {})).chunks];
    const documentId = await idOf(path);
    expect(await vitrine.found('zxobelisk')).toHaveLength(1);

    expect(await vitrine.ask('library.delete', { documentIds: [documentId] })).toMatchObject({ deleted: [documentId] });

    for (const mode of ['keyword', 'hybrid', 'vector'] as const) {
      expect((await vitrine.found('zxobelisk northern square', { mode })).join()).not.toContain('zxobelisk');
    }
    expect([counts(), await uploads(), (await vitrine.ask('app.status', {})).chunks]).toEqual(before);
    expect(await vitrine.unwell()).toEqual([]);
    expect((await vitrine.refusal('library.source', { documentId })).code).toBe('document-not-found');
    expect((await vitrine.refusal('library.file', { documentId })).code).toBe('document-not-found');
    expect((await vitrine.ask('library.source', { documentId: keep })).text).toContain('zxkept');
    expect(existsSync(path)).toBe(true);
  });

  it('I12 also deletes the bytes of pasted text, which exist only in the library', async () => {
    const home = join(vitrine.library, 'incoming', '00ff');
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'Pasted text.txt'), 'The zxpasted text was on the clipboard.');
    const documentId = await idOf(join(home, 'Pasted text.txt'));
    expect(await vitrine.found('zxpasted')).toHaveLength(1);
    await vitrine.ask('library.delete', { documentIds: [documentId] });
    expect(existsSync(home)).toBe(false);
  });

  it('I12 keeps shared content while another document needs it', async () => {
    const text = 'The zxtwin text belongs to two documents.';
    const first = await idOf(await vitrine.file('twin-1.md', text));
    const second = await idOf(await vitrine.file('twin-2.md', text));
    const stored = await uploads();

    await vitrine.ask('library.delete', { documentIds: [first] });
    const [hit] = (await vitrine.ask('search.run', { query: 'zxtwin', mode: 'keyword' })).results;
    expect(hit?.documentId).toBe(second);
    expect(await uploads()).toBe(stored);

    await vitrine.ask('library.delete', { documentIds: [second] });
    expect(await vitrine.found('zxtwin')).toEqual([]);
    expect(await uploads()).toBe(stored - 1);
  });

  it('I12 is possible for a failed document, and forgets it', async () => {
    const documentId = await idOf(fixture('locked.pdf'));
    const source = await vitrine.refusal('library.file', { documentId });
    expect(source.code).toBe('document-not-found');
    await vitrine.ask('library.delete', { documentIds: [documentId] });
    const left = await vitrine.ask('library.list', {});
    expect(left.map((document) => document.documentId)).not.toContain(documentId);
  });

  it('I12 names the deleted documents and ignores missing ones', async () => {
    const documentId = await idOf(await vitrine.file('known.md', 'A known document.'));
    const { deleted } = await vitrine.ask('library.delete', { documentIds: ['unknown', documentId] });
    expect(deleted).toEqual([documentId]);
  });

  it('I12 works while an ingest runs, also for the content that a waiting file shares', async () => {
    const shared = 'The zxpending text is deleted while its copy waits.';
    const original = await idOf(await vitrine.file('pending/original.md', shared));
    await vitrine.file('more/a-copy.md', shared);
    for (let n = 0; n < 20; n += 1) await vitrine.file(`more/b${n}.md`, `Filler ${n} that takes a while to embed.`);
    let deletion: Promise<unknown> | null = null;
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type !== 'ingest.progress' || event.progress.filesDone < 1) return;
      deletion ??= vitrine.ask('library.delete', { documentIds: [original] });
    });
    const report = await vitrine.ingest(vitrine.path('more'));
    unsubscribe();
    await deletion;
    expect(deletion).not.toBeNull();
    expect(report.totals).toMatchObject({ files: 21, failed: 0 });
    const [hit] = (await vitrine.ask('search.run', { query: 'zxpending', mode: 'keyword' })).results;
    expect(hit?.path).toBe(vitrine.path('more/a-copy.md'));
    expect(await vitrine.unwell()).toEqual([]);
  });
});
