import type { CandidateScores, Chunk } from '@shared/chunk';
import type { Notice, SearchMode, SearchTimings } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { terms } from '@shared/terms';
import type { Embedder } from '../models';
import type { LaneHit, Library, Scope } from '../store';
import { defines, definitionSubject } from './definition';
import { type FusedCandidate, fuse, type LaneScores, reachesThreshold } from './fusion';
import { cosine, lengthNormalised, logAvgExp } from './log-avg-exp';
import { coverage, type QueryTerms, weighQuery } from './query-coverage';
import { normaliseQuery, queryPieces } from './query-pieces';
import { type RelevanceEvidence, relevance, saturation } from './relevance';

export interface RetrievalRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly scope: Scope;
}

export interface Candidate {
  readonly chunk: Chunk;
  readonly scores: CandidateScores;
}

export interface Retrieved {
  /** Best first, at most N1. */
  readonly candidates: readonly Candidate[];
  readonly whole: string;
  readonly pieces: readonly string[];
  readonly timings: SearchTimings;
  readonly notices: readonly Notice[];
  readonly outOfScope: boolean;
  readonly suggestions: readonly string[];
  /** Of the pieces, in order; absent where no model could be had. */
  readonly vectors?: readonly Float32Array[];
  /** Chunks of earlier exchanges, most relevant first; absent where nothing is remembered. Never evidence. */
  readonly recalled?: readonly Candidate[];
  /** The earlier exchange that the question was read together with, where alone it found nothing. */
  readonly followUpOf?: Chunk;
}

/** A model ready to embed queries, with its catalogue entry; null while none can be had. */
export interface QueryEmbedder {
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

interface LibraryFacts {
  readonly version: number;
  readonly chunks: number;
  topics: readonly string[] | null;
}

/** A library that changes with every look is answered with the last of these. */
const looks = 5;

/** Decimals kept of every score: enough to order by, few enough to be equal on every processor. */
const decimals = 1e6;
const rounded = (value: number): number => Math.round(value * decimals) / decimals;

/**
 * Finds candidates in both lanes, fuses them and says how relevant each is (R1–R5, R13). Every candidate of either
 * lane gets its exact aggregated cosine, so that fusion compares like with like.
 */
export class Retriever {
  private known: LibraryFacts | null = null;

  constructor(
    private readonly library: Library,
    /** Loads the model on first use. Errors: any code of the models room. */
    private readonly queryEmbedder: () => Promise<QueryEmbedder>,
    /** The entry of the model that the library uses, also while it cannot be loaded. */
    private readonly entryInUse: () => EmbeddingEntry,
  ) {}

  /**
   * Reads index and catalogue at one version of the library: where a commit comes between the two, it looks again, so
   * that a document being replaced is found in its old or its new state and never missed.
   * Errors: `index-unavailable`, `cancelled`. A model that fails costs the vector lane only, with a notice (R12).
   */
  async retrieve(request: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<Retrieved> {
    const started = performance.now();
    for (let looksLeft = looks - 1; ; looksLeft -= 1) {
      const { version } = this.library;
      const steady = () => looksLeft === 0 || this.library.version === version;
      try {
        const found = await this.look(request, limits, started, signal);
        if (steady()) return found;
      } catch (error) {
        if (steady() || signal?.aborted) throw error;
      }
    }
  }

  private async look(
    request: RetrievalRequest,
    limits: PipelineLimits,
    started: number,
    signal?: AbortSignal,
  ): Promise<Retrieved> {
    const asked = performance.now();
    const whole = normaliseQuery(request.query);
    const pieces = queryPieces(whole, limits.N0_QUERY_PIECES);
    const notices: Notice[] = [];

    const embedded = request.mode === 'keyword' ? null : await this.embed(pieces, notices, signal);
    const embeddingDone = performance.now();

    const scope = this.library.documents.rowsIn(request.scope);
    const limit = limits.N1_RETR_MAX_CANDIDATES;
    const clock = { vector: 0, keyword: 0 };
    const timed = async <T>(lane: 'vector' | 'keyword', work: Promise<T>): Promise<T> => {
      const result = await work;
      clock[lane] = performance.now() - embeddingDone;
      return result;
    };
    const [vectorHits, keywordHits] = await Promise.all([
      timed('vector', this.library.index.nearest(embedded?.vectors ?? [], limit, scope)),
      timed(
        'keyword',
        request.mode === 'vector' ? Promise.resolve([]) : this.library.index.keyword(whole, limit, scope),
      ),
    ]);
    signal?.throwIfAborted();
    const lanesDone = performance.now();

    const entry = embedded?.entry ?? this.entryInUse();
    const candidates = this.rank(request, whole, embedded?.vectors ?? [], vectorHits, keywordHits, entry, limits);
    const done = performance.now();
    const outOfScope = !candidates.some((candidate) => isInScope(candidate, limits));
    return {
      candidates,
      whole,
      pieces,
      notices,
      outOfScope,
      ...(embedded ? { vectors: embedded.vectors } : {}),
      suggestions: outOfScope ? this.topics(limits.retrieval.suggestions) : [],
      timings: {
        embedding: embeddingDone - asked,
        vector: clock.vector,
        keyword: clock.keyword,
        fusion: done - lanesDone,
        rerank: 0,
        total: done - started,
        vectorCandidates: new Set(vectorHits.flat().map((hit) => hit.chunkId)).size,
        keywordCandidates: keywordHits.length,
      },
    };
  }

  private async embed(
    pieces: readonly string[],
    notices: Notice[],
    signal?: AbortSignal,
  ): Promise<{ vectors: Float32Array[]; entry: EmbeddingEntry } | null> {
    try {
      const { embedder, entry } = await this.queryEmbedder();
      return { vectors: await embedder.embed(pieces, 'query', signal), entry };
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code === 'cancelled' || error.code === 'index-mismatch')
        throw error;
      notices.push({
        code: 'keyword-only',
        message: `Searched by words only, because the embedding model could not be used: ${error.message} ${error.hint}`,
        values: { cause: error.code },
      });
      return null;
    }
  }

  private rank(
    request: RetrievalRequest,
    whole: string,
    pieceVectors: readonly Float32Array[],
    vectorHits: readonly LaneHit[][],
    keywordHits: readonly LaneHit[],
    entry: EmbeddingEntry,
    limits: PipelineLimits,
  ): Candidate[] {
    const vectors = new Map<string, Float32Array>();
    for (const hit of vectorHits.flat()) vectors.set(hit.chunkId, hit.vector);
    const bm25 = new Map<string, number>();
    for (const hit of keywordHits) {
      bm25.set(hit.chunkId, hit.score);
      vectors.set(hit.chunkId, hit.vector);
    }
    const chunks = this.library.documents.chunks([...vectors.keys()], request.scope);
    const query = this.weigh(whole);
    const lengths = [...chunks.values()].map((chunk) => chunk.tokenCount);
    const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);

    const boost = boosts(whole, query, limits);
    const lanes: LaneScores[] = [];
    const wholeCosine = new Map<string, number>();
    for (const [chunkId, chunk] of chunks) {
      const vector = vectors.get(chunkId);
      const cosines = vector ? pieceVectors.map((piece) => cosine(piece, vector)) : [];
      if (cosines[0] !== undefined) wholeCosine.set(chunkId, cosines[0]);
      const aggregated =
        cosines.length > 0
          ? lengthNormalised(
              logAvgExp(cosines, limits.retrieval.tau),
              chunk.tokenCount,
              averageLength,
              limits.retrieval.lengthSlope,
            )
          : null;
      // A chunk that only the vector lane brought counts from the model's own threshold on (R4).
      const found = bm25.has(chunkId) || (aggregated !== null && aggregated >= entry.cosineThreshold);
      if (!found) continue;
      lanes.push({
        chunkId,
        vector: aggregated,
        keyword: boost(bm25.get(chunkId) ?? null, chunk),
      });
    }
    return fuse(lanes, limits.retrieval, entry.vectorWeight)
      .slice(0, limits.N1_RETR_MAX_CANDIDATES)
      .flatMap((candidate) => {
        const chunk = chunks.get(candidate.chunkId);
        if (!chunk) return [];
        const evidence = {
          cosine: wholeCosine.get(candidate.chunkId) ?? null,
          coverage: coverage(`${chunk.title} ${chunk.headings.join(' ')} ${chunk.text}`, query),
          saturation: saturation(bm25.get(candidate.chunkId) ?? null, query.total),
        };
        return [{ chunk, scores: scoresOf(candidate, evidence, relevance(evidence, entry.relevance)) }];
      });
  }

  /** The model that the library uses, also while it cannot be loaded. */
  get entry(): EmbeddingEntry {
    return this.entryInUse();
  }

  /** A query's terms with their weight in this library. */
  weigh(query: string): QueryTerms {
    const distinct = [...new Set(terms(query))];
    const { chunks } = this.facts();
    return weighQuery(query, this.library.contents.documentFrequencies(distinct), chunks);
  }

  private topics(limit: number): readonly string[] {
    const facts = this.facts();
    facts.topics ??= this.library.documents.topics(limit);
    return facts.topics.slice(0, limit);
  }

  /** What is counted over the whole library, once a version of it: at 10,000 chunks it costs more than the search. */
  private facts(): LibraryFacts {
    const { version } = this.library;
    if (this.known?.version !== version) {
      this.known = { version, chunks: this.library.documents.counts().chunks, topics: null };
    }
    return this.known;
  }
}

/** Whether a candidate reaches the thresholds of its scores: then the library has something to say (R4, R5). */
export function isInScope({ scores }: Candidate, { retrieval: { thresholds } }: PipelineLimits): boolean {
  return (
    reachesThreshold(scores.fused, thresholds) &&
    reachesThreshold({ kind: 'relevance', value: scores.relevance }, thresholds)
  );
}

/** BM25 raised by how much of the query the title and headings carry, and for a definition of what is asked (R2). */
function boosts(
  whole: string,
  query: QueryTerms,
  { retrieval: { titleBoost, definitionBoost } }: PipelineLimits,
): (score: number | null, chunk: Chunk) => number | null {
  const subject = definitionBoost > 0 ? definitionSubject(whole) : null;
  const covered = new Map<string, number>();
  return (score, chunk) => {
    if (score === null) return null;
    const above = `${chunk.title} ${chunk.headings.join(' ')}`;
    const title = covered.get(above) ?? coverage(above, query);
    covered.set(above, title);
    const definition = subject !== null && defines(chunk.text, subject) ? 1 : 0;
    return score * (1 + titleBoost * title + definitionBoost * definition);
  };
}

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
