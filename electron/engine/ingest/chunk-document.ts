import type { ChunkProfile } from '@shared/limits';
import { characterExtent, type Extent, tokenExtent } from './chunk-extent';
import { countWords, hasEquations, looksLikeCode } from './chunk-facts';
import type { BlockSpan, ChunkSpan, PageSpan, ReadDocument } from './contract';
import { findCut, overlapStart } from './cut-ladder';
import { languageOfChunk } from './detect-language';
import { skipBlanks, trimEnd } from './graphemes';
import { type Section, sectionsOf } from './sections';

/** A chunk is cut where a better separator stands only beyond this share of its size. */
const MIN_FILL = 0.5;

/** More overlap than this share of a chunk would repeat the text more than twice. */
const MAX_OVERLAP = 0.5;

/** In a PDF, whose headings are guessed, sections below this share of a chunk are joined. */
const PDF_TINY = 0.5;

/** Above this, every chunk takes the document's language: telling it costs 0.2 ms a chunk (measured). */
const MAX_CHARACTERS_FOR_CHUNK_LANGUAGE = 2_000_000;

/**
 * The chunks of a document by a profile, in order (I6, I7). What holds for every input:
 * - `chunk.text === document.text.slice(chunk.startChar, chunk.endChar)`, without blanks at either end;
 * - every character that is not blank is in at least one chunk;
 * - no chunk is larger than `profile.size` units, and none begins or ends inside a grapheme, with one exception:
 *   a single grapheme larger than the size is split between code points (or kept, when it is one code point);
 * - the same input gives the same chunks, in time linear in the text.
 *
 * Sections (headings) are split first, then the separator ladder cuts inside them; code blocks and tables that fit
 * into a chunk stay whole; the overlap, at most half a chunk, begins at a sentence, line or word and never crosses
 * into another section or block.
 *
 * @param countTokens tokens of a text by the embedding model's tokenizer; called once a chunk, and a few times more
 *   where the profile counts tokens
 */
export function chunkDocument(
  document: ReadDocument,
  profile: ChunkProfile,
  countTokens: (text: string) => number,
): ChunkSpan[] {
  return [...chunksOf(document, profile, countTokens)];
}

/** The same chunks one by one, so that a caller can stop, or let others run, between two of them. */
export function* chunksOf(
  document: ReadDocument,
  profile: ChunkProfile,
  countTokens: (text: string) => number,
): Generator<ChunkSpan> {
  const { text, blocks, pages } = document;
  const overlap = Math.min(profile.overlap, Math.floor(profile.size * MAX_OVERLAP));
  const extent =
    profile.unit === 'characters'
      ? characterExtent(profile, overlap)
      : tokenExtent(text, profile, overlap, countTokens);
  const tiny = Math.max(profile.minSize, document.format === 'pdf' ? profile.size * PDF_TINY : 0);
  const blockAt = wholeBlocks(blocks, extent, profile.size);
  const perChunkLanguage = text.length <= MAX_CHARACTERS_FOR_CHUNK_LANGUAGE;

  let index = 0;
  for (const section of sectionsOf(document, extent.measure, tiny, profile.size)) {
    for (const span of spansOf(text, section, profile, extent, overlap > 0, blockAt, countTokens)) {
      const content = text.slice(span.start, span.end);
      const inCodeBlock = blocks.length > 0 && touches(blocks, span.start, span.end);
      const hasCode = inCodeBlock || looksLikeCode(content);
      yield {
        index,
        startChar: span.start,
        endChar: span.end,
        text: content,
        tokenCount: span.tokens,
        pages: pagesOf(pages, span.start, span.end),
        headings: section.headings,
        wordCount: countWords(content),
        hasCode,
        hasEquations: hasEquations(content, hasCode),
        language: perChunkLanguage ? languageOfChunk(content, document.language) : document.language,
      };
      index += 1;
    }
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

type BlockAt = (index: number) => BlockSpan | undefined;

function* spansOf(
  text: string,
  section: Section,
  profile: ChunkProfile,
  extent: Extent,
  overlaps: boolean,
  blockAt: BlockAt,
  countTokens: (text: string) => number,
): Generator<Span> {
  const { end } = section;
  // Everything before `floor` is in a chunk; a chunk that begins before it repeats what lies between.
  let floor = skipBlanks(text, section.start, end);
  let start = floor;
  while (floor < end) {
    const chunk = chunkFrom(start, floor);
    if (chunk === null) {
      start = floor;
      continue;
    }
    yield chunk;
    floor = skipBlanks(text, chunk.cut, end);
    start = overlaps && floor < end ? repeatFrom(chunk.start, chunk.end) : floor;
  }

  /** The chunk that begins at `from` and goes beyond `low`; null where the repeated text leaves no room for more. */
  function chunkFrom(from: number, low: number): (Span & { readonly cut: number }) | null {
    let limit = extent.reach(from, end);
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const cut = cutOf(from, low, limit);
      if (cut <= low) return null;
      const chunkEnd = trimEnd(text, from, cut);
      const tokens = countTokens(text.slice(from, chunkEnd));
      const fits = profile.unit === 'characters' || tokens <= profile.size;
      if (fits || chunkEnd >= before) return { start: from, end: chunkEnd, tokens, cut };
      // The tokens of a text are not quite the sum of its parts' tokens: take less.
      before = chunkEnd;
      limit = from + Math.max(1, Math.floor((chunkEnd - from) * 0.9));
    }
  }

  function cutOf(from: number, low: number, limit: number): number {
    if (limit >= end) return end;
    const block = blockAt(limit);
    if (block === undefined) return ladderCut(from, low, limit, (index) => blockAt(index) !== undefined);
    if (block.startChar > low) return block.startChar;
    if (block.endChar <= end && extent.measure(from, block.endChar) <= profile.size) return block.endChar;
    return ladderCut(from, low, limit, () => false);
  }

  function ladderCut(from: number, low: number, limit: number, forbidden: (index: number) => boolean): number {
    const fill = Math.max(MIN_FILL, profile.minSize / profile.size);
    const preferred = from + Math.ceil((limit - from) * fill);
    const cut = findCut(text, { start: from, floor: low, preferred, limit, end, forbidden });
    if (cut > low || from < low) return cut;
    // One grapheme that is larger than a chunk: between code points, and past at least one of them.
    const point = isLowSurrogate(text, limit) ? limit - 1 : limit;
    return point > from ? point : Math.min(end, from + (isLowSurrogate(text, from + 1) ? 2 : 1));
  }

  function repeatFrom(known: number, chunkEnd: number): number {
    const from = Math.max(extent.overlapFrom(chunkEnd), known + 1);
    let repeated = overlapStart(text, known, from, chunkEnd);
    const cutBlock = blockAt(repeated);
    if (cutBlock) repeated = skipBlanks(text, Math.min(cutBlock.endChar, floor), end);
    if (repeated >= chunkEnd) return floor;
    const following = blockAt(floor + 1);
    const crowdsOut = following !== undefined && extent.measure(repeated, following.endChar) > profile.size;
    return crowdsOut ? floor : repeated;
  }
}

/** Finds the block strictly around an index, among those that fit into one chunk. */
function wholeBlocks(blocks: readonly BlockSpan[], extent: Extent, size: number): BlockAt {
  const fits = new Map<BlockSpan, boolean>();
  return (index) => {
    const block = blocks[firstEndingAfter(blocks, index)];
    if (block === undefined || block.startChar >= index) return undefined;
    const known = fits.get(block) ?? extent.measure(block.startChar, block.endChar) <= size;
    fits.set(block, known);
    return known ? block : undefined;
  };
}

function touches(blocks: readonly BlockSpan[], start: number, end: number): boolean {
  for (let i = firstEndingAfter(blocks, start); i < blocks.length; i += 1) {
    const block = blocks[i];
    if (block === undefined || block.startChar >= end) return false;
    if (block.kind === 'code') return true;
  }
  return false;
}

function pagesOf(pages: readonly PageSpan[], start: number, end: number): number[] {
  const touched: number[] = [];
  for (let i = firstEndingAfter(pages, start); i < pages.length; i += 1) {
    const page = pages[i];
    if (page === undefined || page.startChar >= end) break;
    if (page.endChar > page.startChar) touched.push(page.page);
  }
  return touched;
}

/** Index of the first of the ascending spans that ends after a position. */
function firstEndingAfter(spans: readonly { readonly endChar: number }[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && span.endChar <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
