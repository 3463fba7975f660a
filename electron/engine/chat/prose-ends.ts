import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Tree = ReturnType<typeof fromMarkdown>;
type Nodes = Tree | Tree['children'][number];

/**
 * Tells for a place in Markdown, in characters, whether words can be put there and are read as words: inside or at the
 * end of a paragraph's text, never in a heading, a table, a link, code or HTML.
 */
export function endsOfProse(markdown: string): (at: number) => boolean {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const texts: { start: number; end: number }[] = [];
  const ends = new Set<number>();
  const open: { node: Nodes; inParagraph: boolean }[] = [{ node: tree, inParagraph: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, inParagraph } = next;
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined || notProse.has(node.type)) continue;
    if (node.type === 'text' && inParagraph) texts.push({ start, end });
    if (node.type === 'paragraph') ends.add(end);
    if (!('children' in node)) continue;
    const inside = inParagraph || node.type === 'paragraph';
    for (const child of node.children) open.push({ node: child, inParagraph: inside });
  }
  return (at) => ends.has(at) || texts.some(({ start, end }) => at > start && at <= end);
}

const notProse: ReadonlySet<string> = new Set([
  'heading',
  'table',
  'link',
  'linkReference',
  'code',
  'inlineCode',
  'html',
]);
