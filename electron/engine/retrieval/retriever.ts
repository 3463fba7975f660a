import type { Chunk } from '@shared/chunk';
import type { Notice, SearchMode, SearchTimings } from '@shared/contract';
import { VitrineError, valuesOf } from '@shared/errors';
import { contentWords } from '@shared/function-words';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Embedder, WordVector } from '../models';
import type { LaneHit, Library, RowScope, Scope } from '../store';
import { CandidateCache } from './candidate-cache';
import { ExactMatcher } from './exact-match';
import type { ExpansionTerm } from './feedback';
import { surrounded } from './graph-expansion';
import { isInScope } from './in-scope';
import { KeptWords } from './kept-words';
import { keywordLane } from './keyword-lane';
import { LibraryFacts } from './library-facts';
import { UsedChunks } from './most-used';
import { seenAtOneVersion } from './one-version';
import { askedTwice, indexSlow, isWithoutIndex } from './patient-index';
import { type QueryTerms, searchedWords } from './query-coverage';
import { type QueryLanguage, queryLanguage } from './query-language';
import { queryPieces } from './query-pieces';
import { narrowedScope } from './query-scope';
import { parseQuery } from './query-syntax';
import { type Candidate, rankCandidates } from './rank-candidates';
import { spelledAsIn } from './spelling-in-library';
import { isForeign, vectorWeightFor } from './vector-weight';
import { written } from './written-once';

export interface RetrievalRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly scope: Scope;
}

export interface Retrieved {
  /** Best first, at most N1. */
  readonly candidates: readonly Candidate[];
  readonly whole: string;
  /** The query as it was asked, with its names corrected; absent where nothing was searched. */
  readonly asked?: string;
  /** What the query is written in: its function words are not searched for. */
  readonly language: QueryLanguage;
  /** Whether that is none of the languages that the embedding model in use reads: its vectors count less then. */
  readonly isForeign: boolean;
  readonly pieces: readonly string[];
  readonly timings: SearchTimings;
  readonly notices: readonly Notice[];
  readonly outOfScope: boolean;
  /** Set where nothing was searched, because the user wants an answer without the documents. */
  readonly withoutDocuments?: true;
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

const answersKept = 32;
/** Candidates of a search that count as used. */
const usedTaken = 5;

/**
 * Finds candidates in both lanes, fuses them and says how relevant each is (R1–R5, R13). Every candidate of either
 * lane gets its exact aggregated cosine, so that fusion compares like with like.
 */
export class Retriever {
  private readonly facts: LibraryFacts;
  private readonly cache: CandidateCache;
  private readonly words: KeptWords;
  private readonly used = new UsedChunks();
  /** Of the last questions, oldest first. */
  private readonly answers = new Map<string, Retrieved>();
  private rows: { readonly key: string; readonly scope: RowScope | null } | null = null;

  constructor(
    private readonly library: Library,
    /** Loads the model on first use. Errors: any code of the models room. */
    private readonly queryEmbedder: () => Promise<QueryEmbedder>,
    /** The entry of the model that the library uses, also while it cannot be loaded. */
    private readonly entryInUse: () => EmbeddingEntry,
  ) {
    this.cache = new CandidateCache(library);
    this.words = new KeptWords(library);
    this.facts = new LibraryFacts(library);
  }

  /**
   * Reads index and catalogue at one version of the library, so that a document being replaced is found in its old or
   * its new state and never missed.
   * Errors: `index-unavailable`, `cancelled`. A model that fails costs the vector lane only, with a notice (R12).
   */
  async retrieve(request: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<Retrieved> {
    const started = performance.now();
    const key = this.keyOf(request, limits);
    const known = this.answers.get(key);
    if (known) return { ...known, timings: { ...known.timings, total: performance.now() - started } };
    const look = () => this.look(request, limits, started, signal);
    const looking = { look, byWords: request.mode !== 'vector', isFinal: isWithoutIndex };
    const { found, isLasting } = await seenAtOneVersion<Retrieved>(this.library, looking, signal);
    if (isLasting && found.notices.length === 0 && this.keyOf(request, limits) === key) this.keep(key, found);
    return found;
  }

  private async look(
    request: RetrievalRequest,
    limits: PipelineLimits,
    started: number,
    signal?: AbortSignal,
  ): Promise<Retrieved> {
    const asked = performance.now();
    const parsed = parseQuery(request.query);
    const language = queryLanguage(parsed.text);
    const byWords = request.mode !== 'vector';
    const spelled = await spelledAsIn(this.library, this.facts, request, parsed, language.code, limits, signal);
    const whole = spelled.words;
    const notices = [...spelled.notices];
    const pieces = queryPieces(spelled.meaning, limits.N0_QUERY_PIECES);
    const content = contentWords(whole, language.code);
    const query = this.facts.weigh(whole, language.code);
    const exact = new ExactMatcher(parsed);
    const place = narrowedScope(request.scope, parsed, this.library);

    const scope = this.rowsIn(place);
    const limit = limits.N1_RETR_MAX_CANDIDATES;
    const clock = { vector: 0, keyword: 0 };
    const timed = async <T>(lane: 'vector' | 'keyword', work: Promise<T>): Promise<T> => {
      const begun = performance.now();
      const result = await work;
      clock[lane] = performance.now() - begun;
      return result;
    };
    const askWords = () =>
      byWords
        ? timed('keyword', keywordLane(this.library.index, searchedWords(content, query), parsed, limit, scope))
        : Promise.resolve([]);
    const worded = askWords();
    // While the query is embedded and vectors are compared, what the words found is read.
    const readAhead = request.mode === 'hybrid' ? this.readAhead(worded, place) : null;
    const embedded = request.mode === 'keyword' ? null : await this.embed(pieces, notices, signal);
    const embeddingDone = performance.now();
    const lanes = async (isFirst: boolean) => {
      const nearest = timed('vector', this.library.index.nearest(embedded?.vectors ?? [], limit, scope));
      const [near, held] = await Promise.all([nearest, isFirst ? worded : askWords(), isFirst ? readAhead : null]);
      return [near, held] as const;
    };
    const entry = embedded?.entry ?? this.entryInUse();
    const found = await askedTwice(lanes, limits.retrieval.indexPatienceMs, signal);
    const [vectorHits, keywordHits] = found?.answer ?? [[], []];
    if (found === null) notices.push(indexSlow(limits.retrieval.indexPatienceMs));

    // Second phase: only what a lane found is read, and of that only what is not known yet.
    const { chunks, wordScores, near, dictionary } = await this.cache.read(
      vectorHits.flat(),
      keywordHits,
      place,
      embedded !== null,
    );
    signal?.throwIfAborted();
    const ranking = performance.now();
    const ordered = rankCandidates({
      whole,
      content,
      mode: request.mode,
      query,
      exact,
      pieceVectors: embedded?.vectors ?? [],
      chunks,
      wordScores,
      dictionary,
      entry,
      vectorWeight: vectorWeightFor(language, entry),
      limits,
      idf: (numbers) => this.facts.idf(dictionary, numbers),
      likeness: (first) => this.words.likeness(entry.id, embedded?.words ?? [], query, first),
    });
    const candidates = found
      ? surrounded(ordered.candidates.slice(0, limit), limits, this.library.documents, place)
      : this.used.candidates(query, entry, (ids) => this.library.documents.chunks(ids, place));
    const done = performance.now();
    const inScope = candidates.filter((candidate) => isInScope(candidate, limits));
    const outOfScope = inScope.length === 0;
    if (found) this.used.add(inScope.slice(0, usedTaken).map(({ chunk }) => chunk.id));
    return {
      candidates,
      // What was searched for: a word that no document has is found in no sentence either.
      whole,
      asked: spelled.asked,
      language,
      isForeign: embedded !== null && isForeign(language, entry),
      pieces,
      notices,
      outOfScope,
      ...(embedded ? { vectors: embedded.vectors } : {}),
      ...(ordered.expansion.length > 0 ? { expansion: ordered.expansion } : {}),
      suggestions: outOfScope ? this.facts.topics(limits.retrieval.suggestions) : [],
      timings: {
        embedding: embeddingDone - asked,
        vector: clock.vector,
        keyword: clock.keyword,
        fusion: done - ranking,
        rerank: 0,
        total: done - started,
        vectorCandidates: near,
        keywordCandidates: keywordHits.length,
      },
    };
  }

  /** Brings what one lane found into the cache. What goes wrong is told to who waits for it, or else by the next read. */
  private readAhead(lane: LaneHit[] | Promise<LaneHit[]>, place: Scope): Promise<unknown> {
    const hits = Promise.resolve(lane);
    const read = hits.then((found) => this.cache.read([], found, place, true));
    read.catch(() => undefined);
    return read;
  }

  /** The rows of a scope; kept for the next question, which is mostly asked in the same one. */
  private rowsIn(place: Scope): RowScope | null {
    const key = `${this.library.version} ${JSON.stringify(place)}`;
    if (this.rows?.key !== key) this.rows = { key, scope: this.library.documents.rowsIn(place) };
    return this.rows.scope;
  }

  /** Everything that an answer is a function of (R14). */
  private keyOf(request: RetrievalRequest, limits: PipelineLimits): string {
    const { N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES, retrieval } = limits;
    const table = this.library.index.manifest?.table ?? '';
    const parts = [request, N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES];
    return `${this.library.version} ${table} ${JSON.stringify(parts)} ${written(this.entryInUse())} ${written(retrieval)}`;
  }

  private keep(key: string, found: Retrieved): void {
    const [oldest] = this.answers.keys();
    if (this.answers.size >= answersKept && oldest !== undefined) this.answers.delete(oldest);
    this.answers.set(key, found);
  }

  private async embed(
    pieces: readonly string[],
    notices: Notice[],
    signal?: AbortSignal,
  ): Promise<{ vectors: Float32Array[]; words: readonly WordVector[]; entry: EmbeddingEntry } | null> {
    try {
      const { embedder, entry } = await this.queryEmbedder();
      const [whole, ...others] = pieces;
      if (!embedder.withWords || whole === undefined) {
        return { vectors: await embedder.embed(pieces, 'query', signal), words: [], entry };
      }
      const { vector, words } = await embedder.withWords.query(whole, signal);
      const vectors = others.length > 0 ? await embedder.embed(others, 'query', signal) : [];
      return { vectors: [vector, ...vectors], words, entry };
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code === 'cancelled' || error.code === 'index-mismatch')
        throw error;
      notices.push({
        code: 'keyword-only',
        message: `Searched by words only, because the embedding model could not be used: ${error.message} ${error.hint}`,
        values: { ...valuesOf(error.report()), cause: error.code },
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
    return this.facts.weigh(query, queryLanguage(query).code);
  }
}
