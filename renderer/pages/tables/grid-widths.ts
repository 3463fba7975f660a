/** Widths of the grid and of the totals below it, which stand under its columns. */
const columnRem = 13;
const addRem = 13;

/** As wide as titles need, and never so wide that no column is left beside it. */
export const firstWidth = 'clamp(9rem, 32cqw, 18rem)';
export const columnWidth = `${columnRem}rem`;
export const addWidth = `${addRem}rem`;

/** Of a whole row, with the column that a question is typed in. */
export const rowWidth = (columns: number): string => `calc(${firstWidth} + ${columns * columnRem + addRem}rem)`;
