import type { Sentence } from '@shared/sentences';

/** The head of a table in a passage. */
export interface TableHead {
  /** Where it begins in the passage's text, UTF-16 code units. */
  readonly start: number;
  /** The names of the columns, one line of Markdown. */
  readonly names: string;
}

const row = /^\|.*\|$/u;
const dashes = /^\|(?:\s*:?-+:?\s*\|)+$/u;

/** Whether a quotation is one whole row of a table. */
export const isRow = (text: string): boolean => row.test(text) && !text.includes('\n');

/** Whether a sentence of this passage is the head of a table or the line under it: they name values and hold none. */
export function isHead(passage: string, { text, end }: Sentence): boolean {
  if (!isRow(text)) return false;
  const [next = ''] = passage.slice(end).trimStart().split('\n', 1);
  return dashes.test(text) || dashes.test(next.trim());
}

/** The head above a row in its passage; null where the passage begins below it, and for what is no row. */
export function headOf(passage: string, { text, start }: Sentence): TableHead | null {
  if (!isRow(text)) return null;
  let end = passage.lastIndexOf('\n', start - 1);
  let below = text;
  while (end > 0) {
    const from = passage.lastIndexOf('\n', end - 1) + 1;
    const line = passage.slice(from, end).trim();
    if (!row.test(line)) return null;
    if (dashes.test(below)) return { start: from, names: line };
    below = line;
    end = from - 1;
  }
  return null;
}

/** Rows under their head, as a table in Markdown; the rows are whole lines. */
export function tableOf(names: string, rows: readonly string[]): string {
  const columns = names.split(/(?<!\\)\|/u).length - 2;
  return [names, `|${' --- |'.repeat(Math.max(columns, 1))}`, ...rows].join('\n');
}

/** A row with a marker in its last cell. */
export const markedRow = (text: string, marker: string): string => text.replace(/\s*\|$/u, ` ${marker} |`);

/** A row whose head is not in the passage: its values alone. */
export const valuesOf = (text: string): string =>
  text
    .split(/(?<!\\)\|/u)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(' · ');
