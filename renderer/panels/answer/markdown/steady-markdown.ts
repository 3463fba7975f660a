const fenceLine = /^ {0,3}(`{3,}|~{3,})/;
/** A last line that may yet become a list, a heading, a rule, a table's second line or a fence. */
const undecided = /^\s*(?:[-*+=_#>|:`~$\\][-*+=_#>|:`~$\\ \t]*|\d{1,9}[.)]?[ \t]*)$/;
const partialMarker = /[ \t]*\[(?:C|Ci|Cit|Cita|Citat|Citati|Citatio|Citation(?: \d*)?)$/;
const rowLine = /^ {0,3}\|/;
const secondLine = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The part of an unfinished answer that later words do not change. Open marks are closed, and ambiguous parts (half a
 * marker, the head of a table, an open formula) wait. A finished text needs no holding back: draw it whole.
 */
export function steadyMarkdown(text: string): string {
  const lines = text.split('\n');
  let fence: string | null = null;
  for (const line of lines) {
    const mark = fenceLine.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) fence = mark;
  }
  const last = lines.at(-1) ?? '';
  const before = lines.slice(0, -1).join('\n');
  // A fence is known when its line is over: its language is written letter by letter.
  if (fenceLine.test(last)) return before;
  if (fence !== null) return /^ {0,3}(?:`+|~+)$/.test(last) ? before : text;
  if (undecided.test(last)) return withoutOpenTable(before);
  const open = withoutOpenTable(text);
  const start = open.lastIndexOf('\n\n') + 1;
  return open.slice(0, start) + closed(open.slice(start));
}

/** A table is one when its second line is there; until then its head would be drawn as a paragraph. */
function withoutOpenTable(text: string): string {
  const lines = text.split('\n');
  let first = lines.length - 1;
  while (first > 0 && rowLine.test(lines[first - 1] ?? '')) first -= 1;
  const head = lines[first] ?? '';
  if (!rowLine.test(head)) return text;
  const second = lines[first + 1];
  const decided = second !== undefined && secondLine.test(second) && first + 2 <= lines.length;
  return decided ? text : lines.slice(0, first).join('\n');
}

/** A block without an unfinished part at its end, its marks closed. */
function closed(block: string): string {
  let text = block.replace(partialMarker, '').replace(/!?\[([^\][\n]*)\]\([^)\n]*$/, '$1');
  text = withoutOpenFormula(text);
  // Half a mark may become a whole one.
  text = text.replace(/(?:[*_~`$\\]+|!?\[)$/, '');
  let ends = '';
  const code = openCode(text);
  if (code) ends = code;
  else {
    const words = text.replace(/(`+)[^`]+?\1/g, '').replace(/^[ \t]*[*+-][ \t]/gm, '');
    for (const mark of ['**', '~~']) if (words.split(mark).length % 2 === 0) ends = mark + ends;
    const single = words.replaceAll('**', '').match(/(?<![\s*\\])\*|\*(?![\s*])/g) ?? [];
    if (single.length % 2 === 1) ends = `*${ends}`;
  }
  return ends === '' ? text : text.trimEnd() + ends;
}

/** The run of backticks that opened code and was not closed. */
function openCode(text: string): string | null {
  let open: string | null = null;
  for (const [run] of text.matchAll(/`+/g)) {
    if (open === null) open = run;
    else if (run === open) open = null;
  }
  return open;
}

function withoutOpenFormula(text: string): string {
  const words = text.replace(/(`+)[^`]+?\1/g, (code) => ' '.repeat(code.length));
  const dollars = [...words.matchAll(/\$\$/g)];
  const starts = [
    dollars.length % 2 === 1 ? dollars.at(-1)?.index : undefined,
    unclosed(words, '\\(', '\\)'),
    unclosed(words, '\\[', '\\]'),
  ].filter((start) => start !== undefined);
  return starts.length === 0 ? text : text.slice(0, Math.min(...starts)).trimEnd();
}

function unclosed(text: string, open: string, close: string): number | undefined {
  const start = text.lastIndexOf(open);
  return start >= 0 && text.indexOf(close, start) < 0 ? start : undefined;
}
