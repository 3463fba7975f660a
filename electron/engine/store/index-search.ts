import type { Table } from '@lancedb/lancedb';
import { type LaneHit, laneHits, vectorsIn } from './index-rows';
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

/** Full-text search by BM25, without vectors: reading them costs more than finding the rows. */
export async function textHits(
  table: Table,
  { text, as }: TextQuery,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  const { MatchQuery, PhraseQuery } = await import('@lancedb/lancedb');
  const query = as === 'phrase' ? new PhraseQuery(text, 'searchable') : new MatchQuery(text, 'searchable');
  let search = table.query().fullTextSearch(query).select(['chunk_id', '_score']).limit(limit);
  if (scope) search = search.where(inList(scope.column, scope.values));
  return laneHits(await search.toArrow(), '_score', (score) => score);
}

/** Exact cosine search for one query vector. */
export async function nearestHits(
  table: Table,
  vector: Float32Array,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  let search = table
    .query()
    .nearestTo(vector)
    .column('vector')
    .distanceType('cosine')
    .bypassVectorIndex()
    .select(['chunk_id', '_distance'])
    .limit(limit);
  if (scope) search = search.where(inList(scope.column, scope.values));
  return laneHits(await search.toArrow(), '_distance', (distance) => 1 - distance);
}

/** Vectors of these chunks, by chunk id; a chunk that the index lacks is absent. */
export async function vectorsOf(table: Table, chunkIds: readonly string[]): Promise<Map<string, Float32Array>> {
  if (chunkIds.length === 0) return new Map();
  const rows = table.query().where(inList('chunk_id', chunkIds)).select(['chunk_id', 'vector']);
  return vectorsIn(await rows.toArrow());
}
