import type { CandidateScores, Chunk } from '@shared/chunk';
import type { SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { LaneHit } from '../store';
import type { ChunkTerms, TermDictionary } from './chunk-terms';
import { definitionIn, definitionSubject } from './definition';
import type { ExactMatcher } from './exact-match';
import type { ExpansionTerm } from './feedback';
import { type FusedCandidate, fuse, type LaneScores } from './fusion';
import { cosine, lengthNormalised, logAvgExp } from './log-avg-exp';
import type { QueryTerms } from './query-coverage';
import { type RankInput, rankByFeatures } from './rank-features';
import { type RelevanceEvidence, relevance, saturation } from './relevance';

export interface Candidate {
  readonly chunk: Chunk;
  readonly scores: CandidateScores;
}

/** Everything a ranking is a function of. */
export interface RankRequest {
  readonly whole: string;
  readonly mode: SearchMode;
  readonly query: QueryTerms;
  readonly pieceVectors: readonly Float32Array[];
  readonly keywordHits: readonly LaneHit[];
  /** Phrases and identifiers that are asked for as they are. */
  readonly exact: ExactMatcher;
  /** Chunks of either lane that can be seen, with their terms; vectors where there are any. */
  readonly chunks: ReadonlyMap<string, Chunk>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly terms: (chunk: Chunk) => ChunkTerms;
  readonly dictionary: TermDictionary;
  readonly entry: EmbeddingEntry;
  readonly limits: PipelineLimits;
  readonly idf: (terms: readonly string[]) => ReadonlyMap<string, number>;
}

export interface Ranking {
  /** Best first, all of them. */
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
  const { chunks, query, entry, limits, whole } = request;
  const { retrieval } = limits;
  const covered = coverageOf(request);
  const bm25 = new Map(request.keywordHits.map((hit) => [hit.chunkId, hit.score]));
  const subject = definitionSubject(whole);
  const defines = subject === null ? () => false : definitionIn(subject);

  let lengths = 0;
  for (const chunk of chunks.values()) lengths += chunk.tokenCount;
  const averageLength = lengths / Math.max(chunks.size, 1);
  const evidences = new Map<string, RelevanceEvidence>();
  const facts = new Map<string, Omit<RankInput, 'fused'>>();
  const lanes: LaneScores[] = [];
  for (const [chunkId, chunk] of chunks) {
    const vector = request.vectors.get(chunkId) ?? null;
    const cosines = vector ? request.pieceVectors.map((piece) => cosine(piece, vector)) : [];
    const aggregated =
      cosines.length > 0
        ? lengthNormalised(logAvgExp(cosines, retrieval.tau), chunk.tokenCount, averageLength, retrieval.lengthSlope)
        : null;
    const score = bm25.get(chunkId) ?? null;
    // A chunk that only the vector lane brought counts from the model's own threshold on (R4).
    if (score === null && (aggregated === null || aggregated < entry.cosineThreshold)) continue;
    const terms = request.terms(chunk);
    const title = covered(terms.above);
    const definition = defines(chunk.text);
    // BM25 raised by how much of the query title and headings carry, and for a definition of what is asked (R2).
    const boost = 1 + retrieval.titleBoost * title + retrieval.definitionBoost * (definition ? 1 : 0);
    const evidence = {
      cosine: cosines[0] ?? null,
      coverage: covered(terms.all),
      saturation: saturation(score, query.total),
    };
    const probability = relevance(evidence, entry.relevance);
    evidences.set(chunkId, evidence);
    facts.set(chunkId, {
      chunk,
      terms,
      vector,
      coverage: evidence.coverage,
      title,
      definition,
      relevance: probability,
    });
    lanes.push({ chunkId, vector: aggregated, keyword: score === null ? null : score * boost });
  }
  const inputs = fuse(lanes, retrieval, entry.vectorWeight).flatMap((fused): RankInput[] => {
    const fact = facts.get(fused.chunkId);
    return fact ? [{ ...fact, fused }] : [];
  });
  const scored = ({ fused, chunk, relevance: probability }: RankInput) => {
    const scores = scoresOf(fused, evidences.get(chunk.id) ?? nothing, probability);
    return (further?: Partial<CandidateScores>): Candidate => ({ chunk, scores: { ...scores, ...further } });
  };
  const byFeatures =
    request.mode === 'hybrid' && (retrieval.fusion === 'weighted' || retrieval.fusion === 'alpha') && entry.ranking;
  if (!byFeatures || !retrieval.rankByFeatures) {
    return {
      candidates: exactFirst(
        inputs.map((input) => scored(input)()),
        request,
      ),
      expansion: [],
    };
  }
  const { ranked, expansion } = rankByFeatures(
    inputs,
    whole,
    query,
    request.dictionary,
    byFeatures.weights,
    retrieval.expansionTerms,
    request.idf,
  );
  const candidates = ranked.map(({ input, score, contributions }) =>
    scored(input)({
      fused: { kind: input.fused.fused.kind, value: rounded(score) },
      fusion: rounded(input.fused.fused.value),
      contributions: Object.fromEntries(Object.entries(contributions).map(([name, part]) => [name, rounded(part)])),
    }),
  );
  return { candidates: exactFirst(candidates, request), expansion };
}

/**
 * Puts chunks first that hold what is asked for exactly: half of the score is then the share of it that a chunk holds.
 * Where any chunk holds all quoted phrases, the others are no candidates. Nothing changes where no chunk holds any.
 */
function exactFirst(candidates: readonly Candidate[], { exact, mode }: RankRequest): readonly Candidate[] {
  if (!exact.asked || mode === 'vector') return candidates;
  const matched = candidates.map((candidate) => ({ candidate, ...exact.in(candidate.chunk) }));
  if (!matched.some(({ share }) => share > 0)) return candidates;
  const quoted = matched.some(({ share, everyPhrase }) => share > 0 && everyPhrase);
  return matched
    .filter(({ everyPhrase }) => everyPhrase || !quoted)
    .map(({ candidate: { chunk, scores }, share }) => ({ chunk, share, scores: withExact(scores, share) }))
    .sort(
      (a, b) => b.share - a.share || b.scores.fused.value - a.scores.fused.value || (a.chunk.id < b.chunk.id ? -1 : 1),
    )
    .map(({ chunk, scores }) => ({ chunk, scores }));
}

function withExact(scores: CandidateScores, share: number): CandidateScores {
  const { fused, contributions = { fusion: fused.value } } = scores;
  if (fused.kind === 'rrf') return scores;
  const halves = Object.entries(contributions).map(([name, part]) => [name, rounded(part / 2)]);
  return {
    ...scores,
    fused: { kind: fused.kind, value: rounded((fused.value + share) / 2) },
    contributions: { ...Object.fromEntries(halves), exact: rounded(share / 2) },
  };
}

/** Share of the query's idf mass among some terms, 0–1; 0 for a query of stop words alone. */
function coverageOf({ query, dictionary, chunks, terms }: RankRequest): (numbers: Uint32Array) => number {
  // Numbers are given when a text is read: all are read before any is measured.
  for (const chunk of chunks.values()) terms(chunk);
  const weights = new Float64Array(dictionary.size);
  const met = new Uint32Array(dictionary.size);
  for (const [term, idf] of query.idf) {
    const number = dictionary.find(term);
    if (number !== null) weights[number] = idf;
  }
  let look = 0;
  return (numbers) => {
    if (query.total === 0) return 0;
    look += 1;
    let sum = 0;
    // By index: an iterator over a typed array takes several times as long, and this runs over every word.
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0;
      const weight = weights[number] ?? 0;
      if (weight === 0 || met[number] === look) continue;
      met[number] = look;
      sum += weight;
    }
    return Math.min(1, sum / query.total);
  };
}

const nothing: RelevanceEvidence = { cosine: null, coverage: 0, saturation: 0 };

function scoresOf(candidate: FusedCandidate, evidence: RelevanceEvidence, probability: number): CandidateScores {
  return {
    vector: candidate.vector === null ? null : rounded(candidate.vector),
    keyword: candidate.keyword === null ? null : rounded(candidate.keyword),
    vectorRank: candidate.vectorRank,
    keywordRank: candidate.keywordRank,
    fused: { kind: candidate.fused.kind, value: rounded(candidate.fused.value) },
    cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
    coverage: rounded(evidence.coverage),
    saturation: rounded(evidence.saturation),
    relevance: rounded(probability),
  };
}
