import type { Connection, Table } from '@lancedb/lancedb';
import { falling } from '@shared/ranking';
import { indexedText } from '../../text/segmentation';
import { isUsable } from '../catalogue/computed-results';
import type { RowScope } from '../catalogue/records';

export interface IndexRow {
  readonly chunkId: string;
  readonly contentId: string;
  /** Title, heading path and text: what the keyword lane reads. */
  readonly searchable: string;
  /** `Float32Array[dimension]`, L2-normalised. */
  readonly vector: Float32Array;
}

export interface LaneHit {
  readonly chunkId: string;
  /** BM25 of the keyword lane; cosine of the vector lane. */
  readonly score: number;
  /** Number of its row in the table, which no other row of the table gets, before a compaction or after. */
  readonly row: number;
}

export async function addRows(table: Table, rows: readonly IndexRow[]): Promise<void> {
  await table.add(await arrowOf(table, rows));
}

/** Adds or replaces rows by chunk id, in one version. @param isIndexed for texts in the form of the index */
export async function putInto(table: Table, rows: readonly IndexRow[], isIndexed = false): Promise<void> {
  const data = await arrowOf(table, rows, isIndexed);
  await table.mergeInsert('chunk_id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
}

export async function someRows(table: Table, most: number): Promise<IndexRow[]> {
  const rows = (await table.query().limit(most).toArray()) as {
    chunk_id: string;
    content_id: string;
    searchable: string;
    vector: { toArray(): Float32Array };
  }[];
  return rows.map(({ chunk_id: chunkId, content_id: contentId, searchable, vector }) => ({
    chunkId,
    contentId,
    searchable,
    vector: Float32Array.from(vector.toArray()),
  }));
}

/** Uses LanceDB's own copy of Arrow: a table of another copy is taken without an error and without its rows. */
async function arrowOf(table: Table, rows: readonly IndexRow[], isIndexed = false) {
  const { makeArrowTable } = await import('@lancedb/lancedb');
  const records = rows.map((row) => ({
    chunk_id: row.chunkId,
    content_id: row.contentId,
    searchable: isIndexed ? row.searchable : indexedText(row.searchable),
    vector: row.vector,
  }));
  return makeArrowTable(records, { schema: await table.schema() });
}

export type ArrowTable = Awaited<ReturnType<ReturnType<Table['query']>['toArrow']>>;

/** Column of the numbers by which LanceDB takes rows without looking for them. */
const rowNumbers = '_rowid';

/** Numbers of a batch's rows, all below 2^53: a table has fewer than two million files of rows. */
function numbersOf(batch: ArrowTable['batches'][number]): BigUint64Array {
  const numbers: unknown = batch.getChild(rowNumbers)?.toArray();
  if (!(numbers instanceof BigUint64Array)) throw new TypeError('The index gave rows without their numbers.');
  return numbers;
}

export interface Sieve {
  readonly column: RowScope['column'];
  readonly wanted: ReadonlySet<string>;
}

export interface BestHits {
  /** Fewer than wanted where the rows that were read hold no more of them. */
  readonly hits: LaneHit[];
  /** Whether rows that were not read may be as good as the last hit. */
  readonly cutsTies: boolean;
}

export interface LaneScores {
  readonly scores: string;
  readonly toScore: (value: number) => number;
}

/**
 * Returns the best rows, ties by chunk id: LanceDB's own order of equal rows depends on its threads. @param asked rows
 * that the search asked for: as many mean that there may be more @param sieve null for all
 */
export function bestHits(
  table: ArrowTable,
  { scores: scoreColumn, toScore }: LaneScores,
  limit: number,
  asked: number,
  sieve: Sieve | null = null,
): BestHits {
  let last = Number.POSITIVE_INFINITY;
  const wanted: LaneHit[] = [];
  for (const batch of table.batches) {
    const ids = batch.getChild('chunk_id');
    const sieved = sieve ? batch.getChild(sieve.column) : null;
    const numbers = numbersOf(batch);
    // A column at once: asking for one value after the other costs ten times as much.
    const scores: ArrayLike<number> = batch.getChild(scoreColumn)?.toArray() ?? [];
    for (let row = 0; row < batch.numRows; row += 1) {
      const score = toScore(Number(scores[row]));
      // A damaged vector is near to nothing (I17).
      if (!Number.isFinite(score)) continue;
      last = Math.min(last, score);
      if (sieve && !sieve.wanted.has(String(sieved?.get(row)))) continue;
      wanted.push({ chunkId: String(ids?.get(row)), score, row: Number(numbers[row]) });
    }
  }
  wanted.sort((a, b) => falling(a.score, b.score) || (a.chunkId < b.chunkId ? -1 : 1));
  const hits = wanted.slice(0, limit);
  const worst = hits.at(-1)?.score ?? 0;
  return { hits, cutsTies: table.numRows >= asked && wanted.length >= limit && last === worst };
}

/** Vectors by chunk id that can be compared by: a row without one is found by its words. Copied out of the batch, to free it. */
export function vectorsIn(table: ArrowTable): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>();
  for (const batch of table.batches) {
    const ids = batch.getChild('chunk_id');
    const vectors = batch.getChild('vector');
    for (let row = 0; row < batch.numRows; row += 1) {
      const vector = vectors?.get(row) as { toArray(): Float32Array } | null | undefined;
      const copy = vector ? Float32Array.from(vector.toArray()) : null;
      if (copy && isUsable(copy)) found.set(String(ids?.get(row)), copy);
    }
  }
  return found;
}

export async function makeTable(
  connection: Connection,
  name: string,
  dimension: number,
  rows: Iterable<IndexRow> | AsyncIterable<IndexRow>,
  rowsPerAdd: number,
): Promise<Table> {
  const table = await connection.createEmptyTable(name, await schemaOf(dimension), { mode: 'overwrite' });
  let batch: IndexRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsPerAdd) continue;
    await addRows(table, batch);
    batch = [];
  }
  if (batch.length > 0) await addRows(table, batch);
  await indexText(table);
  return table;
}

async function schemaOf(dimension: number) {
  const arrow = await import('apache-arrow');
  const text = (name: string) => new arrow.Field(name, new arrow.Utf8(), false);
  const item = new arrow.Field('item', new arrow.Float32(), true);
  const vector = new arrow.Field('vector', new arrow.FixedSizeList(dimension, item), false);
  return new arrow.Schema([text('chunk_id'), text('content_id'), text('searchable'), vector]);
}

async function indexText(table: Table): Promise<void> {
  const { Index } = await import('@lancedb/lancedb');
  await table.createIndex('searchable', {
    config: Index.fts({
      baseTokenizer: 'simple',
      lowercase: true,
      stem: true,
      removeStopWords: true,
      asciiFolding: true,
      withPosition: true,
      language: 'English',
    }),
  });
}
