import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Library } from '../../../../electron/engine/store';
import { OrphanTracker } from '../../../../electron/engine/store/catalogue/contents';
import { SqlDatabase, type SqlValue } from '../../../../electron/engine/store/catalogue/database';
import { catalogueOf, contentUnder } from '../every-chunk';
import { addition, contentOf, libraryWithIndex, put } from '../open-test-library';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Tables that hold no more than what a statement is given, or what its transaction has touched. */
const small = /^SCAN (?:json_each|orphans|l|found|settings|CONSTANT ROW|\d+ CONSTANT ROWS?)\b/u;

/** SQLite's plan for the statements of this work. */
async function plansOf(
  library: Library,
  work: (library: Library) => unknown,
): Promise<{ plan: string; sql: string }[]> {
  const asked = new Map<string, readonly SqlValue[]>();
  for (const method of ['get', 'all', 'run'] as const) {
    const real = SqlDatabase.prototype[method] as (sql: string, ...values: SqlValue[]) => unknown;
    vi.spyOn(SqlDatabase.prototype, method).mockImplementation(function (this: SqlDatabase, sql, ...values) {
      asked.set(sql, values);
      return real.call(this, sql, ...values) as never;
    });
  }
  await work(library);
  vi.restoreAllMocks();
  const beside = SqlDatabase.open(catalogueOf(library.folder));
  new OrphanTracker(beside);
  const plans = [...asked].flatMap(([sql, values]) =>
    beside.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => ({ plan: String(detail), sql })),
  );
  beside.close();
  return plans;
}

/** The tables that SQLite would read through for the changes, each with its statement. */
const scansOf = async (...asked: Parameters<typeof plansOf>): Promise<string[]> =>
  (await plansOf(...asked))
    .filter(({ plan }) => plan.startsWith('SCAN') && !small.test(plan))
    .map(({ plan, sql }) => `${plan}: ${sql}`);

/** Adds, replaces, shares, cuts again, gives up and deletes documents, one of them with recognised pages. */
async function changeAll(library: Library): Promise<void> {
  await put(library, 'a.txt', contentOf('one', ['a red kettle', 'a walnut lid']));
  await put(library, 'a.txt', contentOf('two', ['a blue kettle', 'a walnut lid']));
  library.recognitions.put('sum-two', 'by eye', { page: 1 });
  await library.commit([addition('b.txt', 'two')]);
  await library.commit([], { work: () => library.contents.replace(contentOf('two', ['a blue', 'kettle'])) });
  await library.delete(['doc-a.txt', 'doc-b.txt']);
  await put(library, 'c.txt', contentOf('three', ['a green kettle']));
  const error = { code: 'internal', message: 'lost', hint: '' } as const;
  await library.release(await library.commit([], { work: () => library.documents.giveUp('three', error) }));
}

async function rebuild(library: Library): Promise<void> {
  library.shadowChunks.begin('fine');
  for (const id of library.contents.ids()) library.shadowChunks.keep(id);
  library.takeOver(() => undefined);
  library.shadowChunks.clear();
}

describe('the plans of a change', () => {
  it('I12 look up added, replaced and deleted rows, and read through no table', async () => {
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
});

describe('the plan for counts', () => {
  it('reads no chunk and no other column of contents', async () => {
    const library = await libraryWithIndex();
    await put(library, 'a.txt', contentOf('one', ['a red kettle']));
    const plans = await plansOf(library, () => library.documents.counts());
    expect(plans.map(({ plan }) => plan)).toEqual([
      'SCAN documents',
      'SCAN contents USING COVERING INDEX contents_by_chunks',
    ]);
    library.close();
  });
});

const lid = 'a walnut lid';

describe('a commit', () => {
  it('also takes a content that it cuts again while the document goes', async () => {
    const library = await libraryWithIndex();
    const content = contentUnder('one', [{ headings: ['Lids'] }]);
    await library.commit([addition('a.txt', 'one', content)]);
    await library.delete(['doc-a.txt']);
    const { contentIds } = await library.commit([], { work: () => library.contents.replace(content) });
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
    await library.commit([addition('a.txt', 'one', contentOf('one', [lid]))]);
    await expect(library.commit([], { work: fails })).rejects.toThrow('no commit');
    expect((await library.commit([])).contentIds).toEqual([]);
    expect(library.contents.ids()).toEqual(['one']);
    library.close();
  });
});
