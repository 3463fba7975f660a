import type { HeadingSpan } from '@shared/contract';
import type { Block, TextRange } from '@shared/prompt/blocks';
import { type FrontMatter, frontMatter } from '@shared/prompt/front-matter';
import { remark } from '@shared/words/sayings';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { hasWords, shownText } from '../../text/shown-text';
import { namesColumns } from '../../text/table-rows';
import type { ReadDocument } from '../document';
import { headingLine, MAX_HEADING_CHARACTERS } from '../layout-blocks';
import type { RawFacts } from '../own-facts';
import { recogniseBlocks, withLeads } from '../recognise-blocks';

/**
 * Above this many characters Markdown is scanned by lines instead of parsed: the parser takes up to 30 ms a 1000
 * characters of unusual input (measured: 240,000 characters of two-letter list items 6.9 s), and cannot be stopped.
 */
const MAX_PARSED_CHARACTERS = 128_000;

/** Inline syntax: no heading, code block or table depends on it, and it is where the parser spends its time. */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'emailAutolink',
  'gfmFootnoteCall',
  'gfmFootnoteDefinition',
  'gfmPotentialFootnoteCall',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
  'protocolAutolink',
  'strikethrough',
  'wwwAutolink',
];

export type MarkdownStructure = Pick<ReadDocument, 'title' | 'headings' | 'blocks' | 'warnings'> & RawFacts;

/**
 * Headings, code blocks and tables of a Markdown text (CommonMark and GitHub's tables) with their places. Front
 * matter is a block of its own and states facts; its `title` names the document, otherwise its first heading of level 1.
 * Headings written as HTML count too. Those inside quotations and lists are not sections and are left
 * out.
 */
export function readMarkdown(text: string): MarkdownStructure {
  const front = frontMatter(text);
  // Front matter would read as a rule and an underlined heading; blanks of the same length keep all places.
  const body = front ? text.slice(0, front.end).replace(/[^\r\n]/g, ' ') + text.slice(front.end) : text;
  const parsed = body.length <= MAX_PARSED_CHARACTERS;
  const { headings, blocks } = parsed ? parseMarkdown(body) : scanMarkdown(body);
  const { title, ...facts } = front ? frontFacts(text, front) : {};
  return {
    ...facts,
    title: title?.slice(0, 300) || (headings.find((heading) => heading.level === 1)?.text ?? null),
    headings,
    blocks: [
      ...(front ? [{ kind: 'front-matter', start: 0, end: front.end } as const] : []),
      ...withLeads(blocks, body),
    ],
    warnings: parsed ? [] : [remark('long-markdown')],
  };
}

interface Structure {
  readonly headings: HeadingSpan[];
  readonly blocks: Block[];
}

/** The parser's own tree, from its blocks alone. */
export function parseMarkdown(text: string): Structure {
  const root = fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: inlineConstructs } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const headings: HeadingSpan[] = [];
  for (const node of root.children) {
    const span = spanOf(node);
    if (!span) continue;
    const source = text.slice(span.start, span.end);
    const place = { startChar: span.start, endChar: span.end };
    if (node.type === 'heading') headings.push({ level: node.depth, text: plainHeading(source), ...place });
    else if (node.type === 'html') headings.push(...htmlHeadings(source, span.start));
  }
  const blocks: Block[] = [];
  for (const node of root.children) addBlocks(node, text, { depth: 0, quoted: false }, blocks);
  return { headings, blocks };
}

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

/** The lists and the quotation around a node. */
interface Inside {
  readonly depth: number;
  readonly quoted: boolean;
}

function addBlocks(node: Node, text: string, inside: Inside, blocks: Block[]): void {
  const span = spanOf(node);
  if (!span) return;
  const { children = [] } = node;
  if (node.type === 'heading') {
    const mark = /^#+\s*/.exec(text.slice(span.start, span.end))?.[0].length ?? 0;
    blocks.push({ kind: 'heading', ...span, level: node.depth ?? 1, ...(mark > 0 && { words: span.start + mark }) });
  } else if (node.type === 'html') blocks.push(...blocksOfHtml(text, span));
  else if (node.type === 'code') blocks.push({ kind: 'code', ...span });
  else if (node.type === 'table') addRows(children, text, blocks);
  else if (node.type === 'paragraph' && inside.quoted) blocks.push({ kind: 'quote', ...span });
  else if (node.type === 'paragraph') {
    for (const block of recogniseBlocks(text, span.start, span.end, false)) blocks.push(block);
  } else if (node.type === 'listItem') addItem(node, span, text, inside, blocks);
  else {
    const depth = inside.depth + (node.type === 'list' ? 1 : 0);
    const quoted = inside.quoted || node.type === 'blockquote';
    for (const child of children) addBlocks(child, text, { depth, quoted }, blocks);
  }
}

/** HTML in Markdown is a page's own marks, or text between tags; tags are no code. */
function blocksOfHtml(text: string, span: TextRange): Block[] {
  if (!hasWords(shownText(text.slice(span.start, span.end)))) return [{ kind: 'markup', ...span }];
  const blocks = recogniseBlocks(text, span.start, span.end, false);
  return blocks.map((block) => (block.kind === 'code' ? { ...block, kind: 'paragraph' } : block));
}

/** An item with its first paragraph; other content is in blocks of its own. */
function addItem({ children = [] }: Node, { start }: TextRange, text: string, inside: Inside, blocks: Block[]): void {
  const [first, ...rest] = children;
  const words = first?.type === 'paragraph' ? spanOf(first) : null;
  if (words) blocks.push({ kind: 'list-item', start, end: words.end, level: inside.depth, words: words.start });
  for (const child of words ? rest : children) addBlocks(child, text, inside, blocks);
}

function addRows(rows: readonly Node[], text: string, blocks: Block[]): void {
  const spans = rows.flatMap((row) => spanOf(row) ?? []);
  const [first = '', second = ''] = spans.slice(0, 2).map(({ start, end }) => text.slice(start, end));
  const head = namesColumns(first, second) ? spans[0] : undefined;
  for (const span of spans) {
    if (span === head) blocks.push({ kind: 'table-head', ...span });
    else blocks.push({ kind: 'table-row', ...span, ...(head && { lead: head }) });
  }
}

function spanOf(node: Node): TextRange | null {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? null : { start, end };
}

/** Keys of front matter by the fact that they state. */
const frontKeys: ReadonlyMap<string, 'title' | 'author' | 'created'> = new Map([
  ['title', 'title'],
  ['author', 'author'],
  ['authors', 'author'],
  ['date', 'created'],
  ['created', 'created'],
]);

/** The facts of front matter, without quotation marks. The items of a list become one text. */
function frontFacts(
  text: string,
  { properties }: FrontMatter,
): Partial<Record<'title' | 'author' | 'created', string>> {
  const facts: Partial<Record<'title' | 'author' | 'created', string>> = {};
  for (const { key, value } of properties) {
    const fact = frontKeys.get(text.slice(key.from, key.to).toLowerCase());
    if (!fact) continue;
    const written = text.slice(value.from, value.to);
    const items = /^\[.*\]$/s.test(written) ? written.slice(1, -1).split(',') : written.split(/\r?\n/);
    const plain = items.map((item) => {
      const bare = item.replace(/^\s*- +/, '').trim();
      return bare.replace(/^(["'])(.*)\1$/, '$2').trim();
    });
    facts[fact] ||= plain.filter((item) => item !== '').join(', ');
  }
  return facts;
}

/** A Markdown heading's source (`## *A* b ##`, or underlined) as the words a reader sees, on one line. */
export function plainHeading(source: string): string {
  const line = source
    .slice(0, 4 * MAX_HEADING_CHARACTERS)
    .replace(/\r?\n[ \t]{0,3}(?:=+|-+)[ \t]*$/, '')
    .replace(/^[ \t]{0,3}#{1,6}(?:[ \t]+|$)/, '')
    .replace(/(?:^|[ \t]+)#+[ \t]*$/, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\{#[\w-]+\}\s*$/, '')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, '')
    .replace(/(\*\*|__|~~|`+)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, '$1')
    .replace(/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return headingLine(line);
}

/** HTML that only looks like a heading: comments, and raw or hidden text. */
const notShown = /<!--[\s\S]*?(?:-->|$)|<(pre|script|style|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const headingTag = /<(\/?)h([1-6])\b[^<>]*>/gi;

/** Headings that a stretch of HTML in a Markdown text holds (`<h1 align="center">…</h1>`), in time linear in it. */
function htmlHeadings(source: string, offset: number): HeadingSpan[] {
  const html = source.replace(notShown, (part) => ' '.repeat(part.length));
  const headings: HeadingSpan[] = [];
  let open: { readonly level: number; readonly start: number; readonly inner: number } | null = null;
  for (const { 0: tag, 1: slash, 2: digit, index } of html.matchAll(headingTag)) {
    const level = Number(digit);
    const end = index + tag.length;
    if (slash === '') open ??= { level, start: index, inner: end };
    else if (open) {
      const text = headingLine(plainHeading(html.slice(open.inner, index).replace(/\s+/g, ' ').trim()));
      if (text !== '') {
        headings.push({ level: open.level, text, startChar: offset + open.start, endChar: offset + end });
      }
      open = null;
    }
  }
  return headings;
}

const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** A heading as HTML that ends in its own line. */
const htmlLine = /^ {0,3}<h[1-6]\b/i;
const fence = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
/** Lines that cannot be the first line of an underlined heading. */
const notParagraph = /^(?:[ \t]*$| {4}|\t| {0,3}(?:[-*+>]|\d{1,9}[.)])[ \t]| {0,3}[>|])/;

interface Fence {
  readonly mark: string;
}

/** Longer lines are no headings; the patterns are not tried on them. */
const MAX_LINE = 4000;

/**
 * Headings by lines, and the recogniser's blocks between them, in time linear in the text: for Markdown too long to
 * parse. Agrees with the parser on ordinary documents; knows no indented code, and of HTML only headings in one line.
 */
export function scanMarkdown(text: string): Structure {
  const headings = scanHeadings(text);
  const blocks: Block[] = [];
  let from = 0;
  for (const { level, startChar, endChar } of headings) {
    for (const block of recogniseBlocks(text, from, startChar, false)) blocks.push(block);
    const mark = /^#+\s*/.exec(text.slice(startChar, endChar))?.[0].length ?? 0;
    blocks.push({
      kind: 'heading',
      start: startChar,
      end: endChar,
      level,
      ...(mark > 0 && { words: startChar + mark }),
    });
    from = endChar;
  }
  for (const block of recogniseBlocks(text, from, text.length, false)) blocks.push(block);
  return { headings, blocks };
}

function scanHeadings(text: string): HeadingSpan[] {
  const headings: HeadingSpan[] = [];
  let open: Fence | null = null;
  let previous = { line: '', start: 0 };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const next = newline < 0 ? text.length : newline + 1;
    const lineEnd = newline < 0 ? text.length : newline;
    const end = newline >= 0 && text.charCodeAt(newline - 1) === 13 ? newline - 1 : lineEnd;
    const line = end - start > MAX_LINE ? '' : text.slice(start, end);
    const marks = fence.exec(line);
    if (open) {
      if (marks?.[1]?.startsWith(open.mark) && marks[2]?.trim() === '') open = null;
      previous = { line: '', start: next };
    } else {
      if (marks?.[1] && !(marks[1].startsWith('`') && marks[2]?.includes('`'))) open = { mark: marks[1] };
      else headings.push(...headingsAt(line, start, end, previous));
      previous = { line, start };
    }
    start = next;
  }
  return headings;
}

function headingsAt(
  line: string,
  start: number,
  end: number,
  previous: { readonly line: string; readonly start: number },
): HeadingSpan[] {
  const level = atxHeading.exec(line)?.[1]?.length;
  if (level !== undefined) {
    return [{ level, text: plainHeading(line), startChar: start + line.search(/#/), endChar: end }];
  }
  if (htmlLine.test(line)) return htmlHeadings(line, start);
  const rule = underline.exec(line)?.[1];
  if (!rule || notParagraph.test(previous.line) || atxHeading.test(previous.line)) return [];
  const text = plainHeading(previous.line);
  return [{ level: rule.startsWith('=') ? 1 : 2, text, startChar: previous.start, endChar: end }];
}
