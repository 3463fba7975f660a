import type { FullTextQuery, Table } from '@lancedb/lancedb';
import { Lru } from '../../lru';
import { indexedText } from '../../text/segmentation';
import type { RowScope } from '../catalogue/records';
import { type ArrowTable, bestHits, type LaneHit, type LaneScores, type Sieve, vectorsIn } from './index-rows';

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A condition of the index's SQL; true of nothing where the list is empty. */
export const inList = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} IN (${values.map(quoted).join(',')})`;

export interface TextQuery {
  readonly text: string;
  readonly as: 'words' | 'phrase';
  /** Words of the same kin, which count for less than those asked for; of `words` alone. */
  readonly lesser?: string;
}

/**
 * Weight of a word against its inflections, so that a rare form does not lead. nDCG@10 of the words rose on three of
 * four German sets by 0.013 to 0.026 and fell on one by 0.002.
 */
const timesOfKin = 2;

/** Rows read beyond those wanted: the cut between equal ones is ours. */
const beyond = 32;
/** Times as many rows as wanted that are read at most, where that many are equal. */
const mostTimes = 16;

/** How much more of a search is read for a sieve than would do if what it wants were spread evenly. */
const spare = 1.5;
/** To name a row in a condition takes about as long as to read two. */
const rowsOfName = 2;

interface Lane extends LaneScores {
  search(rows: number, columns: readonly string[], condition: string | null): Promise<ArrowTable>;
}

const sieves = new WeakMap<RowScope, ReadonlySet<string>>();
function sieveOf(scope: RowScope): Sieve {
  const wanted = sieves.get(scope) ?? new Set(scope.values);
  sieves.set(scope, wanted);
  return { column: scope.column, wanted };
}

/** Returns the rows to read, or null if naming the rows of a small scope (8 µs each) is faster. */
function rowsToSieve(limit: number, { values, of = Number.POSITIVE_INFINITY }: RowScope): number | null {
  const rows = Math.ceil((spare * (limit + beyond) * of) / Math.max(values.length, 1));
  return rows <= Math.min(rowsOfName * values.length, limit * mostTimes) ? rows : null;
}

/** Returns the best hits in a scope. Filters a large scope; names the rows of a small one to the index. */
async function best(limit: number, scope: RowScope | null, lane: Lane, rowsSeen: RowsSeen | null): Promise<LaneHit[]> {
  const rows = scope ? rowsToSieve(limit, scope) : null;
  if (scope && rows !== null) {
    const table = await lane.search(rows, ['chunk_id', scope.column], null);
    const { hits, cutsTies } = bestHits(table, lane, limit, rows, sieveOf(scope));
    rowsSeen?.note(hits);
    if (!cutsTies && (hits.length === limit || table.numRows < rows)) return hits;
  }
  const condition = scope ? inList(scope.column, scope.values) : null;
  for (let asked = limit + beyond; ; asked *= 2) {
    const table = await lane.search(asked, ['chunk_id'], condition);
    const { hits, cutsTies } = bestHits(table, lane, limit, asked);
    rowsSeen?.note(hits);
    if (!cutsTies || asked >= limit * mostTimes) return hits;
  }
}

const lancedb = () => import('@lancedb/lancedb');
let loaded: ReturnType<typeof lancedb> | null = null;

/** Rounds a score: its last digits depend on the order of LanceDB's threads. */
const steady = (score: number): number => Math.round(score * 16_384) / 16_384;

/**
 * Repeats words so that they count more than their inflections. One query scores the best rows alone; two joined ones
 * score every row (measured: 960 ms of processor time against 18 among a million rows).
 */
function fullTextQuery(
  { MatchQuery, PhraseQuery }: Awaited<ReturnType<typeof lancedb>>,
  { text: asked, as, lesser = '' }: TextQuery,
): { query: FullTextQuery; times: number } {
  const text = indexedText(asked);
  if (as === 'phrase') return { query: new PhraseQuery(text, 'searchable'), times: 1 };
  if (lesser === '') return { query: new MatchQuery(text, 'searchable'), times: 1 };
  const named = Array.from({ length: timesOfKin }, () => text);
  return { query: new MatchQuery([...named, indexedText(lesser)].join(' '), 'searchable'), times: timesOfKin };
}

/** Full-text search by BM25, without vectors: reading them costs more than finding the rows. */
export async function textHits(
  table: Table,
  asked: TextQuery,
  limit: number,
  scope: RowScope | null,
  rowsSeen: RowsSeen | null = null,
): Promise<LaneHit[]> {
  loaded ??= lancedb();
  const { query, times } = fullTextQuery(await loaded, asked);
  const lane: Lane = {
    scores: '_score',
    toScore: (score) => steady(score / times),
    search: (rows, columns, condition) => {
      const search = table
        .query()
        .fullTextSearch(query)
        .select([...new Set(columns), '_score'])
        .limit(rows)
        .withRowId();
      return (condition === null ? search : search.where(condition)).toArrow();
    },
  };
  return best(limit, scope, lane, rowsSeen);
}

/** An approximate search: how many partitions of the index are looked through. */
export interface VectorSearch {
  readonly nprobes: number;
}

interface NearestHow {
  readonly search?: VectorSearch | null;
  readonly rowsSeen?: RowsSeen | null;
}

/** Finds the nearest rows by cosine. Uses the index of vectors if `search` is given and there is no scope. */
export async function nearestHits(
  table: Table,
  vector: Float32Array,
  limit: number,
  scope: RowScope | null,
  { search = null, rowsSeen = null }: NearestHow = {},
): Promise<LaneHit[]> {
  const lane: Lane = {
    scores: '_distance',
    toScore: (distance) => 1 - distance,
    search: (rows, columns, condition) => {
      const all = table
        .query()
        .nearestTo(vector)
        .column('vector')
        .distanceType('cosine')
        .select([...new Set(columns), '_distance'])
        .limit(rows)
        .withRowId();
      const query = search && !scope ? all.nprobes(search.nprobes) : all.bypassVectorIndex();
      return (condition === null ? query : query.where(condition)).toArrow();
    },
  };
  return best(limit, scope, lane, rowsSeen);
}

/** Returns vectors by chunk id. Takes rows of the last searches directly; a compaction may have moved them. */
export async function vectorsOf(
  table: Table,
  chunkIds: readonly string[],
  rowsSeen: RowsSeen | null = null,
): Promise<Map<string, Float32Array>> {
  if (chunkIds.length === 0) return new Map();
  const columns = ['chunk_id', 'vector'];
  const rows = rowsSeen?.of(chunkIds) ?? [];
  const taken = rows.length > 0 ? vectorsIn(await table.takeRowIds(rows).select(columns).toArrow()) : null;
  const missing = taken ? chunkIds.filter((id) => !taken.has(id)) : chunkIds;
  if (missing.length > 0) {
    const looked = vectorsIn(await table.query().where(inList('chunk_id', missing)).select(columns).toArrow());
    if (!taken) return looked;
    for (const [id, vector] of looked) taken.set(id, vector);
  }
  const wanted = new Set(chunkIds);
  return new Map([...(taken ?? [])].filter(([id]) => wanted.has(id)));
}

const rowsKept = 4096;

/** Which rows of the index the last searches have met, by chunk id. May be out of date: a compaction moves rows. */
export class RowsSeen {
  private readonly rows = new Lru<string, number>(rowsKept);

  note(hits: readonly Pick<LaneHit, 'chunkId' | 'row'>[]): void {
    for (const { chunkId, row } of hits) this.rows.set(chunkId, row);
  }

  /** Rows of those chunks that are remembered. */
  of(chunkIds: readonly string[]): number[] {
    return chunkIds.flatMap((id) => this.rows.get(id) ?? []);
  }

  clear(): void {
    this.rows.clear();
  }
}
