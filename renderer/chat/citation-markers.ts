import type { ExtraProps } from 'react-markdown';

/** An element of the tree that Markdown becomes, as react-markdown hands it out. */
type Element = NonNullable<ExtraProps['node']>;
type Content = Element['children'][number];

const marker = /\[Citation (\d+)\]/g;

/**
 * Splits a text at its `[Citation N]` markers. Markers whose N has no citation are left in the text, where they
 * can be seen, rather than dropped.
 */
export function splitAtMarkers(text: string, known: ReadonlySet<number>): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let from = 0;
  for (const match of text.matchAll(marker)) {
    const n = Number(match[1]);
    if (!known.has(n)) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(n);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A rehype plugin: markers in text become `<cite data-marker>`; code is left as it is. Runs after sanitising. */
export function rehypeCitations(known: ReadonlySet<number>): () => (tree: { children: Content[] }) => void {
  return () => (tree) => {
    tree.children = tree.children.flatMap((child) => replaced(child, known));
  };
}

function replaced(node: Content, known: ReadonlySet<number>): Content[] {
  if (node.type === 'text') {
    const parts = splitAtMarkers(node.value, known);
    return parts.map((part) => (typeof part === 'number' ? cite(part) : { ...node, value: part }));
  }
  if (node.type !== 'element' || node.tagName === 'code' || node.tagName === 'pre') return [node];
  return [{ ...node, children: node.children.flatMap((child) => replaced(child, known)) }];
}

function cite(n: number): Element {
  return {
    type: 'element',
    tagName: 'cite',
    properties: { dataMarker: n },
    children: [{ type: 'text', value: String(n) }],
  };
}
