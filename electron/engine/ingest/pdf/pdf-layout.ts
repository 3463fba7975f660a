import type { HeadingSpan, PageSpan } from '@shared/contract';
import type { Block } from '@shared/prompt/blocks';
import { type BlockLayout, headingLine } from '../layout-blocks';
import { recogniseBlocks, shifted, withLeads } from '../recognise-blocks';
import { tableTexts } from '../table-pieces';
import { cellTexts, collectCompounds, type PdfLine, type PdfParagraph, paragraphsOf, paragraphText } from './pdf-lines';
import { pdfTablesOf } from './pdf-tables';

/** Larger than the body by this factor: a heading. */
const HEADING_SCALE = 1.15;
const MAX_HEADING_CHARACTERS = 200;
const MAX_HEADING_LINES = 4;
const MAX_LEVEL = 6;

/** So many lines of one large size in a row, with nothing between, are a table or a list, not headings. */
const MAX_HEADINGS_IN_A_ROW = 2;

/** Between pages; belongs to no page. */
const PAGE_SEPARATOR = '\n\n';

/**
 * One text of a PDF's pages (`pages[i]` are the lines of page i + 1): paragraphs separated by blank lines, headings
 * guessed from font sizes larger than the body's, the largest size being level 1; tables in pipes as in Markdown.
 */
export function layoutPdf(pages: readonly (readonly PdfLine[])[]): BlockLayout {
  const compounds = new Set<string>();
  for (const lines of pages) collectCompounds(lines, compounds);
  const repeated = repeatedLines(pages, bodySize(pages));
  const paragraphs = pages.map((lines) => {
    const body = lines.filter((line) => !repeated.has(line));
    const [first] = body;
    const alone = (line: PdfLine): PdfParagraph => ({ lines: [line], size: line.size, isRepeated: true });
    const apart = lines.filter((line) => repeated.has(line));
    const heads = apart.filter(({ y }) => first !== undefined && y > first.y);
    const feet = apart.filter((line) => !heads.includes(line));
    return [...heads.map(alone), ...paragraphsOf(body, pdfTablesOf(body)), ...feet.map(alone)];
  });
  const levels = withoutRuns(paragraphs.flat().map(headingLevels(pages, paragraphs)));

  const parts: string[] = [];
  const spans: PageSpan[] = [];
  const headings: HeadingSpan[] = [];
  const blocks: Block[] = [];
  let length = 0;
  let paragraphNumber = 0;
  const append = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  paragraphs.forEach((content, index) => {
    if (index > 0) append(PAGE_SEPARATOR);
    const startChar = length;
    content.forEach((paragraph, position) => {
      if (position > 0) append('\n\n');
      if (paragraph.rows) appendTable(paragraph);
      else appendParagraph(paragraph);
    });
    spans.push({ page: index + 1, startChar, endChar: length });
  });
  const whole = parts.join('');
  return { text: whole, pages: spans, headings, blocks: withLeads(blocks, whole) };

  function appendTable(paragraph: PdfParagraph): void {
    paragraphNumber += 1;
    tableTexts(cellTexts(paragraph, compounds)).forEach((text, piece) => {
      if (piece > 0) append('\n\n');
      blocks.push(...shifted(recogniseBlocks(text, 0, text.length, false), length));
      append(text);
    });
  }

  function appendParagraph(paragraph: PdfParagraph): void {
    const text = paragraphText(paragraph, compounds);
    const depth = levels[paragraphNumber];
    paragraphNumber += 1;
    if (paragraph.isRepeated) blocks.push({ kind: 'furniture', start: length, end: length + text.length });
    else if (depth !== undefined && depth !== null) {
      headings.push({ level: depth, text: headingLine(text), startChar: length, endChar: length + text.length });
      blocks.push({ kind: 'heading', start: length, end: length + text.length, level: depth });
    } else blocks.push(...shifted(recogniseBlocks(text, 0, text.length, false), length));
    append(text);
  }
}

/** A head or foot is on so many pages, and on such a share of them. */
const fewestPages = 3;
const leastShare = 0.3;
/** It is this far from the text, in sizes of its font; the rows of a table are nearer to its head. */
const gapToText = 2;
const linesOfEdge = 2;

/**
 * Finds the heads and feet of pages: lines at their edges that are on several pages at the same height, with other
 * numbers at most, apart from the text and no larger than it.
 */
function repeatedLines(pages: readonly (readonly PdfLine[])[], body: number): ReadonlySet<PdfLine> {
  const found = new Map<string, PdfLine[]>();
  for (const lines of pages) {
    const down = [...lines].sort((a, b) => b.y - a.y);
    for (const edge of [down, down.toReversed()]) {
      for (const [at, line] of edge.slice(0, linesOfEdge).entries()) {
        const inner = edge.slice(at + 1).find(({ y }) => Math.abs(y - line.y) > line.size / 2);
        if (!inner || line.size > body || Math.abs(inner.y - line.y) < gapToText * line.size) continue;
        const key = `${Math.round(line.y / 4)} ${line.text.replace(/\d+/gu, '#')}`;
        const same = found.get(key) ?? [];
        if (!same.includes(line)) found.set(key, [...same, line]);
      }
    }
  }
  const most = Math.max(fewestPages, pages.length * leastShare);
  return new Set([...found.values()].filter((same) => same.length >= most).flat());
}

function headingLevels(
  pages: readonly (readonly PdfLine[])[],
  paragraphs: readonly (readonly PdfParagraph[])[],
): (paragraph: PdfParagraph) => number | null {
  const body = bodySize(pages);
  const isHeading = (paragraph: PdfParagraph) => {
    if (
      paragraph.rows ||
      paragraph.isRepeated ||
      paragraph.size < body * HEADING_SCALE ||
      paragraph.lines.length > MAX_HEADING_LINES
    )
      return false;
    const text = paragraph.lines.map((line) => line.text).join(' ');
    return text.length <= MAX_HEADING_CHARACTERS && /\p{L}.*\p{L}/u.test(text);
  };
  const sizes = new Set<number>();
  for (const page of paragraphs) for (const entry of page) if (isHeading(entry)) sizes.add(rounded(entry.size));
  const ranked = [...sizes].sort((a, b) => b - a);
  return (paragraph) =>
    isHeading(paragraph) ? Math.min(MAX_LEVEL, ranked.indexOf(rounded(paragraph.size)) + 1) : null;
}

function withoutRuns(levels: readonly (number | null)[]): (number | null)[] {
  const kept: (number | null)[] = [];
  for (let start = 0; start < levels.length; ) {
    let end = start + 1;
    while (end < levels.length && levels[end] === levels[start]) end += 1;
    const level = end - start > MAX_HEADINGS_IN_A_ROW ? null : (levels[start] ?? null);
    for (; start < end; start += 1) kept.push(level);
  }
  return kept;
}

/** The size in which most characters are set. */
function bodySize(pages: readonly (readonly PdfLine[])[]): number {
  const characters = new Map<number, number>();
  for (const lines of pages) {
    for (const line of lines) {
      const size = rounded(line.size);
      characters.set(size, (characters.get(size) ?? 0) + line.text.length);
    }
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of characters) {
    if (count > most || (count === most && size < body)) {
      body = size;
      most = count;
    }
  }
  return body;
}

/** Half points: producers scale the same font by a hair from line to line. */
function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}
