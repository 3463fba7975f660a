import type { DocumentSource } from '@shared/contract/index';
import { type Block, wholeSpans } from '@shared/prompt/blocks';
import { type FrontMatter, trimmedRange } from '@shared/prompt/front-matter';
import { cellsOfRow, isDelimiterRow, type Range, type TableColumns } from './table-rows';

/**
 * A stretch of a document's text that is drawn as one row of the viewer. `parts` are what is seen of it: the cells of
 * a table's row, a heading or an item of a list without its mark, code without its fences, the lines of what is read by
 * its lines.
 */
export interface SourceItem extends Range {
  readonly look: 'prose' | 'heading' | 'code' | 'head' | 'row' | 'front';
  readonly parts: readonly Range[];
  /** 1–6 of a heading, from 1 of an item of a list, 0 of everything else. */
  readonly level: number;
  /** The block that prose is of, or null. */
  readonly block: Block | null;
  /** The page that begins here, or null. */
  readonly page: number | null;
  readonly columns: TableColumns | null;
  /** The number of its first line, from 1, where lines are numbered; else 0. */
  readonly line: number;
}

/** Characters of prose or code in an item before it ends at the next line break. */
const itemCharacters = 900;
/** A line without a break is cut here; more than this in one row would make scrolling stutter. */
const longestLine = 6000;
/** A column is at most this wide in characters, so that one long cell does not starve the others. */
const widestColumn = 36;
const narrowestColumn = 4;
/** A longer word may be broken in a cell. */
const longestWord = 20;

type Placed = Pick<DocumentSource, 'text' | 'pages' | 'headings' | 'blocks'>;

/**
 * Cuts a text into items: every character lies in exactly one of them, in order; a page begins with an item. Front
 * matter, where the text may have some, is one item whose parts are its keys and values in turn.
 *
 * @param byLines whether the text is code or data that is read line by line: then each part is a line, numbered
 */
export function sourceItems(placed: Placed, front: FrontMatter | null = null, byLines = false): readonly SourceItem[] {
  const { text } = placed;
  const whole = { kind: 'code', start: 0, end: text.length } as const;
  const source = byLines ? { ...placed, headings: [], blocks: [whole] } : placed;
  const pageAt = new Map(source.pages.map((page) => [page.startChar, page.page]));
  const special = specialSpans(source);
  const blockAt = new Map(source.blocks.filter(isProse).map((block) => [block.start, block]));
  const stops = [
    ...new Set([...pageAt.keys(), ...special.map((span) => span.from), ...blockAt.keys(), text.length]),
  ].sort((a, b) => a - b);
  const items: SourceItem[] = [];
  let table: { header: string; widths: number[]; words: number[]; lengths: number[] } | null = null;
  let line = 1;
  let nextSpecial = 0;
  let nextStop = 0;
  let at = 0;

  const add = (item: Omit<SourceItem, 'page' | 'line' | 'block'>, line = 0, block: Block | null = null): void => {
    items.push({ ...item, page: pageAt.get(item.from) ?? null, line, block });
    at = item.to;
  };

  if (front && front.properties.length > 0) {
    const parts = front.properties.flatMap(({ key, value }) => [key, value]);
    add({ from: 0, to: pastLineEnd(text, front.end, text.length), look: 'front', level: 0, columns: null, parts });
  }
  while (at < text.length) {
    while ((special[nextSpecial]?.from ?? at) < at) nextSpecial += 1;
    while ((stops[nextStop] ?? text.length) <= at && nextStop < stops.length) nextStop += 1;
    const span = special[nextSpecial];
    if (span?.from !== at) {
      const end = stops[nextStop] ?? text.length;
      if (/\S/.test(text.slice(at, Math.min(end, at + itemCharacters)))) table = null;
      addProse(end);
    } else if (span.kind === 'table') addTable(span);
    else {
      table = null;
      if (span.kind === 'heading') addHeading(span);
      else if (byLines) addLines(span.to);
      else addCode(span);
    }
  }
  return items;

  function addProse(end: number): void {
    const to = cutAt(text, at, end);
    const begun = blockAt.get(at);
    const before = items.at(-1)?.block;
    const block = begun ?? (before && before.end > at ? before : null);
    // A bullet is drawn, not written; a number is part of what is said.
    const bullet = begun?.kind === 'list-item' && /^[-*+•]/.test(text.slice(at, begun.words ?? at));
    const from = bullet && begun.words !== undefined && begun.words < to ? begun.words : at;
    const level = block?.kind === 'list-item' ? (block.level ?? 1) : 0;
    const parts = [withoutLastBreaks(text, { from, to })];
    add({ from: at, to, look: 'prose', level, columns: null, parts }, 0, block);
  }

  function addHeading(span: Special): void {
    const line = text.slice(span.from, span.to);
    const lead = /^[ \t]*#{1,6}[ \t]+/.exec(line)?.[0].length ?? 0;
    const underlined = lead === 0 ? line.search(/\r?\n[ \t]{0,3}(?:=+|-+)[ \t]*$/) : -1;
    const part = trimmedRange(text, span.from + lead, underlined > 0 ? span.from + underlined : span.to);
    const to = pastLineEnd(text, span.to, stops[nextStop] ?? text.length);
    add({ from: span.from, to, look: 'heading', level: span.level, columns: null, parts: [part] });
  }

  function addCode(span: Special): void {
    const first = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:`{3,}|~{3,})[^\n]*(?:\n|$)/.exec(
      text.slice(span.from, span.from + longestLine),
    );
    const last = first ? /\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/.exec(text.slice(span.from, span.to)) : null;
    const inner = { from: span.from + (first?.[0].length ?? 0), to: last ? span.from + last.index : span.to };
    const end = pastLineEnd(text, span.to, stops[nextStop] ?? text.length);
    const limit = Math.min(span.to, stops[nextStop] ?? text.length);
    while (at < limit) {
      const cut = cutAt(text, Math.max(at, Math.min(inner.from, limit)), limit);
      const to = cut >= inner.to || cut >= limit ? Math.max(end, limit) : cut;
      const part = { from: Math.max(at, inner.from), to: Math.min(cut, inner.to) };
      const parts = part.to > part.from ? [withoutLastBreaks(text, part)] : [{ from: at, to: at }];
      add({ from: at, to: Math.min(to, Math.max(end, limit)), look: 'code', level: 0, columns: null, parts });
    }
  }

  function addLines(limit: number): void {
    while (at < limit) {
      const to = cutAt(text, at, limit);
      const parts = everyLine(text, at, to);
      add({ from: at, to, look: 'code', level: 0, columns: null, parts }, line);
      line += parts.length - (text[to - 1] === '\n' ? 0 : 1);
    }
  }

  function addTable(span: Special): void {
    const limit = Math.min(span.to, stops[nextStop] ?? text.length);
    const lines = everyLine(text, span.from, limit).filter(({ from, to }) => /\S/.test(text.slice(from, to)));
    const [head, delimiter] = lines;
    const header = head ? text.slice(head.from, head.to).trim() : '';
    const hasHead = delimiter !== undefined && isDelimiterRow(text.slice(delimiter.from, delimiter.to));
    const goesOn = table !== null && hasHead && table.header === header && lines.length > 2;
    if (!goesOn || !table) table = { header, widths: [], words: [], lengths: [] };
    const { widths, words, lengths } = table;
    const columns: TableColumns = table;
    // The header that is repeated for the chunks' sake is not drawn again: it belongs to the row below it.
    let from = at;
    const rows = hasHead && goesOn ? lines.slice(2) : lines.filter((_, index) => !(hasHead && index === 1));
    rows.forEach((line, index) => {
      const parts = cellsOfRow(text, line);
      parts.forEach((part, column) => {
        const wide = Math.min(widestColumn, Math.max(narrowestColumn, part.to - part.from));
        widths[column] = Math.max(widths[column] ?? narrowestColumn, wide);
        const word = Math.min(longestWord, longestOf(text.slice(part.from, part.to).split(/\s+/)));
        words[column] = Math.max(words[column] ?? 1, word);
        // What stands across all columns says nothing of how wide the first one is to be.
        const across = parts.length === 1 && widths.length > 1;
        lengths[column] = Math.max(lengths[column] ?? 0, across ? 0 : part.to - part.from);
      });
      const next = rows[index + 1];
      const to = next ? next.from : pastLineEnd(text, limit, stops[nextStop] ?? text.length);
      const look = hasHead && !goesOn && index === 0 ? 'head' : 'row';
      add({ from, to, look, level: 0, columns, parts: parts.length > 0 ? parts : [{ from, to: from }] });
      from = to;
    });
    if (rows.length === 0) addProse(limit);
  }
}

/** Headings, code and tables are drawn in their own ways. */
const isProse = ({ kind }: Block): boolean =>
  kind !== 'heading' && kind !== 'code' && kind !== 'table-head' && kind !== 'table-row';

interface Special extends Range {
  readonly kind: 'heading' | 'code' | 'table';
  readonly level: number;
}

/** Headings and blocks in order, without those that lie in another or out of the text. */
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

/** Where an item from `from` ends, at most at `end`: after a line break once it is long enough. */
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

/** The lines from `from` to `to`, empty ones too, without their breaks. */
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

/** After the line breaks that follow, at most at `end`. */
function pastLineEnd(text: string, at: number, end: number): number {
  let to = at;
  while (to < end && /[\r\n]/.test(text[to] ?? '')) to += 1;
  return to;
}

/** A row ends with its last letter: the gap below it is drawn, not written. */
function withoutLastBreaks(text: string, { from, to }: Range): Range {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return { from, to: end };
}
