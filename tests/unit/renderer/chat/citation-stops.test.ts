import type { Citation, CitedSentence } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { citationStops, litSpans } from '../../../../renderer/chat/citation-stops';

const citation = (marker: number, more: Partial<Citation> = {}): Citation => ({
  marker,
  chunkId: `c${marker}`,
  documentId: `d${marker}`,
  title: `Document ${marker}`,
  path: '',
  pages: [marker],
  headings: [],
  checksum: '',
  snippet: '',
  startChar: 100,
  endChar: 200,
  score: 1,
  ...more,
});
const sentence = (spans?: CitedSentence['spans']): CitedSentence => ({
  text: '',
  markers: [1],
  support: 'supported',
  share: 1,
  missingNumbers: [],
  ...(spans ? { spans } : {}),
});
const span = (startChar: number, endChar: number) => ({ startChar, endChar });

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

  it('is its own stretch in answers of earlier versions', () => {
    expect(litSpans(citation(1), sentence())).toEqual([span(100, 200)]);
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
