import { atBars, namesColumns } from '@shared/column-names';
import type { Sentence } from '@shared/sentences';
import { isTableRow, isTableRule, linesAround } from '@shared/text-lines';

/** The head of a table in a passage. */
export interface TableHead {
  /** Where it begins in the passage's text, UTF-16 code units. */
  readonly start: number;
  /** The names of the columns, one line of Markdown. */
  readonly names: string;
}

/** Whether a sentence of this passage is one whole row of a table. */
export const isRow = (passage: string, { text, start, end }: Sentence): boolean =>
  isTableRow(text) && linesAround(passage, start, end) === text;

/** Whether it stands in a row, as the sentences in the cells of a long one do. */
export const isInRow = (passage: string, { start, end }: Sentence): boolean =>
  isTableRow(linesAround(passage, start, end));

/** Whether a sentence of this passage is the head of a table or the line under it: they name values and hold none. */
export function isHead(passage: string, sentence: Sentence): boolean {
  if (!isRow(passage, sentence)) return false;
  const [next = '', first = ''] = passage.slice(sentence.end).trimStart().split('\n', 2);
  if (isTableRule(sentence.text)) return true;
  return isTableRule(next.trim()) && namesColumns(sentence.text, first.trim());
}

/**
 * The head above a row in its passage; null where the passage begins below it, where that is a record itself, where the
 * row has more or fewer cells, so that no name is for certain that of its value, and for what is no row.
 */
export function headOf(passage: string, sentence: Sentence): TableHead | null {
  if (!isRow(passage, sentence)) return null;
  const { length } = atBars(sentence.text);
  let end = passage.lastIndexOf('\n', sentence.start - 1);
  let below = sentence.text;
  let first = '';
  while (end > 0) {
    const from = passage.lastIndexOf('\n', end - 1) + 1;
    const line = passage.slice(from, end).trim();
    if (!isTableRow(line)) return null;
    if (isTableRule(below)) {
      const isEven = [line, below].every((own) => atBars(own).length === length);
      return isEven && namesColumns(line, first) ? { start: from, names: line } : null;
    }
    first = below;
    below = line;
    end = from - 1;
  }
  return null;
}

/** Rows under their head, as a table in Markdown; the rows are whole lines. */
export function tableOf(names: string, rows: readonly string[]): string {
  const columns = atBars(names).length - 2;
  return [names, `|${' --- |'.repeat(Math.max(columns, 1))}`, ...rows].join('\n');
}

/** A row with a marker in its last cell. */
export const markedRow = (text: string, marker: string): string => text.replace(/\s*\|$/u, ` ${marker} |`);

/** A row, or a part of one, without the names of its columns: its values alone. */
export const valuesOf = (text: string): string =>
  atBars(text)
    .filter((value) => value !== '')
    .join(' · ');
