import type { Citation, CitedSentence } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import {
  citationStops,
  litSpans,
  rehypeCitations,
  splitAtMarkers,
} from '../../../../../renderer/panels/answer/citation-markers';

const citation = (marker: number, more: Partial<Citation> = {}): Citation => ({
  marker,
  chunkId: `c${marker}`,
  documentId: `d${marker}`,
  title: `Document ${marker}`,
  path: '',
  mime: 'text/plain',
  pages: [marker],
  headings: [],
  chapter: 'Unknown',
  section: 'N/A',
  url: `vitrine://document/d${marker}#page=${marker}`,
  chunkIndex: 0,
  checksum: '',
  snippet: '',
  startChar: 100,
  endChar: 200,
  score: 1,
  ...more,
});
const sentence = (spans: CitedSentence['spans'] = []): CitedSentence => ({
  text: '',
  markers: [1],
  support: 'supported',
  share: 1,
  missingNumbers: [],
  spans,
});
const span = (startChar: number, endChar: number) => ({ startChar, endChar });

describe('citation markers', () => {
  it('split a text at the citations there are', () => {
    expect(splitAtMarkers('One. [Citation 1][Citation 12] Two.', new Set([1, 12]))).toEqual(['One. ', 1, 12, ' Two.']);
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
    const cited = ['| 2023 | 18.2 | 41 |', '| 2024 | 18.2 | 1 |'].map((text) => ({ ...sentence(), text }));
    const tree = { children: [row('2024', '18.2', '1 [Citation 1]')] };
    rehypeCitations(new Set([1]), cited)()(tree as never);
    expect(JSON.stringify(tree)).toContain('"dataMarker":1,"dataSentence":1');
  });
});

describe('what a citation lights', () => {
  const all = [span(110, 120), span(150, 160)];

  it('is what its sentence rests on in the passage of this number', () => {
    const own = sentence([
      { marker: 2, ...span(1, 2) },
      { marker: 1, ...span(150, 160) },
    ]);
    expect(litSpans(citation(1, { spans: all }), own)).toEqual([span(150, 160)]);
  });

  it('is all that the answer rests on where the sentence is not known or has none', () => {
    expect(litSpans(citation(1, { spans: all }), null)).toEqual(all);
    expect(litSpans(citation(1, { spans: all }), sentence([]))).toEqual(all);
  });
});

describe('the stops of an answer', () => {
  it('come in the order of their numbers, the one that was followed at its sentence', () => {
    const opened = { marker: 2, sentence: sentence([{ marker: 2, ...span(170, 180) }]) };
    const stops = citationStops([citation(2, { spans: [span(110, 120)] }), citation(1)], opened, 'x');
    expect(stops.map(({ marker, span: lit, spans, exchange }) => [marker, lit, spans?.length, exchange])).toEqual([
      [1, span(100, 200), 1, 'x'],
      [2, span(170, 180), 1, 'x'],
    ]);
  });
});
