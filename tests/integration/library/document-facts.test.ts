import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each();
const fixture = (name: string) => readFile(join(__dirname, '../../fixtures/documents', name));
const silk = '---\nauthor: Ágnes Ito\ndate: 2024-03-01\n---\n# Silk\n\nThe silk is kept at 50 lux.\n';
const stone = '# Stone\n\nThe stone is kept at 300 lux.\n';
const keeper = ['Keeper’s notes', 'M. Keller', '2026-11-21'];

async function filled(): Promise<void> {
  await vitrine.ingest(
    await vitrine.file('silk.md', silk),
    await vitrine.file('stone.md', stone),
    await vitrine.file('notes.docx', await fixture('pandoc-notes.docx')),
  );
}

const stated = async (wanted: object = {}) =>
  (await vitrine.ask('library.list', wanted)).map(({ title, author, created }) => [title, author, created]).sort();

describe('What documents state about themselves', () => {
  it('I33 is listed, and a list holds only the documents that state it', async () => {
    await filled();
    expect(await stated()).toEqual([keeper, ['Silk', 'Ágnes Ito', '2024-03-01'], ['Stone', null, null]]);
    expect(await stated({ author: 'keller' })).toEqual([keeper]);
    expect(await stated({ author: 'ÁGNES', created: '2024' })).toHaveLength(1);
    expect(await stated({ author: 'nobody' })).toEqual([]);
  });

  it('I33 stays when the library is opened again and cut in another way', async () => {
    await filled();
    const before = await stated();
    await vitrine.reopen();
    await vitrine.ask('library.reindex', { profile: 'fine' });
    expect(await stated()).toEqual(before);
  });

  it('I33 follows the file, and leaves with a review table', async () => {
    await filled();
    await vitrine.ingest(await vitrine.file('silk.md', silk.replace('Ágnes Ito', '"<b>Bo; Ito</b>"')));
    const { tableId } = await vitrine.ask('table.create', { name: 'All' });
    const { content } = await vitrine.ask('table.export', { tableId, format: 'csv' });
    const [head, ...rows] = content.replace('\ufeff', '').trim().split(/\r?\n/);
    expect(head).toBe('Document,Author,Written');
    expect(rows.sort()).toEqual(['Keeper’s notes,M. Keller,2026-11-21', 'Silk,"<b>Bo; Ito</b>",2024-03-01', 'Stone,,']);
  });
});
