/** Orders for `sort`. */

/** Texts in the order of their code units, which is the same everywhere. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The higher number first. A sign, not a difference: fractions that a sort throws away are garbage. */
export const falling = (a: number, b: number): number => (a > b ? -1 : a < b ? 1 : 0);
