import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentSummary, IngestReport, SearchAnswer } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statuses } from '../open-test-engine';
import { ensureBuilt, json, run } from './vitrine-command';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-identity-'));
const papers = join(folder, 'papers');
const file = (name: string) => join(papers, name);
const library = ['--library', join(folder, 'library')];

beforeAll(() => {
  ensureBuilt();
  mkdirSync(papers);
  writeFileSync(file('heron.txt'), 'The heron boat is blue.');
  writeFileSync(file('silk.txt'), 'The limit for silk is fifty lux.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ingest = async () => {
  const { document } = await json<IngestReport>(['ingest', papers, ...library]);
  return { statuses: statuses(document), embedded: document.totals.embedded };
};
const documents = async () =>
  (await json<{ documents: readonly DocumentSummary[] }>(['documents', ...library])).document.documents;

describe('the identity of files at the command line', () => {
  it('I4 same bytes under two paths, changed, renamed, removed and restored', async () => {
    copyFileSync(file('heron.txt'), file('heron-copy.txt'));
    const first = await ingest();
    expect(first).toEqual({
      statuses: { 'heron-copy.txt': 'indexed', 'heron.txt': 'duplicate', 'silk.txt': 'indexed' },
      embedded: 2,
    });

    // Changed: its twin keeps the old text.
    writeFileSync(file('heron.txt'), 'The heron boat was painted red.');
    expect(await ingest()).toEqual({
      statuses: { 'heron-copy.txt': 'unchanged', 'heron.txt': 'replaced', 'silk.txt': 'unchanged' },
      embedded: 1,
    });

    // Renamed: known by its bytes; the old place stays until it is deleted.
    renameSync(file('heron.txt'), file('grey-heron.txt'));
    expect(await ingest()).toEqual({
      statuses: { 'grey-heron.txt': 'duplicate', 'heron-copy.txt': 'unchanged', 'silk.txt': 'unchanged' },
      embedded: 0,
    });
    const old = (await documents()).find(({ path }) => path === file('heron.txt'));
    expect((await run(['delete', old?.documentId ?? '', ...library])).code).toBe(0);

    // Removed from the disk: nothing is lost. Restored: nothing is new.
    renameSync(file('silk.txt'), join(folder, 'silk.txt'));
    const before = await documents();
    expect((await ingest()).statuses).toEqual({ 'grey-heron.txt': 'unchanged', 'heron-copy.txt': 'unchanged' });
    renameSync(join(folder, 'silk.txt'), file('silk.txt'));
    expect(await ingest()).toMatchObject({ statuses: { 'silk.txt': 'unchanged' }, embedded: 0 });
    expect(await documents()).toEqual(before);

    // Deleted and added again: the same document, found once.
    const silk = before.find(({ path }) => path === file('silk.txt'));
    await run(['delete', silk?.documentId ?? '', ...library]);
    expect(await ingest()).toMatchObject({ statuses: { 'silk.txt': 'indexed' } });
    const { document } = await json<SearchAnswer>(['search', 'heron lux', '--mode', 'keyword', ...library]);
    expect(document.results.map(({ text, documentId }) => [text, documentId === silk?.documentId]).sort()).toEqual([
      ['The heron boat is blue.', false],
      ['The heron boat was painted red.', false],
      ['The limit for silk is fifty lux.', true],
    ]);
  });
});
