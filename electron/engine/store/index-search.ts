import type { Table } from '@lancedb/lancedb';
import { type BestHits, bestHits, type LaneHit, vectorsIn } from './index-rows';
import type { RowScope } from './records';

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A condition of the index's SQL; true of nothing where the list is empty. */
export const inList = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} IN (${values.map(quoted).join(',')})`;

/** What a text search asks for: any of the words, or all of them in this order. */
export interface TextQuery {
  readonly text: string;
  readonly as: 'words' | 'phrase';
}

/** Rows read beside those wanted, so that the cut between equal ones is ours. */
const beyond = 32;
/** Times as many rows as wanted that are read at most, where that many are equal. */
const mostTimes = 16;

/** Reads on until no row that may be among the best is left out. */
async function best(limit: number, read: (rows: number) => Promise<BestHits>): Promise<LaneHit[]> {
  for (let asked = limit + beyond; ; asked *= 2) {
    const { hits, cutsTies } = await read(asked);
    if (!cutsTies || asked >= limit * mostTimes) return hits;
  }
}

const lancedb = () => import('@lancedb/lancedb');
let loaded: ReturnType<typeof lancedb> | null = null;

/**
 * BM25 to the 16,384th part: LanceDB adds up 32-bit numbers in the order in which its threads come to them, so that
 * the last digits of a score differ from time to time.
 */
const steady = (score: number): number => Math.round(score * 16_384) / 16_384;

/** Full-text search by BM25, without vectors: reading them costs more than finding the rows. */
export async function textHits(
  table: Table,
  { text, as }: TextQuery,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  loaded ??= lancedb();
  const { MatchQuery, PhraseQuery } = await loaded;
  const query = as === 'phrase' ? new PhraseQuery(text, 'searchable') : new MatchQuery(text, 'searchable');
  return best(limit, async (rows) => {
    let search = table.query().fullTextSearch(query).select(['chunk_id', '_score']).limit(rows);
    if (scope) search = search.where(inList(scope.column, scope.values));
    return bestHits(await search.toArrow(), '_score', steady, limit, rows);
  });
}

/** An approximate search: how many partitions of the index are looked through. */
export interface VectorSearch {
  readonly nprobes: number;
}

/**
 * Cosine search for one query vector: of all rows, or of those in the nearest partitions of the index where `search`
 * says so and no scope leaves only some of them.
 */
export async function nearestHits(
  table: Table,
  vector: Float32Array,
  limit: number,
  scope: RowScope | null,
  search: VectorSearch | null = null,
): Promise<LaneHit[]> {
  return best(limit, async (rows) => {
    let query = table
      .query()
      .nearestTo(vector)
      .column('vector')
      .distanceType('cosine')
      .select(['chunk_id', '_distance'])
      .limit(rows);
    query = search && !scope ? query.nprobes(search.nprobes) : query.bypassVectorIndex();
    if (scope) query = query.where(inList(scope.column, scope.values));
    return bestHits(await query.toArrow(), '_distance', (distance) => 1 - distance, limit, rows);
  });
}

/** Vectors of these chunks, by chunk id; a chunk that the index lacks is absent. */
export async function vectorsOf(table: Table, chunkIds: readonly string[]): Promise<Map<string, Float32Array>> {
  if (chunkIds.length === 0) return new Map();
  const rows = table.query().where(inList('chunk_id', chunkIds)).select(['chunk_id', 'vector']);
  return vectorsIn(await rows.toArrow());
}
