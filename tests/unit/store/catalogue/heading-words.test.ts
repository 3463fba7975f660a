import { describe, expect, it } from 'vitest';
import { Library } from '../../../../electron/engine/store';
import { damageTable } from '../damage-table';
import { catalogueOf, changedBeside, type contentUnder, expectRight, give, read } from '../every-chunk';
import { temporaryFolder } from '../open-test-library';

const lids = { headings: ['Kettles', 'Lids'], words: 4 };
const handles = { headings: ['Handles'], words: 3 };

async function libraryOf(documents: Readonly<Record<string, Parameters<typeof contentUnder>[1]>>): Promise<Library> {
  const library = await Library.open(temporaryFolder(), 'local');
  for (const [path, parts] of Object.entries(documents)) give(library, path, path, parts);
  return library;
}

describe('what is kept of headings', () => {
  it('is right again where a document goes of which the file has lost chunks', async () => {
    const library = await libraryOf({ one: [lids, handles], two: [handles] });
    changedBeside(library.folder, "DELETE FROM chunks WHERE headings LIKE '%Lids%'");
    await library.delete(['doc-one']);
    expectRight(library);
    library.close();
  });

  it('is weighed anew by a repair where chunks are lost that nobody has looked at', async () => {
    const library = await libraryOf({ one: [lids, handles] });
    changedBeside(library.folder, "DELETE FROM chunks WHERE headings LIKE '%Lids%'");
    const { version } = library;
    library.mendHeadings();
    expect(library.version).toBe(version + 1);
    library.mendHeadings();
    expect(library.version).toBe(version + 1);
    expect(read(library.folder, 'SELECT * FROM heading_words')).toEqual([
      { headings: '["Handles"]', chunks: 1, words: 3 },
    ]);
    library.close();
  });

  it.each(['chunks', 'contents'])('is read where a page of %s is damaged', async (table) => {
    const library = await libraryOf({ one: [lids], two: [handles] });
    library.close();
    damageTable(catalogueOf(library.folder), table);
    const opened = await Library.open(library.folder, 'local');
    expect(opened.facts.damage()).not.toEqual([]);
    expect(opened.documents.topics(5)).toEqual(['Lids', 'Handles', 'one', 'two']);
    opened.close();
  });
});
