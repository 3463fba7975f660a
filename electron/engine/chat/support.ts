import type { CitationOrigin, CitedSentence, TextSpan } from '@shared/contract';
import type { Chunk } from '@shared/prompt/chunk';
import { aboveOf, queryLanguage } from '../retrieval';
import { passageOf } from '../text/passage-units';
import { sentences } from '../text/sentences';
import { termSet } from '../text/terms';
import type { CitableChunk } from './citations';

const marker = /\[Citation (\d+)\]/gu;
/** Markers after the full stop belong to the sentence before it. */
const behindStop = /([.!?…]+["'”’)\]]*)((?:[ \t]*\[Citation \d+\])+)/gu;
const number = /\d+(?:[.,]\d+)*/gu;

/** A sentence of fewer content terms has nothing to compare. */
const leastTerms = 2;

/** `1,234.50` and `1234.5` are one number; a decimal comma does not have three digits after it. */
export function numbersIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(number)].map(([found]) => {
      const plain = found.replace(/,(?=\d{3}(?!\d))/gu, '').replace(',', '.');
      return Number.isNaN(Number(plain)) ? plain : String(Number(plain));
    }),
  );
}

/** How much of some terms a set holds, 0–1; nothing wanted is nothing held. */
export const shareOf = (wanted: readonly string[], held: ReadonlySet<string>): number =>
  wanted.length === 0 ? 0 : wanted.filter((term) => held.has(term)).length / wanted.length;

/** The same text, of the same length, with markers moved from after a full stop to before it. */
export const markersBeforeStops = (answer: string): string => answer.replace(behindStop, '$2$1');

/**
 * Compares each cited sentence of an answer with its cited passages, taken together: it is `supported` if they have at
 * least `leastShare` of its content terms and all of its numbers, otherwise `weak`. A sentence without content terms
 * has nothing to compare and is weak. This finds additions, not reversals: a negated sentence holds the same words.
 *
 * @param answer Markdown whose markers all name a member of `citable`
 * @param leastShare 0–1
 * @param foundMarkers positions in the answer of the markers that the model did not write, characters
 * @param question decides the language of an answer that is too short to detect
 */
export function checkSupport(
  answer: string,
  citable: readonly CitableChunk[],
  leastShare: number,
  foundMarkers: readonly number[] = [],
  question = '',
): CitedSentence[] {
  const found = new Set(foundMarkers);
  const language = languageOf(answer.replace(marker, ' ')) ?? languageOf(question);
  const byNumber = new Map(citable.map((item) => [item.number, item.chunk]));
  return sentences(markersBeforeStops(answer)).flatMap(({ text, start }): CitedSentence[] => {
    const matches = [...text.matchAll(marker)];
    const markers = [...new Set(matches.map(([, digits]) => Number(digits)))];
    if (markers.length === 0) return [];
    const origin = matches.every(({ index }) => found.has(start + index)) ? 'found' : 'model';
    const statement = text
      .replace(marker, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/\s+(?=[.,;:!?])/gu, '')
      .trim();
    const chunks = markers.flatMap((cited) => {
      const chunk = byNumber.get(cited);
      return chunk ? [{ marker: cited, chunk }] : [];
    });
    const passages = chunks.map(({ chunk }) => `${aboveOf(chunk)}\n${chunk.text}`).join('\n');
    const held = termSet(passages);
    const wanted = [...termSet(statement)];
    const share = shareOf(wanted, held);
    const heldNumbers = numbersIn(passages);
    const missingNumbers = [...numbersIn(statement)].filter((wantedNumber) => !heldNumbers.has(wantedNumber));
    const support = share >= leastShare && missingNumbers.length === 0 ? 'supported' : 'weak';
    const spans = chunks.flatMap(({ marker: cited, chunk }) => {
      const span = supportingSpan(wanted, chunk);
      return span ? [{ marker: cited, ...span }] : [];
    });
    const other = chunks.some(({ chunk }) => isInAnother(language, chunk)) ? { otherLanguage: true as const } : {};
    const short = wanted.length < leastTerms && missingNumbers.length === 0 ? { tooShort: true as const } : {};
    return [{ text: statement, markers, origin, support, share, missingNumbers, ...other, ...short, spans }];
  });
}

/** ISO 639-3; null where nothing tells. */
function languageOf(text: string): string | null {
  const { code } = queryLanguage(text);
  return code === 'und' ? null : code;
}

/** Whether a passage is in another language than this, as far as both are known. */
function isInAnother(language: string | null, chunk: Chunk): boolean {
  if (language === null || chunk.language === language) return false;
  const passage = languageOf(chunk.text) ?? (chunk.language === 'und' ? null : chunk.language);
  return passage !== null && passage !== language;
}

/** The sentence, item or row of a chunk that holds most of these terms, the first of equals; null where none holds any. */
function supportingSpan(wanted: readonly string[], chunk: Chunk): TextSpan | null {
  let best: { readonly held: number; readonly span: TextSpan } | null = null;
  for (const { text, start, end } of passageOf(chunk).units) {
    const terms = termSet(text);
    const held = wanted.filter((term) => terms.has(term)).length;
    const span = { startChar: chunk.startChar + start, endChar: chunk.startChar + end };
    if (held > (best?.held ?? 0)) best = { held, span };
  }
  return best?.span ?? null;
}

/** The citations with who named each: found where every one of its markers was. */
export function withOrigin<C extends { readonly marker: number }>(
  citations: readonly C[],
  answer: string,
  foundMarkers: readonly number[],
): (C & { readonly origin: CitationOrigin })[] {
  const found = new Set(foundMarkers);
  const named = [...answer.matchAll(marker)].filter(({ index }) => !found.has(index));
  const byModel = new Set(named.map(([, digits]) => Number(digits)));
  return citations.map((citation) => ({ ...citation, origin: byModel.has(citation.marker) ? 'model' : 'found' }));
}

/**
 * The citations with how well the sentences that cite them are supported, weak where one of them is, and with every
 * place that these rest on, in the document's order.
 */
export function withSupport<C extends { readonly marker: number }>(
  citations: readonly C[],
  cited: readonly CitedSentence[],
): (C & { readonly support: CitedSentence['support']; readonly spans?: readonly TextSpan[] })[] {
  const weak = new Set(cited.filter(({ support }) => support === 'weak').flatMap(({ markers }) => markers));
  return citations.map((citation) => {
    const spans = placesOf(citation.marker, cited);
    const support = weak.has(citation.marker) ? ('weak' as const) : ('supported' as const);
    return { ...citation, support, ...(spans.length > 0 ? { spans } : {}) };
  });
}

function placesOf(cited: number, all: readonly CitedSentence[]): TextSpan[] {
  const places = new Map<number, TextSpan>();
  for (const { marker: of, startChar, endChar } of all.flatMap(({ spans }) => spans)) {
    if (of === cited) places.set(startChar, { startChar, endChar });
  }
  return [...places.values()].sort((a, b) => a.startChar - b.startChar);
}
