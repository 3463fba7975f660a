import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { Library, searchableText } from '../../../../electron/engine/store';
import {
  addition,
  compareIndex,
  contentOf,
  libraryWithIndex,
  put,
  rowsOf,
  temporaryFolder,
} from '../open-test-library';

const searchable = (text: string) => searchableText('Title', { headings: [], lead: '', text });
const everything = { strayRows: [], missingRows: [] };

describe('a change', () => {
  it('is one at a time, in the order asked for', async () => {
    const library = await libraryWithIndex();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
    };
    await Promise.all([library.change(work('one')), library.change(work('two'))]);
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    library.close();
  });

  it('that fails before its commit leaves no row behind the next one', async () => {
    const library = await libraryWithIndex();
    const content = contentOf('a', ['first', 'second']);
    const failing = library.change(async () => {
      await library.index.add(rowsOf(content));
      throw new Error('stopped before the commit');
    });
    await expect(failing).rejects.toThrow('stopped before the commit');
    expect(await library.index.count()).toBe(2);

    await put(library, 'a.txt', content);

    expect(await library.index.count()).toBe(2);
    expect(await compareIndex(library)).toEqual(everything);
    library.close();
  });

  it('that the end of the process cut off is put right at the next start', async () => {
    const folder = temporaryFolder();
    const first = await libraryWithIndex(folder);
    await put(first, 'kept.txt', contentOf('kept', ['kept']));
    const stored = await first.uploads.stage(Buffer.from('bytes'), '2026-01-01');
    void first.change(async () => {
      await first.uploads.place(stored);
      await first.index.add(rowsOf(contentOf('lost', ['lost'])));
      await new Promise(() => {});
    });
    while ((await first.index.count()) < 2) await new Promise(setImmediate);
    await first.uploads.stage(Buffer.from('more'), '2026-01-01');
    first.close();

    const second = await Library.open(folder, 'local');
    expect(await compareIndex(second)).toEqual(everything);
    expect(await second.index.count()).toBe(1);
    expect(existsSync(join(folder, stored))).toBe(false);
    expect(existsSync(join(folder, 'staging'))).toBe(false);
    second.close();
  });

  it('is refused without the lock, and reading is not', async () => {
    const folder = temporaryFolder();
    const writer = await libraryWithIndex(folder);
    await put(writer, 'a.txt', contentOf('a', ['text']));
    const reader = await Library.open(folder, 'local');
    expect([writer.writable, reader.writable]).toEqual([true, false]);
    await expect(reader.change(async () => {})).rejects.toMatchObject({ code: 'library-locked' });
    await expect(reader.delete(['doc-a.txt'])).rejects.toMatchObject({ code: 'library-locked' });
    await expect(reader.commit([])).rejects.toThrow(expect.objectContaining({ code: 'library-locked' }));
    expect(await reader.index.count()).toBe(1);
    writer.close();
    const next = await Library.open(folder, 'local');
    expect(next.writable).toBe(true);
    next.close();
    reader.close();
  });
});

describe('the version', () => {
  it('grows with changes of findable content, and with nothing else', async () => {
    const library = await libraryWithIndex();
    const versions = [library.version];
    await put(library, 'a.txt', contentOf('a', ['text']));
    versions.push(library.version);
    library.setSetting('any', 'value');
    library.embeddings.put('model', []);
    versions.push(library.version);
    await library.delete(['doc-a.txt']);
    versions.push(library.version);
    const [start = 0] = versions;
    // Once when its documents become unfindable, and once when its rows take no one's place any more.
    expect(versions).toEqual([start, start + 1, start + 1, start + 3]);
    library.close();
  });
});

describe('what a library holds of its settings', () => {
  it('is the old one after a rolled-back commit', async () => {
    const library = await libraryWithIndex();
    const { version } = library;
    const failing = () => {
      library.bumpVersion();
      expect(library.version).toBe(version + 1);
      throw new Error('taken back');
    };
    await expect(library.commit([], { work: failing })).rejects.toThrow('taken back');
    expect(library.version).toBe(version);
    library.close();
  });
});

describe('deleting', () => {
  it('forgets the vectors of every model, but for texts that another chunk still holds', async () => {
    const library = await libraryWithIndex();
    await put(library, 'a.txt', contentOf('a', ['only here', 'in both']));
    await put(library, 'b.txt', contentOf('b', ['in both']));
    const vector = library.embeddings.get('model', searchable('only here')) ?? new Float32Array();
    for (const model of ['another', 'zebra']) {
      library.embeddings.put(model, [{ text: searchable('only here'), vector }]);
      library.embeddings.put(model, [{ text: searchable('in both'), vector }]);
    }
    await library.delete(['doc-a.txt']);
    for (const model of ['another', 'model', 'zebra']) {
      expect(library.embeddings.get(model, searchable('only here')), model).toBeNull();
      expect(library.embeddings.get(model, searchable('in both')), model).not.toBeNull();
    }
    library.close();
  });
});

describe('a rebuild of the index', () => {
  it('whose commit fails leaves the old index, and the next start clears away the new table', async () => {
    const folder = temporaryFolder();
    const library = await libraryWithIndex(folder);
    const content = contentOf('a', ['text']);
    await put(library, 'a.txt', content);
    const failing = library.change(() =>
      library.index.rebuild({ modelId: 'other', dimension: 8, profile: 'balanced' }, [], 100, () => {
        throw new Error('no commit');
      }),
    );
    await expect(failing).rejects.toThrow('no commit');
    expect(library.index.manifest?.modelId).toBe('model');
    expect(await library.index.count()).toBe(1);
    library.close();
    const again = await Library.open(folder, 'local');
    expect(readdirSync(join(folder, 'index')).filter((name) => name.endsWith('.lance'))).toEqual(['chunks-1.lance']);
    expect(await compareIndex(again)).toEqual(everything);
    again.close();
  });
});

describe('a library that cannot be opened', () => {
  it('leaves no connection to its catalogue, which would keep the folder in use', async () => {
    const folder = temporaryFolder();
    (await libraryWithIndex(folder)).close();
    const catalogue = new Database(join(folder, 'catalogue.db'));
    catalogue.exec('DROP TABLE documents');
    catalogue.close();
    await expect(Library.open(folder, 'local')).rejects.toThrow('no such table: main.documents');
    // The files beside the catalogue while a process has it open.
    expect(readdirSync(folder).filter((name) => name.startsWith('catalogue.db-'))).toEqual([]);
  });
});

it('a reader that cannot repair half-done work leaves the lock to others, and tries again later', async () => {
  const folder = temporaryFolder();
  const first = await libraryWithIndex(folder);
  const second = await Library.open(folder, 'local');
  let taken = 0;
  second.writer.onTaken = () => {
    taken += 1;
  };
  first.close();

  const { interrupt } = second.jobs;
  second.jobs.interrupt = () => {
    expect(second.version).toBe(0);
    throw new VitrineError('disk-full');
  };
  expect(() => second.assertWritable()).toThrow(expect.objectContaining({ code: 'disk-full' }));
  expect([second.writable, taken]).toEqual([false, 0]);

  const third = await libraryWithIndex(folder);
  await put(third, 'a.txt', contentOf('a', ['one', 'two']));
  const { version } = third;
  expect(version).toBeGreaterThan(0);
  await expect(second.commit([addition('b.txt', 'a')])).rejects.toThrow(
    expect.objectContaining({ code: 'library-locked' }),
  );
  third.close();

  second.jobs.interrupt = interrupt;
  second.assertWritable();
  expect([second.writable, taken, second.version]).toEqual([true, 1, version]);
  expect((await second.index.chunkIds()).sort()).toEqual(['a-0', 'a-1']);
  await second.settled();
  second.close();
});

it('a reader that takes the lock puts right what a change has left half done, also where it changes nothing', async () => {
  const folder = temporaryFolder();
  const first = await libraryWithIndex(folder);
  const second = await Library.open(folder, 'local');
  await put(first, 'a.txt', contentOf('a', ['one', 'two']));
  await first.index.add(rowsOf(contentOf('b', ['never committed'])));
  first.setSetting('index-unsettled', '1');
  first.close();
  expect(second.writer.take()).toBe(true);
  await second.settled();
  expect((await second.index.chunkIds()).sort()).toEqual(['a-0', 'a-1']);
  second.close();
});

it('a reader that is being closed takes nothing any more, nor one whose folder is gone', async () => {
  const folder = temporaryFolder();
  const first = await libraryWithIndex(folder);
  const [closing, left] = [await Library.open(folder, 'local'), await Library.open(folder, 'local')];
  first.close();
  closing.writer.stopTaking();
  expect(closing.writer.take()).toBe(false);
  closing.close();
  rmSync(folder, { recursive: true });
  expect(left.writer.take()).toBe(false);
  expect(left.writer.whyNot).toBe('gone');
  expect(() => left.assertWritable()).toThrow(
    expect.objectContaining({ code: 'library-locked', details: expect.objectContaining({ why: 'gone' }) }),
  );
  left.close();
});
