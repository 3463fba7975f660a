import type { Block } from '@shared/prompt/blocks';
import { frontMatter } from '@shared/prompt/front-matter';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnPixels,
  keepsFirstColumn,
  sourceItems,
} from '../../../../../../renderer/panels/source/text/source-items';
import { forAll } from '../../../../../for-all';

const none = { pages: [], headings: [], blocks: [] };
const spanOf = (text: string, part: string) => {
  const startChar = text.indexOf(part);
  return { startChar, endChar: startChar + part.length };
};
const rangeOf = (text: string, part: string) => {
  const { startChar, endChar } = spanOf(text, part);
  return { start: startChar, end: endChar };
};
const partsOf = (text: string, item: { parts: readonly { from: number; to: number }[] }) =>
  item.parts.map(({ from, to }) => text.slice(from, to));

describe('a document in items', () => {
  it('shows a heading without its marks, and code without its fences', () => {
    const text = '# Title\n\nWords.\n\n```js\nlet a = 1;\n```\n\nUnder\n-----\n\nEnd.';
    const items = sourceItems({
      text,
      pages: [],
      headings: [
        { level: 1, text: 'Title', ...spanOf(text, '# Title') },
        { level: 2, text: 'Under', ...spanOf(text, 'Under\n-----') },
      ],
      blocks: [{ kind: 'code', ...rangeOf(text, '```js\nlet a = 1;\n```') }],
    });
    expect(items.map((item) => [item.look, ...partsOf(text, item)])).toEqual([
      ['heading', 'Title'],
      ['prose', 'Words.'],
      ['code', 'let a = 1;'],
      ['heading', 'Under'],
      ['prose', 'End.'],
    ]);
  });

  it('shows front matter by its keys and values, before what follows it', () => {
    const text = '---\ntitle: Silk\ntags: [light]\n---\n\nWords.';
    const items = sourceItems({ text, ...none }, frontMatter(text));
    expect(items.map((item) => [item.look, ...partsOf(text, item)])).toEqual([
      ['front', 'title', 'Silk', 'tags', '[light]'],
      ['prose', 'Words.'],
    ]);
    expect(items[0]?.to).toBe(items[1]?.from);
  });

  it('draws the bullet of a list and keeps the number of an item, each with its depth', () => {
    const text = 'First:\n\n- one\n  - two\n\n3. three\n> said\n';
    const block = (kind: Block['kind'], part: string, level?: number, mark = 0): Block => {
      const range = rangeOf(text, part);
      return { kind, ...range, ...(level ? { level, words: range.start + mark } : {}) };
    };
    const blocks = [
      block('paragraph', 'First:'),
      block('list-item', '- one', 1, 2),
      block('list-item', '- two', 2, 2),
      block('list-item', '3. three', 1, 3),
      block('quote', '> said'),
    ];
    const items = sourceItems({ ...none, text, blocks });
    expect(items.map((item) => [item.block?.kind, item.level, ...partsOf(text, item)])).toEqual([
      ['paragraph', 0, 'First:'],
      ['list-item', 1, 'one'],
      ['list-item', 2, 'two'],
      ['list-item', 1, '3. three'],
      ['quote', 0, '> said'],
    ]);
  });

  it('shows a table by its cells, and a header that is repeated once', () => {
    const first = '| Case | Humidity |\n| --- | --- |\n| A1 | 48 |';
    const second = '| Case | Humidity |\n| --- | --- |\n| B\\|7 |  |';
    const text = `${first}\n\n${second}\n`;
    const heads = [0, first.length + 2];
    const blocks = [first, second].flatMap((table, at): Block[] => {
      const by = heads[at] ?? 0;
      const lead = { start: by, end: by + table.indexOf('\n') };
      const row = by + table.lastIndexOf('\n') + 1;
      return [
        { kind: 'table-head', ...lead },
        { kind: 'table-row', start: row, end: by + table.length, lead },
      ];
    });
    const items = sourceItems({ ...none, text, blocks });
    expect(items.map((item) => [item.look, ...partsOf(text, item)])).toEqual([
      ['head', 'Case', 'Humidity'],
      ['row', 'A1', '48'],
      ['row', 'B\\|7', ''],
    ]);
    expect(new Set(items.map((item) => item.columns)).size).toBe(1);
    expect(items[0]?.columns?.widths).toEqual([4, 8]);
  });

  it('numbers the lines of code and data, empty ones too, and counts on through items and over-long lines', () => {
    const text = `${'a'.repeat(7000)}\r\n\n${'line\n'.repeat(400)}end`;
    const items = sourceItems({ ...none, text }, null, true);
    expect(items.length).toBeGreaterThan(3);
    const all = text.split('\n');
    let rest = '';
    for (const { from, line, parts } of items) {
      const within = from > 0 && text[from - 1] !== '\n';
      parts.forEach((part, at) => {
        const words = text.slice(part.from, part.to);
        rest = within && at === 0 ? rest + words : words;
        expect((all[line + at - 1] ?? '').startsWith(rest)).toBe(true);
      });
      expect(items.every(({ look }) => look === 'code')).toBe(true);
    }
    const last = items.at(-1);
    expect((last?.line ?? 0) + (last?.parts.length ?? 0) - 1).toBe(all.length);
  });

  it('holds every character once and in order, whatever the spans', () => {
    const place = fc.nat(4000);
    const span = fc.tuple(place, place).map(([a, b]) => ({ startChar: Math.min(a, b), endChar: Math.max(a, b) }));
    const lines = fc.array(
      fc.constantFrom(
        'word ',
        'another\n',
        '\n\n',
        '| a | b |\n',
        '| --- | --- |\n',
        '```\n',
        '# H\n',
        'long '.repeat(2000),
      ),
      { maxLength: 30 },
    );
    forAll(
      lines,
      fc.array(fc.tuple(span, fc.constantFrom('code' as const, 'table-row' as const)), { maxLength: 6 }),
      fc.array(span, { maxLength: 4 }),
      fc.array(place, { maxLength: 4 }),
      fc.boolean(),
      (words, spans, heads, breaks, byLines) => {
        const text = words.join('');
        const placed = {
          text,
          pages: breaks.map((startChar, index) => ({ page: index + 1, startChar, endChar: startChar })),
          headings: heads.map((head) => ({ ...head, level: 2, text: '' })),
          blocks: spans.map(([{ startChar, endChar }, kind]) => ({ kind, start: startChar, end: endChar })),
        };
        const items = sourceItems(placed, null, byLines);
        expect(items.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
        for (const [index, item] of items.entries()) {
          expect(item.from).toBe(items[index - 1]?.to ?? 0);
          expect(item.to).toBeGreaterThan(item.from);
          let end = item.from;
          for (const part of item.parts) {
            expect(part.from).toBeGreaterThanOrEqual(end);
            expect(part.to).toBeGreaterThanOrEqual(part.from);
            expect(part.to).toBeLessThanOrEqual(item.to);
            end = part.to;
          }
        }
      },
    );
  });
});

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

describe('the columns of a table', () => {
  it('are never narrower than their longest word, and fill the room and no more where the words fit', () => {
    const column = fc.tuple(fc.integer({ min: 4, max: 36 }), fc.integer({ min: 1, max: 20 }));
    forAll(fc.array(column, { minLength: 1, maxLength: 12 }), fc.integer({ max: 2000 }), (cells, room) => {
      const widths = cells.map(([width]) => width);
      const words = cells.map(([, word]) => word);
      const columns = { widths, words, lengths: widths };
      const least = columnPixels(columns, 0);
      // Letters of twice the size have twice the room: no number is broken in two.
      columnPixels(columns, room, 2).forEach((pixels, at) => {
        expect(pixels).toBeGreaterThanOrEqual((words[at] ?? 0) * 16);
      });
      const drawn = columnPixels(columns, room);
      drawn.forEach((pixels, at) => {
        expect(pixels).toBeGreaterThanOrEqual(least[at] ?? 0);
        expect(pixels).toBeGreaterThanOrEqual((words[at] ?? 0) * 8);
      });
      if (room > sum(least) + cells.length) {
        expect(sum(drawn)).toBeLessThanOrEqual(room);
        expect(sum(drawn)).toBeGreaterThan(room - cells.length - 1);
      }
    });
  });

  it('keep the first one in view only where others are scrolled, and where it leaves them most of the room', () => {
    expect(keepsFirstColumn([120, 200, 300], 400)).toBe(true);
    expect(keepsFirstColumn([120, 200, 300], 640)).toBe(false);
    expect(keepsFirstColumn([220, 200, 300], 400)).toBe(false);
    expect(keepsFirstColumn([], 400)).toBe(false);
  });
});
