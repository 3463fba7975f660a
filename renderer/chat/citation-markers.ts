import type { CitedSentence } from '@shared/contract/index';
import type { ExtraProps } from 'react-markdown';
import { sentencesOfMarkers } from './cited-sentences';

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

/** A row of a table is one sentence to the engine. */
const blocks = /^(?:p|li|tr|h[1-6]|blockquote|div|section)$/;

/**
 * A rehype plugin: markers in text become `<cite data-marker data-sentence>`; code is left as it is. Runs after
 * sanitising. `data-sentence` is the place in `cited` of the sentence that the marker stands in, where it is known.
 */
export function rehypeCitations(
  known: ReadonlySet<number>,
  cited: readonly CitedSentence[] = [],
): () => (tree: { children: Content[] }) => void {
  return () => (tree) => {
    const drawn: { readonly element: Element; readonly marker: number; readonly before: string }[] = [];
    let before = '';

    function replaced(node: Content): Content[] {
      if (node.type === 'text') {
        return splitAtMarkers(node.value, known).map((part) => {
          if (typeof part === 'string') {
            before += part;
            return { ...node, value: part };
          }
          const element = cite(part);
          drawn.push({ element, marker: part, before });
          return element;
        });
      }
      if (node.type !== 'element') return [node];
      if (node.tagName === 'code' || node.tagName === 'pre') return [node];
      if (blocks.test(node.tagName)) before = '';
      return [{ ...node, children: node.children.flatMap(replaced) }];
    }

    tree.children = tree.children.flatMap(replaced);
    if (cited.length === 0) return;
    sentencesOfMarkers(drawn, cited).forEach((sentence, index) => {
      const element = drawn[index]?.element;
      if (element && sentence !== null) element.properties.dataSentence = sentence;
    });
  };
}

function cite(n: number): Element {
  return {
    type: 'element',
    tagName: 'cite',
    properties: { dataMarker: n },
    children: [{ type: 'text', value: String(n) }],
  };
}
