import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textBlocks } from '../../../../renderer/source/text-segments';

const chunk = (id: string, startChar: number, endChar: number) => ({ id, startChar, endChar, pages: [] });

describe('a document in segments', () => {
  it('lights the passage and no more', () => {
    const text = 'one two three';
    const [block] = textBlocks({ text, pages: [], chunks: [] }, { startChar: 4, endChar: 7 });
    expect(block?.segments.map(({ from, to, highlighted }) => [text.slice(from, to), highlighted])).toEqual([
      ['one ', false],
      ['two', true],
      [' three', false],
    ]);
  });

  it('numbers the chunks where they begin and marks what two of them share', () => {
    const [block] = textBlocks({ text: 'abcdefghij', pages: [], chunks: [chunk('x', 0, 6), chunk('y', 4, 10)] }, null);
    expect(block?.segments.map(({ from, to, shared, chunkStarts }) => [from, to, shared, chunkStarts])).toEqual([
      [0, 4, false, [1]],
      [4, 6, true, [2]],
      [6, 10, false, []],
    ]);
  });

  it('begins a block where a page begins', () => {
    const pages = [
      { page: 1, startChar: 0, endChar: 5 },
      { page: 2, startChar: 5, endChar: 9 },
    ];
    expect(
      textBlocks({ text: 'page1page', pages, chunks: [] }, null).map(({ from, to, page }) => [from, to, page]),
    ).toEqual([
      [0, 5, 1],
      [5, 9, 2],
    ]);
  });

  it('holds every character once and in order', () => {
    const place = fc.nat(6000);
    const spanOf = fc.tuple(place, place).map(([a, b]) => ({ startChar: Math.min(a, b), endChar: Math.max(a, b) }));
    const words = fc.array(fc.constantFrom('word ', 'another\n', '\n\n', 'long '.repeat(200)), { maxLength: 40 });
    fc.assert(
      fc.property(
        words,
        fc.array(spanOf, { maxLength: 8 }),
        spanOf,
        fc.array(place, { maxLength: 4 }),
        (lines, spans, span, breaks) => {
          const text = lines.join('');
          const chunks = spans.map(({ startChar, endChar }, index) => chunk(String(index), startChar, endChar));
          const pages = breaks.map((startChar, index) => ({ page: index + 1, startChar, endChar: startChar }));
          const blocks = textBlocks({ text, pages, chunks }, span);
          const pieces = blocks.flatMap((block) => block.segments);
          expect(pieces.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
          for (const [index, piece] of pieces.entries()) expect(piece.from).toBe(pieces[index - 1]?.to ?? 0);
          for (const block of blocks) {
            expect(block.from).toBe(block.segments[0]?.from);
            expect(block.to).toBe(block.segments.at(-1)?.to);
          }
        },
      ),
    );
  });
});
