import type { CandidateScores, Chunk } from '@shared/chunk';
import type { SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { terms as termsOf } from '@shared/terms';
import type { ReadChunk } from './candidate-cache';
import type { TermDictionary } from './chunk-terms';
import { definitionIn, definitionSubject } from './definition';
import type { ExactMatcher } from './exact-match';
import type { ExpansionTerm } from './feedback';
import { type FusedCandidate, fuse, type LaneScores } from './fusion';
import { cosines, lengthNormalised, logAvgExp } from './log-avg-exp';
import type { QueryTerms } from './query-coverage';
import { QueryPlaces } from './query-places';
import { type Ranked, type RankInput, rankByFeatures } from './rank-features';
import { despiteAbsentName, type RelevanceEvidence, relevance, saturation } from './relevance';

export interface Candidate {
  readonly chunk: Chunk;
  readonly scores: CandidateScores;
}

/** Everything a ranking is a function of. */
export interface RankRequest {
  readonly whole: string;
  /** The same without its function words. */
  readonly content: string;
  readonly mode: SearchMode;
  readonly query: QueryTerms;
  /** The query's language, where it names what no document knows; chunks in another may have it in other words. */
  readonly doubtedIn: string | null;
  readonly pieceVectors: readonly Float32Array[];
  /** Phrases and identifiers that are asked for as they are. */
  readonly exact: ExactMatcher;
  /** Chunks of either lane that can be seen. */
  readonly chunks: readonly ReadChunk[];
  /** Of each of them its BM25; null where the words did not find it. */
  readonly wordScores: readonly (number | null)[];
  /** Whose numbers their terms are. */
  readonly dictionary: TermDictionary;
  readonly entry: EmbeddingEntry;
  /** Weight of the vector lane, 0–1 (`vectorWeightFor`). */
  readonly vectorWeight: number;
  readonly limits: PipelineLimits;
  readonly idf: (numbers: readonly number[]) => Float64Array;
  /** MaxSim of chunks, in their order; null where the words of the query or of one of them are not known. */
  readonly likeness: (chunks: readonly Chunk[]) => readonly number[] | null;
}

export interface Ranking {
  /** Best first: at least as many as are wanted (N1), where there are so many. */
  readonly candidates: readonly Candidate[];
  readonly expansion: readonly ExpansionTerm[];
}

/** Decimals kept of every score: enough to order by, few enough to be equal on every processor. */
const decimals = 1e6;
const rounded = (value: number): number => Math.round(value * decimals) / decimals;

/**
 * Orders what both lanes have found (R2–R4). Every candidate of either lane gets its exact aggregated cosine, so that
 * fusion compares like with like; in hybrid mode the explainable reranker has the last word where the model has
 * weights for it.
 */
export function rankCandidates(request: RankRequest): Ranking {
  const { limits, entry, exact, mode, dictionary, idf } = request;
  const { retrieval } = limits;
  const places = new QueryPlaces(
    request.query,
    dictionary,
    request.chunks.map(({ terms }) => terms.all),
  );
  const inputs = inOrderOfFusion(measured(request, places), retrieval, request.vectorWeight);
  // Where nothing is asked for exactly, no candidate behind the last one wanted can come before it any more.
  const most = exact.asked ? inputs.length : limits.N1_RETR_MAX_CANDIDATES;
  const isFused = retrieval.fusion === 'weighted' || retrieval.fusion === 'alpha';
  const weights = mode === 'hybrid' && isFused && retrieval.rankByFeatures ? entry.ranking?.weights : undefined;
  if (!weights) {
    const candidates = inputs.slice(0, most).map((input) => ({ chunk: input.chunk, scores: scoresOf(input) }));
    return { candidates: exactFirst(candidates, request), expansion: [] };
  }
  const { ranked, expansion } = rankByFeatures({
    inputs,
    dictionary,
    weights,
    expansionTerms: retrieval.expansionTerms,
    rareWeight: request.query.rare.weight,
    idf,
    most,
    proximities: () => {
      const positions = inputs.map(({ position }) => position);
      return places.proximities(termsOf(request.content), positions);
    },
    likeness: (first) => request.likeness(first.map(({ chunk }) => chunk)),
  });
  const candidates = ranked.map((one) => ({ chunk: one.input.chunk, scores: scoresByFeatures(one) }));
  return { candidates: exactFirst(candidates, request), expansion };
}

/** What is known of each candidate by itself, and what the lanes give it, in the same order. */
interface Measurements {
  readonly facts: readonly Measured[];
  readonly lanes: readonly LaneScores[];
}

function measured(request: RankRequest, places: QueryPlaces): Measurements {
  const { chunks, query, doubtedIn, entry, limits, whole } = request;
  const { retrieval } = limits;
  const subject = definitionSubject(whole);
  const defines = subject === null ? () => false : definitionIn(subject);
  const { toWhole, aggregated } = cosinesOf(request);
  const facts: Measured[] = [];
  const lanes: LaneScores[] = [];
  for (let position = 0; position < chunks.length; position += 1) {
    const read = chunks[position];
    if (!read) continue;
    const { chunk, terms, vector } = read;
    const cosine = vector ? toWhole(position) : null;
    const nearness = cosine === null ? null : aggregated(position, cosine, chunk.tokenCount);
    const score = request.wordScores[position] ?? null;
    // A chunk that only the vector lane brought counts from the model's own threshold on (R4).
    if (score === null && (nearness === null || nearness < entry.cosineThreshold)) continue;
    const title = places.coverageOf(terms.above);
    const definition = defines(chunk.text);
    // BM25 raised by how much of the query title and headings carry, and for a definition of what is asked (R2).
    const boost = 1 + retrieval.titleBoost * title + retrieval.definitionBoost * (definition ? 1 : 0);
    const coverage = places.coverage(position);
    const evidence = { cosine, coverage, saturation: saturation(score, query.total) };
    const likely = relevance(evidence, entry.relevance);
    facts.push({
      fused: notFused,
      position,
      chunk,
      terms,
      vector,
      evidence,
      coverage,
      rare: places.rareShare(position),
      title,
      definition,
      relevance: likely,
      shown: chunk.language === doubtedIn ? despiteAbsentName(likely) : likely,
    });
    lanes.push({ chunkId: chunk.id, vector: nearness, keyword: score === null ? null : score * boost });
  }
  return { facts, lanes };
}

interface Cosines {
  /** Of a chunk that has a vector, by its position, to the whole query; null where nothing was embedded. */
  toWhole(position: number): number | null;
  /** To all pieces of the query (R1), in which its length may count. */
  aggregated(position: number, toWhole: number, tokens: number): number;
}

function cosinesOf({ chunks, pieceVectors, limits: { retrieval } }: RankRequest): Cosines {
  let lengths = 0;
  for (const { chunk } of chunks) lengths += chunk.tokenCount;
  const averageLength = lengths / Math.max(chunks.length, 1);
  const vectors = chunks.map(({ vector }) => vector);
  const byPiece = pieceVectors.map((piece) => cosines(piece, vectors));
  const soft = (position: number): number =>
    logAvgExp(
      byPiece.map((products) => products[position] ?? 0),
      retrieval.tau,
    );
  return {
    toWhole: (position) => byPiece[0]?.[position] ?? null,
    aggregated: (position, toWhole, tokens) =>
      // Most questions are one piece: then there is nothing to mean over, and no list to make.
      lengthNormalised(byPiece.length === 1 ? toWhole : soft(position), tokens, averageLength, retrieval.lengthSlope),
  };
}

/** The candidates by their fused scores, each with its own. */
function inOrderOfFusion(
  { facts, lanes }: Measurements,
  retrieval: PipelineLimits['retrieval'],
  vectorWeight: number,
): ShownInput[] {
  const inputs: ShownInput[] = [];
  for (const fused of fuse(lanes, retrieval, vectorWeight)) {
    const fact = facts[fused.position];
    if (!fact) continue;
    fact.fused = fused;
    inputs.push(fact);
  }
  return inputs;
}

/**
 * Puts chunks first that hold what is asked for exactly: half of the score is then the share of it that a chunk holds.
 * Where a query is no sentence and any chunk holds all quoted phrases, the others are no candidates. Nothing changes
 * where no chunk holds any.
 */
function exactFirst(candidates: readonly Candidate[], { exact, mode }: RankRequest): readonly Candidate[] {
  if (!exact.asked || mode === 'vector') return candidates;
  const matched = candidates.map((candidate) => ({ candidate, ...exact.in(candidate.chunk) }));
  if (!matched.some(({ share }) => share > 0)) return candidates;
  const quoted = exact.phrasesOnly && matched.some(({ share, everyPhrase }) => share > 0 && everyPhrase);
  return matched
    .filter(({ everyPhrase }) => everyPhrase || !quoted)
    .map(({ candidate: { chunk, scores }, share }) => ({ chunk, share, scores: withExact(scores, share) }))
    .sort(
      (a, b) => b.share - a.share || b.scores.fused.value - a.scores.fused.value || (a.chunk.id < b.chunk.id ? -1 : 1),
    )
    .map(({ chunk, scores }) => ({ chunk, scores }));
}

function withExact(scores: CandidateScores, share: number): CandidateScores {
  const { fused, contributions = {} } = scores;
  if (fused.kind === 'rrf') return scores;
  const halves = Object.entries(contributions).map(([name, part]) => [name, rounded(part / 2)]);
  return {
    ...scores,
    fused: { kind: fused.kind, value: rounded((fused.value + share) / 2) },
    contributions: { ...Object.fromEntries(halves), exact: rounded(share / 2) },
  };
}

/** What a candidate's scores are made of. */
interface ShownInput extends RankInput {
  /** Among all chunks that were read. */
  readonly position: number;
  readonly evidence: RelevanceEvidence;
  /** Its relevance as it is told and decided by; the order is made by what the passages have alone. */
  readonly shown: number;
}

/** Measured by itself first, and given its place among the others afterwards. */
interface Measured extends ShownInput {
  fused: FusedCandidate;
}
const notFused: FusedCandidate = {
  chunkId: '',
  position: 0,
  vector: null,
  keyword: null,
  vectorRank: null,
  keywordRank: null,
  fused: { kind: 'rrf', value: 0 },
  ofVector: 0,
};

/** Of a share of the score that fusion gave, what either lane gives; `ofFusion` is the fused score or a part of it. */
function ofLanes({ fused, ofVector }: FusedCandidate, ofFusion: number): { meaning: number; words: number } {
  const meaning = fused.value > 0 ? (ofFusion * ofVector) / fused.value : 0;
  return { meaning: rounded(meaning), words: rounded(ofFusion - meaning) };
}

function scoresOf({ fused, evidence, shown }: ShownInput): CandidateScores {
  return {
    vector: fused.vector === null ? null : rounded(fused.vector),
    keyword: fused.keyword === null ? null : rounded(fused.keyword),
    vectorRank: fused.vectorRank,
    keywordRank: fused.keywordRank,
    fused: { kind: fused.fused.kind, value: rounded(fused.fused.value) },
    cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
    coverage: rounded(evidence.coverage),
    saturation: rounded(evidence.saturation),
    relevance: rounded(shown),
    contributions: ofLanes(fused, fused.fused.value),
  };
}

// Every member by its name: spreading one object into another takes ten times as long.
function scoresByFeatures({ input, score, contributions }: Ranked<ShownInput>): CandidateScores {
  const { vector, keyword, vectorRank, keywordRank, fused, cosine, coverage, saturation, relevance } = scoresOf(input);
  const { meaning, words } = ofLanes(input.fused, contributions.fusion);
  return {
    vector,
    keyword,
    vectorRank,
    keywordRank,
    fused: { kind: fused.kind, value: rounded(score) },
    cosine,
    coverage,
    saturation,
    relevance,
    fusion: fused.value,
    contributions: {
      meaning,
      words,
      feedback: rounded(contributions.feedback),
      neighbourhood: rounded(contributions.neighbourhood),
      proximity: rounded(contributions.proximity),
      coverage: rounded(contributions.coverage),
      title: rounded(contributions.title),
      definition: rounded(contributions.definition),
      relevance: rounded(contributions.relevance),
      maxSim: rounded(contributions.maxSim),
      rare: rounded(contributions.rare),
    },
  };
}
