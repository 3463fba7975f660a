import { describe, expect, it } from 'vitest';
import { joinedLines } from '../../../../../renderer/source/pdf/highlight-boxes';
import { scaleOf, zoomStep } from '../../../../../renderer/source/pdf/zoom';

describe('the size of a page', () => {
  it('fills the pane when the width is to fit', () => {
    // A4 is 595 points wide: 793 CSS pixels at 100 %.
    expect(scaleOf('width', 595, 793.333)).toBeCloseTo(1, 4);
    expect(scaleOf('width', 595, 396.666)).toBeCloseTo(0.5, 4);
  });

  it('stays within bounds in a pane that is very narrow or not there yet', () => {
    expect(scaleOf('width', 595, 20)).toBe(0.25);
    expect(scaleOf('width', 595, 0)).toBe(1);
    expect(scaleOf('width', 20, 2000)).toBe(4);
  });

  it('is the asked one otherwise', () => {
    expect(scaleOf(1.25, 595, 100)).toBe(1.25);
  });

  it('goes to the next step from any size, and stops at the bounds', () => {
    expect(zoomStep(0.46, 1)).toBe(0.5);
    expect(zoomStep(0.46, -1)).toBe(0.33);
    expect(zoomStep(1, 1)).toBe(1.1);
    expect(zoomStep(1, -1)).toBe(0.9);
    expect(zoomStep(4, 1)).toBe(4);
    expect(zoomStep(0.25, -1)).toBe(0.25);
  });
});

describe('the boxes of a highlight', () => {
  const box = (left: number, top: number, width: number) => ({ left, top, width, height: 0.02 });

  it('are one where words of a line touch', () => {
    expect(joinedLines([box(0.1, 0.5, 0.1), box(0.205, 0.501, 0.1)])).toEqual([
      { left: 0.1, top: 0.5, width: expect.closeTo(0.205), height: expect.closeTo(0.021) },
    ]);
  });

  it('stay apart on lines and in columns of their own', () => {
    expect(joinedLines([box(0.1, 0.5, 0.3), box(0.1, 0.53, 0.2)])).toHaveLength(2);
    expect(joinedLines([box(0.1, 0.5, 0.3), box(0.6, 0.5, 0.3)])).toHaveLength(2);
  });
});
