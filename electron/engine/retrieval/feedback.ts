import type { ChunkTerms, TermDictionary } from './chunk-terms';
import { cosine, cosines } from './log-avg-exp';

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
  readonly values: Float64Array;
}

/** k1 and b of LanceDB's BM25, which the keyword lane is. */
const k1 = 1.2;
const b = 0.75;

const none = (candidates: number): Feedback => ({ terms: [], values: new Float64Array(candidates) });

/**
 * Pseudo relevance feedback: the terms that weigh most in the best candidates are asked for too, each by its share
 * (relevance model 1 over BM25 weights; Lavrenko & Croft 2001, Abdul-Jaleel et al. 2004). No candidate is evidence for
 * itself: one of the best is asked for by the terms of the others, where there are others. Deterministic: ties by term.
 *
 * @param texts all candidates' terms
 * @param best positions of the candidates taken for relevant, each with its weight; weights sum to 1
 * @param idf of many terms at once, by their numbers
 * @param count most terms taken
 */
export function feedback(
  texts: readonly ChunkTerms[],
  best: readonly BestCandidate[],
  dictionary: TermDictionary,
  idf: (numbers: readonly number[]) => Float64Array,
  count: number,
): Feedback {
  if (best.length === 0 || count === 0) return none(texts.length);
  const average = texts.reduce((sum, { all }) => sum + all.length, 0) / Math.max(texts.length, 1);
  const pivot = (length: number): number => k1 * (1 - b + (b * length) / Math.max(average, 1));

  const parts = partsOf(texts, best, dictionary, pivot);
  const rarities = idf(parts.numbers);
  const whole = expansionOf(parts, rarities, dictionary, count, null);
  if (whole.length === 0) return none(texts.length);

  const raw = scored(texts, whole, dictionary, pivot);
  best.forEach(({ position }, index) => {
    const own = texts[position];
    if (best.length === 1 || !own) return;
    raw[position] = scored([own], expansionOf(parts, rarities, dictionary, count, index), dictionary, pivot)[0] ?? 0;
  });
  const top = raw.reduce((most, score) => Math.max(most, score), 0);
  return {
    terms: whole.map(({ number, weight }) => ({ term: dictionary.term(number), weight })),
    values: top > 0 ? raw.map((value) => value / top) : raw,
  };
}

/** What the best candidates have to say: their distinct terms, and of each candidate what it says of each of them. */
interface Parts {
  readonly numbers: readonly number[];
  readonly candidates: number;
  /** By candidate, then by term: BM25 weight without idf, times what the candidate counts; 0 where it lacks the term. */
  readonly weights: Float64Array;
  /** By candidate, then by term: how often it has the term. */
  readonly counts: Uint32Array;
  /** By term, for one expansion after the other: its weight among them, below 0 where none of them has it. */
  readonly summed: Float64Array;
}

function partsOf(
  texts: readonly ChunkTerms[],
  best: readonly BestCandidate[],
  dictionary: TermDictionary,
  pivot: (length: number) => number,
): Parts {
  const all = best.map(({ position }) => texts[position]?.all ?? new Uint32Array());
  const { numbers, slots } = dictionary.distinctOf(all);
  const terms = numbers.length;
  // One list of all candidates: many short ones take longer to make than to fill.
  const weights = new Float64Array(terms * best.length);
  const counts = new Uint32Array(terms * best.length);
  for (let index = 0; index < best.length; index += 1) {
    const text = all[index] ?? new Uint32Array();
    const begin = index * terms;
    for (let at = 0; at < text.length; at += 1) {
      const place = begin + (slots[text[at] ?? 0] ?? 0) - 1;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const length = pivot(text.length);
    const weight = best[index]?.weight ?? 0;
    for (let place = begin; place < begin + terms; place += 1) {
      const n = counts[place] ?? 0;
      if (n > 0) weights[place] = (weight * n * (k1 + 1)) / (n + length);
    }
  }
  return { numbers, candidates: best.length, weights, counts, summed: new Float64Array(terms) };
}

interface Expansion {
  readonly number: number;
  readonly rarity: number;
  /** Share of the whole; all sum to 1. */
  readonly weight: number;
}

/**
 * The terms that weigh most in the parts, but for one of them, heaviest first; empty where none has weight.
 *
 * @param without which part has no say, or null
 */
function expansionOf(
  parts: Parts,
  rarities: Float64Array,
  dictionary: TermDictionary,
  count: number,
  without: number | null,
): Expansion[] {
  const { numbers, weights, counts, summed } = parts;
  summed.fill(-1);
  for (let index = 0; index < parts.candidates; index += 1) {
    if (index === without) continue;
    const begin = index * numbers.length;
    for (let at = 0; at < numbers.length; at += 1) {
      if (counts[begin + at] !== 0) summed[at] = Math.max(summed[at] ?? 0, 0) + (weights[begin + at] ?? 0);
    }
  }
  for (let at = 0; at < numbers.length; at += 1) summed[at] = (summed[at] ?? 0) * (rarities[at] ?? 0);
  const weightOf = (at: number): number => summed[at] ?? 0;
  const termAt = (at: number): string => dictionary.term(numbers[at] ?? 0);
  // By place among the terms: the heaviest so far in order, so that no long list has to be sorted.
  const picked: number[] = [];
  let least = 0;
  const isBefore = (a: number, b: number): boolean => {
    const difference = weightOf(a) - weightOf(b);
    return difference === 0 ? termAt(a) < termAt(b) : difference > 0;
  };
  for (let at = 0; at < numbers.length; at += 1) {
    const weight = weightOf(at);
    // Most of them are neither there nor heavy enough, which is told without comparing them.
    if (weight < least || (picked.length === count && !isBefore(at, picked[count - 1] ?? 0))) continue;
    // The last of a full list gives its place up; those that are lighter move one on.
    let place = picked.length < count ? picked.length : count - 1;
    for (; place > 0 && isBefore(at, picked[place - 1] ?? 0); place -= 1) picked[place] = picked[place - 1] ?? 0;
    picked[place] = at;
    if (picked.length === count) least = weightOf(picked[count - 1] ?? 0);
  }
  const total = picked.reduce((sum, at) => sum + weightOf(at), 0);
  if (total === 0) return [];
  return picked.map((at) => ({
    number: numbers[at] ?? 0,
    rarity: rarities[at] ?? 0,
    weight: weightOf(at) / total,
  }));
}

/** BM25 of texts by an expansion. */
function scored(
  texts: readonly ChunkTerms[],
  expansion: readonly Expansion[],
  dictionary: TermDictionary,
  pivot: (length: number) => number,
): Float64Array {
  const slots = dictionary.slotsOf(expansion.map(({ number }) => number));
  const weights = Float64Array.from(expansion, ({ weight, rarity }) => weight * rarity);
  // Slot 0 is nobody's: a table over the dictionary is read ten times as fast as a map.
  const frequencies = new Uint16Array(expansion.length + 1);
  const scores = new Float64Array(texts.length);
  for (let position = 0; position < texts.length; position += 1) {
    const all = texts[position]?.all;
    if (!all) continue;
    frequencies.fill(0);
    for (let at = 0; at < all.length; at += 1) {
      const slot = slots[all[at] ?? 0] ?? 0;
      if (slot !== 0) frequencies[slot] = (frequencies[slot] ?? 0) + 1;
    }
    const length = pivot(all.length);
    let sum = 0;
    for (let at = 0; at < weights.length; at += 1) {
      const frequency = frequencies[at + 1] ?? 0;
      if (frequency > 0) sum += (weights[at] ?? 0) * ((frequency * (k1 + 1)) / (frequency + length));
    }
    scores[position] = sum;
  }
  return scores;
}

/**
 * Cosine of each candidate to the weighted mean of the best ones' vectors, brought to 0–1 (Rocchio 1971); of a best
 * one, to the mean of the others, where there are others.
 */
export function neighbourhood(vectors: readonly (Float32Array | null)[], best: readonly BestCandidate[]): Float64Array {
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
  const products = cosines(meanOf(best), vectors);
  if (best.length > 1) {
    for (const { position } of best) {
      const vector = vectors[position];
      if (vector) products[position] = cosine(meanOf(best.filter((other) => other.position !== position)), vector);
    }
  }
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (let position = 0; position < products.length; position += 1) {
    const product = products[position] ?? Number.NaN;
    if (product > top) top = product;
    if (product < bottom) bottom = product;
  }
  const width = top - bottom;
  return products.map((product) => (width > 0 && !Number.isNaN(product) ? (product - bottom) / width : 0));
}
