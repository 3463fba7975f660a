import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Library } from '../../../electron/engine/store';
import { SqlDatabase, type SqlValue } from '../../../electron/engine/store/database';
import { LooseContents } from '../../../electron/engine/store/loose-contents';
import { migrations } from '../../../electron/engine/store/migrations';
import { damageTable } from './damage-table';
import { catalogueOf, catalogueOfBefore, changedBeside, contentUnder, read } from './every-chunk';
import { addition, contentOf, libraryWithIndex, put, rowsOf, temporaryFolder } from './open-test-library';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Tables that hold no more than what a statement is given, or what its transaction has touched. */
const small = /^SCAN (?:json_each|loose|l|found|settings|CONSTANT ROW|\d+ CONSTANT ROWS?)\b/u;

/** What SQLite would read through for the statements that the changes ask for, each with its statement. */
async function scansOf(library: Library, changes: (library: Library) => Promise<void>): Promise<string[]> {
  const asked = new Map<string, readonly SqlValue[]>();
  for (const method of ['get', 'all', 'run'] as const) {
    const real = SqlDatabase.prototype[method] as (sql: string, ...values: SqlValue[]) => unknown;
    vi.spyOn(SqlDatabase.prototype, method).mockImplementation(function (this: SqlDatabase, sql, ...values) {
      asked.set(sql, values);
      return real.call(this, sql, ...values) as never;
    });
  }
  await changes(library);
  vi.restoreAllMocks();
  const beside = SqlDatabase.open(catalogueOf(library.folder));
  new LooseContents(beside);
  const scans = [...asked].flatMap(([sql, values]) =>
    beside
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      .map(({ detail }) => String(detail))
      .filter((detail) => detail.startsWith('SCAN') && !small.test(detail))
      .map((detail) => `${detail}: ${sql}`),
  );
  beside.close();
  return scans;
}

/** Adds, replaces, shares, cuts again, gives up and deletes documents, one of them with recognised pages. */
async function changeAll(library: Library): Promise<void> {
  await put(library, 'a.txt', contentOf('one', ['a red kettle', 'a walnut lid']));
  await put(library, 'a.txt', contentOf('two', ['a blue kettle', 'a walnut lid']));
  library.recognitions.put('sum-two', 'by eye', { page: 1 });
  library.commit([addition('b.txt', 'two')]);
  library.commit([], undefined, () => library.contents.replace(contentOf('two', ['a blue', 'kettle'])));
  await library.delete(['doc-a.txt', 'doc-b.txt']);
  await put(library, 'c.txt', contentOf('three', ['a green kettle']));
  const error = { code: 'internal', message: 'lost', hint: '' } as const;
  await library.release(library.commit([], undefined, () => library.documents.giveUp('three', error)));
}

async function rebuild(library: Library): Promise<void> {
  library.nextChunks.begin('fine');
  for (const id of library.contents.ids()) library.nextChunks.keep(id);
  library.takeOver(() => undefined);
  library.nextChunks.clear();
}

describe('the plans of a change', () => {
  it('I12 look up what is added, replaced and deleted, and read through no table', async () => {
    const library = await libraryWithIndex();
    expect(await scansOf(library, changeAll)).toEqual([]);
    library.close();
  });

  it('are the same after a rebuild, and after another one', async () => {
    const library = await libraryWithIndex();
    await put(library, 'kept.txt', contentOf('kept', ['a kept kettle']));
    for (let round = 0; round < 2; round += 1) {
      await rebuild(library);
      expect(await scansOf(library, changeAll)).toEqual([]);
    }
    library.close();
  });

  it('are the same in a library of before once its texts have an index', async () => {
    const library = await opened(await folderOfBefore());
    library.contents.byText.mend();
    expect(await scansOf(library, changeAll)).toEqual([]);
    library.close();
  });
});

const lid = 'a walnut lid';

/** A library of before with two documents that share a passage, as the last one that made no index of texts left it. */
async function folderOfBefore(): Promise<string> {
  const library = await libraryWithIndex();
  await put(library, 'old.txt', contentOf('old', ['an old kettle', lid]));
  await put(library, 'other.txt', contentOf('other', [lid, 'a spout']));
  library.close();
  const folder = temporaryFolder();
  catalogueOfBefore(migrations.length, library.folder, folder);
  cpSync(join(library.folder, 'index'), join(folder, 'index'), { recursive: true });
  return folder;
}

async function opened(folder: string): Promise<Library> {
  const library = await libraryWithIndex(folder);
  const rows = ['old', 'other'].flatMap((id) => rowsOf(contentOf(id, textsOf(library, id))));
  library.embeddings.put(
    'model',
    rows.map(({ searchable: text, vector }) => ({ text, vector })),
  );
  return library;
}

const textsOf = (library: Library, contentId: string) => library.contents.chunkTexts(contentId).map(({ text }) => text);
const isCached = (library: Library, text: string) => library.embeddings.get('model', `Title\n${text}`) !== null;

/** Of the two documents, the vectors that are left when the first one goes. */
async function deleteOld(library: Library): Promise<boolean[]> {
  await library.delete(['doc-old.txt']);
  return ['an old kettle', lid, 'a spout'].map((text) => isCached(library, text));
}

describe('a library of before', () => {
  it('is opened without its chunks being read, and lets go of the right vectors as it is', async () => {
    const library = await opened(await folderOfBefore());
    expect(library.contents.byText.isDue).toBe(true);
    expect(await deleteOld(library)).toEqual([false, true, true]);
    library.close();
  });

  it('has its texts looked up from then on, once they have an index, which is made once', async () => {
    const library = await opened(await folderOfBefore());
    library.contents.byText.mend();
    library.contents.byText.mend();
    expect(library.contents.byText.isDue).toBe(false);
    expect(await deleteOld(library)).toEqual([false, true, true]);
    const { folder } = library;
    library.close();
    expect(read(folder, "SELECT name FROM sqlite_master WHERE name GLOB 'chunks_by_text*'")).toHaveLength(1);
  });

  it('can still be opened by the Vitrine of before, and is due again where that one has rebuilt it', async () => {
    const folder = await folderOfBefore();
    const version = read(folder, 'PRAGMA user_version');
    const library = await opened(folder);
    library.contents.byText.mend();
    library.close();
    expect(read(folder, 'PRAGMA user_version')).toEqual(version);
    const [{ sql } = { sql: '' }] = read<{ sql: string }>(
      folder,
      "SELECT sql FROM sqlite_master WHERE name = 'chunks'",
    );
    changedBeside(
      folder,
      `${sql.replace('chunks', 'next_chunks')}; CREATE INDEX chunks_by_content_too ON next_chunks (content_id, position);
       INSERT INTO next_chunks SELECT * FROM chunks; ALTER TABLE chunks RENAME TO old_chunks;
       ALTER TABLE next_chunks RENAME TO chunks;`,
    );
    const again = await libraryWithIndex(folder);
    expect(again.contents.byText.isDue).toBe(true);
    again.contents.byText.mend();
    expect(await deleteOld(again)).toEqual([false, true, true]);
    again.close();
  });

  it('with a damaged page of chunks opens, and stays without the index', async () => {
    const folder = await folderOfBefore();
    damageTable(catalogueOf(folder), 'chunks');
    const library = await Library.open(folder, 'local');
    expect(() => library.contents.byText.mend()).toThrow(expect.objectContaining({ code: 'library-damaged' }));
    expect(library.contents.byText.isDue).toBe(true);
    library.close();
  });
});

describe('a commit', () => {
  it('takes along a content that it cuts again when the document has gone meanwhile', async () => {
    const library = await libraryWithIndex();
    const content = contentUnder('one', [{ headings: ['Lids'], words: 4 }]);
    library.commit([addition('a.txt', 'one', content)]);
    await library.delete(['doc-a.txt']);
    const { contentIds } = library.commit([], undefined, () => library.contents.replace(content));
    expect(contentIds).toEqual(['one']);
    expect(library.contents.ids()).toEqual([]);
    library.close();
  });

  it('that fails leaves nothing for the next one to take along', async () => {
    const library = await libraryWithIndex();
    const fails = () => {
      library.documents.removeDocuments(['doc-a.txt']);
      throw new Error('no commit');
    };
    library.commit([addition('a.txt', 'one', contentOf('one', [lid]))]);
    expect(() => library.commit([], undefined, fails)).toThrow('no commit');
    expect(library.commit([]).contentIds).toEqual([]);
    expect(library.contents.ids()).toEqual(['one']);
    library.close();
  });
});
