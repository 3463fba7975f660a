import type { PageSpan } from '@shared/contract';
import type { Block, BlockKind, TextRange } from '@shared/prompt/blocks';
import { rangesOf } from '../text/passage-units';
import { type ComparedWords, comparedWords, type Vocabulary, type WordSpan } from './compared-words';

/** A document as it is compared: its text with its blocks and pages as the catalogue has them. */
export interface ComparedDocument {
  readonly text: string;
  /** Ascending, without overlap. Text in none is compared as a paragraph. */
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
}

/** A sentence of prose, an item, a row, a heading or a line of code. */
export interface DocumentPassage {
  /** Ascending; more than one if a page ends within the sentence, with its number between. */
  readonly parts: readonly WordSpan[];
  /** The same for the same words, whatever hyphens they have. */
  readonly key: string;
  readonly kind: BlockKind;
  /** Words at its begin that are the mark of an item or a heading: its number. */
  readonly marks: number;
  readonly size: number;
}

/** The words of a passage, as places among those of the document. */
export const placesIn = ({ parts }: DocumentPassage): number[] =>
  parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));

export interface PassagesOfDocument {
  readonly words: ComparedWords;
  /** Ascending; every word of the text is in exactly one. */
  readonly passages: readonly DocumentPassage[];
}

/**
 * A text without an end of a sentence is cut into pieces of about so many words: one word does not change all of it.
 */
const longestPassage = 160;
const pieceLength = 40;

export function passagesOf(document: ComparedDocument, vocabulary: Vocabulary): PassagesOfDocument {
  const { text, blocks } = document;
  const words = comparedWords(text, vocabulary, silentMarks(text, blocks));
  const found: Stretch[] = [];
  const starts = boundaries(text, blocks);
  let from = 0;
  starts.forEach(({ kind, wordsFrom }, at) => {
    const end = starts[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    let to = from;
    while (to < words.count && (words.starts[to] ?? 0) < end) to += 1;
    let marks = from;
    while (marks < to && (words.starts[marks] ?? 0) < wordsFrom) marks += 1;
    for (const cut of cutsOf(words, from, to)) {
      found.push({ parts: [{ from, to: cut }], kind, marks: Math.max(0, Math.min(marks, cut) - from) });
      from = cut;
    }
    from = to;
  });
  const passages = joinedOverPages(found, words, document).map((stretch): DocumentPassage => {
    return { ...stretch, ...keyOf(words, vocabulary, stretch.parts) };
  });
  return { words, passages };
}

const headingMark = /^\s*#{1,6}(?=\s)/u;
const fence = /^[ \t]*(?:`{3,}|~{3,})/gmu;
const rule = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gmu;

/** Marks of Markdown that only some readers write: before a heading, around code, below a table's head. */
function silentMarks(text: string, blocks: readonly Block[]): TextRange[] {
  const found: TextRange[] = [];
  for (const { kind, start, end } of blocks) {
    const length = kind === 'heading' ? (headingMark.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
    if (length > 0) found.push({ start, end: start + length });
    if (kind !== 'code') continue;
    for (const { 0: mark, index } of text.slice(start, end).matchAll(fence))
      found.push({ start: start + index, end: start + index + mark.length });
  }
  for (const { 0: line, index } of text.matchAll(rule)) found.push({ start: index, end: index + line.length });
  return found.sort((a, b) => a.start - b.start);
}

type Stretch = Omit<DocumentPassage, 'key' | 'size'>;

const endOfSentence = /[.!?…:;。！？][\p{Pe}\p{Pf}\p{Pi}"'*_]*$/u;
const flows: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'list-item', 'note']);

/** A sentence that goes on behind the end of a page is one, wherever the other document turns its pages. */
function joinedOverPages(
  found: readonly Stretch[],
  words: ComparedWords,
  { text, pages }: ComparedDocument,
): Stretch[] {
  const joined: Stretch[] = [];
  /** Place of the last that is no furniture, and the page on which it ends. */
  let last = -1;
  let page = 0;
  const pageAt = (at: number): number => {
    while (page + 1 < pages.length && (pages[page + 1]?.startChar ?? 0) <= at) page += 1;
    return page;
  };
  for (const stretch of found) {
    if (stretch.kind === 'furniture') {
      joined.push(stretch);
      continue;
    }
    const before = joined[last];
    const end = words.ends[(before?.parts.at(-1)?.to ?? 0) - 1] ?? 0;
    const pageBefore = pageAt(Math.max(0, end - 1));
    const turns = pageAt(words.starts[stretch.parts[0]?.from ?? 0] ?? 0) > pageBefore || joined.length - 1 > last;
    const goesOn =
      before &&
      turns &&
      stretch.kind === 'paragraph' &&
      flows.has(before.kind) &&
      !endOfSentence.test(text.slice(Math.max(0, end - 8), end));
    if (goesOn) joined[last] = { ...before, parts: [...before.parts, ...stretch.parts] };
    else last = joined.push(stretch) - 1;
  }
  return joined;
}

interface Boundary {
  readonly start: number;
  readonly kind: BlockKind;
  readonly wordsFrom: number;
}

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

/** The cuts of a long passage, its end included, by local words (LBFS, Muthitacharoen et al. 2001): an edit moves few. */
function cutsOf({ ids }: ComparedWords, from: number, to: number): number[] {
  if (to === from) return [];
  if (to - from <= longestPassage) return [to];
  const cuts: number[] = [];
  let last = from;
  for (let at = from + 1; at < to; at += 1) {
    if (mixed(Math.imul(ids[at - 1] ?? 0, 31) + (ids[at] ?? 0)) % pieceLength !== 0 && at - last < longestPassage)
      continue;
    cuts.push(at);
    last = at;
  }
  return [...cuts, to];
}

/** Every bit of a number in every bit of another: the finaliser of MurmurHash3 (Appleby 2011). */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function keyOf(
  { ids }: ComparedWords,
  { written, bare, kinds }: Vocabulary,
  parts: readonly WordSpan[],
): { readonly key: string; readonly size: number } {
  let key = '';
  let size = 0;
  for (const { from, to } of parts) {
    for (let at = from; at < to; at += 1) {
      const id = ids[at] ?? 0;
      const text = written[bare[id] ?? id] ?? '';
      if (text !== '-') key += text;
      if (kinds[id] !== 'mark') size += 1;
    }
  }
  return { key, size };
}
