import type { Chunk } from '@shared/chunk';
import type { CitedSentence, TextSpan } from '@shared/contract';
import { sentences } from '@shared/sentences';
import { termSet } from '@shared/terms';
import type { CitableChunk } from './citations';

const marker = /\[Citation (\d+)\]/gu;
/** Markers that stand behind the full stop belong to the sentence before it. */
const behindStop = /([.!?…]+["'”’)\]]*)((?:[ \t]*\[Citation \d+\])+)/gu;
const number = /\d+(?:[.,]\d+)*/gu;

/** `1,234.50` and `1234.5` are one number; a decimal comma is told by not having three digits behind it. */
function numbersOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(number)].map(([found]) => {
      const plain = found.replace(/,(?=\d{3}(?!\d))/gu, '').replace(',', '.');
      return Number.isNaN(Number(plain)) ? plain : String(Number(plain));
    }),
  );
}

/**
 * Compares each cited sentence of an answer with the passages it cites, taken together: it is `supported` where at
 * least `leastShare` of its content terms and all of its numbers stand in them, else `weak`. A sentence without
 * content terms has nothing to compare and is weak. This finds what was added, not what was turned round: a negated
 * sentence holds the same words.
 *
 * @param answer Markdown whose markers all name a member of `citable`
 * @param leastShare 0–1
 */
export function checkSupport(answer: string, citable: readonly CitableChunk[], leastShare: number): CitedSentence[] {
  const byNumber = new Map(citable.map((item) => [item.number, item.chunk]));
  const moved = answer.replace(behindStop, '$2$1');
  return sentences(moved).flatMap(({ text }): CitedSentence[] => {
    const markers = [...new Set([...text.matchAll(marker)].map(([, digits]) => Number(digits)))];
    if (markers.length === 0) return [];
    const statement = text
      .replace(marker, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/\s+(?=[.,;:!?])/gu, '')
      .trim();
    const chunks = markers.flatMap((cited) => {
      const chunk = byNumber.get(cited);
      return chunk ? [{ marker: cited, chunk }] : [];
    });
    const passages = chunks
      .map(({ chunk }) => chunk)
      .map(({ text: passage, title, headings }) => [title, ...headings, passage].join('\n'))
      .join('\n');
    const held = termSet(passages);
    const wanted = [...termSet(statement)];
    const share = wanted.length === 0 ? 0 : wanted.filter((term) => held.has(term)).length / wanted.length;
    const heldNumbers = numbersOf(passages);
    const missingNumbers = [...numbersOf(statement)].filter((wantedNumber) => !heldNumbers.has(wantedNumber));
    const support = share >= leastShare && missingNumbers.length === 0 ? 'supported' : 'weak';
    const spans = chunks.flatMap(({ marker: cited, chunk }) => {
      const span = supportingSpan(wanted, chunk);
      return span ? [{ marker: cited, ...span }] : [];
    });
    return [{ text: statement, markers, support, share, missingNumbers, spans }];
  });
}

/** The sentence of a chunk that holds most of these terms, the first of equals; null where none holds any. */
function supportingSpan(wanted: readonly string[], chunk: Chunk): TextSpan | null {
  let best: { readonly held: number; readonly span: TextSpan } | null = null;
  for (const { text, start, end } of sentences(chunk.text)) {
    const terms = termSet(text);
    const held = wanted.filter((term) => terms.has(term)).length;
    const span = { startChar: chunk.startChar + start, endChar: chunk.startChar + end };
    if (held > (best?.held ?? 0)) best = { held, span };
  }
  return best?.span ?? null;
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
  for (const { marker: of, startChar, endChar } of all.flatMap(({ spans }) => spans ?? [])) {
    if (of === cited) places.set(startChar, { startChar, endChar });
  }
  return [...places.values()].sort((a, b) => a.startChar - b.startChar);
}
