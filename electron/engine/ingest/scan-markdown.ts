import type { BlockSpan, HeadingSpan } from './contract';
import { htmlHeadings, plainHeading } from './heading-text';

const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** A heading as HTML that ends in its own line. */
const htmlLine = /^ {0,3}<h[1-6]\b/i;
const fence = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** What cannot be the first line of an underlined heading. */
const notParagraph = /^(?:[ \t]*$| {4}|\t| {0,3}(?:[-*+>]|\d{1,9}[.)])[ \t]| {0,3}[>|])/;

interface Fence {
  readonly mark: string;
  readonly start: number;
}

interface Rows {
  readonly start: number;
  end: number;
}

/** Longer lines are neither headings nor rows worth keeping whole; the patterns are not tried on them. */
const MAX_LINE = 4000;

/**
 * Headings, fenced code and tables by looking at lines, in time linear in the text: for Markdown too long to parse.
 * Agrees with the parser on ordinary documents; knows no indented code, and of HTML only headings in one line.
 */
export function scanMarkdown(text: string): { headings: HeadingSpan[]; blocks: BlockSpan[] } {
  const headings: HeadingSpan[] = [];
  const blocks: BlockSpan[] = [];
  const state: { open: Fence | null; table: Rows | null } = { open: null, table: null };
  let previous = { line: '', start: 0 };

  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const next = newline < 0 ? text.length : newline + 1;
    const end = newline < 0 ? text.length : text.charCodeAt(newline - 1) === 13 ? newline - 1 : newline;
    const line = end - start > MAX_LINE ? '' : text.slice(start, end);
    const { open } = state;
    if (open) {
      const close = fence.exec(line);
      if (close?.[1]?.startsWith(open.mark) && close[2]?.trim() === '') {
        blocks.push({ kind: 'code', startChar: open.start, endChar: end });
        state.open = null;
      }
      previous = { line: '', start: next };
    } else {
      continueTable(line, end);
      visit(line, start, end);
      previous = { line, start };
    }
    start = next;
  }
  if (state.open) blocks.push({ kind: 'code', startChar: state.open.start, endChar: text.length });
  closeTable();
  return { headings, blocks };

  function visit(line: string, start: number, end: number): void {
    const opening = fence.exec(line);
    if (opening?.[1] && !(opening[1].startsWith('`') && opening[2]?.includes('`'))) {
      state.open = { mark: opening[1], start: start + line.indexOf(opening[1]) };
      return;
    }
    const level = atxHeading.exec(line)?.[1]?.length;
    if (level !== undefined) {
      headings.push({ level, text: plainHeading(line), startChar: start + line.search(/#/), endChar: end });
      return;
    }
    if (htmlLine.test(line)) headings.push(...htmlHeadings(line, start));
    const rule = underline.exec(line)?.[1];
    if (rule && !notParagraph.test(previous.line) && !atxHeading.test(previous.line) && state.table === null) {
      headings.push({
        level: rule.startsWith('=') ? 1 : 2,
        text: plainHeading(previous.line),
        startChar: previous.start,
        endChar: end,
      });
    }
  }

  function continueTable(line: string, end: number): void {
    if (state.table) {
      if (line.trim() !== '' && !fence.test(line) && !atxHeading.test(line)) state.table.end = end;
      else closeTable();
      return;
    }
    const isTable = line.includes('|') && previous.line.includes('|') && delimiterRow.test(line);
    if (isTable) state.table = { start: previous.start, end };
  }

  function closeTable(): void {
    if (state.table) blocks.push({ kind: 'table', startChar: state.table.start, endChar: state.table.end });
    state.table = null;
  }
}
