import type { BlockSpan, HeadingSpan, PageSpan } from './contract';
import type { Block } from './document-blocks';
import { overLimit, type ReadContext } from './format-errors';
import { oneLine } from './heading-text';
import { tableTexts } from './markdown-table';

export interface BlockLayout {
  readonly text: string;
  readonly pages: readonly PageSpan[];
  readonly headings: readonly HeadingSpan[];
  readonly blocks: readonly BlockSpan[];
}

/** Between blocks and between pages; belongs to no page. */
const SEPARATOR = '\n\n';
const MAX_LEVEL = 6;

/**
 * Blocks as one text that looks like Markdown: headings behind `#`, lists behind their markers, code between fences,
 * tables in pipes. Every span lies in that text, and pages cover all of it but what separates them.
 * Errors: `too-large` (more characters than a file may have bytes).
 */
export function layoutBlocks(content: readonly Block[], context: ReadContext): BlockLayout {
  const parts: string[] = [];
  const pages: { page: number; startChar: number; endChar: number }[] = [];
  const headings: HeadingSpan[] = [];
  const blocks: BlockSpan[] = [];
  let length = 0;
  let previous: Block['kind'] | null = null;
  /** Whether the page that is open has text. */
  let fresh = true;

  for (const block of content) {
    if (block.kind === 'page') {
      if (pages.length > 0) append(SEPARATOR);
      pages.push({ page: block.page, startChar: length, endChar: length });
      fresh = true;
      continue;
    }
    for (const text of textsOf(block)) {
      if (!/\S/.test(text)) continue;
      if (!fresh) append(block.kind === 'item' && previous === 'item' ? '\n' : SEPARATOR);
      const startChar = length;
      append(text);
      fresh = false;
      previous = block.kind;
      if (block.kind === 'heading') {
        headings.push({ level: levelOf(block.level), text: oneLine(clean(block.text)), startChar, endChar: length });
      } else if (block.kind === 'code' || block.kind === 'table') {
        blocks.push({ kind: block.kind, startChar, endChar: length });
      }
      const page = pages.at(-1);
      if (page) page.endChar = length;
    }
  }
  return { text: parts.join(''), pages, headings, blocks };

  function append(text: string): void {
    parts.push(text);
    length += text.length;
    if (length > context.limits.maxFileBytes) {
      throw overLimit(context, 'maxFileBytes', 'unpacks to too many characters of text');
    }
  }
}

function textsOf(block: Exclude<Block, { kind: 'page' }>): readonly string[] {
  switch (block.kind) {
    case 'heading': {
      const words = clean(block.text).replace(/\s+/g, ' ').trim();
      return words === '' ? [] : [`${'#'.repeat(levelOf(block.level))} ${words}`];
    }
    case 'paragraph':
      return [clean(block.text).trim()];
    case 'item': {
      const words = clean(block.text).trim();
      const indent = '  '.repeat(Math.min(block.depth, MAX_LEVEL));
      return words === '' ? [] : [`${indent}${block.marker} ${words.replace(/\n/g, `\n${indent}  `)}`];
    }
    case 'code': {
      const code = clean(block.text).replace(/^\n+/, '').trimEnd();
      return code === '' ? [] : [fenced(code)];
    }
    case 'table':
      return tableTexts(block.rows.map((row) => row.map(clean)));
  }
}

function levelOf(level: number): number {
  return Math.min(MAX_LEVEL, Math.max(1, level));
}

/** A fence longer than any that the code itself holds. */
function fenced(code: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** Without control characters and halves of characters, with line feeds as the only line ends. */
function clean(text: string): string {
  return (
    text
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\0-\x08\x0b-\x1f\x7f\u00ad\ufeff]/g, '')
      .replace(/\p{Surrogate}/gu, '\uFFFD')
  );
}
