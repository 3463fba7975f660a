import { rmSync } from 'node:fs';
import { VitrineError } from '@shared/errors';
import { expect, it } from 'vitest';
import { Library } from '../../../../electron/engine/store';
import { addition, contentOf, libraryWithIndex, put, rowsOf, temporaryFolder } from '../open-test-library';

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
