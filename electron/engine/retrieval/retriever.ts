import type { Chunk } from '@shared/chunk';
import type { Notice, SearchMode, SearchTimings } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { inverseDocumentFrequency, terms } from '@shared/terms';
import type { Embedder } from '../models';
import type { Library, Scope } from '../store';
import { CandidateCache } from './candidate-cache';
import type { ExpansionTerm } from './feedback';
import { reachesThreshold } from './fusion';
import { type QueryTerms, weighQuery } from './query-coverage';
import { normaliseQuery, queryPieces } from './query-pieces';
import { type Candidate, rankCandidates } from './rank-candidates';

export interface RetrievalRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly scope: Scope;
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
  /** Terms of the best candidates that were asked for too, heaviest first (R9). */
  readonly expansion?: readonly ExpansionTerm[];
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
  readonly frequencies: Map<string, number>;
}

const frequenciesKept = 200_000;

/** A library that changes with every look is answered with the last of these. */
const looks = 5;

/**
 * Finds candidates in both lanes, fuses them and says how relevant each is (R1–R5, R13). Every candidate of either
 * lane gets its exact aggregated cosine, so that fusion compares like with like.
 */
export class Retriever {
  private known: LibraryFacts | null = null;
  private readonly cache: CandidateCache;

  constructor(
    private readonly library: Library,
    /** Loads the model on first use. Errors: any code of the models room. */
    private readonly queryEmbedder: () => Promise<QueryEmbedder>,
    /** The entry of the model that the library uses, also while it cannot be loaded. */
    private readonly entryInUse: () => EmbeddingEntry,
  ) {
    this.cache = new CandidateCache(library);
  }

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

    const entry = embedded?.entry ?? this.entryInUse();
    const ids = [...new Set([...vectorHits.flat(), ...keywordHits].map(({ chunkId }) => chunkId))];
    // Second phase: only what a lane found is read, and of that only what is not known yet.
    const vectors = embedded ? await this.cache.vectors(ids, request.scope) : new Map<string, Float32Array>();
    signal?.throwIfAborted();
    const ranking = performance.now();
    const ordered = rankCandidates({
      whole,
      mode: request.mode,
      query: this.weigh(whole),
      pieceVectors: embedded?.vectors ?? [],
      keywordHits,
      chunks: this.cache.chunks(ids, request.scope),
      vectors,
      terms: (chunk) => this.cache.terms(chunk),
      dictionary: this.cache.dictionary,
      entry,
      limits,
      idf: (terms) => this.idf(terms),
    });
    const candidates = ordered.candidates.slice(0, limit);
    const done = performance.now();
    const outOfScope = !candidates.some((candidate) => isInScope(candidate, limits));
    return {
      candidates,
      whole,
      pieces,
      notices,
      outOfScope,
      ...(embedded ? { vectors: embedded.vectors } : {}),
      ...(ordered.expansion.length > 0 ? { expansion: ordered.expansion } : {}),
      suggestions: outOfScope ? this.topics(limits.retrieval.suggestions) : [],
      timings: {
        embedding: embeddingDone - asked,
        vector: clock.vector,
        keyword: clock.keyword,
        fusion: done - ranking,
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

  /** The model that the library uses, also while it cannot be loaded. */
  get entry(): EmbeddingEntry {
    return this.entryInUse();
  }

  /** A query's terms with their weight in this library. */
  weigh(query: string): QueryTerms {
    const { chunks } = this.facts();
    return weighQuery(query, this.frequencies([...new Set(terms(query))]), chunks);
  }

  /** Inverse document frequencies of terms in this library. */
  private idf(asked: readonly string[]): Map<string, number> {
    const { chunks } = this.facts();
    const frequencies = this.frequencies(asked);
    return new Map(
      asked.map((term) => [term, inverseDocumentFrequency(frequencies.get(term) ?? 0, Math.max(chunks, 1))]),
    );
  }

  /** In how many chunks each term occurs; read once a version of the library. */
  private frequencies(asked: readonly string[]): ReadonlyMap<string, number> {
    const { frequencies } = this.facts();
    if (frequencies.size > frequenciesKept) frequencies.clear();
    const missing = asked.filter((term) => !frequencies.has(term));
    if (missing.length > 0) {
      const read = this.library.contents.documentFrequencies(missing);
      for (const term of missing) frequencies.set(term, read.get(term) ?? 0);
    }
    return frequencies;
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
      const { chunks } = this.library.documents.counts();
      this.known = { version, chunks, topics: null, frequencies: new Map() };
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
