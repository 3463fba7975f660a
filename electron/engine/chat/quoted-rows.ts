import type { Sentence } from '@shared/sentences';
import { isTableRow, isTableRule, linesAround } from '@shared/text-lines';

/** The head of a table in a passage. */
export interface TableHead {
  /** Where it begins in the passage's text, UTF-16 code units. */
  readonly start: number;
  /** The names of the columns, one line of Markdown. */
  readonly names: string;
}

const cellsOf = (line: string): readonly string[] => line.split(/(?<!\\)\|/u);

/** Whether a sentence of this passage is one whole row of a table. */
export const isRow = (passage: string, { text, start, end }: Sentence): boolean =>
  isTableRow(text) && linesAround(passage, start, end) === text;

/** Whether it stands in a row, as the sentences in the cells of a long one do. */
export const isInRow = (passage: string, { start, end }: Sentence): boolean =>
  isTableRow(linesAround(passage, start, end));

/** Whether a sentence of this passage is the head of a table or the line under it: they name values and hold none. */
export function isHead(passage: string, sentence: Sentence): boolean {
  if (!isRow(passage, sentence)) return false;
  const [next = ''] = passage.slice(sentence.end).trimStart().split('\n', 1);
  return isTableRule(sentence.text) || isTableRule(next.trim());
}

/**
 * The head above a row in its passage; null where the passage begins below it, where the row has more or fewer cells,
 * so that no name is for certain that of its value, and for what is no row.
 */
export function headOf(passage: string, sentence: Sentence): TableHead | null {
  if (!isRow(passage, sentence)) return null;
  const { length } = cellsOf(sentence.text);
  let end = passage.lastIndexOf('\n', sentence.start - 1);
  let below = sentence.text;
  while (end > 0) {
    const from = passage.lastIndexOf('\n', end - 1) + 1;
    const line = passage.slice(from, end).trim();
    if (!isTableRow(line)) return null;
    if (isTableRule(below)) {
      const isEven = [line, below].every((own) => cellsOf(own).length === length);
      return isEven ? { start: from, names: line } : null;
    }
    below = line;
    end = from - 1;
  }
  return null;
}

/** Rows under their head, as a table in Markdown; the rows are whole lines. */
export function tableOf(names: string, rows: readonly string[]): string {
  const columns = cellsOf(names).length - 2;
  return [names, `|${' --- |'.repeat(Math.max(columns, 1))}`, ...rows].join('\n');
}

/** A row with a marker in its last cell. */
export const markedRow = (text: string, marker: string): string => text.replace(/\s*\|$/u, ` ${marker} |`);

/** A row, or a part of one, without the names of its columns: its values alone. */
export const valuesOf = (text: string): string =>
  cellsOf(text)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(' · ');
