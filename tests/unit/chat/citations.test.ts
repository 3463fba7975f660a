import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCitations, snippetOf } from '../../../electron/engine/chat/citations';
import { forAll } from '../../for-all';
import { aChunk } from '../stages/memory-library';
import data from './citations.json';

const citable = [1, 2, 3].map((number) => ({
  chunk: aChunk(`c${number}`, `Text of chunk ${number}.`, {
    pages: [number],
    startChar: 100 * number,
    endChar: 100 * number + 16,
  }),
  number,
  score: 1 / number,
}));
const check = (answer: string) => {
  const { answer: text, citations, removed } = checkCitations(answer, citable, 200);
  return [text, citations.map(({ marker }) => marker), removed];
};

describe('checkCitations', () => {
  it.each(data.markers as [string, string, number[], string[]][])('%j', (answer, text, markers, removed) => {
    expect(check(answer)).toEqual([text, markers, removed]);
  });

  it('maps a marker to document, place, page, snippet and score', () => {
    expect(checkCitations('Yes [Citation 2].', citable, 200).citations).toEqual([
      {
        marker: 2,
        chunkId: 'c2',
        documentId: 'document-of-c2',
        title: 'Title of c2',
        path: '/documents/c2.md',
        mime: 'text/markdown',
        pages: [2],
        headings: [],
        chapter: 'Unknown',
        section: 'N/A',
        url: 'vitrine://document/document-of-c2#0-16',
        chunkIndex: 0,
        checksum: 'c0ffee',
        snippet: 'Text of chunk 2.',
        startChar: 200,
        endChar: 216,
        score: 0.5,
      },
    ]);
  });

  it('leaves no marker without its citation, and no citation without its marker', () => {
    const part = fc.constantFrom(
      'word',
      '[Citation 1]',
      '[citation 3]',
      '[Citation 8]',
      '[Citation 2, 9]',
      '[Citation 2-4]',
      '[Citation N]',
      '[Citation 1, page 9]',
      '.',
      '\n',
      '  ',
    );
    forAll(fc.array(part, { maxLength: 15 }), (parts) => {
      const checked = checkCitations(parts.join(' '), citable, 200);
      const inText = new Set([...checked.answer.matchAll(/\[citation (\d+)\]/giu)].map(([, number]) => Number(number)));
      expect(checked.answer.match(/\[citation(?! \d+\])/giu)).toBeNull();
      expect([...inText].sort()).toEqual(checked.citations.map(({ marker }) => marker));
      expect(checked.removed).toEqual([...new Set(checked.removed)].sort());
      expect(checkCitations(checked.answer, citable, 200).answer).toBe(checked.answer);
    });
  });
});

describe('a marker inside another', () => {
  it('leaves no marker without its citation when the inner one is removed', () => {
    const citable = [{ chunk: aChunk('c1', 'The mill grinds rye.'), number: 1, score: 1 }];
    const nested = (inner: number) => `Rye [Cit[Citation 99]ation ${inner}].`;
    expect(checkCitations(nested(1), citable, 200)).toMatchObject({ answer: 'Rye [Citation 1].', removed: ['99'] });
    expect(checkCitations(nested(1), citable, 200).citations).toHaveLength(1);
    expect(checkCitations(nested(77), citable, 200)).toMatchObject({ answer: 'Rye.', removed: ['77', '99'] });
  });
});

describe('snippetOf', () => {
  it('cuts behind a sentence that ends in the last 30 %', () => {
    const text = `${'a'.repeat(75)}. ${'b'.repeat(60)}.`;
    expect(snippetOf(text, 100)).toBe(`${'a'.repeat(75)}.`);
  });

  it('cuts at a word with an ellipsis where a sentence ends too early or not at all', () => {
    const text = `Short. ${'word '.repeat(40)}`;
    expect(snippetOf(text, 100)).toBe(`Short. ${'word '.repeat(18).trim()}…`);
    expect(snippetOf('x'.repeat(300), 200)).toBe(`${'x'.repeat(199)}…`);
  });

  it('takes a sentence that ends exactly at the limit', () => {
    const sentence = `${'a'.repeat(99)}.`;
    expect(snippetOf(`${sentence} More.`, 100)).toBe(sentence);
  });

  it('shows a short text whole, on one line', () => {
    expect(snippetOf('  one\n\ttwo  ', 200)).toBe('one two');
  });

  it('is at most as long as asked, keeps no half character and begins as the text does', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('😀', 'a', '. ', ' ', 'é'), maxLength: 300 }),
    );
    forAll(text, fc.integer({ min: 20, max: 250 }), (given, length) => {
      const snippet = snippetOf(given, length);
      expect(snippet.length).toBeLessThanOrEqual(length);
      expect(snippet).not.toMatch(/\p{Surrogate}/u);
      const flat = given.replace(/\s+/gu, ' ').trim();
      expect(flat.startsWith(snippet.replace(/…$/u, '')) || flat.startsWith(snippet)).toBe(true);
    });
  });
});
