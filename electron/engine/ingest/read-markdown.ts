import { frontMatter } from '@shared/front-matter';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { BlockSpan, HeadingSpan } from './contract';
import { htmlHeadings, plainHeading } from './heading-text';
import { scanMarkdown } from './scan-markdown';

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
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
  'protocolAutolink',
  'strikethrough',
  'wwwAutolink',
];

export interface MarkdownStructure {
  readonly title: string | null;
  readonly headings: readonly HeadingSpan[];
  /** Ascending, without overlap. */
  readonly blocks: readonly BlockSpan[];
  readonly warnings: readonly string[];
}

/**
 * Headings, code blocks and tables of a Markdown text (CommonMark and GitHub's tables) with their places. YAML front
 * matter is left out of the structure; its `title` names the document, else its first heading of level 1.
 * Headings that are written as HTML count too. Those inside quotations and lists are not sections and are left out.
 */
export function readMarkdown(text: string): MarkdownStructure {
  const front = frontMatter(text);
  // Front matter would read as a rule and an underlined heading; blanks of the same length keep all places.
  const body = front ? text.slice(0, front.end).replace(/[^\r\n]/g, ' ') + text.slice(front.end) : text;
  const parsed = body.length <= MAX_PARSED_CHARACTERS;
  const { headings, blocks } = parsed ? parseMarkdown(body) : scanMarkdown(body);
  return {
    title:
      (front && titleIn(text.slice(0, front.end))) ?? headings.find((heading) => heading.level === 1)?.text ?? null,
    headings,
    blocks,
    warnings: parsed ? [] : ['The Markdown is very long: its headings, code and tables were found line by line.'],
  };
}

interface Structure {
  readonly headings: HeadingSpan[];
  readonly blocks: BlockSpan[];
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
    const source = text.slice(span.startChar, span.endChar);
    if (node.type === 'heading') headings.push({ level: node.depth, text: plainHeading(source), ...span });
    else if (node.type === 'html') headings.push(...htmlHeadings(source, span.startChar));
  }
  const blocks: BlockSpan[] = [];
  collectBlocks(root, blocks);
  return { headings, blocks };
}

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

function collectBlocks(node: Node, blocks: BlockSpan[]): void {
  for (const child of node.children ?? []) {
    const span = spanOf(child);
    if (span && child.type === 'code') blocks.push({ kind: 'code', ...span });
    else if (span && child.type === 'table') blocks.push({ kind: 'table', ...span });
    else collectBlocks(child, blocks);
  }
}

function spanOf(node: Node): { startChar: number; endChar: number } | null {
  const startChar = node.position?.start.offset;
  const endChar = node.position?.end.offset;
  return startChar === undefined || endChar === undefined ? null : { startChar, endChar };
}

/** The title that front matter gives, without its quotation marks; null where it gives none. */
function titleIn(front: string): string | null {
  const title = /^title[ \t]*:[ \t]*(.+?)[ \t]*$/m
    .exec(front)?.[1]
    ?.replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  return title ? title.slice(0, 300) : null;
}
