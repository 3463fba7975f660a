import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useRem } from './window-size';

/** Heights in rem: rows grow with the text; the line below a row or the head is one CSS pixel at any size. */
interface GridShape {
  readonly count: number;
  readonly rowRem: number;
  readonly headRem: number;
  readonly lined?: boolean;
  /** Names the row of an index where rows change places; a grid with this measures its rows, which may be unfolded. */
  readonly keyOf?: (index: number) => string | number;
}

export type VirtualGrid = ReturnType<typeof useVirtualGrid>;

/** Rows of which only those in view are drawn, below a head that stays on top; and the keys that move among them. */
export function useVirtualGrid({ count, rowRem, headRem, lined = false, keyOf }: GridShape) {
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const rowHeight = rowRem * rem + (lined ? 1 : 0);
  const headHeight = headRem * rem + 1;
  const measured = keyOf !== undefined;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...(keyOf ? { getItemKey: keyOf } : {}),
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows keep the height they were placed with until told otherwise
  useLayoutEffect(() => {
    if (!measured) rows.measure();
  }, [rows, rowHeight, measured]);

  const stepFrom = (at: number, key: string): number | null =>
    stepOf(key, at, count, rowsOfPage(scroller.current, rowHeight));

  return { scroller, rows, rowHeight, headHeight, stepFrom };
}

export function sortedAs(descending: boolean | null): 'ascending' | 'descending' | 'none' {
  if (descending === null) return 'none';
  return descending ? 'descending' : 'ascending';
}

export const rowsOfPage = (scroller: HTMLElement | null, rowHeight: number): number =>
  Math.max(1, Math.floor((scroller?.clientHeight ?? rowHeight) / rowHeight) - 1);

/** The row of `count` that a key leads to from the row `at` (−1: none), or null if the key does not move or there is no row. */
export function stepOf(key: string, at: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return target === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, target));
}
