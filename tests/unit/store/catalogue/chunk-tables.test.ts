import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { Library, type NewContent } from '../../../../electron/engine/store';
import { addition, contentOf, temporaryFolder } from '../open-test-library';

const shared = 'a walnut lid';
const before = [
  contentOf('a', ['red copper kettle', shared]),
  contentOf('b', ['blue kettle', 'green glass']),
  contentOf('c', ['marble floor']),
];
/** Another profile's chunks of the first two; the third does not change. */
const after: readonly NewContent[] = [
  { ...contentOf('a', ['red', 'copper kettle', shared]), profile: 'fine' },
  { ...contentOf('b', ['blue kettle green glass']), profile: 'fine' },
];
const kept = before[2] ?? contentOf('c', []);

async function libraryOf(contents: readonly NewContent[], folder = temporaryFolder()): Promise<Library> {
  const library = await Library.open(folder, 'local');
  await library.commit(contents.map((content) => addition(`${content.contentId}.txt`, content.contentId, content)));
  return library;
}

async function writeDown(library: Library): Promise<void> {
  library.shadowChunks.begin('fine');
  for (const content of after) await library.shadowChunks.add(content);
  library.shadowChunks.keep('c');
}

function said(library: Library) {
  const terms = ['red', 'copper', 'kettl', 'walnut', 'lid', 'blue', 'green', 'glass', 'marbl', 'floor'];
  return {
    chunks: ['a', 'b', 'c'].map((contentId) => library.contents.chunkTexts(contentId)),
    counts: library.documents.counts(),
    profiles: ['a', 'b', 'c'].map((contentId) => library.contents.get(contentId)?.profile),
    frequencies: [...library.contents.documentFrequencies(terms)].sort(),
  };
}

/** Tables and indexes of chunks and terms in the file, whatever their names. */
function tablesIn(folder: string): number {
  const database = new Database(join(folder, 'catalogue.db'));
  try {
    return database.prepare("SELECT name FROM sqlite_master WHERE name GLOB '*chunks*' OR name GLOB '*terms*'").all()
      .length;
  } finally {
    database.close();
  }
}

/** The present state of the disk, opened as after the end of the process. */
async function reopened(folder: string): Promise<{ library: Library; folder: string }> {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  return { library: await Library.open(copy, 'local'), folder: copy };
}

describe('chunks of another profile', () => {
  it('answer with the commit and not before, as if they had been there from the beginning', async () => {
    const library = await libraryOf(before);
    const old = said(library);
    await writeDown(library);
    expect(said(library)).toEqual(old);

    library.takeOver(() => expect(library.version).toBeGreaterThan(0));

    const fresh = await libraryOf([...after, kept]);
    expect(said(library)).toEqual(said(fresh));
    expect(said(library)).not.toEqual(old);
    library.close();
    fresh.close();
  });

  it('take over again and again, and leave as many tables and indexes as there were', async () => {
    const folder = temporaryFolder();
    const library = await libraryOf(before, folder);
    const tables = tablesIn(folder);
    const seen: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await writeDown(library);
      library.takeOver(() => undefined);
      library.shadowChunks.clear();
      seen.push(said(library));
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    // Documents come and go as before.
    await library.delete(['doc-a.txt', 'doc-b.txt']);
    expect(said(library).counts).toMatchObject({ documents: 1, chunks: 1 });
    expect(said(library).frequencies).toEqual([
      ['floor', 1],
      ['marbl', 1],
    ]);
    library.close();
    expect(tablesIn(folder)).toBe(tables);
  });

  it('go with the next change where a rebuild was ended', async () => {
    const folder = temporaryFolder();
    const library = await libraryOf(before, folder);
    const tables = tablesIn(folder);
    const ended = library.change(async () => {
      await writeDown(library);
      throw new Error('no disk');
    });
    await expect(ended).rejects.toThrow('no disk');
    expect(tablesIn(folder)).toBeGreaterThan(tables);
    await library.delete(['doc-c.txt']);
    library.close();
    expect(tablesIn(folder)).toBe(tables);
  });

  it('I13 are removed by the next start where the process ended before the commit, and the old ones where it ended after', async () => {
    const folder = temporaryFolder();
    const library = await libraryOf(before, folder);
    const tables = tablesIn(folder);
    const old = said(library);
    const { early, late } = await library.change(async () => {
      await writeDown(library);
      const left = await reopened(folder);
      library.takeOver(() => undefined);
      return { early: left, late: await reopened(folder) };
    });
    expect(said(early.library)).toEqual(old);
    expect(said(late.library)).toEqual(said(library));
    for (const one of [early, late]) {
      one.library.close();
      expect(tablesIn(one.folder)).toBe(tables);
    }
    library.close();
  });
});
