import type { Chunk } from '@shared/chunk';
import { type Sentence, sentences } from '@shared/sentences';
import { inverseDocumentFrequency, TermMatcher, termSet } from '@shared/terms';

/** A sentence of a chunk with how much it says about the query. */
export interface Evidence {
  readonly chunkId: string;
  readonly sentence: Sentence;
  /** Position of the sentence in its chunk. */
  readonly position: number;
  /** Share of the query's idf mass in the sentence, 0–1, times the chunk's relevance. */
  readonly score: number;
  /** The query's terms that the sentence holds. */
  readonly terms: ReadonlySet<string>;
}

/** idf of the query's terms, counted over the chunks at hand: a function of the prompt alone. */
export function queryWeights(query: string, chunks: readonly Chunk[]): Map<string, number> {
  const wanted = termSet(query);
  const matcher = new TermMatcher(wanted);
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    for (const term of matcher.in(chunk.text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Map(
    [...wanted].map((term) => [term, inverseDocumentFrequency(counts.get(term) ?? 0, Math.max(chunks.length, 1))]),
  );
}

/** A sentence of a chunk with what it holds of the query. */
export interface SentenceShare {
  readonly sentence: Sentence;
  /** Position of the sentence in its chunk. */
  readonly position: number;
  /** Share of the query's idf mass in the sentence, 0–1. */
  readonly share: number;
  readonly terms: ReadonlySet<string>;
}

/** By the weights of a query: a matcher is made for all of its chunks. */
const matchers = new WeakMap<ReadonlyMap<string, number>, TermMatcher>();

function matcherOf(weights: ReadonlyMap<string, number>): TermMatcher {
  const matcher = matchers.get(weights) ?? new TermMatcher(new Set(weights.keys()));
  matchers.set(weights, matcher);
  return matcher;
}

/** Every sentence of a chunk but its furniture, in the chunk's order; none for a query without terms. */
export function sentenceShares(chunk: Chunk, weights: ReadonlyMap<string, number>): SentenceShare[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  const matcher = matcherOf(weights);
  const headings = new Set(chunk.headings.map(plainLine));
  return sentences(chunk.text).flatMap((sentence, position): SentenceShare[] => {
    if (isFurniture(sentence.text, headings)) return [];
    const terms = matcher.in(sentence.text);
    let mass = 0;
    for (const term of terms) mass += weights.get(term) ?? 0;
    return [{ sentence, position, share: mass / total, terms }];
  });
}

/** Every sentence of a chunk that holds at least one term of the query, in the chunk's order. */
export function evidence(chunk: Chunk, relevance: number, weights: ReadonlyMap<string, number>): Evidence[] {
  return sentenceShares(chunk, weights)
    .filter(({ terms }) => terms.size > 0)
    .map(({ share, ...rest }) => ({ ...rest, chunkId: chunk.id, score: share * relevance }));
}

const plainLine = (text: string): string =>
  text
    .replace(/[#*_`\s]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Headings and code fences hold the question's words and say nothing. */
function isFurniture(text: string, headings: ReadonlySet<string>): boolean {
  return /^\s*#{1,6}\s/u.test(text) || text.includes('```') || (headings.size > 0 && headings.has(plainLine(text)));
}

/** Best first; ties by chunk order, then by place in the chunk. */
export function byScore(order: ReadonlyMap<string, number>) {
  return (a: Evidence, b: Evidence): number =>
    b.score - a.score || (order.get(a.chunkId) ?? 0) - (order.get(b.chunkId) ?? 0) || a.position - b.position;
}
