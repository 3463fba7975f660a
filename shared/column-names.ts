import { isTableRow, isTableRule } from './text-lines';

/** A line of a table in Markdown at its bars: of a whole row, its cells between two empty parts. */
export const atBars = (line: string): readonly string[] => line.split(/(?<!\\)\|/u).map((cell) => cell.trim());

const figure = /^\p{Sc}?\s?[+\-−]?\d[\d.,\s’']*(?:\s?(?:%|\p{Sc}|EUR|USD|CHF|GBP))?$/u;
const year = /^(?:1[5-9]|20)\d\d$/u;
/** So many figures in order are sizes or ranks, and no record. */
const fewestInOrder = 3;

/**
 * Whether the row above a table's rule names its columns. Files without a head have their first record there: a figure
 * over figures that is no year, no rank and no size names nothing.
 *
 * @param below the first row under the rule, as far as the text has it
 */
export function namesColumns(head: string, below: string): boolean {
  const values = isTableRow(below) && !isTableRule(below) ? atBars(below) : [];
  const figures = atBars(head).filter((cell, at) => figure.test(cell) && figure.test(values[at] ?? ''));
  if (figures.every((cell) => year.test(cell))) return true;
  const numbers = figures.map(Number);
  if (numbers.every((number, at) => number === (numbers[0] ?? 0) + at) && (numbers[0] ?? 0) <= 1) return true;
  const rises = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)));
  return numbers.length >= fewestInOrder && rises.every((rise) => rise !== 0 && rise === rises[0]);
}
