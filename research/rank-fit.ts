import { type RankFeature, rankFeatures } from '@shared/ranking';
import { mean, ndcg } from '../electron/engine/evaluation';
import type { RankWeights } from '../electron/engine/retrieval';

/**
 * What a weight is where the labelled sets say nothing of it: the chance to answer counts for two fifths of the fused
 * score, how much of the query a chunk has for a fifth, how much of it stands above the chunk for a twentieth, and a
 * definition, where one is asked for, for as much as `retrieval.definitionBoost` raises a single lane.
 */
export const priorWeights: RankWeights = { coverage: 0.2, title: 0.05, definition: 0.4, relevance: 0.4 };

/** What a square of distance to the prior costs, from hardly anything to more than any gain. */
export const strengths: readonly number[] = [0.03, 0.1, 0.3, 1];

/**
 * The sets ask for next to no definitions, and a glossary's entries lack the very word that they define: of what they
 * say of this feature, all is chance.
 */
const fittedFeatures = rankFeatures.filter((feature) => feature !== 'definition');

/** No feature weighs half as much as the fused score: other sets are not these. */
export const grid = [0, 0.05, 0.1, 0.2, 0.3, 0.4];
const mostWeight = Math.max(...grid);
const rounds = 4;
/** What a set loses counts once more. */
const lossFactor = 1;
/** What falls short of a requirement, nDCG@10, counts as so many times that share of what a set lacks. */
const shortfallFactor = 20;
/** A set that lacks less counts as one that lacks this much. */
const leastLack = 0.01;
/** A smaller gain is rounding. */
const leastGain = 1e-9;
const k = 10;

/** One question's candidates: features side by side. */
export interface Question {
  readonly judgements: ReadonlyMap<string, number>;
  readonly labels: readonly string[];
  readonly fused: Float64Array;
  readonly features: Readonly<Record<RankFeature, Float64Array>>;
}

/** What a search tells the fused score as: what either lane gives of it. */
const lanes = ['meaning', 'words'] as const;

/**
 * What of a candidate's score comes from the fused score or from a feature.
 *
 * @param told the parts of its score by name (`CandidateScores.contributions`)
 * @throws Error where a part is not among them
 */
export function contributionOf(
  told: Readonly<Record<string, number>> | undefined,
  name: 'fusion' | RankFeature,
): number {
  const parts = name === 'fusion' ? lanes : [name];
  return parts.reduce((sum, part) => {
    const value = told?.[part];
    if (value === undefined) throw new Error(`A candidate's score does not tell what is of ${part}`);
    return sum + value;
  }, 0);
}

export interface MeasuredSet {
  readonly name: string;
  readonly questions: readonly Question[];
  /** nDCG@10 that the set has to reach, where the product promises one. */
  readonly required?: number;
}

/** Labelled sets as they were measured at one weight of the vector lane. */
export interface MeasuredAt {
  readonly vectorWeight: number;
  readonly sets: readonly MeasuredSet[];
}

interface Fit {
  readonly vectorWeight: number;
  readonly weights: RankWeights;
  readonly value: number;
}

/** Which part of the sets is looked at. */
export type Part = (sets: readonly MeasuredSet[]) => readonly MeasuredSet[];

export const allOf: Part = (sets) => sets;
const halfOf =
  (odd: number): Part =>
  (sets) =>
    // What is required of a whole set says nothing of its halves, of which one is harder than the other.
    sets.map(({ name, questions }) => ({ name, questions: questions.filter((_one, index) => index % 2 === odd) }));

const allAt = (weight: number): RankWeights =>
  Object.fromEntries(rankFeatures.map((feature) => [feature, weight])) as RankWeights;
export const noWeights = allAt(0);

/**
 * The question without the candidates that no weights of the grid bring among the first ten documents: ten are sure of
 * the fused score of the last of them at least, since features only add.
 */
export function withinReach(question: Question): Question {
  const { labels, fused, features } = question;
  const order = [...fused.keys()].sort((a, b) => (fused[b] ?? 0) - (fused[a] ?? 0) || a - b);
  const first = new Set<string>();
  let floor = Number.NEGATIVE_INFINITY;
  for (const position of order) {
    first.add(labels[position] ?? '');
    floor = fused[position] ?? 0;
    if (first.size === k) break;
  }
  if (first.size < k) return question;
  const kept = [...fused.keys()].filter((position) => {
    const added = rankFeatures.reduce(
      (sum, feature) => sum + mostWeight * Math.max(features[feature][position] ?? 0, 0),
      0,
    );
    return (fused[position] ?? 0) + added >= floor;
  });
  const pick = (values: Float64Array): Float64Array => Float64Array.from(kept, (position) => values[position] ?? 0);
  return {
    judgements: question.judgements,
    labels: kept.map((position) => labels[position] ?? ''),
    fused: pick(fused),
    features: Object.fromEntries(
      rankFeatures.map((feature) => [feature, pick(features[feature])]),
    ) as Question['features'],
  };
}

/** nDCG@10 of the order that the weights give; ties by position. */
export function gain({ judgements, labels, fused, features }: Question, weights: RankWeights): number {
  const scores = Float64Array.from(fused);
  for (const feature of rankFeatures) {
    const weight = weights[feature];
    if (weight === 0) continue;
    const values = features[feature];
    for (let i = 0; i < scores.length; i += 1) scores[i] = (scores[i] ?? 0) + weight * (values[i] ?? 0);
  }
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const documents = [...new Set(order.map((position) => labels[position] ?? ''))];
  return ndcg(documents.slice(0, k), judgements, k);
}

export const figure = (set: MeasuredSet, weights: RankWeights): number =>
  mean(set.questions.map((question) => gain(question, weights)));

/** What each set reaches without the reranker at the vector weight that is best for it alone. */
const mostOfEach = (all: readonly MeasuredAt[], part: Part): number[] =>
  all
    .map(({ sets }) => part(sets).map((set) => figure(set, noWeights)))
    .reduce((best, figures) => best.map((value, index) => Math.max(value, figures[index] ?? 0)));

/**
 * The mean of what the sets gain over a baseline, each as a share of what it still lacks there: a set that is nearly
 * solved counts as much as one that is hardly begun. Losses count twice, and what falls short of a requirement most.
 */
function worth(sets: readonly MeasuredSet[], weights: RankWeights, baseline: readonly number[]): number {
  const figures = sets.map((set) => figure(set, weights));
  const changes = figures.map((value, index) => {
    const before = baseline[index] ?? 0;
    return (value - before) / Math.max(1 - before, leastLack);
  });
  const losses = changes.reduce((sum, change) => sum + Math.min(change, 0), 0);
  const shortfall = sets.reduce(
    (sum, { required = 0 }, index) => sum + Math.min((figures[index] ?? 0) - required, 0),
    0,
  );
  return mean(changes) + lossFactor * losses + shortfallFactor * shortfall;
}

const squaredDistance = (weights: RankWeights): number =>
  rankFeatures.reduce((sum, feature) => sum + (weights[feature] - priorWeights[feature]) ** 2, 0);

/**
 * Coordinate ascent over the grid from the prior (Metzler & Croft 2007) on what weights are worth, less `strength`
 * times their squared distance to the prior (ridge): a feature that no question tells anything about keeps its prior.
 */
export function fitted(
  sets: readonly MeasuredSet[],
  baseline: readonly number[],
  strength: number,
): { weights: RankWeights; value: number } {
  const reachedBy = (weights: RankWeights): number =>
    worth(sets, weights, baseline) - strength * squaredDistance(weights);
  let weights = priorWeights;
  let value = reachedBy(weights);
  for (let round = 0; round < rounds; round += 1) {
    const before = value;
    for (const feature of fittedFeatures) {
      for (const candidate of grid) {
        if (candidate === weights[feature]) continue;
        const tried = { ...weights, [feature]: candidate };
        const reached = reachedBy(tried);
        if (reached > value + leastGain) [weights, value] = [tried, reached];
      }
    }
    if (value - before < leastGain) break;
  }
  return { weights, value };
}

/** The best fit over the weights of the vector lane. */
export function bestFit(all: readonly MeasuredAt[], part: Part, strength: number): Fit {
  const baseline = mostOfEach(all, part);
  return all
    .map(({ vectorWeight, sets }) => ({ vectorWeight, ...fitted(part(sets), baseline, strength) }))
    .reduce((best, next) => (next.value > best.value ? next : best));
}

export const setsAt = (all: readonly MeasuredAt[], vectorWeight: number): readonly MeasuredSet[] =>
  all.find((measured) => measured.vectorWeight === vectorWeight)?.sets ?? [];

/** A strength with what it reaches on halves that were not fitted: by set, and what that is worth. */
interface CrossValidated {
  readonly strength: number;
  readonly figures: readonly number[];
  readonly value: number;
}

/** Each half by the fit of the other. */
export function crossValidated(all: readonly MeasuredAt[], strength: number): CrossValidated {
  const halves = [0, 1].map((odd) => {
    const other = bestFit(all, halfOf(1 - odd), strength);
    const sets = halfOf(odd)(setsAt(all, other.vectorWeight));
    const value = worth(sets, other.weights, mostOfEach(all, halfOf(odd)));
    return { value, figures: sets.map((set) => figure(set, other.weights)) };
  });
  const figures = (halves[0]?.figures ?? []).map((_figure, index) =>
    mean(halves.map((half) => half.figures[index] ?? 0)),
  );
  return { strength, figures, value: mean(halves.map(({ value }) => value)) };
}

/** The strength of the prior that is worth most on halves that were not fitted; of equals the greatest. */
export const bestStrength = (tried: readonly CrossValidated[]): CrossValidated =>
  tried.reduce((best, next) => (next.value >= best.value ? next : best));
