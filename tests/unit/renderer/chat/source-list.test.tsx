import type { Citation } from '@shared/contract/index';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { SourceList } from '../../../../renderer/chat/SourceList';
import { speak } from '../../../../renderer/strings/index';

const citation = (marker: number, path: string, pages: readonly number[]): Citation => ({
  marker,
  path,
  pages,
  chunkId: `c${marker}`,
  documentId: `d${marker}`,
  title: path,
  headings: [],
  checksum: '',
  snippet: '',
  startChar: 0,
  endChar: 1,
  score: 0.5,
});
const citations = [
  citation(1, 'rents.xlsx', [1]),
  citation(2, 'letters.mbox', [3]),
  citation(3, 'talk.pptx', [2, 3]),
  citation(4, 'report.pdf', [7]),
  citation(5, 'notes.md', []),
];
const places = (): string[] =>
  [
    ...renderToStaticMarkup(createElement(SourceList, { citations, current: null, open: () => {} })).matchAll(
      /text-muted">([^<]*)</g,
    ),
  ].map(([, place = '']) => place);

describe('the sources under an answer', () => {
  afterEach(() => speak('en'));

  it('name their places in the words of each format', () => {
    expect(places()).toEqual(['sheet 1 · 50 %', 'mail 3 · 50 %', 'slides 2–3 · 50 %', 'page 7 · 50 %', '50 %']);
    speak('de');
    expect(places().map((place) => place.split(' · ')[0])).toEqual([
      'Blatt 1',
      'Mail 3',
      'Folien 2–3',
      'Seite 7',
      expect.stringContaining('50'),
    ]);
  });

  it('name the section, but not the title twice, nor the first line of a title that takes two', () => {
    const shown = (title: string, headings: readonly string[]): string => {
      const one: Citation = { ...citation(1, 'paper.pdf', [1]), title, headings };
      const html = renderToStaticMarkup(createElement(SourceList, { citations: [one], current: null, open: () => {} }));
      return /text-soft">([^<]*)</.exec(html)?.[1] ?? '';
    };
    expect(shown('Lavender oil in wraps', ['Lavender oil in wraps'])).toBe('Lavender oil in wraps');
    expect(shown('Lavender oil in wraps', ['Lavender oil'])).toBe('Lavender oil in wraps');
    expect(shown('Lavender oil in wraps', ['Lavender oil', 'Results'])).toBe('Lavender oil in wraps › Results');
    expect(shown('Lavender oil in wraps', ['Lave'])).toBe('Lavender oil in wraps › Lave');
    expect(shown('Lavender oil in wraps', ['Results', 'Lavender oil'])).toBe('Lavender oil in wraps › Lavender oil');
  });
});
