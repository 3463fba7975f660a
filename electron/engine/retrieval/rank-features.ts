import type { Chunk } from '@shared/chunk';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { type RankFeature, rankFeatures } from '@shared/rank-features';
import { byCodeUnits, falling } from '@shared/sort-order';
import type { ChunkTerms, TermDictionary } from './chunk-terms';
import { type ExpansionTerm, feedback, neighbourhood } from './feedback';
import type { FusedCandidate } from './fusion';

/** Of each feature, what it weighs beside the fused score. */
export type RankWeights = Readonly<Record<RankFeature, number>>;

/** A fused candidate with everything the features are measured on. */
export interface RankInput {
  readonly fused: FusedCandidate;
  readonly chunk: Chunk;
  readonly terms: ChunkTerms;
  readonly vector: Float32Array | null;
  /** Share of the query's idf mass in the chunk, and in its title and headings. */
  readonly coverage: number;
  readonly title: number;
  /** Whether it defines what is asked for. */
  readonly definition: boolean;
  /** Calibrated probability that it answers the query. */
  readonly relevance: number;
}

export interface Ranked<T> {
  readonly input: T;
  /** Between 0 and 1. */
  readonly score: number;
  /** What of the score comes from where: sums to the score. */
  readonly contributions: Readonly<Record<'fusion' | RankFeature, number>>;
}

/** Candidates taken for relevant: as many as are usually good enough to learn from. */
const bestTaken = 5;
/** Candidates that MaxSim looks at: what lies behind them by the fused score is seldom what is asked for. */
const compared = 10;

export interface RankOrder<T> {
  /** Best first; ties by chunk id. */
  readonly ranked: readonly Ranked<T>[];
  readonly expansion: readonly ExpansionTerm[];
}

/**
 * The explainable reranker: a weighted mean of the fused score and of features that look at query and chunk together,
 * with weights fitted by scripts/fit-reranker.ts. Every part of a score can be shown beside it.
 *
 * @param inputs in the order of their fused scores
 * @param proximities of the inputs, in their order; asked for where they weigh anything
 * @param most how many of the best are wanted
 * @param likeness MaxSim of the first inputs, in their order; null where a word of it is not known
 */
export function rankByFeatures<T extends RankInput>(
  inputs: readonly T[],
  proximities: () => readonly number[],
  dictionary: TermDictionary,
  weights: NonNullable<EmbeddingEntry['ranking']>['weights'],
  expansionTerms: number,
  idf: (numbers: readonly number[]) => Float64Array,
  most = inputs.length,
  likeness: (first: readonly T[]) => readonly number[] | null = () => null,
): RankOrder<T> {
  const taken = inputs.slice(0, bestTaken).map(({ fused }) => Math.max(fused.fused.value, 0));
  const mass = taken.reduce((sum, value) => sum + value, 0);
  const best = mass > 0 ? taken.map((value, position) => ({ position, weight: value / mass })) : [];
  const trust = trustOf(inputs.slice(0, bestTaken).map(({ relevance }) => relevance));
  const texts = inputs.map((input) => input.terms);
  const asked = weights.feedback > 0 && trust > 0 ? expansionTerms : 0;
  const expanded = feedback(texts, best, dictionary, idf, asked);
  const near =
    weights.neighbourhood > 0 && trust > 0
      ? neighbourhood(
          inputs.map(({ vector }) => vector),
          best,
        )
      : [];
  const closeness = weights.proximity > 0 ? proximities() : [];
  const alike = weights.maxSim > 0 ? withinRange(likeness(inputs.slice(0, compared))) : [];

  // A mean over what is in play: what the best may not say for others must not lower everybody's score.
  const inPlay: RankWeights = {
    ...weights,
    feedback: trust * weights.feedback,
    neighbourhood: trust * weights.neighbourhood,
    maxSim: alike.length > 0 ? weights.maxSim : 0,
  };
  const total = 1 + rankFeatures.reduce((sum, feature) => sum + inPlay[feature], 0);
  const fusion = (input: RankInput): number => input.fused.fused.value / total;
  const ofFeedback = (position: number): number => (inPlay.feedback * (expanded.values[position] ?? 0)) / total;
  const ofNeighbourhood = (position: number): number => (inPlay.neighbourhood * (near[position] ?? 0)) / total;
  const ofProximity = (position: number): number => (inPlay.proximity * (closeness[position] ?? 0)) / total;
  const ofCoverage = (input: RankInput): number => (inPlay.coverage * input.coverage) / total;
  const ofTitle = (input: RankInput): number => (inPlay.title * input.title) / total;
  const ofDefinition = (input: RankInput): number => (inPlay.definition * (input.definition ? 1 : 0)) / total;
  // What the fused score has lost by being measured within one query: how much either lane has found at all.
  const ofRelevance = (input: RankInput): number => (inPlay.relevance * input.relevance) / total;
  const ofMaxSim = (position: number): number => (inPlay.maxSim * (alike[position] ?? 0)) / total;
  // Scores first, and what they are made of for those alone that are wanted.
  const scores = new Float64Array(inputs.length);
  inputs.forEach((input, position) => {
    scores[position] =
      fusion(input) +
      ofFeedback(position) +
      ofNeighbourhood(position) +
      ofProximity(position) +
      ofCoverage(input) +
      ofTitle(input) +
      ofDefinition(input) +
      ofRelevance(input) +
      ofMaxSim(position);
  });
  const order = inputs.map((_input, position) => position);
  order.sort(
    (a, b) =>
      falling(scores[a] ?? 0, scores[b] ?? 0) || byCodeUnits(inputs[a]?.chunk.id ?? '', inputs[b]?.chunk.id ?? ''),
  );
  const ranked: Ranked<T>[] = [];
  for (const position of order.slice(0, most)) {
    const input = inputs[position];
    if (!input) continue;
    const contributions = {
      fusion: fusion(input),
      feedback: ofFeedback(position),
      neighbourhood: ofNeighbourhood(position),
      proximity: ofProximity(position),
      coverage: ofCoverage(input),
      title: ofTitle(input),
      definition: ofDefinition(input),
      relevance: ofRelevance(input),
      maxSim: ofMaxSim(position),
    };
    ranked.push({ input, contributions, score: scores[position] ?? 0 });
  }
  return { ranked, expansion: expanded.terms };
}

/**
 * How far the best candidates may speak for others, 0–1: the share of them, beside one, that is expected to be
 * relevant. Where one passage alone answers, what it has in common with four that do not says nothing.
 */
function trustOf(relevances: readonly number[]): number {
  const expected = relevances.reduce((sum, value) => sum + value, 0);
  return Math.min(1, Math.max(0, (expected - 1) / (bestTaken - 1)));
}

/** Each value's place between the lowest and the highest, 0–1; nothing where they are not known or all the same. */
function withinRange(values: readonly number[] | null): readonly number[] {
  const known = values ?? [];
  const lowest = Math.min(...known);
  const range = Math.max(...known) - lowest;
  return range > 0 ? known.map((value) => (value - lowest) / range) : [];
}
