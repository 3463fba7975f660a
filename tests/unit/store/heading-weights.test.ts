import { describe, expect, it } from 'vitest';
import { Library } from '../../../electron/engine/store';
import { migrations } from '../../../electron/engine/store/migrations';
import { damageTable } from './damage-table';
import {
  catalogueOf,
  catalogueOfBefore,
  changedBeside,
  type contentUnder,
  expectRight,
  give,
  read,
} from './every-chunk';
import { temporaryFolder } from './open-test-library';

const lids = { headings: ['Kettles', 'Lids'], words: 4 };
const handles = { headings: ['Handles'], words: 3 };

async function libraryOf(documents: Readonly<Record<string, Parameters<typeof contentUnder>[1]>>): Promise<Library> {
  const library = await Library.open(temporaryFolder(), 'local');
  for (const [path, parts] of Object.entries(documents)) give(library, path, path, parts);
  return library;
}

/** The folder of a catalogue with the same documents, as it was before headings were weighed. */
async function folderOfBefore(documents: Parameters<typeof libraryOf>[0]): Promise<string> {
  const library = await libraryOf(documents);
  library.close();
  const folder = temporaryFolder();
  const steps = migrations.findIndex((sql) => sql.includes('heading_words'));
  catalogueOfBefore(steps, library.folder, folder);
  return folder;
}

describe('a catalogue of before', () => {
  it('opens without its chunks being read, and has its headings weighed once, which are kept from then on', async () => {
    const folder = await folderOfBefore({ one: [lids, { ...lids, words: 3 }], two: [{ ...handles, words: 5 }] });
    const opened = await Library.open(folder, 'local');
    expect(read(folder, 'SELECT * FROM heading_words')).toEqual([]);
    expect(opened.headings.areDue).toBe(true);
    const { version } = opened;
    expect(opened.headings.mend()).toBe(true);
    expect(opened.version).toBe(version + 1);
    expectRight(opened);
    expect(opened.documents.topics(2)).toEqual(['Lids', 'Handles']);
    await opened.delete(['doc-one']);
    expectRight(opened);
    expect(opened.headings.areDue).toBe(false);
    expect(opened.headings.mend()).toBe(false);
    opened.close();
  });

  it('is due still when documents have come and gone before it was weighed', async () => {
    const folder = await folderOfBefore({ one: [lids], two: [handles] });
    const opened = await Library.open(folder, 'local');
    give(opened, 'three', 'three', [lids]);
    await opened.delete(['doc-one']);
    expect(opened.headings.areDue).toBe(true);
    opened.headings.mend();
    expectRight(opened);
    opened.close();
  });

  it.each(['chunks', 'contents'])('with a damaged page of %s opens, and what can be read of it is', async (table) => {
    const folder = await folderOfBefore({ one: [lids], two: [handles] });
    damageTable(catalogueOf(folder), table);
    const opened = await Library.open(folder, 'local');
    expect(opened.facts.damage()).not.toEqual([]);
    expect(opened.documents.topics(5)).toEqual(['one', 'two']);
    opened.close();
  });

  it('with a damaged page of chunks stays unweighed, and due', async () => {
    const folder = await folderOfBefore({ one: [lids], two: [handles] });
    damageTable(catalogueOf(folder), 'chunks');
    const opened = await Library.open(folder, 'local');
    expect(() => opened.headings.mend()).toThrow(expect.objectContaining({ code: 'library-damaged' }));
    expect(read(folder, 'SELECT * FROM heading_words')).toEqual([]);
    expect(opened.headings.areDue).toBe(true);
    expect(opened.documents.topics(5)).toEqual(['one', 'two']);
    opened.close();
  });
});

describe('what is kept of headings', () => {
  it('is due where a Vitrine that weighs none has replaced a document by one of as many chunks', async () => {
    const library = await libraryOf({ one: [lids], two: [handles] });
    changedBeside(
      library.folder,
      `UPDATE chunks SET headings = '["Spouts"]' WHERE content_id = 'one';
       UPDATE settings SET value = value + 1 WHERE key = 'library-version';`,
    );
    library.close();
    const again = await Library.open(library.folder, 'local');
    expect(again.headings.areDue).toBe(true);
    give(again, 'three', 'three', [lids]);
    expect(again.headings.areDue).toBe(true);
    again.headings.mend();
    expectRight(again);
    expect(again.headings.areDue).toBe(false);
    again.close();
  });

  it('is due where a document goes of which the file has lost chunks', async () => {
    const library = await libraryOf({ one: [lids, handles], two: [handles] });
    changedBeside(library.folder, "DELETE FROM chunks WHERE headings LIKE '%Lids%'");
    expect(library.headings.areDue).toBe(false);
    await library.delete(['doc-one']);
    expect(() => expectRight(library)).toThrow();
    expect(library.headings.areDue).toBe(true);
    library.headings.mend();
    expectRight(library);
    library.close();
  });

  it('is weighed anew by a repair where chunks are lost that nobody has looked at', async () => {
    const library = await libraryOf({ one: [lids, handles] });
    changedBeside(library.folder, "DELETE FROM chunks WHERE headings LIKE '%Lids%'");
    const { version } = library;
    expect(library.headings.mend()).toBe(true);
    expect(library.version).toBe(version + 1);
    expect(read(library.folder, 'SELECT * FROM heading_words')).toEqual([
      { headings: '["Handles"]', chunks: 1, words: 3 },
    ]);
    library.close();
  });
});
