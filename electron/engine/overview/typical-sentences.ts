import { rounded } from '@shared/ranking';
import { inverseDocumentFrequency, terms } from '../text/terms';

/** How much a sentence that says what one before it says is taken back, against what it says of the whole. */
const novelty = 0.5;

/** Sentences as points in a space in which near ones say the same. */
export interface SentenceSpace {
  readonly count: number;
  /** Cosine of one to the middle of some of them. */
  readonly toMiddle: (of: readonly number[]) => (sentence: number) => number;
  readonly between: (one: number, other: number) => number;
}

/** Terms of each sentence with tf·idf among the sentences, L2-normalised. */
export function termSpace(sentences: readonly string[]): SentenceSpace {
  const bags = sentences.map((sentence) => {
    const counts = new Map<string, number>();
    for (const term of terms(sentence)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  });
  const holding = new Map<string, number>();
  for (const bag of bags) for (const term of bag.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const vectors = bags.map((bag) => {
    const weights = new Map<string, number>();
    let square = 0;
    for (const [term, count] of bag) {
      const weight = (1 + Math.log(count)) * inverseDocumentFrequency(holding.get(term) ?? 1, bags.length);
      weights.set(term, weight);
      square += weight * weight;
    }
    const length = Math.sqrt(square);
    for (const [term, weight] of weights) weights.set(term, length > 0 ? weight / length : 0);
    return weights;
  });
  const product = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number => {
    let sum = 0;
    for (const [term, weight] of one) sum += weight * (other.get(term) ?? 0);
    return sum;
  };
  const none: ReadonlyMap<string, number> = new Map();
  return {
    count: sentences.length,
    between: (one, other) => product(vectors[one] ?? none, vectors[other] ?? none),
    toMiddle: (of) => {
      const middle = new Map<string, number>();
      for (const at of of)
        for (const [term, weight] of vectors[at] ?? none) middle.set(term, (middle.get(term) ?? 0) + weight);
      const length = Math.sqrt(product(middle, middle));
      return (sentence) => (length > 0 ? product(vectors[sentence] ?? none, middle) / length : 0);
    },
  };
}

/** So many sentences by their worth less what chosen ones have said (MMR, Carbonell & Goldstein 1998); best first. */
export function mostRelevant(
  among: readonly number[],
  worth: (sentence: number) => number,
  space: SentenceSpace,
  count: number,
): number[] {
  const left = among.map((at) => ({ at, worth: worth(at), said: 0 }));
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) {
    const score = (one: (typeof left)[number]): number => rounded(one.worth - novelty * one.said);
    let best = 0;
    left.forEach((one, place) => {
      const other = left[best];
      if (other && score(one) > score(other)) best = place;
    });
    const [taken] = left.splice(best, 1);
    if (!taken) break;
    chosen.push(taken.at);
    for (const one of left) one.said = Math.max(one.said, space.between(one.at, taken.at));
  }
  return chosen;
}
