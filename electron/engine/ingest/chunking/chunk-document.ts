import type { HeadingSpan, PageSpan } from '@shared/contract';
import type { ChunkProfile } from '@shared/limits';
import { type Block, type TextRange, type WholeSpan, wholeSpans } from '@shared/prompt/blocks';
import { isBlank } from '../../text/sentences';
import type { LanguageDetector } from '../detect-language';
import type { ChunkSpan, ReadDocument } from '../document';
import { characterExtent, type Extent, type Measure, tokenExtent } from './chunk-extent';
import { skipBlanks, trimEnd } from './graphemes';
import { findCut, overlapStart } from './recursive-splitter';

/** A chunk is cut at a worse separator if the next better one is beyond this share of its size. */
const MIN_FILL = 0.5;

/** More overlap than this share of a chunk would repeat the text more than twice. */
const MAX_OVERLAP = 0.5;

/** In a PDF, whose headings are guessed, sections below this share of a chunk are joined. */
const PDF_TINY = 0.5;

/** The rest of a longer text is estimated: unusual text takes 2 µs a character to count, JSON for one. */
const MAX_COUNTED_CHARACTERS = 8_000_000;

/** Above this, every chunk takes the document's language: to tell its own takes 0.15 ms (measured). */
const MAX_CHARACTERS_FOR_CHUNK_LANGUAGE = 2_000_000;

/**
 * The chunks of a document by a profile, in order (I6, I7). For every input:
 * - `chunk.text === document.text.slice(chunk.startChar, chunk.endChar)`, without blanks at either end;
 * - every character that is not blank is in at least one chunk;
 * - no chunk is larger than `profile.size` units, and none begins or ends inside a grapheme, with one exception: a
 * single grapheme larger than the size is split between code points (or kept, when it is one code point);
 * - the same input gives the same chunks, in time linear in the text.
 *
 * Sections (headings) are split first, then the separator ladder cuts inside them; code blocks and tables that fit into
 * a chunk stay whole; the overlap, at most half a chunk, begins at a sentence, line or word and never crosses into
 * another section or block.
 *
 * @param countTokens tokens of a text by the embedding model's tokenizer; called once a chunk, and a few times more if
 * the profile counts tokens
 * @param detector detects the language of each chunk; without it, chunks have their document's
 */
export function chunkDocument(
  document: ReadDocument,
  profile: ChunkProfile,
  countTokens: (text: string) => number,
  detector?: LanguageDetector,
): ChunkSpan[] {
  return [...chunksOf(document, profile, countTokens, detector)];
}

/** The same chunks one by one: a caller can stop, or let other work run, between two of them. */
export function* chunksOf(
  document: ReadDocument,
  profile: ChunkProfile,
  countExactly: (text: string) => number,
  detector?: LanguageDetector,
): Generator<ChunkSpan> {
  const { text, blocks, pages } = document;
  const countTokens = text.length > MAX_COUNTED_CHARACTERS ? sparingCount(countExactly) : countExactly;
  const overlap = Math.min(profile.overlap, Math.floor(profile.size * MAX_OVERLAP));
  const extent =
    profile.unit === 'characters'
      ? characterExtent(profile, overlap)
      : tokenExtent(text, profile, overlap, countTokens);
  const tiny = Math.max(profile.minSize, document.format === 'pdf' ? profile.size * PDF_TINY : 0);
  const blockAt = wholeBlocks(wholeSpans(blocks), extent, profile.size);
  const cutting = { text, profile, extent, overlaps: overlap > 0, blockAt, countTokens };
  const languages = text.length <= MAX_CHARACTERS_FOR_CHUNK_LANGUAGE ? detector : undefined;

  let index = 0;
  for (const section of sectionsOf(document, extent.measure, tiny, profile.size)) {
    for (const span of new SectionCutter(cutting, section).spans()) {
      const content = text.slice(span.start, span.end);
      const covered = blocksIn(blocks, span.start, span.end);
      const hasCode = covered.some(({ kind }) => kind === 'code');
      yield {
        index,
        startChar: span.start,
        endChar: span.end,
        text: content,
        tokenCount: span.tokens,
        pages: pagesOf(pages, span.start, span.end),
        headings: section.headings,
        lead: leadOf(text, covered, span.start),
        blocks: covered,
        wordCount: countWords(content),
        hasCode,
        hasEquations: hasEquations(content, hasCode),
        language: languages?.ofChunk(content, document.language) ?? document.language,
      };
      index += 1;
    }
  }
}

/** Counts tokens exactly for a while, then by what a character had until then. Depends on the document alone. */
function sparingCount(countExactly: (text: string) => number): (text: string) => number {
  let characters = 0;
  let tokens = 0;
  return (text) => {
    if (characters > MAX_COUNTED_CHARACTERS) return Math.ceil((text.length * tokens) / characters);
    const counted = countExactly(text);
    characters += text.length;
    tokens += counted;
    return counted;
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

type BlockAt = (index: number) => WholeSpan | undefined;

/** The parts of a document's cutting that its sections share. */
interface Cutting {
  readonly text: string;
  readonly profile: ChunkProfile;
  readonly extent: Extent;
  readonly overlaps: boolean;
  readonly blockAt: BlockAt;
  countTokens(text: string): number;
}

/** Cuts one section into the spans of its chunks. */
class SectionCutter {
  private readonly end: number;

  constructor(
    private readonly cutting: Cutting,
    private readonly section: Section,
  ) {
    this.end = section.end;
  }

  *spans(): Generator<Span> {
    const { end, section } = this;
    const { text, overlaps } = this.cutting;
    // Everything before `floor` is in a chunk; a chunk that begins before it repeats what lies between.
    let floor = skipBlanks(text, section.start, end);
    let start = floor;
    while (floor < end) {
      const chunk = this.chunkFrom(start, floor);
      if (chunk === null) {
        start = floor;
        continue;
      }
      yield chunk;
      floor = skipBlanks(text, chunk.cut, end);
      start = overlaps && floor < end ? this.repeatFrom(chunk.start, chunk.end, floor) : floor;
    }
  }

  /** The chunk that begins at `from` and goes beyond `low`; null where the repeated text leaves no room for more. */
  private chunkFrom(from: number, low: number): (Span & { readonly cut: number }) | null {
    const { text, profile, extent, countTokens } = this.cutting;
    let limit = extent.reach(from, this.end);
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const cut = this.cutOf(from, low, limit);
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

  private cutOf(from: number, low: number, limit: number): number {
    const { end } = this;
    const { profile, extent, blockAt } = this.cutting;
    if (limit >= end) return end;
    const block = blockAt(limit);
    if (block === undefined) return this.ladderCut(from, low, limit, (index) => blockAt(index) !== undefined);
    if (block.start > low) return block.start;
    if (block.end <= end && extent.measure(from, block.end) <= profile.size) return block.end;
    return this.ladderCut(from, low, limit, () => false);
  }

  private ladderCut(from: number, low: number, limit: number, forbidden: (index: number) => boolean): number {
    const { end } = this;
    const { text, profile } = this.cutting;
    const fill = Math.max(MIN_FILL, profile.minSize / profile.size);
    const preferred = from + Math.ceil((limit - from) * fill);
    const cut = findCut(text, { start: from, floor: low, preferred, limit, end, forbidden });
    if (cut > low || from < low) return cut;
    // One grapheme that is larger than a chunk: between code points, and past at least one of them.
    const point = isLowSurrogate(text, limit) ? limit - 1 : limit;
    return point > from ? point : Math.min(end, from + (isLowSurrogate(text, from + 1) ? 2 : 1));
  }

  /** Start of the next chunk, which repeats the end of the chunk from `known` to `chunkEnd`. */
  private repeatFrom(known: number, chunkEnd: number, floor: number): number {
    const { text, profile, extent, blockAt } = this.cutting;
    const from = Math.max(extent.overlapFrom(chunkEnd), known + 1);
    let repeated = overlapStart(text, known, from, chunkEnd);
    const cutBlock = blockAt(repeated);
    if (cutBlock) repeated = skipBlanks(text, Math.min(cutBlock.end, floor), this.end);
    if (repeated >= chunkEnd) return floor;
    const following = blockAt(floor + 1);
    const crowdsOut = following !== undefined && extent.measure(repeated, following.end) > profile.size;
    return crowdsOut ? floor : repeated;
  }
}

/** Finds the block strictly around an index, among those that fit into one chunk. */
function wholeBlocks(blocks: readonly WholeSpan[], extent: Extent, size: number): BlockAt {
  const fits = new Map<WholeSpan, boolean>();
  return (index) => {
    const block = blocks[firstEndingAfter(blocks, index)];
    if (block === undefined || block.start >= index) return undefined;
    const known = fits.get(block) ?? extent.measure(block.start, block.end) <= size;
    fits.set(block, known);
    return known ? block : undefined;
  };
}

function blocksIn(blocks: readonly Block[], start: number, end: number): Block[] {
  const from = firstEndingAfter(blocks, start);
  let to = from;
  while ((blocks[to]?.start ?? end) < end) to += 1;
  return blocks.slice(from, to);
}

/** A longer one is a paragraph, or names more columns than anybody reads; characters. */
const MAX_LEAD = 1000;

/** The introduction of the first items or rows, if it is in an earlier chunk. */
function leadOf(text: string, blocks: readonly Block[], start: number): string {
  const cut = blocks.find(
    ({ kind, lead }) => (kind === 'list-item' || kind === 'table-row') && (lead?.start ?? start) < start,
  );
  // Each chunk of a row asks for it: a head of a million columns is not read for each.
  if (!cut?.lead || cut.lead.end - cut.lead.start > MAX_LEAD) return '';
  const lead = text.slice(cut.lead.start, cut.lead.end).replace(/\s+/gu, ' ').trim();
  return lead.length <= MAX_LEAD ? lead : '';
}

function pagesOf(pages: readonly PageSpan[], start: number, end: number): number[] {
  const touched: number[] = [];
  const first = firstWhere(pages.length, (index) => (pages[index]?.endChar ?? 0) > start);
  for (let i = first; i < pages.length; i += 1) {
    const page = pages[i];
    if (page === undefined || page.startChar >= end) break;
    if (page.endChar > page.startChar) touched.push(page.page);
  }
  return touched;
}

/** Index of the first of the ascending spans that ends after a position. */
function firstEndingAfter(spans: readonly TextRange[], position: number): number {
  return firstWhere(spans.length, (index) => (spans[index]?.end ?? 0) > position);
}

/** Index of the first for which holds what holds for all behind it. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** A stretch of a document that chunks do not cross: a heading with the text below it. */
interface Section {
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly headings: readonly string[];
}

/**
 * The document's sections in order, covering it whole.
 *
 * A heading begins a section and belongs to it. Two kinds are joined with what follows: a heading without a body
 * with the first heading below it, and a tiny section with the sections after it while they share a parent and fit
 * into one chunk; the joined section then carries the headings they share.
 *
 * @param tiny below this a section is joined; 0 joins none
 * @param size what fits into a chunk
 */
function sectionsOf(document: ReadDocument, measure: Measure, tiny: number, size: number): Section[] {
  const sections = splitAtHeadings(document);
  // Headings of a PDF are guessed from its font sizes; a guess may group, but it must not tear a short text apart.
  return tiny > 0 ? joinTiny(sections, measure, tiny, size, document.format === 'pdf') : sections;
}

function splitAtHeadings({ text, headings }: ReadDocument): Section[] {
  const sections: Section[] = [];
  const path: HeadingSpan[] = [];
  let start = 0;
  let names: readonly string[] = [];
  let bodyless = true;
  for (let i = 0; i <= headings.length; i += 1) {
    const heading = headings[i];
    const next = heading ? lineStart(text, heading.startChar, start) : text.length;
    const previous = headings[i - 1];
    bodyless = isBlankSpan(text, previous ? previous.endChar : start, next);
    const deeper = previous !== undefined && heading !== undefined && heading.level > previous.level;
    const joinsNext = bodyless && (deeper || previous === undefined) && heading !== undefined;
    if (next > start && !joinsNext) {
      sections.push({ start, end: next, headings: names });
      start = next;
    }
    if (heading) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
      names = path.map((entry) => entry.text);
    }
  }
  return sections;
}

function joinTiny(
  sections: readonly Section[],
  measure: Measure,
  tiny: number,
  size: number,
  acrossParents: boolean,
): Section[] {
  const joined: Section[] = [];
  let held = 0;
  for (const section of sections) {
    const amount = measure(section.start, section.end);
    const last = joined.at(-1);
    if (last && held < tiny && held + amount <= size) {
      const shared = commonStart(last.headings, section.headings);
      if (shared.length > 0 || acrossParents || last.headings.length === 0) {
        const own = last.headings.length > 0 ? last.headings : section.headings;
        const headings = shared.length > 0 ? shared : own;
        joined[joined.length - 1] = { start: last.start, end: section.end, headings };
        held += amount;
        continue;
      }
    }
    joined.push(section);
    held = amount;
  }
  return joined;
}

function commonStart(a: readonly string[], b: readonly string[]): string[] {
  const shared: string[] = [];
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const name = a[i];
    if (name === undefined || name !== b[i]) break;
    shared.push(name);
  }
  return shared;
}

function lineStart(text: string, index: number, low: number): number {
  let at = index;
  while (at > low) {
    const code = text.charCodeAt(at - 1);
    if (code !== 32 && code !== 9) break;
    at -= 1;
  }
  return at;
}

function isBlankSpan(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}

/** Facts about a chunk's text that filters and the inspector use; all in time linear in the text. */

const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words by UAX #29 where a script is written without spaces, runs of letters and digits elsewhere. */
export function countWords(text: string): number {
  let count = 0;
  if (unspacedScripts.test(text)) {
    for (const segment of wordSegmenter.segment(text)) if (segment.isWordLike) count += 1;
    return count;
  }
  for (const _ of text.matchAll(words)) count += 1;
  return count;
}

const displayMath =
  /\\begin\{(?:equation|align|gather|multline|eqnarray|math|displaymath|cases|[bpvV]?matrix)\*?\}|\\\[|\\\(|\$\$[^$]{2,}\$\$/;
/** Not money: begins and ends at the dollar, and has an operator, a command or an index between. */
const inlineMath = /(?<![\\$\w])\$(?![\s$])(?=[^$\n]{0,200}[\\^_=+<>])[^$\n]{1,200}(?<![\s\\])\$(?![\d$])/;
const strongSymbols = /[∑∫∏∂∇√∮∬]/;
const weakSymbols = /[≈≤≥≠∞∈∀∃±×÷∝⊂⊆∪∩→⇒⇔]/g;
const equationLine =
  /^\s*[\p{L}][\p{L}\d_'′]{0,11}(?:\([\p{L}\d,\s]{1,20}\))?\s*=\s*(?=[^=].*(?:[-+*/^·×⋅]|[²³]|\d\p{L}))[^=;{}"']{2,80}(?:\(\d+(?:\.\d+)?\))?\s*$/u;

/** Whether a text has formulas: TeX, mathematical signs or lines of the form `a = b + c`. Doubt means no. */
export function hasEquations(text: string, isCode: boolean): boolean {
  if (displayMath.test(text) || inlineMath.test(text)) return true;
  if (strongSymbols.test(text)) return true;
  if (isCode) return false;
  const signs = text.match(weakSymbols);
  if (signs && signs.length >= 2 && /=|[≈≤≥≠]/.test(text)) return true;
  return text.split(/\r\n?|\n/).some((line) => line.length <= 120 && equationLine.test(line));
}
