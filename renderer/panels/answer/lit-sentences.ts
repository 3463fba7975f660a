import type { Citation, CitedSentence } from '@shared/contract/index';
import type { ExtraProps } from 'react-markdown';

type Element = NonNullable<ExtraProps['node']>;
type Content = Element['children'][number];

/** A quoted sentence is in one of these; a row of a table is a sentence of its own. */
const blocks = /^(?:p|li)$/;
/** Their words are not quoted sentences. */
const apart = /^(?:code|pre|table)$/;

const letter = /[\p{L}\p{N}]/u;
const lettersOf = (text: string): string => [...text.toLowerCase()].filter((one) => letter.test(one)).join('');

/** A sentence that answers best, as far as it is known, by its letters. */
interface BestSentence {
  readonly letters: string;
  /** More of the sentence follows. */
  readonly cut: boolean;
}

/** The highlights of a quoted answer: in each place the quoted sentence, if longer text surrounds it. */
export function bestSentences(citations: readonly Citation[], cited: readonly CitedSentence[]): BestSentence[] {
  return citations.flatMap(({ marker, snippet }) => {
    const cut = snippet.endsWith('…');
    const letters = lettersOf(snippet);
    const place = cited.find(({ markers, text }) => markers.includes(marker) && lettersOf(text).includes(letters));
    const isPart = letters !== '' && place && lettersOf(place.text) !== letters;
    return isPart ? [{ letters, cut }] : [];
  });
}

/** The highlight of one sentence; none where it is empty. */
export const oneSentence = (text: string): BestSentence[] =>
  text === '' ? [] : [{ letters: lettersOf(text), cut: false }];

/** A rehype plugin: the first place of each of these sentences becomes `<mark>`. Runs after sanitising. */
export function rehypeLitSentences(sentences: readonly BestSentence[]): () => (tree: { children: Content[] }) => void {
  return () => (tree) => {
    const waiting = new Set(sentences);
    const visit = (node: Content): void => {
      if (node.type !== 'element' || apart.test(node.tagName)) return;
      if (!blocks.test(node.tagName)) {
        for (const child of node.children) visit(child);
        return;
      }
      for (const sentence of waiting) if (light(node, sentence)) waiting.delete(sentence);
      for (const child of node.children) if (child.type === 'element' && child.tagName !== 'mark') visit(child);
    };
    for (const child of tree.children) visit(child);
  };
}

/** The text of a block, without that of blocks within it, and the place of each of its letters. */
function readBlock(block: Element) {
  let text = '';
  const visit = (node: Content): void => {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element' && !blocks.test(node.tagName) && !apart.test(node.tagName)) {
      for (const child of node.children) visit(child);
    }
  };
  for (const child of block.children) visit(child);
  const places: number[] = [];
  let letters = '';
  for (let at = 0; at < text.length; ) {
    const one = String.fromCodePoint(text.codePointAt(at) ?? 0);
    for (const lower of lettersOf(one)) {
      letters += lower;
      for (let unit = 0; unit < lower.length; unit += 1) places.push(at);
    }
    at += one.length;
  }
  return { text, letters, places };
}

/** Marks a sentence in a block; false if it is not there. */
function light(block: Element, { letters: wanted, cut }: BestSentence): boolean {
  const { text, letters, places } = readBlock(block);
  const at = letters.indexOf(wanted);
  const [start, last] = [places[at], places[at + wanted.length - 1]];
  if (at < 0 || start === undefined || last === undefined) return false;
  const rest = text.slice(last);
  // As far as its own marks go, or to the end of the sentence where only its beginning is known.
  const tail = (cut ? /^.*?(?:[.!?…]["”»’)]*(?=\s)|(?=\s*\[Citation \d)|$)/su : /^.[^\s\p{L}\p{N}[]*/su).exec(rest);
  const end = last + (tail?.[0].length ?? 1);
  let offset = 0;
  const marked = (node: Content): Content[] => {
    if (node.type === 'text') {
      const [from, to] = [start - offset, end - offset].map((one) => Math.min(Math.max(one, 0), node.value.length));
      offset += node.value.length;
      if (from === undefined || to === undefined || from >= to) return [node];
      const parts = [node.value.slice(0, from), node.value.slice(from, to), node.value.slice(to)];
      return parts.flatMap((value, part): Content[] => {
        const own = { ...node, value };
        if (value === '') return [];
        return part === 1 ? [{ type: 'element', tagName: 'mark', properties: {}, children: [own] }] : [own];
      });
    }
    if (node.type !== 'element' || blocks.test(node.tagName) || apart.test(node.tagName)) return [node];
    node.children = node.children.flatMap(marked) as Element['children'];
    return [node];
  };
  block.children = block.children.flatMap(marked) as Element['children'];
  return true;
}
