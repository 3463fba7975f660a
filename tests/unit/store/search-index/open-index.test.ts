import { afterEach, describe, expect, it } from 'vitest';
import type { Library } from '../../../../electron/engine/store';
import { addRows } from '../../../../electron/engine/store/search-index/index-rows';
import { OpenIndex } from '../../../../electron/engine/store/search-index/open-index';
import { contentOf, libraryWithIndex, rowsOf, temporaryFolder } from '../open-test-library';

let library: Library;
afterEach(() => library.close());

describe('an index that several ask for at once, before it is open', () => {
  it('is opened once, and again after a failure', async () => {
    library = await libraryWithIndex();
    const open = new OpenIndex(library.index.places, () => false);
    const [one, other] = await Promise.all([open.table('chunks-1'), open.table('chunks-1')]);
    expect(one).toBe(other);
    await expect(open.table('chunks-9')).rejects.toThrow(/chunks-9/);
    expect(await (await open.table('chunks-1')).countRows()).toBe(0);
    open.close();
  });

  it('shows each of them what another writes', async () => {
    const folder = temporaryFolder();
    (await libraryWithIndex(folder)).close();
    library = await libraryWithIndex(folder);
    const { index } = library;
    const rows = rowsOf(contentOf('a', ['one', 'two', 'three']));
    await Promise.all([index.put(rows), index.count(), index.chunkIds(), index.count()]);
    expect(await index.count()).toBe(3);
    expect((await index.chunkIds()).sort()).toEqual(['a-0', 'a-1', 'a-2']);
  });

  it('is opened again when no other process writes it any more, and a started read ends in its old state', async () => {
    library = await libraryWithIndex();
    let isShared = true;
    const open = new OpenIndex(library.index.places, () => isShared);
    const shared = await open.table('chunks-1');
    const counts = open.reading(shared, async (table) => {
      isShared = false;
      const own = await open.table('chunks-1');
      return [own !== shared, own === (await open.table('chunks-1')), await own.countRows(), await table.countRows()];
    });
    expect(await counts).toEqual([true, true, 0, 0]);
    open.close();
  });

  it('shows rows written through a table that a failed read has closed', async () => {
    library = await libraryWithIndex();
    const open = new OpenIndex(library.index.places, () => false);
    const written = await open.table('chunks-1');
    open.forget(written);
    const early = await open.table('chunks-1');
    await addRows(written, rowsOf(contentOf('a', ['one', 'two'])));
    expect(await early.countRows()).toBe(0);
    open.wrote(written);
    expect(await (await open.table('chunks-1')).countRows()).toBe(2);
    open.close();
  });

  it('is compacted again after a read failed in the middle of a compaction and reopened it', async () => {
    library = await libraryWithIndex();
    const { index } = library;
    await index.add(rowsOf(contentOf('a', ['one', 'two'])));
    const { held } = index as unknown as { readonly held: OpenIndex };
    const table = await held.table('chunks-1');
    const optimize = table.optimize.bind(table);
    table.optimize = async (options) => {
      held.forget(table);
      await held.table('chunks-1');
      return optimize(options);
    };
    await index.compact();
    await index.compact();
    expect((await index.text({ text: 'two', as: 'words' }, 5, null)).map(({ chunkId }) => chunkId)).toEqual(['a-1']);
  });
});
