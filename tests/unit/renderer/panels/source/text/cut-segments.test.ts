import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkEdges, cutSegments } from '../../../../../../renderer/panels/source/text/cut-segments';
import { markdownLooks, previewWords } from '../../../../../../renderer/panels/source/text/markdown-looks';
import { forAll } from '../../../../../for-all';

const whole = (to: number) => ({ from: 0, to, parts: [{ from: 0, to }] });
const chunk = (startChar: number, endChar: number) => ({ startChar, endChar });

describe('an item in segments', () => {
  it('lights the passage and no more, the strongest light first', () => {
    const [segments] = cutSegments(
      whole(13),
      [],
      [
        { from: 0, to: 7, light: 'chunk' },
        { from: 4, to: 7, light: 'current' },
      ],
    );
    expect(segments?.map(({ from, to, light }) => [from, to, light])).toEqual([
      [0, 4, 'chunk'],
      [4, 7, 'current'],
      [7, 13, null],
    ]);
  });

  it('says where chunks begin and end, and what two of them share', () => {
    const [segments] = cutSegments(whole(10), chunkEdges([chunk(0, 6), chunk(4, 10)]), []);
    expect(segments?.map(({ from, to, shared, starts, ends }) => [from, to, shared, starts, ends])).toEqual([
      [0, 4, false, [1], []],
      [4, 6, true, [2], [1]],
      [6, 10, false, [], [2]],
    ]);
  });

  it('gives every part whole, and every beginning once', () => {
    const place = fc.nat(60);
    const spans = fc.array(
      fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(([from, size]) => chunk(from, from + size)),
      { maxLength: 6 },
    );
    const parts = fc.uniqueArray(place, { maxLength: 6 }).map((places) => {
      const sorted = [...places].sort((a, b) => a - b);
      return sorted.flatMap((from, index) => {
        const to = sorted[index + 1];
        return index % 2 === 0 && to !== undefined ? [{ from, to }] : [];
      });
    });
    forAll(spans, parts, spans, (chunks, shown, lit) => {
      const item = { from: 0, to: 100, parts: shown.length > 0 ? shown : [{ from: 0, to: 100 }] };
      const lights = lit.map(({ startChar, endChar }) => ({ from: startChar, to: endChar, light: 'found' as const }));
      const cut = cutSegments(item, chunkEdges(chunks), lights);
      cut.forEach((segments, index) => {
        const part = item.parts[index];
        expect(segments[0]?.from).toBe(part?.from);
        expect(segments.at(-1)?.to).toBe(part?.to);
        segments.forEach((segment, at) => {
          if (at > 0) expect(segment.from).toBe(segments[at - 1]?.to);
        });
      });
      const begun = cut.flat().flatMap(({ starts }) => starts);
      expect([...begun].sort((a, b) => a - b)).toEqual(chunks.map((_, index) => index + 1));
    });
  });
});

describe('Markdown in segments', () => {
  const seen = (text: string): string => {
    const [segments = []] = cutSegments(whole(text.length), [], [], markdownLooks(text, 0, text.length));
    return segments
      .filter(({ looks }) => !looks.includes('mark'))
      .map(({ from, to, looks }) => text.slice(from, to) + (looks.length > 0 ? `{${looks.join(' ')}}` : ''))
      .join('');
  };

  it.each([
    ['a **bold *and soft* word** here', 'a bold {strong}and soft{strong emphasis} word{strong} here'],
    ['`**code**` and ``a ` b``', '**code**{typed} and a ` b{typed}'],
    [
      'see [the *law*](https://x.org/a_(b) "T") or <https://y.org>',
      'see the {link}law{link emphasis} or https://y.org{link}',
    ],
    ['> quoted\n> twice', 'quoted\ntwice'],
    ['not \\*this\\*, nor snake_case_name, 2 * 3 * 4 or [n]', 'not *this*, nor snake_case_name, 2 * 3 * 4 or [n]'],
    ['~~gone~~ __kept__ _so_', 'gone{struck} kept{strong} so{emphasis}'],
    ['***', ''],
  ])('sets %j without its signs', (text, set) => {
    expect(seen(text)).toBe(set);
  });

  it.each([
    ['## § 3 The **lease** of `one`', 'lease.md', '§ 3 The lease of one'],
    ['## § 3 The **lease**', 'lease.docx', '§ 3 The **lease**'],
    ['| Repair | Cost | | --- | --- | | Roof | 92000 |', 'costs.csv', 'Repair · Cost · Roof · 92000'],
    ['C# is #1, a | b', 'code.txt', 'C# is #1, a | b'],
  ])('previews %j of %s as words', (passage, path, words) => {
    expect(previewWords(passage, path)).toBe(words);
  });

  it('hides no letter where there is no address', () => {
    const sign = fc.constantFrom('*', '**', '_', '`', '~~', '[', ']', '<', '>', '\\', '\n', ' ', 'word', 'ß');
    forAll(fc.array(sign, { maxLength: 40 }), (signs) => {
      const text = signs.join('');
      for (const { look, from, to } of markdownLooks(text, 0, text.length)) {
        if (look === 'mark') expect(text.slice(from, to)).not.toMatch(/\p{L}/u);
      }
    });
  });
});
