/**
 * The recogniser: blocks of a text whose format does not mark them, by the forms of its lines. The only place that
 * guesses structure. A doubtful line is part of a paragraph: a paragraph is quoted unchanged.
 */
import type { Block, BlockKind, TextRange } from '@shared/prompt/blocks';
import { isTableRow, namesColumns } from '../text/table-rows';

interface Line extends TextRange {
  /** Without blanks at its ends. */
  readonly text: string;
  readonly indent: number;
}

/** Longer lines are paragraphs, whatever they look like; the bound keeps the patterns cheap. */
const longestLine = 400;
const mostWordsOfHeading = 12;
const mostOfLabel = 40;
const mostOfValue = 120;

const bullet = /^(?:[-*+•◦▪‣●○■–]|\(?\p{Ll}\)|\(?\d{1,3}[.)])\s+(?=\S)/u;
const endOfSentence = /[.!?…]["”»’)*_]*$/u;
const rule = /^([-=_*~#])(?:\s*\1){2,}$/u;
const underline = /^([-=~^"*+#])\1{2,}$/u;
const fence = /^(`{3,}|~{3,})/u;
/** A cell of the line under a table's head. */
const delimiterCell = /^\s*:?-+:?\s*$/u;
/** Columns separated by blanks. */
const columns = /^(\S.*?)(?: {3,}|\t+)\S/u;
const field = new RegExp(`^(?:[-*•]\\s+)?(\\p{L}[^:.!?;|]{0,${mostOfLabel - 1}}):\\s+(\\S.{0,${mostOfValue}})$`, 'u');
/** A line of a mail's head; one that holds an address tells that they are. */
const header = /^\**(\p{Lu}[\p{L}-]{0,15})\**:\s*\S/u;
const address = /[^\s@<]+@[^\s@>]+\.\p{L}/u;
const note = /^\[\^?\d+\]:?\s+\S/u;
const sectionNumber = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXLC]+\.|§+\s*\d+\w?\.?)\s+(?=["“„/\p{Lu}])/u;
const caption =
  /^(?:figure|fig\.|table|listing|abbildung|abb\.|tabelle|tab\.|figura|tabla)\s+\d+(?:[.\-–]\d+)*\p{L}?\s*(?:[.:]\s|$)/iu;
const furniture: readonly RegExp[] = [
  // The dots between an entry of a table of contents and its page.
  /(?:\.\s?){5,}\d*$/u,
  // A page, and how many there are.
  /^(?:page|seite|p[aá]gina)\s+\d+(?:\s+(?:of|von|de)\s+\d+)?$/iu,
  /^[-–—\s]*\d{1,4}[-–—\s]*$/u,
  // Links to the page before or behind, as generated manuals have them.
  /^[-*+•]?\s*(?:zurück|weiter|nach oben|zum anfang|prev|next|up|home|anterior|siguiente)$/iu,
];

/**
 * The blocks of a stretch of a text, ascending and without overlap, covering all its words.
 *
 * @param whole whether the stretch is a text of its own: then a short line between paragraphs is a heading
 */
export function recogniseBlocks(text: string, start = 0, end = text.length, whole = true): Block[] {
  const blocks: Block[] = [];
  const groups = groupsOf(text, start, end);
  const code = codeAmong(groups);
  for (const [at, group] of groups.entries()) {
    const last = blocks.at(-1);
    const level = whole ? headingLevel(group, groups[at - 1], groups[at + 1]) : null;
    if (group.fenced) blocks.push({ kind: 'code', ...spanOf(group.lines) });
    else if (code[at] && code[at - 1] && last) blocks[blocks.length - 1] = { ...last, end: spanOf(group.lines).end };
    else if (code[at]) blocks.push({ kind: 'code', ...spanOf(group.lines) });
    else if (level !== null) blocks.push({ ...marked('heading', group.lines, sectionNumber), level });
    else for (const block of blocksOfGroup(group.lines, last)) blocks.push(block);
  }
  return blocks;
}

/** The blocks of a text that is nothing but text. */
export const blocksOfText = (text: string): Block[] => withLeads(recogniseBlocks(text), text);

/** Blocks of a text that is inside another from `by` on. */
export function shifted(blocks: readonly Block[], by: number): Block[] {
  let shared: TextRange | undefined;
  return blocks.map((block) => {
    const { kind, words, cells } = block;
    const [start, end] = [block.start + by, block.end + by];
    const lead = block.lead && { start: block.lead.start + by, end: block.lead.end + by };
    if (lead?.start !== shared?.start || lead?.end !== shared?.end) shared = lead;
    // A sheet has a million of these: spelt out, and with one lead for all, they take less than half of the memory.
    if (shared && cells) return { kind, start, end, lead: shared, cells };
    return { ...block, start, end, ...(words !== undefined && { words: words + by }), ...(lead && { lead }) };
  });
}

/**
 * Gives each item of a list the line that leads to it: the block above its list, on the same page, that ends with a colon.
 */
export function withLeads(blocks: readonly Block[], text: string): Block[] {
  let lead: TextRange | undefined;
  return blocks.map((block, at) => {
    if (block.kind !== 'list-item' || block.lead) return block;
    const before = blocks[at - 1];
    if (before?.kind !== 'list-item') {
      const leads = before !== undefined && (before.kind === 'paragraph' || before.kind === 'heading');
      const words = leads ? text.slice(before.start, before.end).trimEnd() : '';
      lead = leads && /:[*_`]*$/u.test(words) ? { start: lastLine(text, before), end: before.end } : undefined;
    }
    return lead ? { ...block, lead } : block;
  });
}

const lastLine = (text: string, { start, end }: TextRange): number =>
  Math.max(start, text.lastIndexOf('\n', end - 1) + 1);

/** Lines between empty ones, or those of a fence with both its ends. */
interface Group {
  readonly lines: Line[];
  readonly fenced: boolean;
}

function groupsOf(text: string, start: number, end: number): Group[] {
  const groups: Group[] = [];
  let open: Group | null = null;
  let mark: string | null = null;
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const raw = text.slice(at, next);
    const words = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    const line = { start: at + indent, end: at + indent + words.length, text: words, indent };
    at = next;
    const opens: string | undefined = mark === null ? fence.exec(words)?.[1] : undefined;
    if (mark === null && words === '') open = null;
    else if (open === null || opens !== undefined) {
      open = { lines: [line], fenced: opens !== undefined };
      groups.push(open);
      mark = opens ?? null;
    } else {
      if (words !== '') open.lines.push(line);
      if (mark === null || !words.startsWith(mark) || /[^`~\s]/u.test(words)) continue;
      mark = null;
      open = null;
    }
  }
  return groups;
}

function headingLevel({ lines, fenced }: Group, above?: Group, below?: Group): number | null {
  const [{ text } = { text: '' }, under] = lines;
  if (fenced || text.length > longestLine || !/\p{L}/u.test(text)) return null;
  if (under && lines.length === 2 && underline.test(under.text)) return under.text.startsWith('=') ? 1 : 2;
  if (lines.length !== 1 || below === undefined) return null;
  if (endOfSentence.test(text) || /[:;,|]$|[:;]\s|^\p{Ll}/u.test(text)) return null;
  if (bullet.test(text) && !sectionNumber.test(text)) return null;
  if (isOther(text) || text.split(/\s+/u).length > mostWordsOfHeading) return null;
  // A paragraph follows, and the block above has ended: separate lines in a row are a list, a form or verse.
  if (!isProse(below) || (above !== undefined && !isProse(above))) return null;
  return Math.min(6, 1 + (/^\d+(?:\.\d+)*/u.exec(text)?.[0].split('.').length ?? 1));
}

const isOther = (text: string): boolean =>
  caption.test(text) || furniture.some((form) => form.test(text)) || isTableRow(text) || text.startsWith('>');

const isProse = ({ lines }: Group): boolean =>
  lines.length > 1 || bullet.test(lines[0]?.text ?? '') || endOfSentence.test(lines[0]?.text ?? '');

function blocksOfGroup(lines: readonly Line[], above: Block | undefined): Block[] {
  const heads = linesOfMailHead(lines);
  const rule = lines.findIndex(isDelimiter);
  const blocks: Block[] = lines.slice(0, heads).map((line) => labelled('mail-head', line, header));
  let prose: Line[] = [];
  const flush = () => {
    if (prose.length > 0) blocks.push({ kind: 'paragraph', ...spanOf(prose) });
    prose = [];
  };
  for (let at = heads; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) break;
    const last = blocks.at(-1);
    const made = blockOfLine(lines, at, rule >= 0 && rule < at, prose.length === 0 ? (last ?? above) : undefined);
    if (made === 'above' && last) blocks[blocks.length - 1] = { ...last, end: line.end };
    else if (typeof made === 'string') prose.push(line);
    else {
      flush();
      if (made) blocks.push(made);
    }
  }
  flush();
  return blocks;
}

/**
 * The kind of a line: a block, a part of the open paragraph (`prose`), of the block above it (`above`), or the line
 * under a table's head, which holds no words (null).
 *
 * @param underRule whether the line under a table's head is above it
 * @param before the block above it; undefined inside a paragraph
 */
function blockOfLine(
  lines: readonly Line[],
  at: number,
  underRule: boolean,
  before: Block | undefined,
): Block | 'prose' | 'above' | null {
  const line = lines[at];
  if (!line) return null;
  const { text, start, end } = line;
  const previous = lines[at - 1];
  const next = lines[at + 1];
  if (text.startsWith('>')) return previous && before?.kind === 'quote' ? 'above' : marked('quote', [line], /^>+\s*/u);
  if (isDelimiter(line) && hasBar(previous)) return null;
  if (isTableRow(text) || isInTable(lines, at, underRule)) return rowOf(lines, at, before);
  if (text.length > longestLine) return 'prose';
  if (rule.test(text) || furniture.some((form) => form.test(text))) return { kind: 'furniture', start, end };
  if (note.test(text)) return { kind: 'note', start, end };
  if (lines.length === 1 && caption.test(text)) return { kind: 'caption', start, end };
  if (isForm(field, previous, line, next)) return labelled('form-field', line, field);
  if (isForm(columns, previous, line, next)) return labelled('form-field', line, columns);
  const isInside = previous !== undefined && before === undefined && !previous.text.endsWith(':');
  // Inside a paragraph a number before a full stop may be a day: “on\n3. May”.
  if (bullet.test(text) && !(isInside && /^\(?\d/u.test(text))) {
    return { ...marked('list-item', [line], bullet), level: Math.min(6, 1 + Math.floor(line.indent / 2)) };
  }
  if (previous === undefined || before?.kind !== 'list-item') return 'prose';
  return line.indent > 0 || /^\p{Ll}/u.test(text) || !/[.!?:;]["”»)]?$/u.test(previous.text) ? 'above' : 'prose';
}

/** Lines of a form are beside their like. */
const isForm = (form: RegExp, ...[previous, line, next]: (Line | undefined)[]): boolean =>
  matches(form, line) && (matches(form, previous) || matches(form, next));

const matches = (form: RegExp, line: Line | undefined): boolean =>
  line !== undefined && line.text.length <= longestLine && form.test(line.text);

const hasBar = (line: Line | undefined): boolean => line?.text.includes('|') === true;
/** The line under a table's head, with or without bars at its ends; cell by cell, since it may hold a million. */
const isDelimiter = (line: Line | undefined): boolean =>
  line !== undefined &&
  hasBar(line) &&
  !/[^\s|:-]/u.test(line.text) &&
  line.text
    .replace(/^\|/u, '')
    .replace(/\|$/u, '')
    .split('|')
    .every((cell) => delimiterCell.test(cell));

/** Whether a line without bars at its ends is a row: the first one above a delimiter, or below one. */
const isInTable = (lines: readonly Line[], at: number, underRule: boolean): boolean =>
  hasBar(lines[at]) && (underRule || isDelimiter(lines[at + 1]));

/** A row of a table; the first one is its head if a rule is below it and its cells name columns. */
function rowOf(lines: readonly Line[], at: number, before: Block | undefined): Block {
  const [{ text, start, end } = { text: '', start: 0, end: 0 }, below, first] = lines.slice(at, at + 3);
  const isHead = isDelimiter(below) && namesColumns(text, first?.text ?? '');
  if (isHead) return { kind: 'table-head', start, end };
  const above = before?.kind === 'table-head' ? before : before?.lead;
  const head = at === 0 ? undefined : above;
  return { kind: 'table-row', start, end, ...(head && { lead: { start: head.start, end: head.end } }) };
}

/** How many lines a mail's head has that a paragraph begins with. */
function linesOfMailHead(lines: readonly Line[]): number {
  const first = lines.findIndex(({ text }) => !header.test(text));
  const heads = first < 0 ? lines.length : first;
  return heads > 1 && lines.slice(0, heads).some(({ text }) => address.test(text)) ? heads : 0;
}

const codeLines: readonly RegExp[] = [
  /^(?:import\s+[\w.{*"']|from\s+[\w.]+\s+import\b|#include\s*[<"]|using\s+[\w.]+;|package\s+[\w.]+;)/,
  /^(?:export\s+|async\s+|public\s+|private\s+|static\s+)*(?:def|function|fn|func|class|interface|struct)\s+\w+\s*[({:<]/,
  /^(?:const|let|var|int|float|double|char|auto|val)\s+\w+\s*(?::\s*\w+\s*)?=\s*\S/,
  /^(?:if|for|while|switch|else if|elif)\b.*[{:]$/,
  /^(?:return\b.*|[\w.]+\([^()]*\)|[\w.[\]]+\s*[-+*/]?=\s*[^=].*);$/,
  /^[})\]]+[;,]?$/,
  /^(?:SELECT\s+.+\s+FROM\s|INSERT\s+INTO\s|CREATE\s+TABLE\s)/i,
  /^(?:\$|>>>)\s+[a-z]\S*/,
  /^<\/?[a-z][\w-]*(?:\s+[\w-]+="[^"]*")*\s*\/?>/,
];
/** Lines of a program are short. */
const longestCodeLine = 200;
/** Two lines that only programs have; a single one may be an example in a sentence. */
const fewestCodeLines = 2;
const shareOfCodeLines = 1 / 3;

/** Which paragraphs are code: those next to each other together, since programs have empty lines. */
function codeAmong(groups: readonly Group[]): boolean[] {
  const counts = groups.map(({ lines, fenced }) => (fenced ? 0 : lines.filter(({ text }) => isCodeLine(text)).length));
  const isLike = groups.map(
    ({ lines }, at) => (counts[at] ?? 0) > 0 && (counts[at] ?? 0) >= lines.length * shareOfCodeLines,
  );
  const found: boolean[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from;
    while (isLike[to]) to += 1;
    const lines = counts.slice(from, to).reduce((sum, count) => sum + count, 0);
    for (let at = from; at < Math.max(to, from + 1); at += 1) found.push(to > from && lines >= fewestCodeLines);
    from = Math.max(to, from + 1);
  }
  return found;
}

const isCodeLine = (text: string): boolean =>
  text.length <= longestCodeLine && codeLines.some((pattern) => pattern.test(text));

function spanOf(lines: readonly Line[]): TextRange {
  const start = lines[0]?.start ?? 0;
  return { start, end: lines.at(-1)?.end ?? start };
}

/** A block whose words begin behind a mark. */
function marked(kind: BlockKind, lines: readonly Line[], mark: RegExp): Block {
  const span = spanOf(lines);
  const length = mark.exec(lines[0]?.text ?? '')?.[0].length ?? 0;
  return { kind, ...span, ...(length > 0 && { words: span.start + length }) };
}

/** A block under its own first words. */
function labelled(kind: BlockKind, { start, end, text }: Line, form: RegExp): Block {
  const label = form.exec(text)?.[1] ?? '';
  const from = start + text.indexOf(label);
  return { kind, start, end, lead: { start: from, end: from + label.length } };
}
