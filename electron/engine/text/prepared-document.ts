import type { PageSpan } from '@shared/contract';
import type { Block, BlockKind } from '@shared/prompt/blocks';
import { folded } from './segmentation';
import { sentences } from './sentences';
import { inverseDocumentFrequency, termSet } from './terms';

/** A document as values are read from it. */
export interface ExtractionDocument {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
  /** ISO 639-3, or `und`. */
  readonly language: string;
  readonly title: string | null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Characters read of a document: some thousand pages. Later text is ignored. */
const longestRead = 2_000_000;
/** Characters in which a document names its kind: agreements do so in the first 150 (Kleister NDA). */
const beginning = 3000;
/** Longer stretches are read in pieces: no paragraph of a written text is as long. */
const longestPiece = 16_000;
/** A row, a heading or a field is quoted whole up to this length. */
const longestRow = 600;

const quotedWhole: ReadonlySet<BlockKind> = new Set(['heading', 'table-head', 'table-row', 'form-field', 'mail-head']);

/** Lower case and without accents, as `folded`, with every character in its place. */
function foldedInPlace(text: string): string {
  const lower = text.toLowerCase();
  const base = lower.length === text.length ? lower : text;
  return base.replace(/[\u00aa-\uffff]/gu, (letter) => {
    const plain = folded(letter);
    return plain.length === letter.length ? plain : letter;
  });
}

/** A document in the form for recognisers; values that depend on it alone are found once. */
export class PreparedDocument {
  readonly plain: string;
  readonly blocks: readonly Block[];
  private readonly found = new Map<unknown, unknown>();
  private readonly spoken = new Map<RegExp, boolean>();
  private readonly terms = new Map<number, ReadonlySet<string>>();
  private readonly split = new Map<Span, readonly Span[]>();

  readonly text: string;

  constructor(readonly document: ExtractionDocument) {
    this.text = document.text.slice(0, longestRead);
    this.plain = foldedInPlace(this.text);
    const { blocks } = document;
    this.blocks = blocks.length > 0 ? blocks.filter(({ end }) => end <= this.text.length) : paragraphs(this.text);
  }

  /** The result of `find` for this document, computed once. */
  once<Found>(find: (document: PreparedDocument) => Found): Found {
    const known = this.found.get(find);
    if (known !== undefined) return known as Found;
    const made = find(this);
    this.found.set(find, made);
    return made;
  }

  get pieces(): readonly Span[] {
    return this.once(piecesOf);
  }

  termsIn({ start, end }: Span): ReadonlySet<string> {
    const key = start * 2 ** 25 + (end - start);
    const known = this.terms.get(key) ?? termSet(this.text.slice(start, end));
    this.terms.set(key, known);
    return known;
  }

  /** How rare a term is in this document, as an idf over its blocks; > 0. One that it lacks is as rare as one it has once. */
  rarity(term: string): number {
    return inverseDocumentFrequency(this.once(blocksByTerm).get(term) ?? 1, Math.max(2, this.blocks.length));
  }

  speaksOf(words: RegExp): boolean {
    const known = this.spoken.get(words) ?? words.test(this.plain.slice(0, beginning));
    this.spoken.set(words, known);
    return known;
  }

  hasTerm(term: string): boolean {
    return this.once(blocksByTerm).has(term);
  }

  blockAt(at: number): Block | null {
    return this.blocks[indexAt(this.blocks, at) ?? -1] ?? null;
  }

  /** Whether a row of a table is the only one under its head. */
  isOnlyRow(row: Block): boolean {
    const at = indexAt(this.blocks, row.start) ?? 0;
    return ![this.blocks[at - 1], this.blocks[at + 1]].some(
      (other) => other?.kind === 'table-row' && other.lead?.start === row.lead?.start,
    );
  }

  quoteOf({ start, end }: Span): Span {
    const block = this.blockAt(start);
    if (!block) return { start, end };
    const sentences = this.sentencesOf(block, start);
    const first = sentences[indexAt(sentences, start) ?? -1];
    const last = sentences[indexAt(sentences, end - 1) ?? -1];
    return { start: Math.min(start, first?.start ?? start), end: Math.max(end, first?.end ?? end, last?.end ?? end) };
  }

  /** The sentences of a block; of a very long one those of the piece around a place. */
  sentencesOf(block: Block, at: number): readonly Span[] {
    if (quotedWhole.has(block.kind) && block.end - block.start <= longestRow) return [trimmed(this.text, block)];
    if (block.end - block.start > longestPiece) {
      const piece = this.pieces[indexAt(this.pieces, at) ?? -1] ?? block;
      return this.splitOnce(piece);
    }
    return this.splitOnce(block);
  }

  private splitOnce(span: Span): readonly Span[] {
    const known = this.split.get(span) ?? spansOf(this.text, span.start, span.end);
    this.split.set(span, known);
    return known;
  }

  headingAbove(at: number): string {
    const headings = this.once(headingsOf);
    let [low, high] = [0, headings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((headings[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const heading = headings[low - 1];
    return heading ? this.plain.slice(heading.start, Math.min(heading.end, heading.start + 200)) : '';
  }
}

/** Which of some ascending spans holds a place. */
function indexAt(spans: readonly Span[], at: number): number | null {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (!span) return null;
    if (at < span.start) high = middle - 1;
    else if (at >= span.end) low = middle + 1;
    else return middle;
  }
  return null;
}

function blocksByTerm({ text, blocks }: PreparedDocument): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { start, end } of blocks)
    for (const term of termSet(text.slice(start, end))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const headingsOf = ({ blocks }: PreparedDocument): readonly Block[] => blocks.filter(({ kind }) => kind === 'heading');

function spansOf(text: string, start: number, end: number): readonly Span[] {
  return sentences(text.slice(start, end)).map((one) => ({ start: start + one.start, end: start + one.end }));
}

function trimmed(text: string, { start, end }: Span): Span {
  const whole = text.slice(start, end);
  const from = start + (whole.length - whole.trimStart().length);
  return { start: from, end: Math.max(from, end - (whole.length - whole.trimEnd().length)) };
}

function paragraphs(text: string): Block[] {
  const found: Block[] = [];
  let start = 0;
  for (const line of text.matchAll(/\n[ \t\r]*\n/gu)) {
    if (line.index > start) found.push({ kind: 'paragraph', start, end: line.index });
    start = line.index + line[0].length;
  }
  if (start < text.length) found.push({ kind: 'paragraph', start, end: text.length });
  return found;
}

function piecesOf({ text, blocks }: PreparedDocument): readonly Span[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of blocks) {
    const last = pieces.at(-1);
    if (last && end - last.start <= longestPiece) {
      last.end = end;
      continue;
    }
    for (let from = start; from < end; ) {
      let to = Math.min(end, from + longestPiece);
      if (to < end) {
        const blank = text.lastIndexOf(' ', to);
        if (blank > from) to = blank;
      }
      pieces.push({ start: from, end: to });
      from = to;
    }
  }
  return pieces;
}

const prepared = new WeakMap<ExtractionDocument, PreparedDocument>();

/** A document made ready for `extract`; the same one for the same object, which must not change. */
export function readForExtraction(document: ExtractionDocument): PreparedDocument {
  const known = prepared.get(document) ?? new PreparedDocument(document);
  prepared.set(document, known);
  return known;
}
