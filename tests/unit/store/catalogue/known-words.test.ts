import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Library } from '../../../../electron/engine/store';
import { addition, contentOf, keptFolder, libraryWithIndex, rowsOf } from '../open-test-library';

const folder = keptFolder();
let library: Library;
beforeAll(async () => {
  library = await libraryWithIndex(folder);
  const content = contentOf('a', ['The lantern of the mill.']);
  const { document } = addition('/home/Ada/papers/Meridian report_2.txt', 'a', content);
  await library.change(async () => {
    await library.index.add(rowsOf(content));
    await library.commit([{ document: { ...document, title: 'Costs', collection: 'Ledgers' }, content }]);
  });
});
afterAll(() => library.close());

describe('what a library knows a word by', () => {
  it.each([
    ['Meridian', true],
    ['meridian', true],
    ['Costs', true],
    ['Ledgers', true],
    ['report_2', true],
    // A folder above the file names no document, and signs of a pattern stand for themselves.
    ['Ada', false],
    ['repor__2', false],
    ['%', false],
    ['Zephyr', false],
  ])('%s in what a document is called: %s', (word, isNamed) => {
    expect(library.documents.isNamed(word)).toBe(isNamed);
  });
});
