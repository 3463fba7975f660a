import type { ChunkTerms, TermDictionary } from './chunk-terms';
import { cosine } from './log-avg-exp';

/** A term that the best candidates have in common, with its share of the expansion, 0–1. */
export interface ExpansionTerm {
  readonly term: string;
  readonly weight: number;
}

/** A candidate taken for relevant. */
export interface BestCandidate {
  /** Among all candidates. */
  readonly position: number;
  readonly weight: number;
}

export interface Feedback {
  /** Heaviest first. */
  readonly terms: readonly ExpansionTerm[];
  /** Of each candidate, in their order: BM25 by the expansion over the highest of all, 0–1. */
  readonly values: readonly number[];
}

/** k1 and b of LanceDB's BM25, which the keyword lane is. */
const k1 = 1.2;
const b = 0.75;

const none = (candidates: number): Feedback => ({ terms: [], values: new Array<number>(candidates).fill(0) });

/** One text's part in an expansion: BM25 weight without idf, times what the text counts. */
type Part = ReadonlyMap<number, number>;

/**
 * Pseudo relevance feedback: the terms that weigh most in the best candidates are asked for too, each by its share
 * (relevance model 1 over BM25 weights; Lavrenko & Croft 2001, Abdul-Jaleel et al. 2004). No candidate is evidence for
 * itself: one of the best is asked for by the terms of the others, where there are others. Deterministic: ties by term.
 *
 * @param texts all candidates' terms
 * @param best positions of the candidates taken for relevant, each with its weight; weights sum to 1
 * @param idf of many terms at once
 * @param count most terms taken
 */
export function feedback(
  texts: readonly ChunkTerms[],
  best: readonly BestCandidate[],
  dictionary: TermDictionary,
  idf: (terms: readonly string[]) => ReadonlyMap<string, number>,
  count: number,
): Feedback {
  if (best.length === 0 || count === 0) return none(texts.length);
  const average = texts.reduce((sum, { all }) => sum + all.length, 0) / Math.max(texts.length, 1);
  const pivot = (length: number): number => k1 * (1 - b + (b * length) / Math.max(average, 1));

  const parts = best.map(({ position, weight }): Part => {
    const all = texts[position]?.all ?? new Uint32Array();
    const counts = new Map<number, number>();
    for (const number of all) counts.set(number, (counts.get(number) ?? 0) + 1);
    const length = pivot(all.length);
    return new Map([...counts].map(([number, n]) => [number, (weight * n * (k1 + 1)) / (n + length)]));
  });
  const numbers = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  const idfs = idf(numbers.map((number) => dictionary.term(number)));
  const rarity = (number: number): number => idfs.get(dictionary.term(number)) ?? 0;
  const whole = expansionOf(parts, rarity, dictionary, count);
  if (whole.length === 0) return none(texts.length);

  const raw = scored(texts, whole, dictionary.size, pivot);
  best.forEach(({ position }, index) => {
    const others = parts.filter((_part, other) => other !== index);
    const own = texts[position];
    if (others.length === 0 || !own) return;
    raw[position] = scored([own], expansionOf(others, rarity, dictionary, count), dictionary.size, pivot)[0] ?? 0;
  });
  const top = raw.reduce((most, score) => Math.max(most, score), 0);
  return {
    terms: whole.map(({ number, weight }) => ({ term: dictionary.term(number), weight })),
    values: raw.map((score) => (top > 0 ? score / top : 0)),
  };
}

interface Expansion {
  readonly number: number;
  readonly rarity: number;
  /** Share of the whole; all sum to 1. */
  readonly weight: number;
}

/** The terms that weigh most in some texts, heaviest first; empty where none has weight. */
function expansionOf(
  parts: readonly Part[],
  rarity: (number: number) => number,
  dictionary: TermDictionary,
  count: number,
): Expansion[] {
  const weights = new Map<number, number>();
  for (const part of parts) {
    for (const [number, weight] of part) weights.set(number, (weights.get(number) ?? 0) + weight);
  }
  const picked = [...weights]
    .map(([number, weight]) => ({ number, rarity: rarity(number), weight: weight * rarity(number) }))
    .sort((x, y) => y.weight - x.weight || (dictionary.term(x.number) < dictionary.term(y.number) ? -1 : 1))
    .slice(0, count);
  const total = picked.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? [] : picked.map((one) => ({ ...one, weight: one.weight / total }));
}

/** BM25 of texts by an expansion. */
function scored(
  texts: readonly ChunkTerms[],
  expansion: readonly Expansion[],
  size: number,
  pivot: (length: number) => number,
): number[] {
  // Slot 0 is nobody's: a table over the dictionary is read ten times as fast as a map.
  const slots = new Uint16Array(size);
  expansion.forEach(({ number }, index) => {
    slots[number] = index + 1;
  });
  const frequencies = new Uint16Array(expansion.length + 1);
  return texts.map(({ all }) => {
    frequencies.fill(0);
    for (let at = 0; at < all.length; at += 1) {
      const slot = slots[all[at] ?? 0] ?? 0;
      frequencies[slot] = (frequencies[slot] ?? 0) + 1;
    }
    const length = pivot(all.length);
    return expansion.reduce((sum, { weight, rarity }, index) => {
      const frequency = frequencies[index + 1] ?? 0;
      return frequency === 0 ? sum : sum + weight * rarity * ((frequency * (k1 + 1)) / (frequency + length));
    }, 0);
  });
}

/**
 * Cosine of each candidate to the weighted mean of the best ones' vectors, brought to 0–1 (Rocchio 1971); of a best
 * one, to the mean of the others, where there are others.
 */
export function neighbourhood(vectors: readonly (Float32Array | null)[], best: readonly BestCandidate[]): number[] {
  const dimension = vectors.find((vector) => vector !== null)?.length ?? 0;
  const meanOf = (taken: readonly BestCandidate[]): Float32Array => {
    const mass = taken.reduce((sum, { weight }) => sum + weight, 0);
    const centre = new Float32Array(dimension);
    for (const { position, weight } of taken) {
      const vector = vectors[position];
      if (!vector || mass === 0) continue;
      for (let i = 0; i < dimension; i += 1) centre[i] = (centre[i] ?? 0) + (weight / mass) * (vector[i] ?? 0);
    }
    return centre;
  };
  const whole = meanOf(best);
  const products = vectors.map((vector) => (vector ? cosine(whole, vector) : null));
  if (best.length > 1) {
    for (const { position } of best) {
      const vector = vectors[position];
      if (vector) products[position] = cosine(meanOf(best.filter((other) => other.position !== position)), vector);
    }
  }
  const known = products.filter((product) => product !== null);
  const top = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const bottom = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return products.map((product) => (product === null || top <= bottom ? 0 : (product - bottom) / (top - bottom)));
}
