import type { CandidateScores, Chunk } from '@shared/chunk';
import type { SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { LaneHit } from '../store';
import type { ReadChunk } from './candidate-cache';
import type { TermDictionary } from './chunk-terms';
import { definitionIn, definitionSubject } from './definition';
import type { ExactMatcher } from './exact-match';
import type { ExpansionTerm } from './feedback';
import { type FusedCandidate, fuse, type LaneScores } from './fusion';
import { cosines, lengthNormalised, logAvgExp } from './log-avg-exp';
import type { QueryTerms } from './query-coverage';
import { type Ranked, type RankInput, rankByFeatures } from './rank-features';
import { type RelevanceEvidence, relevance, saturation } from './relevance';

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
  readonly pieceVectors: readonly Float32Array[];
  readonly keywordHits: readonly LaneHit[];
  /** Phrases and identifiers that are asked for as they are. */
  readonly exact: ExactMatcher;
  /** Chunks of either lane that can be seen. */
  readonly chunks: readonly ReadChunk[];
  /** Whose numbers their terms are. */
  readonly dictionary: TermDictionary;
  readonly entry: EmbeddingEntry;
  readonly limits: PipelineLimits;
  readonly idf: (numbers: readonly number[]) => Float64Array;
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
  const { chunks, query, entry, limits, whole } = request;
  const { retrieval } = limits;
  const bm25 = new Map(request.keywordHits.map((hit) => [hit.chunkId, hit.score]));
  const subject = definitionSubject(whole);
  const defines = subject === null ? () => false : definitionIn(subject);

  let lengths = 0;
  for (const { chunk } of chunks) lengths += chunk.tokenCount;
  const averageLength = lengths / Math.max(chunks.length, 1);
  const facts = new Map<string, Omit<ShownInput, 'fused'>>();
  const lanes: LaneScores[] = [];
  const covered = coverageOf(request);
  const vectors = chunks.map(({ vector }) => vector);
  const cosinesByPiece = request.pieceVectors.map((piece) => cosines(piece, vectors));
  for (const [position, { chunk, terms, vector }] of chunks.entries()) {
    const chunkId = chunk.id;
    const similarities = vector ? cosinesByPiece.map((products) => products[position] ?? 0) : [];
    const aggregated =
      similarities.length > 0
        ? lengthNormalised(
            logAvgExp(similarities, retrieval.tau),
            chunk.tokenCount,
            averageLength,
            retrieval.lengthSlope,
          )
        : null;
    const score = bm25.get(chunkId) ?? null;
    // A chunk that only the vector lane brought counts from the model's own threshold on (R4).
    if (score === null && (aggregated === null || aggregated < entry.cosineThreshold)) continue;
    const title = covered(terms.above);
    const definition = defines(chunk.text);
    // BM25 raised by how much of the query title and headings carry, and for a definition of what is asked (R2).
    const boost = 1 + retrieval.titleBoost * title + retrieval.definitionBoost * (definition ? 1 : 0);
    const evidence = {
      cosine: similarities[0] ?? null,
      coverage: covered(terms.all),
      saturation: saturation(score, query.total),
    };
    facts.set(chunkId, {
      chunk,
      terms,
      vector,
      evidence,
      coverage: evidence.coverage,
      title,
      definition,
      relevance: relevance(evidence, entry.relevance),
    });
    lanes.push({ chunkId, vector: aggregated, keyword: score === null ? null : score * boost });
  }
  const inputs: ShownInput[] = [];
  for (const fused of fuse(lanes, retrieval, entry.vectorWeight)) {
    const fact = facts.get(fused.chunkId);
    if (fact) inputs.push(withFused(fact, fused));
  }
  const byFeatures =
    request.mode === 'hybrid' && (retrieval.fusion === 'weighted' || retrieval.fusion === 'alpha') && entry.ranking;
  // Where nothing is asked for exactly, no candidate behind the last one wanted can come before it any more.
  const last = request.exact.asked ? inputs.length : limits.N1_RETR_MAX_CANDIDATES;
  if (!byFeatures || !retrieval.rankByFeatures) {
    return {
      candidates: exactFirst(
        inputs.slice(0, last).map((input) => ({ chunk: input.chunk, scores: scoresOf(input) })),
        request,
      ),
      expansion: [],
    };
  }
  const { ranked, expansion } = rankByFeatures(
    inputs,
    request.content,
    query,
    request.dictionary,
    byFeatures.weights,
    retrieval.expansionTerms,
    request.idf,
    last,
  );
  const candidates = ranked.map((one) => ({ chunk: one.input.chunk, scores: scoresByFeatures(one) }));
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
function coverageOf({ query, dictionary }: RankRequest): (numbers: Uint32Array) => number {
  const weights: number[] = [0];
  const numbers: number[] = [];
  // A term and its other forms count once: by slot, the place of the term in the query, from 1 on.
  const places: number[] = [0];
  const placeOf = new Map([...query.idf.keys()].map((term, position) => [term, position + 1]));
  const lookFor = (term: string, of: string): void => {
    const number = dictionary.find(term);
    if (number === null) return;
    numbers.push(number);
    weights.push(query.idf.get(of) ?? 0);
    places.push(placeOf.get(of) ?? 0);
  };
  for (const term of query.idf.keys()) lookFor(term, term);
  for (const [form, { of }] of query.forms) lookFor(form, of);
  const slots = dictionary.slotsOf(numbers);
  const met = new Uint32Array(query.idf.size + 1);
  let look = 0;
  return (text) => {
    if (query.total === 0) return 0;
    look += 1;
    let sum = 0;
    // By index: an iterator over a typed array takes several times as long, and this runs over every word.
    for (let at = 0; at < text.length; at += 1) {
      const slot = slots[text[at] ?? 0] ?? 0;
      if (slot === 0) continue;
      const place = places[slot] ?? 0;
      if (met[place] === look) continue;
      met[place] = look;
      sum += weights[slot] ?? 0;
    }
    return Math.min(1, sum / query.total);
  };
}

/** What a candidate's scores are made of. */
interface ShownInput extends RankInput {
  readonly evidence: RelevanceEvidence;
}

// Every member by its name, here and below: spreading one object into another takes ten times as long.
const withFused = (fact: Omit<ShownInput, 'fused'>, fused: FusedCandidate): ShownInput => ({
  fused,
  chunk: fact.chunk,
  terms: fact.terms,
  vector: fact.vector,
  evidence: fact.evidence,
  coverage: fact.coverage,
  title: fact.title,
  definition: fact.definition,
  relevance: fact.relevance,
});

function scoresOf({ fused, evidence, relevance: probability }: ShownInput): CandidateScores {
  return {
    vector: fused.vector === null ? null : rounded(fused.vector),
    keyword: fused.keyword === null ? null : rounded(fused.keyword),
    vectorRank: fused.vectorRank,
    keywordRank: fused.keywordRank,
    fused: { kind: fused.fused.kind, value: rounded(fused.fused.value) },
    cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
    coverage: rounded(evidence.coverage),
    saturation: rounded(evidence.saturation),
    relevance: rounded(probability),
  };
}

function scoresByFeatures({ input, score, contributions }: Ranked<ShownInput>): CandidateScores {
  const { vector, keyword, vectorRank, keywordRank, fused, cosine, coverage, saturation, relevance } = scoresOf(input);
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
      fusion: rounded(contributions.fusion),
      feedback: rounded(contributions.feedback),
      neighbourhood: rounded(contributions.neighbourhood),
      proximity: rounded(contributions.proximity),
      coverage: rounded(contributions.coverage),
      title: rounded(contributions.title),
      definition: rounded(contributions.definition),
    },
  };
}
