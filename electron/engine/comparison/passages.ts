import type { PageSpan } from '@shared/contract';
import type { Block, BlockKind, TextRange } from '@shared/prompt/blocks';
import { rangesOf } from '../text/passage-units';
import { type ComparedWords, comparedWords, type Vocabulary } from './compared-words';

/** A document as it is compared: its text with its blocks and pages as the catalogue has them. */
export interface ComparedDocument {
  readonly text: string;
  /** Ascending, without overlap. What lies in none is compared as a paragraph. */
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
}

/** A sentence of prose, an item, a row, a heading or a line of code; `[from, to)` among the document's words. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  /** The same for the same words, whatever hyphens they have. */
  readonly key: string;
  readonly kind: BlockKind;
  /** Words from `from` on that are the mark of an item or a heading: its number. */
  readonly marks: number;
  /** How many are no mark. */
  readonly size: number;
}

export interface PassagesOfDocument {
  readonly words: ComparedWords;
  /** Ascending; every word of the text is in exactly one. */
  readonly passages: readonly Passage[];
}

/** A text without an end of a sentence is cut into pieces of about so many words, so that one word does not change all of it. */
const longestPassage = 160;
const pieceLength = 40;

export function passagesOf({ text, blocks }: ComparedDocument, vocabulary: Vocabulary): PassagesOfDocument {
  const words = comparedWords(text, vocabulary);
  const passages: Passage[] = [];
  const starts = boundaries(text, blocks);
  let from = 0;
  starts.forEach(({ kind, wordsFrom }, at) => {
    const end = starts[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    let to = from;
    while (to < words.count && (words.starts[to] ?? 0) < end) to += 1;
    let marks = from;
    while (marks < to && (words.starts[marks] ?? 0) < wordsFrom) marks += 1;
    for (const cut of cutsOf(words, from, to)) {
      passages.push(passage(words, vocabulary, from, cut, kind, Math.max(0, Math.min(marks, cut) - from)));
      from = cut;
    }
    from = to;
  });
  return { words, passages };
}

interface Boundary {
  readonly start: number;
  readonly kind: BlockKind;
  readonly wordsFrom: number;
}

/** Where passages begin, from the text's begin on. */
function boundaries(text: string, blocks: readonly Block[]): Boundary[] {
  const found: Boundary[] = [];
  let last = 0;
  const take = ({ start, end }: TextRange, kind: BlockKind, wordsFrom: number): void => {
    const ranges = rangesOf(kind, text.slice(start, end));
    ranges.forEach((range, at) => {
      found.push({ start: at === 0 ? start : start + range.start, kind, wordsFrom });
    });
    if (ranges.length > 0) last = end;
  };
  const between = (end: number): void => {
    if (end > last && text.slice(last, end).trim() !== '') take({ start: last, end }, 'paragraph', last);
  };
  for (const block of blocks) {
    between(block.start);
    take(block, block.kind, block.words ?? block.start);
  }
  between(text.length);
  return found;
}

/**
 * Where a long passage is cut, its end included: by the words at the place alone (content-defined chunking, as in LBFS,
 * Muthitacharoen et al. 2001), so that a word more at its begin moves no cut behind it.
 */
function cutsOf({ ids }: ComparedWords, from: number, to: number): number[] {
  if (to === from) return [];
  if (to - from <= longestPassage) return [to];
  const cuts: number[] = [];
  let last = from;
  for (let at = from + 1; at < to; at += 1) {
    // Knuth's multiplicative hash of two neighbours.
    const hash = Math.imul(Math.imul(ids[at - 1] ?? 0, 31) + (ids[at] ?? 0), 0x9e3779b1) >>> 0;
    if (hash % pieceLength !== 0 && at - last < longestPassage) continue;
    cuts.push(at);
    last = at;
  }
  return [...cuts, to];
}

function passage(
  { ids }: ComparedWords,
  { written, bare, kinds }: Vocabulary,
  from: number,
  to: number,
  kind: BlockKind,
  marks: number,
): Passage {
  let key = '';
  let size = 0;
  for (let at = from; at < to; at += 1) {
    const id = ids[at] ?? 0;
    const text = written[bare[id] ?? id] ?? '';
    if (text !== '-') key += text;
    if (kinds[id] !== 'mark') size += 1;
  }
  return { from, to, key, kind, marks, size };
}
