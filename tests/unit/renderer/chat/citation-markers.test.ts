import { describe, expect, it } from 'vitest';
import { rehypeCitations, splitAtMarkers } from '../../../../renderer/chat/citation-markers';

describe('citation markers', () => {
  it('split a text at the citations there are', () => {
    expect(splitAtMarkers('One. [Citation 1][Citation 12] Two.', new Set([1, 12]))).toEqual(['One. ', 1, 12, ' Two.']);
  });

  it('stay as written where there is no such citation', () => {
    expect(splitAtMarkers('One. [Citation 3]', new Set([1]))).toEqual(['One. [Citation 3]']);
  });

  it('are replaced in text at any depth, and left alone in code', () => {
    const text = (value: string) => ({ type: 'text' as const, value });
    const element = (tagName: string, value: string) => ({
      type: 'element' as const,
      tagName,
      properties: {},
      children: [text(value)],
    });
    const tree = { children: [element('p', 'So [Citation 2]'), element('code', '[Citation 2]')] };
    rehypeCitations(new Set([2]))()(tree);
    expect(tree.children).toEqual([
      {
        type: 'element',
        tagName: 'p',
        properties: {},
        children: [
          text('So '),
          { type: 'element', tagName: 'cite', properties: { dataMarker: 2 }, children: [text('2')] },
        ],
      },
      element('code', '[Citation 2]'),
    ]);
  });

  it('of a table find their row, which is one sentence, by all of its cells', () => {
    type Node = { type: 'element'; tagName: string; properties: Record<string, unknown>; children: unknown[] };
    const element = (tagName: string, ...children: unknown[]): Node => ({
      type: 'element',
      tagName,
      properties: {},
      children,
    });
    const row = (...cells: string[]) =>
      element('tr', ...cells.map((value) => element('td', { type: 'text' as const, value })));
    const cited = ['| 2023 | 18.2 | 41 |', '| 2024 | 18.2 | 1 |'].map((text) => ({
      text,
      markers: [1],
      support: 'supported' as const,
      share: 1,
      missingNumbers: [],
    }));
    const tree = { children: [row('2024', '18.2', '1 [Citation 1]')] };
    rehypeCitations(new Set([1]), cited)()(tree as never);
    expect(JSON.stringify(tree)).toContain('"dataMarker":1,"dataSentence":1');
  });
});
