/** Widths of the grid and of the totals below it, which stand under its columns. */
const columnRem = 13;

/** As wide as titles need, and never so wide that no column is left beside it. */
export const firstWidth = 'clamp(9rem, 32cqw, 18rem)';
export const columnWidth = `${columnRem}rem`;

/** Of the head that a question is asked at: with its words where there is no column yet. */
export const addWidth = (isFirst: boolean): string => (isFirst ? '12rem' : '3.5rem');

/** Of a whole row, with room for the head that a question is asked at. */
export const rowWidth = (columns: number): string =>
  `calc(${firstWidth} + ${columns * columnRem}rem + ${addWidth(columns === 0)})`;
