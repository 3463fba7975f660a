import type { Chunk } from '@shared/chunk';
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
  /** Share of the query's rare words that it has, 0–1 (`rareWords`). */
  readonly rare: number;
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
  readonly contributions: Readonly<Record<'fusion' | 'rare' | RankFeature, number>>;
}

/** Candidates taken for relevant: as many as are usually good enough to learn from. */
const bestTaken = 5;
/** Candidates that MaxSim looks at: what lies behind them by the fused score is seldom what is asked for. */
const compared = 10;
/** What rare words weigh at most, as a share of everything else together; the same for all models (docs/adr/0037). */
const rareAtMost = 0.4;

export interface RankOrder<T> {
  /** Best first; ties by chunk id. */
  readonly ranked: readonly Ranked<T>[];
  readonly expansion: readonly ExpansionTerm[];
}

/** What is ranked, and by what. */
export interface RankByFeatures<T> {
  /** In the order of their fused scores. */
  readonly inputs: readonly T[];
  /** Whose numbers the terms of the inputs are. */
  readonly dictionary: TermDictionary;
  readonly weights: RankWeights;
  /** Most terms of the best that are asked for too (R9). */
  readonly expansionTerms: number;
  /** How far the query's rare words alone tell which passage is asked for, 0–1. */
  readonly rareWeight: number;
  readonly idf: (numbers: readonly number[]) => Float64Array;
  /** How many of the best are wanted; all where absent. */
  readonly most?: number;
  /** Of the inputs, in their order; asked for where they weigh anything. */
  proximities(): Float64Array;
  /** MaxSim of the first inputs, in their order; null where a word of it is not known. */
  likeness(first: readonly T[]): readonly number[] | null;
}

/**
 * The explainable reranker: a weighted mean of the fused score and of features that look at query and chunk together,
 * with weights fitted by scripts/fit-reranker.ts. Every part of a score can be shown beside it.
 */
export function rankByFeatures<T extends RankInput>(asked: RankByFeatures<T>): RankOrder<T> {
  const { inputs, most = inputs.length } = asked;
  const { parts, expansion } = partsOf(asked);
  // Scores first, and what they are made of for those alone that are wanted.
  const scores = new Float64Array(inputs.length);
  inputs.forEach((input, position) => {
    scores[position] =
      parts.fusion(input) +
      parts.feedback(position) +
      parts.neighbourhood(position) +
      parts.proximity(position) +
      parts.coverage(input) +
      parts.title(input) +
      parts.definition(input) +
      parts.relevance(input) +
      parts.maxSim(position) +
      parts.rare(input);
  });
  const order = inputs.map((_input, position) => position);
  order.sort(
    (a, b) =>
      falling(scores[a] ?? 0, scores[b] ?? 0) || byCodeUnits(inputs[a]?.chunk.id ?? '', inputs[b]?.chunk.id ?? ''),
  );
  const ranked = order.slice(0, most).flatMap((position): Ranked<T>[] => {
    const input = inputs[position];
    if (!input) return [];
    const contributions = {
      fusion: parts.fusion(input),
      feedback: parts.feedback(position),
      neighbourhood: parts.neighbourhood(position),
      proximity: parts.proximity(position),
      coverage: parts.coverage(input),
      title: parts.title(input),
      definition: parts.definition(input),
      relevance: parts.relevance(input),
      maxSim: parts.maxSim(position),
      rare: parts.rare(input),
    };
    return [{ input, contributions, score: scores[position] ?? 0 }];
  });
  return { ranked, expansion };
}

/** What each feature gives to the score of a candidate: by itself, or by its position among all. */
interface Parts {
  readonly fusion: (input: RankInput) => number;
  readonly coverage: (input: RankInput) => number;
  readonly title: (input: RankInput) => number;
  readonly definition: (input: RankInput) => number;
  /** What the fused score has lost by being measured within one query: how much either lane has found at all. */
  readonly relevance: (input: RankInput) => number;
  readonly feedback: (position: number) => number;
  readonly neighbourhood: (position: number) => number;
  readonly proximity: (position: number) => number;
  readonly maxSim: (position: number) => number;
  readonly rare: (input: RankInput) => number;
}

function partsOf<T extends RankInput>({
  inputs,
  dictionary,
  weights,
  expansionTerms,
  rareWeight,
  idf,
  proximities,
  likeness,
}: RankByFeatures<T>): { parts: Parts; expansion: readonly ExpansionTerm[] } {
  const best = bestOf(inputs);
  const trust = trustOf(inputs.slice(0, bestTaken).map(({ relevance }) => relevance));
  const texts = inputs.map(({ terms }) => terms);
  const expanded = feedback(texts, best, dictionary, idf, weights.feedback > 0 && trust > 0 ? expansionTerms : 0);
  const vectors = inputs.map(({ vector }) => vector);
  const near = weights.neighbourhood > 0 && trust > 0 ? neighbourhood(vectors, best) : new Float64Array();
  const closeness = weights.proximity > 0 ? proximities() : new Float64Array();
  const alike = weights.maxSim > 0 ? withinRange(likeness(inputs.slice(0, compared))) : [];

  // A mean over what is in play: what the best may not say for others must not lower everybody's score.
  const inPlay: RankWeights = {
    ...weights,
    feedback: trust * weights.feedback,
    neighbourhood: trust * weights.neighbourhood,
    maxSim: alike.length > 0 ? weights.maxSim : 0,
  };
  const others = 1 + rankFeatures.reduce((sum, feature) => sum + inPlay[feature], 0);
  const rareInPlay = rareAtMost * rareWeight * others;
  const total = others + rareInPlay;
  const mostByWords = inputs.reduce((most, { fused }) => Math.max(most, fused.keyword ?? 0), 0);
  // Who has the rare word and little else of the question is not what is asked for.
  const byWords = ({ fused }: RankInput): number => (mostByWords > 0 ? (fused.keyword ?? 0) / mostByWords : 0);
  const parts: Parts = {
    fusion: ({ fused }) => fused.fused.value / total,
    coverage: ({ coverage }) => (inPlay.coverage * coverage) / total,
    title: ({ title }) => (inPlay.title * title) / total,
    definition: ({ definition }) => (inPlay.definition * (definition ? 1 : 0)) / total,
    relevance: ({ relevance }) => (inPlay.relevance * relevance) / total,
    feedback: (position) => (inPlay.feedback * (expanded.values[position] ?? 0)) / total,
    neighbourhood: (position) => (inPlay.neighbourhood * (near[position] ?? 0)) / total,
    proximity: (position) => (inPlay.proximity * (closeness[position] ?? 0)) / total,
    maxSim: (position) => (inPlay.maxSim * (alike[position] ?? 0)) / total,
    rare: (input) => (rareInPlay * input.rare * byWords(input) ** 2) / total,
  };
  return { parts, expansion: expanded.terms };
}

/** The candidates that are taken for relevant, each with its share of their fused scores; none where all are 0. */
function bestOf(inputs: readonly RankInput[]): { position: number; weight: number }[] {
  const taken = inputs.slice(0, bestTaken).map(({ fused }) => Math.max(fused.fused.value, 0));
  const mass = taken.reduce((sum, value) => sum + value, 0);
  return mass > 0 ? taken.map((value, position) => ({ position, weight: value / mass })) : [];
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
