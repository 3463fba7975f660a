import type { Notice, SearchMode, SearchTimings } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Chunk } from '@shared/prompt/chunk';
import { notice } from '@shared/words/sayings';
import { Lru } from '../lru';
import type { LaneHit, Library, RowScope, Scope } from '../store';
import { contentWords } from '../text/function-words';
import { CandidateCache } from './candidate-cache';
import {
  askedTwice,
  type EmbeddedQuery,
  embeddedQuery,
  indexSlow,
  isWithoutIndex,
  keywordLane,
  type QueryEmbedder,
  UsedChunks,
} from './lanes';
import { acronymsIn, withAcronyms } from './query/acronyms';
import { type FollowUpThread, withThread } from './query/follow-up';
import { type Acronym, LibraryTerms } from './query/library-terms';
import { narrowedScope, type ParsedQuery, parseQuery, queryPieces } from './query/parse-query';
import { isForeign, type QueryLanguage, queryLanguage } from './query/query-language';
import { type QueryTerms, searchedWords } from './query/query-terms';
import { type Spelled, spelledAsIn } from './query/spelling';
import { surrounded } from './ranking/graph-expansion';
import { type Candidate, type RankRequest, rankCandidates } from './ranking/rank-candidates';
import { ExactMatcher } from './ranking/rank-features';
import { isInScope } from './ranking/relevance';
import { nearerBySentences } from './ranking/sentence-nearness';

export interface RetrievalRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly scope: Scope;
  /** A follow-up question's reference: its words count less, its documents come first, up to a bound. */
  readonly thread?: FollowUpThread | undefined;
  /** Its last word may be the beginning of one. */
  readonly typing?: boolean | undefined;
}

/** The results of a search; the meaning of its query is absent without a search. */
export interface Retrieved extends Partial<Pick<Spelled, 'asked' | 'names'>> {
  readonly candidates: readonly Candidate[];
  readonly whole: string;
  /** The language of the query: its function words are not searched for. */
  readonly language: QueryLanguage;
  readonly pieces: readonly string[];
  readonly timings: SearchTimings;
  readonly notices: readonly Notice[];
  readonly outOfScope: boolean;
  /** Set where nothing was searched, because the user wants an answer without the documents. */
  readonly withoutDocuments?: true;
  readonly suggestions: readonly string[];
  readonly unknownWords: readonly string[];
  /** The library's expansions of the query; absent for none. */
  readonly acronyms?: readonly Acronym[];
  /** The model that does not read the query's language, by its title: only its words were searched for. */
  readonly unreadBy?: string;
  /** Vectors of the pieces, in order; absent without a model, or if it does not read them. */
  readonly vectors?: readonly Float32Array[];
  /** Chunks of earlier exchanges, most relevant first; absent where nothing is remembered. Never evidence. */
  readonly recalled?: readonly Candidate[];
  /** The earlier exchange that the question was read together with, where alone it found nothing. */
  readonly followUpOf?: Chunk;
}

interface AskedQuery {
  /** Start of its reading, by `performance.now()`. */
  readonly begun: number;
  readonly parsed: ParsedQuery;
  readonly language: QueryLanguage;
  /** Title of a model that does not read it, in which case only its words are searched for; otherwise null. */
  readonly unreadBy: string | null;
  readonly spelled: Spelled;
  readonly acronyms: readonly Acronym[];
  readonly pieces: readonly string[];
  readonly content: string;
  readonly query: QueryTerms;
  readonly place: Scope;
}

interface LanesSearched {
  readonly embedded: EmbeddedQuery | null;
  readonly near: readonly LaneHit[];
  readonly worded: LaneHit[];
  readonly isAnswered: boolean;
  readonly notices: readonly Notice[];
  readonly timings: Pick<SearchTimings, 'embedding' | 'vector' | 'keyword'>;
}

interface Ranking extends Pick<LanesSearched, 'embedded' | 'isAnswered'> {
  readonly request: RetrievalRequest;
  readonly asked: AskedQuery;
  readonly limits: PipelineLimits;
  readonly read: Awaited<ReturnType<CandidateCache['read']>>;
}

/** Few: objects that outlive a collection of young ones move to the old ones, which take long to collect. */
const answersKept = 8;
const usedTaken = 5;

/** Finds candidates in both lanes, fuses them and measures their relevance (R1–R5, R13). */
export class Retriever {
  private readonly facts: LibraryTerms;
  private readonly cache: CandidateCache;
  private readonly used = new UsedChunks();
  private readonly answers = new Lru<string, Retrieved>(answersKept);
  private rows: { readonly key: string; readonly scope: RowScope | null } | null = null;

  constructor(
    private readonly library: Library,
    /** Loads the model on first use. Errors: any code of the models room. */
    private readonly queryEmbedder: () => Promise<QueryEmbedder>,
    /** The entry of the model that the library uses, also while it cannot be loaded. */
    private readonly entryInUse: () => EmbeddingEntry,
  ) {
    this.cache = new CandidateCache(library);
    this.facts = new LibraryTerms(library);
  }

  /**
   * Reads index and catalogue at one version of the library: a document being replaced is found in its old or its new
   * state and never missed. Errors: `index-unavailable`, `cancelled`. A failing model costs the vector lane only, with
   * a notice (R12).
   */
  async retrieve(asked: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<Retrieved> {
    const started = performance.now();
    const { typing = false, ...given } = asked;
    const request = typing ? { ...given, query: this.facts.completed(given.query) } : given;
    const key = this.keyOf(request, limits);
    const known = this.answers.get(key);
    if (known) return { ...known, timings: { ...known.timings, total: performance.now() - started } };
    const look = () => this.look(request, limits, started, signal);
    const looking = { look, byWords: request.mode !== 'vector', isFinal: isWithoutIndex };
    const { found, isLasting } = await consistentRead<Retrieved>(this.library, looking, signal);
    if (isLasting && found.notices.length === 0 && this.keyOf(request, limits) === key) this.answers.set(key, found);
    return found;
  }

  private async look(
    request: RetrievalRequest,
    limits: PipelineLimits,
    started: number,
    signal?: AbortSignal,
  ): Promise<Retrieved> {
    const asked = await this.asked(request, limits, signal);
    const { spelled, acronyms, language, unreadBy, pieces, content, place } = asked;
    const { embedded, near, worded, isAnswered, notices, timings } = await this.searched(
      request,
      asked,
      limits,
      signal,
    );
    // Second phase: only rows that a lane found are read, and of those only what is not known yet.
    const read = await this.cache.read(near, worded, place, embedded !== null);
    signal?.throwIfAborted();
    const ranking = performance.now();
    const candidates = await this.rank({ request, asked, limits, embedded, read, isAnswered }, signal);
    const done = performance.now();
    const inScope = candidates.filter((candidate) => isInScope(candidate, limits));
    const outOfScope = inScope.length === 0;
    if (isAnswered) this.used.add(inScope.slice(0, usedTaken).map(({ chunk }) => chunk.id));
    return {
      candidates,
      // The searched words: a word that no document has is in no sentence either.
      whole: spelled.words,
      asked: spelled.asked,
      names: spelled.names,
      language,
      pieces,
      notices: [
        ...spelled.notices,
        ...notices,
        ...(outOfScope && unreadBy !== null
          ? [notice('question-unread', { model: unreadBy, language: language.code })]
          : []),
      ],
      outOfScope,
      unknownWords: this.facts
        .unknownWords(content, language.code)
        .filter((word) => acronyms.every(({ short }) => short !== word)),
      ...(acronyms.length > 0 ? { acronyms } : {}),
      ...(embedded ? { vectors: embedded.vectors.asked } : {}),
      ...(unreadBy === null ? {} : { unreadBy }),
      suggestions: outOfScope ? this.topics(candidates, place, limits.retrieval.suggestions) : [],
      timings: {
        ...timings,
        fusion: done - ranking,
        rerank: 0,
        total: done - started,
        vectorCandidates: read.near,
        keywordCandidates: worded.length,
      },
    };
  }

  /** Returns the candidates of both lanes, best first. If the index did not answer in time, adds chunks that were used before. */
  private async rank({ request, asked, limits, embedded, read, isAnswered }: Ranking, signal?: AbortSignal) {
    const { spelled, query, place, parsed } = asked;
    const entry = embedded?.entry ?? this.entryInUse();
    const ranked: RankRequest = {
      whole: spelled.words,
      mode: request.mode,
      query,
      exact: new ExactMatcher(parsed),
      vectors: embedded?.vectors ?? null,
      chunks: read.chunks,
      wordScores: read.wordScores,
      entry,
      limits,
      first: new Set(request.thread?.documentIds),
    };
    const patience = limits.retrieval.meaningPatienceMs;
    const first = rankCandidates(ranked);
    const nearer = embedded ? await nearerBySentences(embedded, first, patience, signal) : null;
    const ordered = nearer?.size ? rankCandidates({ ...ranked, nearer }) : first;
    return isAnswered
      ? surrounded(ordered.slice(0, limits.N1_RETR_MAX_CANDIDATES), limits, this.library.documents, place)
      : this.used.candidates(query, entry, (ids) => this.library.documents.chunks(ids, place));
  }

  private topics(candidates: readonly Candidate[], place: Scope, limit: number): string[] {
    const above = new Set(candidates.map(({ chunk: { headings, title } }) => headings.at(-1) ?? title));
    return above.size > 0 ? [...above].slice(0, limit) : this.library.documents.titles(place, limit);
  }

  private async asked(request: RetrievalRequest, limits: PipelineLimits, signal?: AbortSignal): Promise<AskedQuery> {
    const begun = performance.now();
    const parsed = parseQuery(request.query);
    const language = queryLanguage(parsed.text);
    const known = { library: this.library, facts: this.facts, limits };
    const corrected = await spelledAsIn(known, { ...request, parsed, language: language.code }, signal);
    const acronyms = await acronymsIn(known, corrected.words, language.code, signal);
    const spelled = withAcronyms(corrected, acronyms);
    const searched = this.facts.besideMonths(spelled.words, language.code);
    return {
      begun,
      parsed,
      language,
      unreadBy: this.unreadBy(request.mode, language),
      spelled,
      acronyms,
      pieces: queryPieces(withThread(spelled.meaning, request.thread), limits.N0_QUERY_PIECES),
      content: contentWords(searched, language.code),
      query: this.facts.weigh(searched, language.code, request.thread?.carried, acronyms),
      place: narrowedScope(request.scope, parsed, this.library),
    };
  }

  private async searched(
    { mode, thread }: RetrievalRequest,
    { begun, parsed, language, unreadBy, pieces, content, query, place }: AskedQuery,
    limits: PipelineLimits,
    signal?: AbortSignal,
  ): Promise<LanesSearched> {
    const { index } = this.library;
    const seen = (thread?.documentIds ?? []).filter((id) => place.documentIds?.includes(id) ?? true);
    // In a large library the first hits may hold none of them.
    const scopes = [
      this.rowsIn(place),
      ...(seen.length > 0 ? [this.library.documents.rowsIn({ ...place, documentIds: seen })] : []),
    ];
    const limit = limits.N1_RETR_MAX_CANDIDATES;
    const timings = { embedding: 0, vector: 0, keyword: 0 };
    const timed = async <T>(lane: 'vector' | 'keyword', work: Promise<T>): Promise<T> => {
      const asked = performance.now();
      const result = await work;
      timings[lane] = performance.now() - asked;
      return result;
    };
    const askWords = async () => {
      if (mode === 'vector') return [];
      const words = searchedWords(content, query, thread?.carried);
      return timed(
        'keyword',
        inEach(scopes, (scope) => keywordLane(index, words, parsed, limit, scope)),
      );
    };
    const firstWords = askWords();
    const byWordsAlone = mode === 'keyword' || unreadBy !== null;
    // While the query is embedded and vectors are compared, what the words found is read.
    const readAhead = mode === 'hybrid' && !byWordsAlone ? this.readAhead(firstWords, place) : null;
    const notices: Notice[] = [];
    const told = { pieces, language: language.code, spoken: () => this.facts.spoken() };
    const embedded = byWordsAlone ? null : await embeddedQuery(this.queryEmbedder, told, notices, signal);
    timings.embedding = performance.now() - begun;
    if (embedded) notices.push(...this.withoutVectors(place));
    const { otherwise = [], across } = embedded?.vectors ?? {};
    const searched = [...new Set([otherwise, ...(across?.values() ?? [])])].flat();
    const lanes = async (isFirst: boolean) => {
      const nearest = timed(
        'vector',
        inEach(scopes, async (scope) => (await index.nearest(searched, limit, scope)).flat()),
      );
      const [near, worded] = await Promise.all([
        nearest,
        isFirst ? firstWords : askWords(),
        isFirst ? readAhead : null,
      ]);
      return { near, worded };
    };
    const found = await askedTwice(lanes, limits.retrieval.indexPatienceMs, signal);
    if (found === null) notices.push(indexSlow(limits.retrieval.indexPatienceMs));
    const { near, worded } = found?.value ?? { near: [], worded: [] };
    return { embedded, near, worded, isAnswered: found !== null, notices, timings };
  }

  /** Tells how many passages of the scope have no vector yet: the search has found those by their words alone. */
  private withoutVectors(place: Scope): Notice[] {
    const { passages, of } = this.library.contents.withoutVectors(this.rowsIn(place));
    return passages > 0 ? [notice('words-alone', { passages, of })] : [];
  }

  /** The title of the model if it does not read a query's language, as its vector then says nothing (docs/adr/0055). */
  private unreadBy(mode: SearchMode, language: QueryLanguage): string | null {
    const entry = this.entryInUse();
    return mode === 'hybrid' && isForeign(language, entry) ? entry.title : null;
  }

  /** Brings one lane's hits into the cache. A failure goes to a waiting caller, or otherwise to the next read. */
  private readAhead(lane: Promise<LaneHit[]>, place: Scope): Promise<unknown> {
    const read = lane.then((found) => this.cache.read([], found, place, true));
    read.catch(() => undefined);
    return read;
  }

  private rowsIn(place: Scope): RowScope | null {
    const key = `${this.library.version} ${JSON.stringify(place)}`;
    if (this.rows?.key !== key) this.rows = { key, scope: this.library.documents.rowsIn(place) };
    return this.rows.scope;
  }

  private keyOf(request: RetrievalRequest, limits: PipelineLimits): string {
    const { N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES, retrieval } = limits;
    const table = this.library.index.manifest?.table ?? '';
    const parts = [request, N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES, retrieval, this.entryInUse()];
    return `${this.library.version} ${table} ${JSON.stringify(parts)}`;
  }

  get entry(): EmbeddingEntry {
    return this.entryInUse();
  }

  weigh(query: string): QueryTerms {
    return this.facts.weigh(query, queryLanguage(query).code);
  }
}

const inEach = async (
  scopes: readonly (RowScope | null)[],
  look: (scope: RowScope | null) => Promise<LaneHit[]>,
): Promise<LaneHit[]> => (await Promise.all(scopes.map(look))).flat();

/** Retrieval's result for an answer without the documents (R12): no candidates, and a notice. */
export const nothingSearched = (query: string, limits: PipelineLimits): Retrieved => ({
  ...unsearched(query, limits),
  notices: [notice('without-documents')],
  withoutDocuments: true,
});

export function unsearched(query: string, limits: PipelineLimits): Retrieved {
  return {
    candidates: [],
    whole: query,
    language: queryLanguage(query),
    pieces: queryPieces(query, limits.N0_QUERY_PIECES),
    notices: [],
    outOfScope: false,
    suggestions: [],
    unknownWords: [],
    timings: {
      embedding: 0,
      vector: 0,
      keyword: 0,
      fusion: 0,
      rerank: 0,
      total: 0,
      vectorCandidates: 0,
      keywordCandidates: 0,
    },
  };
}

/** Searches during changes; changes that have not started wait until there is an answer. */
const freeLooks = 3;
/** Another process's changes do not wait: then the last of these searches is the answer. */
const mostLooks = 12;

interface Looking<T> {
  look(): Promise<T>;
  /** Whether rows that the text index does not know yet matter to it. */
  readonly byWords: boolean;
  isFinal(found: T): boolean;
}

interface Seen<T> {
  readonly found: T;
  /** Whether the next search at this version would find the same: rows folded in since then have other scores. */
  readonly isLasting: boolean;
}

/**
 * Looks at index and catalogue until both were read at one version of the library: a commit between the two would let
 * a document that is replaced be found neither in its old nor in its new state. Waits once for new rows to be folded
 * into the text index, and not within a look, since that waits for the change that goes on, and so for its commit.
 * Errors: those of a look at one version.
 */
async function consistentRead<T>(
  library: Library,
  { look, byWords, isFinal }: Looking<T>,
  signal?: AbortSignal,
): Promise<Seen<T>> {
  let letGo: (() => void) | null = null;
  try {
    for (let looks = 1; ; looks += 1) {
      if (byWords && looks === 1) await library.index.folded(signal);
      signal?.throwIfAborted();
      if (looks > freeLooks) letGo ??= library.holdChanges();
      const { version } = library;
      const isOver = () => looks === mostLooks || library.version === version;
      try {
        const found = await look();
        if (isOver() || isFinal(found)) return { found, isLasting: looks === 1 };
      } catch (error) {
        if (isOver() || signal?.aborted) throw error;
      }
    }
  } finally {
    letGo?.();
  }
}
