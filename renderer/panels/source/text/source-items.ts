import type { DocumentSource } from '@shared/contract/index';
import { type Block, wholeSpans } from '@shared/prompt/blocks';
import { type FrontMatter, trimmedRange } from '@shared/prompt/front-matter';

/** `parts` are the visible text: cells of a row, a heading without its mark, code without its fences, single lines. */
export interface SourceItem extends Range {
  readonly look: 'prose' | 'heading' | 'code' | 'head' | 'row' | 'front';
  readonly parts: readonly Range[];
  /** 1–6 of a heading, from 1 of an item of a list, 0 of everything else. */
  readonly level: number;
  readonly block: Block | null;
  /** The page that begins here, or null. */
  readonly page: number | null;
  readonly columns: TableColumns | null;
  /** The number of its first line, from 1, if lines are numbered; otherwise 0. */
  readonly line: number;
}

const itemCharacters = 900;
/** A line without a break is cut here; more than this in one row would make scrolling stutter. */
const longestLine = 6000;
const widestColumn = 36;
const narrowestColumn = 4;
const longestWord = 20;

type Placed = Pick<DocumentSource, 'text' | 'pages' | 'headings' | 'blocks'>;

/**
 * Cuts a text into items: every character lies in exactly one, in order; a page begins with an item. Front matter is
 * one item whose parts are its keys and values in turn. With `byLines` each part is a numbered line.
 */
export function sourceItems(placed: Placed, front: FrontMatter | null = null, byLines = false): readonly SourceItem[] {
  const whole = { kind: 'code', start: 0, end: placed.text.length } as const;
  const source = byLines ? { ...placed, headings: [], blocks: [whole] } : placed;
  return new ItemCutter(source, byLines).cut(front);
}

type GrowingTable = TableColumns & Readonly<{ header: string; widths: number[]; words: number[]; lengths: number[] }>;

class ItemCutter {
  private readonly text: string;
  private readonly pageAt: ReadonlyMap<number, number>;
  private readonly special: readonly Special[];
  private readonly blockAt: ReadonlyMap<number, Block>;
  private readonly stops: readonly number[];
  private readonly items: SourceItem[] = [];
  /** The table whose rows are cut now; it may go on behind its repeated header. */
  private table: GrowingTable | null = null;
  private line = 1;
  private stop = 0;
  private at = 0;

  constructor(
    source: Placed,
    private readonly byLines: boolean,
  ) {
    this.text = source.text;
    this.pageAt = new Map(source.pages.map((page) => [page.startChar, page.page]));
    this.special = specialSpans(source);
    this.blockAt = new Map(source.blocks.filter(isProse).map((block) => [block.start, block]));
    const starts = [...this.pageAt.keys(), ...this.special.map((span) => span.from), ...this.blockAt.keys()];
    this.stops = [...new Set([...starts, source.text.length])].sort((a, b) => a - b);
  }

  cut(front: FrontMatter | null): readonly SourceItem[] {
    const { text, special } = this;
    if (front && front.properties.length > 0) {
      const parts = front.properties.flatMap(({ key, value }) => [key, value]);
      const to = pastLineEnd(text, front.end, text.length);
      this.add({ from: 0, to, look: 'front', level: 0, columns: null, parts });
    }
    let next = 0;
    while (this.at < text.length) {
      while ((special[next]?.from ?? this.at) < this.at) next += 1;
      while (this.nextStop() <= this.at && this.stop < this.stops.length) this.stop += 1;
      const span = special[next];
      if (span?.from === this.at) this.addSpecial(span);
      else {
        const end = this.nextStop();
        if (/\S/.test(text.slice(this.at, Math.min(end, this.at + itemCharacters)))) this.table = null;
        this.addProse(end);
      }
    }
    return this.items;
  }

  private nextStop(): number {
    return this.stops[this.stop] ?? this.text.length;
  }

  private add(item: Omit<SourceItem, 'page' | 'line' | 'block'>, line = 0, block: Block | null = null): void {
    this.items.push({ ...item, page: this.pageAt.get(item.from) ?? null, line, block });
    this.at = item.to;
  }

  private addSpecial(span: Special): void {
    if (span.kind !== 'table') this.table = null;
    if (span.kind === 'table') this.addTable(span);
    else if (span.kind === 'heading') this.addHeading(span);
    else if (this.byLines) this.addLines(span.to);
    else this.addCode(span);
  }

  private addProse(end: number): void {
    const to = cutAt(this.text, this.at, end);
    const begun = this.blockAt.get(this.at);
    const before = this.items.at(-1)?.block;
    const block = begun ?? (before && before.end > this.at ? before : null);
    // A bullet is drawn, not written; a number is part of the text.
    const bullet = begun?.kind === 'list-item' && /^[-*+•]/.test(this.text.slice(this.at, begun.words ?? this.at));
    const from = bullet && begun.words !== undefined && begun.words < to ? begun.words : this.at;
    const level = block?.kind === 'list-item' ? (block.level ?? 1) : 0;
    const parts = [withoutLastBreaks(this.text, { from, to })];
    this.add({ from: this.at, to, look: 'prose', level, columns: null, parts }, 0, block);
  }

  private addHeading(span: Special): void {
    const line = this.text.slice(span.from, span.to);
    const lead = /^[ \t]*#{1,6}[ \t]+/.exec(line)?.[0].length ?? 0;
    const underlined = lead === 0 ? line.search(/\r?\n[ \t]{0,3}(?:=+|-+)[ \t]*$/) : -1;
    const part = trimmedRange(this.text, span.from + lead, underlined > 0 ? span.from + underlined : span.to);
    const to = pastLineEnd(this.text, span.to, this.nextStop());
    this.add({ from: span.from, to, look: 'heading', level: span.level, columns: null, parts: [part] });
  }

  private addCode(span: Special): void {
    const first = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:`{3,}|~{3,})[^\n]*(?:\n|$)/.exec(
      this.text.slice(span.from, span.from + longestLine),
    );
    const last = first ? /\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/.exec(this.text.slice(span.from, span.to)) : null;
    const inner = { from: span.from + (first?.[0].length ?? 0), to: last ? span.from + last.index : span.to };
    const end = pastLineEnd(this.text, span.to, this.nextStop());
    const limit = Math.min(span.to, this.nextStop());
    while (this.at < limit) {
      const cut = cutAt(this.text, Math.max(this.at, Math.min(inner.from, limit)), limit);
      const to = cut >= inner.to || cut >= limit ? Math.max(end, limit) : cut;
      const part = { from: Math.max(this.at, inner.from), to: Math.min(cut, inner.to) };
      const parts = part.to > part.from ? [withoutLastBreaks(this.text, part)] : [{ from: this.at, to: this.at }];
      this.add({ from: this.at, to: Math.min(to, Math.max(end, limit)), look: 'code', level: 0, columns: null, parts });
    }
  }

  private addLines(limit: number): void {
    while (this.at < limit) {
      const to = cutAt(this.text, this.at, limit);
      const parts = everyLine(this.text, this.at, to);
      this.add({ from: this.at, to, look: 'code', level: 0, columns: null, parts }, this.line);
      this.line += parts.length - (this.text[to - 1] === '\n' ? 0 : 1);
    }
  }

  private addTable(span: Special): void {
    const limit = Math.min(span.to, this.nextStop());
    const lines = everyLine(this.text, span.from, limit).filter(({ from, to }) => /\S/.test(this.text.slice(from, to)));
    const [head, delimiter] = lines;
    const header = head ? this.text.slice(head.from, head.to).trim() : '';
    const hasHead = delimiter !== undefined && isDelimiterRow(this.text.slice(delimiter.from, delimiter.to));
    const goesOn = hasHead && this.table?.header === header && lines.length > 2;
    if (!goesOn || !this.table) this.table = { header, widths: [], words: [], lengths: [] };
    const columns = this.table;
    // The header that is repeated for the chunks' sake is not drawn again: it belongs to the row below it.
    let from = this.at;
    const rows = hasHead && goesOn ? lines.slice(2) : lines.filter((_, index) => !(hasHead && index === 1));
    rows.forEach((line, index) => {
      const parts = cellsOfRow(this.text, line);
      this.measureRow(columns, parts);
      const next = rows[index + 1];
      const to = next ? next.from : pastLineEnd(this.text, limit, this.nextStop());
      const look = hasHead && !goesOn && index === 0 ? 'head' : 'row';
      this.add({ from, to, look, level: 0, columns, parts: parts.length > 0 ? parts : [{ from, to: from }] });
      from = to;
    });
    if (rows.length === 0) this.addProse(limit);
  }

  private measureRow({ widths, words, lengths }: GrowingTable, parts: readonly Range[]): void {
    parts.forEach((part, column) => {
      const wide = Math.min(widestColumn, Math.max(narrowestColumn, part.to - part.from));
      widths[column] = Math.max(widths[column] ?? narrowestColumn, wide);
      const word = Math.min(longestWord, longestOf(this.text.slice(part.from, part.to).split(/\s+/)));
      words[column] = Math.max(words[column] ?? 1, word);
      // A cell across all columns does not decide the width of the first.
      const across = parts.length === 1 && widths.length > 1;
      lengths[column] = Math.max(lengths[column] ?? 0, across ? 0 : part.to - part.from);
    });
  }
}

const isProse = ({ kind }: Block): boolean =>
  kind !== 'heading' && kind !== 'code' && kind !== 'table-head' && kind !== 'table-row';

type Special = Range & Readonly<{ kind: 'heading' | 'code' | 'table'; level: number }>;

function specialSpans({ text, headings, blocks }: Placed): readonly Special[] {
  const all: Special[] = [
    ...headings.map(
      (span) => ({ kind: 'heading', level: span.level, from: span.startChar, to: span.endChar }) as const,
    ),
    ...wholeSpans(blocks).map(({ kind, start, end }) => ({ kind, level: 0, from: start, to: end }) as const),
  ];
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return all.filter((span) => {
    const fits = span.from >= end && span.to > span.from && span.to <= text.length;
    if (fits) end = span.to;
    return fits;
  });
}

function cutAt(text: string, from: number, end: number): number {
  if (end - from <= itemCharacters) return end;
  const newline = text.indexOf('\n', from + itemCharacters);
  const to = newline < 0 ? end : Math.min(end, newline + 1);
  if (to - from <= longestLine) return to;
  const space = text.lastIndexOf(' ', from + longestLine);
  const cut = space > from ? space + 1 : from + longestLine;
  // Between the halves of a character nothing may be cut.
  return /[\uDC00-\uDFFF]/.test(text[cut] ?? '') ? cut + 1 : cut;
}

function everyLine(text: string, from: number, to: number): readonly Range[] {
  const lines: Range[] = [];
  for (let at = from; at < to; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= to ? to : newline;
    lines.push({ from: at, to: text[end - 1] === '\r' && end > at ? end - 1 : end });
    at = end + 1;
  }
  return lines;
}

const longestOf = (words: readonly string[]): number => words.reduce((most, { length }) => Math.max(most, length), 0);

function pastLineEnd(text: string, at: number, end: number): number {
  let to = at;
  while (to < end && /[\r\n]/.test(text[to] ?? '')) to += 1;
  return to;
}

function withoutLastBreaks(text: string, { from, to }: Range): Range {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return { from, to: end };
}

/** A stretch of a document's text: `from` inclusive, `to` exclusive, in UTF-16 units. */
export type Range = Readonly<{ from: number; to: number }>;

/** A table's columns in characters: of their longest cells, of their longest words, and of cells of any length. */
export type TableColumns = Readonly<Record<'widths' | 'words' | 'lengths', readonly number[]>>;

const isDelimiterRow = (line: string): boolean => line.includes('-') && /^[ \t]*\|?[ \t:|-]*$/.test(line);

/** The places of a Markdown table row's cells, without pipes and the spaces around them; an empty cell has no width. */
function cellsOfRow(text: string, { from, to }: Range): readonly Range[] {
  const pipes: number[] = [];
  for (let at = from; at < to; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '|') pipes.push(at);
  }
  const edges = [from - 1, ...pipes, to];
  const cells = edges.slice(0, -1).map((edge, index) => trimmedRange(text, edge + 1, edges[index + 1] ?? to));
  const outer = (cell: Range | undefined) => cell !== undefined && cell.from === cell.to;
  // Pipes at the ends enclose the row; nothing is before and after them.
  if (pipes.length > 0 && outer(cells[0])) cells.shift();
  if (pipes.length > 0 && cells.length > 1 && outer(cells.at(-1))) cells.pop();
  return cells;
}

/** Pixels at the usual size of text of a letter of a table and of the room beside each cell; wide enough for the bold ones of a header. */
const letter = 9;
const beside = 20;
const cellLines = 8;
const pinnedPart = 0.4;

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

/**
 * Returns widths in pixels: none is narrower than its longest word, and the rest of the room goes to longer cells. If
 * the words need more than `room`, long cells get a readable width. A `size` of 1 is the usual size of text.
 */
export function columnPixels({ widths, words, lengths }: TableColumns, room: number, size = 1): readonly number[] {
  const least = words.map((word) => word * letter * size + beside);
  if (sum(least) > room) {
    return least.map((pixels, column) => {
      const readable = Math.min(widths[column] ?? 0, Math.ceil((lengths[column] ?? 0) / cellLines));
      return Math.floor(Math.max(pixels, readable * letter * size + beside));
    });
  }
  const wished = widths.map((width, column) => Math.max(0, width - (words[column] ?? 0)) + 1);
  const spare = Math.max(0, room - sum(least));
  return least.map((pixels, column) => Math.floor(pixels + (spare * (wished[column] ?? 0)) / sum(wished)));
}

export const keepsFirstColumn = (pixels: readonly number[], room: number): boolean =>
  sum(pixels) > room && (pixels[0] ?? 0) <= room * pinnedPart;
