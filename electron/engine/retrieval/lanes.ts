import type { Notice } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Chunk } from '@shared/prompt/chunk';
import { rounded } from '@shared/ranking';
import { notice } from '@shared/words/sayings';
import { pause, raceTimeout } from '../async';
import type { Embedder } from '../models';
import type { LaneHit, Library, RowScope, TextQuery } from '../store';
import { inFigures } from '../text/calendar-dates';
import { type SpokenLanguages, type VectorsByLanguage, vectorsAcross } from './query/cross-language';
import type { ParsedQuery } from './query/parse-query';
import { coverage, type QueryTerms } from './query/query-terms';
import { type Candidate, unmeasured } from './ranking/rank-candidates';
import { aboveOf } from './ranking/rank-features';
import { relevance } from './ranking/relevance';

export interface QueryEmbedder {
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

export interface EmbeddedQuery {
  readonly vectors: VectorsByLanguage;
  readonly embedder: Embedder;
  readonly entry: EmbeddingEntry;
}

interface QueryPieces {
  readonly pieces: readonly string[];
  readonly language: string;
  /** Called only for a model that reads many languages. */
  readonly spoken: () => SpokenLanguages;
}

/**
 * The pieces of a query as vectors, the whole first; null with a notice without a model (R12). Errors: `cancelled`,
 * `index-mismatch`.
 */
export async function embeddedQuery(
  load: () => Promise<QueryEmbedder>,
  { pieces, language, spoken }: QueryPieces,
  notices: Notice[],
  signal?: AbortSignal,
): Promise<EmbeddedQuery | null> {
  try {
    const { embedder, entry } = await load();
    const asked = await embedder.embed(pieces, 'query', signal);
    const read = entry.languages === undefined ? spoken() : [];
    return { vectors: await vectorsAcross(embedder, asked, language, read), embedder, entry };
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code === 'cancelled' || error.code === 'index-mismatch') throw error;
    notices.push(notice('keyword-only', { ...codedError(error).values, cause: error.code }));
    return null;
  }
}

/** Chunks read that hold a phrase or an identifier as it is. */
const exactHits = 50;

/** The hits by words, and those with phrases, identifiers and dates: in a large library they may differ. */
export async function keywordLane(
  index: Library['index'],
  words: TextQuery,
  { phrases, identifiers, dates }: Pick<ParsedQuery, 'phrases' | 'identifiers' | 'dates'>,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  const exact = [...phrases, ...identifiers, ...dates.flatMap(inFigures)];
  if (exact.length === 0) return index.text(words, limit, scope);
  const lists = await Promise.all([
    index.text(words, limit, scope),
    ...exact.map((text) => index.text({ text, as: 'phrase' }, exactHits, scope)),
  ]);
  const hits = new Map<string, LaneHit>();
  for (const hit of lists.flat()) {
    if (!hits.has(hit.chunkId)) hits.set(hit.chunkId, hit);
  }
  return [...hits.values()];
}

/** Candidates without an index: as many as a person looks at. */
const shown = 20;

/** Chunks counted at least: where there are twice as many, the least used go, of those as often used the oldest. */
const chunksKept = 2000;

/** How often searches have found each chunk among their best, since the library was opened. */
export class UsedChunks {
  private readonly counts = new Map<string, number>();

  add(chunkIds: readonly string[]): void {
    for (const id of chunkIds) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    if (this.counts.size <= 2 * chunksKept) return;
    // Many at once: to look for the least used at every search took a tenth of its time.
    const leastUsed = [...this.counts].sort((a, b) => a[1] - b[1]).slice(0, -chunksKept);
    for (const [id] of leastUsed) this.counts.delete(id);
  }

  most(limit: number): { readonly chunkId: string; readonly uses: number }[] {
    return [...this.counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, limit)
      .map(([chunkId, uses]) => ({ chunkId, uses }));
  }

  /** The most used candidates, measured by the query's words alone: without the index nothing else can be measured. */
  candidates(
    query: QueryTerms,
    entry: EmbeddingEntry,
    chunksOf: (ids: readonly string[]) => ReadonlyMap<string, Chunk>,
  ): Candidate[] {
    const most = this.most(shown);
    const chunks = chunksOf(most.map(({ chunkId }) => chunkId));
    return most.flatMap(({ chunkId, uses }): Candidate[] => {
      const chunk = chunks.get(chunkId);
      if (!chunk) return [];
      const covered = rounded(coverage(`${aboveOf(chunk)} ${chunk.text}`, query));
      const evidence = { cosine: null, coverage: covered, saturation: 0 };
      const value = rounded(relevance(evidence, entry.relevance));
      const fused = { kind: 'relevance', value } as const;
      return [{ chunk, scores: { ...unmeasured, ...evidence, fused, relevance: value, uses } }];
    });
  }
}

/** Pause before the second try, for a busy store. */
const backOffMs = 250;

/** The result in time, at the first try or the second; null for neither. Only `signal` ends a wait otherwise. */
export async function askedTwice<T>(
  ask: (isFirst: boolean) => Promise<T>,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<{ readonly value: T } | null> {
  const first = await raceTimeout(ask(true), patienceMs, signal);
  if (first) return first;
  await pause(backOffMs, signal);
  return raceTimeout(ask(false), patienceMs, signal);
}

export const indexSlow = (milliseconds: number): Notice => notice('index-slow', { milliseconds });

export const isWithoutIndex = ({ notices }: { readonly notices: readonly Notice[] }): boolean =>
  notices.some(({ code }) => code === 'index-slow');
