import { describe, expect, it } from 'vitest';
import { placeAmong, sourceMarks, spansOfStop } from '../../../../../renderer/panels/source/source-marks';

const span = (startChar: number, endChar: number) => ({ startChar, endChar });
const stop = (spans?: readonly ReturnType<typeof span>[], one: ReturnType<typeof span> | null = null) => {
  return { documentId: 'd', title: 'D', span: one, spans, pages: [], marker: null };
};

describe('the passages of a citation', () => {
  it('are all its spans, or its one span where it names no others', () => {
    expect(spansOfStop(stop([span(1, 2), span(5, 9)], span(1, 2)))).toEqual([span(1, 2), span(5, 9)]);
    expect(spansOfStop(stop([], span(3, 4)))).toEqual([span(3, 4)]);
    expect(spansOfStop(stop(undefined, null))).toEqual([]);
  });

  it('are counted through all citations', () => {
    const stops = [stop([span(1, 2), span(5, 9)]), stop(), stop(undefined, span(3, 4))];
    expect(placeAmong(stops, 0, 1)).toEqual({ place: 2, total: 4 });
    expect(placeAmong(stops, 2, 0)).toEqual({ place: 4, total: 4 });
  });

  it('are in order with the search hits, and the current one is highlighted once', () => {
    const marks = sourceMarks({ chunk: span(0, 20), found: [span(8, 9)], cited: [span(3, 4)], current: span(3, 4) });
    expect(marks.map(({ startChar, light }) => [startChar, light])).toEqual([
      [0, 'chunk'],
      [3, 'current'],
      [8, 'found'],
    ]);
  });
});
