import type { Citation, GivenPassage } from '@shared/contract';
import { cellsIn } from '@shared/place-names';
import { type Chunk, sourceOf } from '@shared/prompt/chunk';
import { quotedPassage } from '../text/passage-units';

/**
 * `[Citation 2]`, as asked for, and what models make of it: `[citation2]`, `[Citation: 1, 2]`, `[Citations 1 and 2]`,
 * `[Citation 1–3]`, `[Citation 1, page 7]`, and the rule itself copied out, `[Citation N]`.
 */
const marker =
  /([ \t]*)\[\s*citations?\s*[:#]?\s*(?:(\d+(?:(?:\s*[,;&–-]\s*|\s+(?:and|to)\s+|\s*,\s*and\s+)(?:citation\s*)?\d+)*)(?:\s*[:,;–-]\s*[^\]\d\s][^\]\n]{0,120})?|[nx])\s*\]/giu;
const listed = /(\d+)(?:\s*(?:[–-]|\sto\s)\s*(?:citation\s*)?(\d+))?/giu;
/** Longer ranges are no list of sources. */
const longestRange = 50;

/** The numbers of one marker, ranges written out; none for a marker that names no number. */
function numbersIn(list: string | undefined): number[] {
  return [...(list ?? '').matchAll(listed)].flatMap(([, first, last]) => {
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (to < from || to - from > longestRange) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  });
}

/** A sentence that ends before this share of a snippet would leave too much of it empty. */
const sentenceShare = 0.7;

/**
 * At most `length` characters, cut after the last sentence that ends in the last 30 %, otherwise at a word, with an
 * ellipsis.
 */
export function snippetOf(text: string, length: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length);
  const sentenceEnd = Math.max(...['. ', '? ', '! '].map((end) => flat.lastIndexOf(end, length - 1)));
  if (sentenceEnd >= length * sentenceShare) return cut.slice(0, sentenceEnd + 1);
  // Without white space the cut may fall inside a surrogate pair; half a character is not kept.
  const word = flat
    .slice(0, length - 1)
    .replace(/\s+\S*$/u, '')
    .replace(/[\ud800-\udbff]$/, '');
  return `${word}…`;
}

export interface CitableChunk {
  readonly chunk: Chunk;
  readonly number: number;
  /** Relevance, 0–1. */
  readonly score: number;
}

/** A citation of a chunk; `span` is the supporting sentence in the document's text, the whole chunk where none is named. */
export function citationOf(
  { chunk, number, score }: CitableChunk,
  snippetCharacters: number,
  span?: { readonly startChar: number; readonly endChar: number; readonly text: string },
): Citation {
  const { startChar, endChar } = span ?? chunk;
  const cells = cellsIn(chunk, { startChar, endChar });
  return {
    marker: number,
    ...sourceOf(chunk),
    mime: chunk.mime,
    checksum: chunk.checksum,
    snippet: snippetOf(span?.text ?? quotedPassage(chunk), snippetCharacters),
    startChar,
    endChar,
    ...(cells && { cells }),
    score,
  };
}

/** A model's uncited passages, in the order of their numbers. */
export function givenPassages(citable: readonly CitableChunk[], citations: readonly Citation[] = []): GivenPassage[] {
  const cited = new Set(citations.map(({ marker }) => marker));
  return citable.flatMap(({ chunk, number }) => {
    const { id, documentId, title, path, mime, pages, headings, startChar, endChar } = chunk;
    const place = { documentId, title, path, mime, pages, headings, startChar, endChar };
    return cited.has(number) ? [] : [{ marker: number, chunkId: id, ...place }];
  });
}

export interface CheckedAnswer {
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** Citations without an attachment, as numbers, in order; N for one without a number. */
  readonly removed: readonly string[];
}

/** The text with known markers in one spelling and without the others. @param onMarker told the numbers of each */
function inOneSpelling(
  text: string,
  byNumber: ReadonlyMap<number, unknown>,
  onMarker: (numbers: readonly number[]) => void = () => undefined,
): string {
  return text.replace(marker, (_whole, space: string, list?: string) => {
    const numbers = numbersIn(list);
    onMarker(numbers);
    const known = numbers.filter((number) => byNumber.has(number));
    // A removed marker takes the space before it along; the rest of the Markdown keeps its indentation.
    return known.length === 0 ? '' : `${space}${known.map((number) => `[Citation ${number}]`).join('')}`;
  });
}

/**
 * Keeps the markers that name an attachment of the prompt, in one spelling, and removes the others from the answer
 * (C4). Citations come in the order of their numbers.
 */
export function checkCitations(
  answer: string,
  citable: readonly CitableChunk[],
  snippetCharacters: number,
): CheckedAnswer {
  const byNumber = new Map(citable.map((item) => [item.number, item]));
  const used = new Set<number>();
  const removed = new Set<number>();
  let unnumbered = false;
  const oneSpelling = (text: string): string =>
    inOneSpelling(text, byNumber, (numbers) => {
      unnumbered ||= numbers.length === 0;
      for (const number of numbers) (byNumber.has(number) ? used : removed).add(number);
    });
  let checked = oneSpelling(answer);
  // If one marker was inside another, its removal has made one.
  for (let again = oneSpelling(checked); again !== checked; again = oneSpelling(checked)) checked = again;
  const citations = [...used]
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const item = byNumber.get(number);
      return item ? [citationOf(item, snippetCharacters)] : [];
    });
  const gone = [...removed].sort((a, b) => a - b).map(String);
  return { answer: checked.trim(), citations, removed: [...gone, ...(unnumbered ? ['N'] : [])] };
}

/** The end of a text that the next words may make a marker, with the space that a removed one takes along. */
const openMarker =
  /[ \t]*(?:\[\s*(?:c|ci|cit|cita|citat|citati|citatio|citations?\s*(?:[:#]?\s*[\dnx][^\]\n]{0,160}|[:#]?\s*))?)?$/iu;

export interface AsWritten {
  /** Takes what a model has written since. */
  readonly onToken: (token: string) => void;
  /** Passes on the rest at the end of an answer. */
  end(): void;
}

/**
 * Passes on tokens and, at the end of each marker, its citation: a source can be opened while the answer is still being
 * written. A marker is passed on whole, and one without an attachment not at all, as in the stored answer.
 *
 * @param begun text before the first token
 */
export function citingAsWritten(
  begun: string,
  citable: readonly CitableChunk[],
  snippetCharacters: number,
  onToken: (token: string) => void,
  onCitation: (citation: Citation) => void,
): AsWritten {
  const byNumber = new Map(citable.map((item) => [item.number, item]));
  // A marker ends at a closing bracket: earlier text is not read again.
  let unread = begun;
  let open = '';
  const handOn = (text: string) => {
    const shown = inOneSpelling(text, byNumber);
    if (shown !== '') onToken(shown);
  };
  return {
    onToken(token) {
      unread += token;
      const text = open + token;
      const from = openMarker.exec(text)?.index ?? text.length;
      open = text.slice(from);
      handOn(text.slice(0, from));
      if (!token.includes(']')) return;
      for (const citation of checkCitations(unread, citable, snippetCharacters).citations) onCitation(citation);
      unread = unread.slice(unread.lastIndexOf(']') + 1);
    },
    end() {
      handOn(open);
      open = '';
    },
  };
}
