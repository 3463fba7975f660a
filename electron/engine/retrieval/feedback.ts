import type { ChunkTerms, TermDictionary } from './chunk-terms';

/** A term that the best candidates have in common, with its share of the expansion, 0–1. */
export interface ExpansionTerm {
  readonly term: string;
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

/**
 * Pseudo relevance feedback: the terms that weigh most in the best candidates are asked for too, each by its share
 * (relevance model 1 over BM25 weights; Lavrenko & Croft 2001, Abdul-Jaleel et al. 2004). Deterministic: ties by term.
 *
 * @param texts all candidates' terms
 * @param best positions of the candidates taken for relevant, each with its weight; weights sum to 1
 * @param idf of many terms at once
 * @param count most terms taken
 */
export function feedback(
  texts: readonly ChunkTerms[],
  best: readonly { readonly position: number; readonly weight: number }[],
  dictionary: TermDictionary,
  idf: (terms: readonly string[]) => ReadonlyMap<string, number>,
  count: number,
): Feedback {
  if (best.length === 0 || count === 0) return none(texts.length);
  const average = texts.reduce((sum, { all }) => sum + all.length, 0) / Math.max(texts.length, 1);
  const pivot = (length: number): number => k1 * (1 - b + (b * length) / Math.max(average, 1));

  const weights = new Map<number, number>();
  for (const { position, weight } of best) {
    const all = texts[position]?.all ?? new Uint32Array();
    const counts = new Map<number, number>();
    for (const number of all) counts.set(number, (counts.get(number) ?? 0) + 1);
    for (const [number, frequency] of counts) {
      const saturated = (frequency * (k1 + 1)) / (frequency + pivot(all.length));
      weights.set(number, (weights.get(number) ?? 0) + weight * saturated);
    }
  }
  const idfs = idf([...weights.keys()].map((number) => dictionary.term(number)));
  const picked = [...weights]
    .map(([number, weight]) => {
      const term = dictionary.term(number);
      const rarity = idfs.get(term) ?? 0;
      return { number, term, rarity, weight: weight * rarity };
    })
    .sort((x, y) => y.weight - x.weight || (x.term < y.term ? -1 : 1))
    .slice(0, count);
  const total = picked.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return none(texts.length);

  // Slot 0 is nobody's: a table over the dictionary is read ten times as fast as a map.
  const slots = new Uint16Array(dictionary.size);
  picked.forEach(({ number }, index) => {
    slots[number] = index + 1;
  });
  const frequencies = new Uint16Array(picked.length + 1);
  const scores = texts.map(({ all }) => {
    frequencies.fill(0);
    for (const number of all) {
      const slot = slots[number] ?? 0;
      frequencies[slot] = (frequencies[slot] ?? 0) + 1;
    }
    const length = pivot(all.length);
    return picked.reduce((sum, { weight, rarity }, index) => {
      const frequency = frequencies[index + 1] ?? 0;
      return frequency === 0 ? sum : sum + (weight / total) * rarity * ((frequency * (k1 + 1)) / (frequency + length));
    }, 0);
  });
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  return {
    terms: picked.map(({ term, weight }) => ({ term, weight: weight / total })),
    values: scores.map((score) => (top > 0 ? score / top : 0)),
  };
}

/** Cosine of each candidate to the weighted mean of the best ones' vectors, brought to 0–1 (Rocchio 1971). */
export function neighbourhood(
  vectors: readonly (Float32Array | null)[],
  best: readonly { readonly position: number; readonly weight: number }[],
): number[] {
  const dimension = vectors.find((vector) => vector !== null)?.length ?? 0;
  const centre = new Float32Array(dimension);
  for (const { position, weight } of best) {
    const vector = vectors[position];
    if (vector) for (let i = 0; i < dimension; i += 1) centre[i] = (centre[i] ?? 0) + weight * (vector[i] ?? 0);
  }
  const products = vectors.map((vector) => {
    if (!vector) return null;
    let sum = 0;
    for (let i = 0; i < dimension; i += 1) sum += (centre[i] ?? 0) * (vector[i] ?? 0);
    return sum;
  });
  const known = products.filter((product) => product !== null);
  const top = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const bottom = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return products.map((product) => (product === null || top <= bottom ? 0 : (product - bottom) / (top - bottom)));
}
