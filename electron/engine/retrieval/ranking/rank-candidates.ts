import type { SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { CandidateScores, Chunk } from '@shared/prompt/chunk';
import { byCodeUnits, falling, rounded } from '@shared/ranking';
import { languageOf, ofAll } from '../../languages';
import { isBesideText } from '../../text/passage-units';
import { termSet } from '../../text/terms';
import type { ReadChunk } from '../candidate-cache';
import type { VectorsByLanguage } from '../query/cross-language';
import { coverageIn, type QueryTerms } from '../query/query-terms';
import { type FusedCandidate, fuse, type LaneScores } from './fusion';
import {
  definitionIn,
  definitionSubject,
  type ExactMatcher,
  type Ranked,
  type RankInput,
  rankByFeatures,
} from './rank-features';
import { cosines, lengthNormalised, logAvgExp, type RelevanceEvidence, relevance, saturation } from './relevance';

export interface Candidate {
  readonly chunk: Chunk;
  readonly scores: CandidateScores;
}

/** Everything a ranking is a function of. */
export interface RankRequest {
  readonly whole: string;
  readonly mode: SearchMode;
  readonly query: QueryTerms;
  /** By chunk id, how much nearer than its vector a sentence of it is. */
  readonly nearer?: ReadonlyMap<string, number>;
  readonly vectors: VectorsByLanguage | null;
  readonly exact: ExactMatcher;
  readonly chunks: readonly ReadChunk[];
  /** Their BM25; null if the words did not find it. */
  readonly wordScores: readonly (number | null)[];
  readonly entry: EmbeddingEntry;
  readonly limits: PipelineLimits;
  /** Documents of the conversation that the query goes on with: what they hold comes first, as far as a bound. */
  readonly first: ReadonlySet<string>;
}

/** Orders the hits of both lanes (R2–R4), each with its exact cosine; in hybrid mode the explainable reranker decides. */
export function rankCandidates(request: RankRequest): readonly Candidate[] {
  const { limits, entry, exact, mode, first } = request;
  const { retrieval } = limits;
  const inputs = inOrderOfFusion(measured(request), retrieval, entry.vectorWeight);
  // Without exact conditions, no candidate after the last wanted one can move before it.
  const most = exact.asked || first.size > 0 ? inputs.length : limits.N1_RETR_MAX_CANDIDATES;
  const ranks = mode === 'hybrid' && retrieval.fusion === 'weighted' && retrieval.rankByFeatures;
  const weights = ranks ? entry.ranking?.weights : undefined;
  const candidates = weights
    ? rankByFeatures(inputs, weights, most).map((one) => ({ chunk: one.input.chunk, scores: scoresByFeatures(one) }))
    : inputs.slice(0, most).map((input) => ({ chunk: input.chunk, scores: scoresOf(input) }));
  const ordered = conversationFirst(exactFirst(candidates, request), first);
  if (asksImprint(request)) return ordered.map(withImprint);
  return exact.asked ? ordered : textFirst(ordered);
}

const ofImprints = termSet(ofAll((language) => language.ofImprints).join(' '));
/** Whether a query has a word of what only an imprint says: who published a book, what is on its cover. */
const asksImprint = ({ query }: RankRequest): boolean => [...query.idf.keys()].some((term) => ofImprints.has(term));

/** Returns a candidate whose imprint is text like any other: it is the answer that is asked for. */
function withImprint(candidate: Candidate): Candidate {
  const { chunk } = candidate;
  if (!chunk.blocks.some(({ kind }) => kind === 'imprint')) return candidate;
  const blocks = chunk.blocks.map((block) =>
    block.kind === 'imprint' ? { ...block, kind: 'paragraph' as const } : block,
  );
  return { ...candidate, chunk: { ...chunk, blocks } };
}

/** Puts passages of other text behind those of the text proper: contents and lists of sources repeat its words. */
function textFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const isBeside = ({ chunk }: Candidate): boolean => isBesideText(chunk);
  if (!candidates.some(isBeside)) return candidates;
  return [...candidates.filter((one) => !isBeside(one)), ...candidates.filter(isBeside)];
}

interface Measurements {
  readonly facts: readonly Measured[];
  readonly lanes: readonly LaneScores[];
}

function measured(request: RankRequest): Measurements {
  const { chunks, query, entry, limits, whole } = request;
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
    const title = coverageIn(terms.above, query);
    const definition = defines(chunk.text);
    // BM25 raised by the query's share in title and headings, and for a definition of the term (R2).
    const boost = 1 + retrieval.titleBoost * title + retrieval.definitionBoost * (definition ? 1 : 0);
    const coverage = coverageIn(terms.all, query);
    const evidence = { cosine, coverage, saturation: saturation(score, query.total) };
    facts.push({
      fused: notFused,
      position,
      chunk,
      evidence,
      coverage,
      title,
      definition: definition ? 1 : 0,
      relevance: relevance(evidence, entry.relevance),
    });
    const vectorScore = nearness === null ? null : nearness + (request.nearer?.get(chunk.id) ?? 0);
    lanes.push({
      chunkId: chunk.id,
      vector: vectorScore,
      keyword: score === null ? null : score * boost,
      isByWords: request.vectors !== null && vector === null,
    });
  }
  return { facts, lanes };
}

interface Cosines {
  /** Of a chunk with a vector, by its position, to the whole query; null without an embedding. */
  toWhole(position: number): number | null;
  /** To all pieces of the query (R1), in which its length may count. */
  aggregated(position: number, toWhole: number, tokens: number): number;
}

function cosinesOf({ chunks, vectors: asked, limits: { retrieval } }: RankRequest): Cosines {
  let lengths = 0;
  for (const { chunk } of chunks) lengths += chunk.tokenCount;
  const averageLength = lengths / Math.max(chunks.length, 1);
  const vectors = chunks.map(({ vector }) => vector);
  const made = new Map<readonly Float32Array[], readonly Float64Array[]>();
  const spoken = asked && asked.across.size > 0 ? asked : null;
  const ofPieces = (pieces: readonly Float32Array[]): readonly Float64Array[] => {
    const products = made.get(pieces) ?? pieces.map((piece) => cosines(piece, vectors));
    made.set(pieces, products);
    return products;
  };
  const plain = ofPieces(asked?.asked ?? []);
  /** A chunk is compared with the query as if that were in its language. */
  const byPiece = (position: number): readonly Float64Array[] => {
    const { language = '' } = (spoken && chunks[position]?.chunk) ?? {};
    if (!spoken) return plain;
    return ofPieces(spoken.across.get(language) ?? (languageOf(language) ? spoken.asked : spoken.otherwise));
  };
  const soft = (position: number): number =>
    logAvgExp(
      byPiece(position).map((products) => products[position] ?? 0),
      retrieval.tau,
    );
  return {
    toWhole: (position) => byPiece(position)[0]?.[position] ?? null,
    aggregated: (position, toWhole, tokens) =>
      // Most questions are one piece: then there is nothing to mean over, and no list to make.
      lengthNormalised(plain.length === 1 ? toWhole : soft(position), tokens, averageLength, retrieval.lengthSlope),
  };
}

function inOrderOfFusion(
  { facts, lanes }: Measurements,
  retrieval: PipelineLimits['retrieval'],
  modelWeight: number,
): ShownInput[] {
  const inputs: ShownInput[] = [];
  for (const fused of fuse(lanes, retrieval, modelWeight)) {
    const fact = facts[fused.position];
    if (!fact) continue;
    fact.fused = fused;
    inputs.push(fact);
  }
  return inputs;
}

/** Puts exact matches first: half of the score is their share. Others are left out if `phrasesOnly` and one has all. */
function exactFirst(candidates: readonly Candidate[], { exact, mode }: RankRequest): readonly Candidate[] {
  if (!exact.asked || mode === 'vector') return candidates;
  const shares = exact.in(candidates.map(({ chunk }) => chunk));
  const matched = candidates.map((candidate, at) => ({ candidate, share: 0, everyPhrase: false, ...shares[at] }));
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

const withExact = (scores: CandidateScores, share: number): CandidateScores => withPart(scores, 'exact', 1 / 2, share);

const conversationWeight = 1 / 4;

function conversationFirst(candidates: readonly Candidate[], first: ReadonlySet<string>): readonly Candidate[] {
  if (!candidates.some(({ chunk }) => first.has(chunk.documentId))) return candidates;
  return candidates
    .map(({ chunk, scores }) => {
      const share = first.has(chunk.documentId) ? 1 : 0;
      return { chunk, scores: withPart(scores, 'conversation', conversationWeight, share) };
    })
    .sort((a, b) => falling(a.scores.fused.value, b.scores.fused.value) || byCodeUnits(a.chunk.id, b.chunk.id));
}

function withPart(scores: CandidateScores, name: string, weight: number, share: number): CandidateScores {
  const { fused, contributions = {} } = scores;
  if (fused.kind === 'rrf') return scores;
  const parts = Object.entries(contributions).map(([known, part]) => [known, rounded(part * (1 - weight))]);
  return {
    ...scores,
    fused: { kind: fused.kind, value: rounded(fused.value * (1 - weight) + weight * share) },
    contributions: { ...Object.fromEntries(parts), [name]: rounded(weight * share) },
  };
}

interface ShownInput extends RankInput {
  readonly position: number;
  readonly evidence: RelevanceEvidence;
}

export const unmeasured = {
  vector: null,
  keyword: null,
  vectorRank: null,
  keywordRank: null,
  cosine: null,
  coverage: 0,
  saturation: 0,
} as const satisfies Partial<CandidateScores>;

/** Measured alone first, and placed among the others afterwards. */
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

/** The lanes' parts of a share of the fused score; `ofFusion` is that score or a part of it. */
function ofLanes({ fused, ofVector }: FusedCandidate, ofFusion: number): { meaning: number; words: number } {
  const meaning = fused.value > 0 ? (ofFusion * ofVector) / fused.value : 0;
  return { meaning: rounded(meaning), words: rounded(ofFusion - meaning) };
}

function scoresOf({ fused, evidence, relevance: likely }: ShownInput): CandidateScores {
  return {
    vector: fused.vector === null ? null : rounded(fused.vector),
    keyword: fused.keyword === null ? null : rounded(fused.keyword),
    vectorRank: fused.vectorRank,
    keywordRank: fused.keywordRank,
    fused: { kind: fused.fused.kind, value: rounded(fused.fused.value) },
    cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
    coverage: rounded(evidence.coverage),
    saturation: rounded(evidence.saturation),
    relevance: rounded(likely),
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
      coverage: rounded(contributions.coverage),
      title: rounded(contributions.title),
      definition: rounded(contributions.definition),
      relevance: rounded(contributions.relevance),
    },
  };
}
