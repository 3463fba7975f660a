import type { Table } from '@lancedb/lancedb';
import { nearestHits, type VectorSearch } from './index-search';

/** Rows from which an approximate index is tried (ADR 0005): exact searches take too long at 100,000. */
export const approximateFrom = 50_000;
/** Share of the ten nearest rows that an approximate search must find. */
export const leastRecall = 0.95;

const nearest = 10;
const samples = 40;
/** Shares of the partitions that are looked through, cheapest first. */
const shares = [0.02, 0.05, 0.1, 0.2, 0.4];
/** Rounds and rows a partition of the training: more of them found no more of the nearest rows, and took hours at 1 million. */
const training = { maxIterations: 10, sampleRate: 32 };

interface VectorMeasurement {
  readonly partitions: number;
  /** Median ms of an exact search, and of the chosen one; Infinity where none was good enough. */
  readonly exactMs: number;
  readonly chosenMs: number;
  /** Share of the ten nearest rows found, of the chosen search; of the widest that was tried where none was good enough. */
  readonly recall: number;
  readonly search: VectorSearch | null;
}

/** Makes an index of the vectors and measures how much of it finds 95 of 100 nearest rows. Removes a slower index. */
export async function measuredVectorSearch(table: Table): Promise<VectorMeasurement> {
  const { Index } = await import('@lancedb/lancedb');
  await table.createIndex('vector', {
    config: Index.ivfFlat({ distanceType: 'cosine', numPartitions: await partitionsOf(table), ...training }),
  });
  const measured = await comparedSearches(table);
  const made = measured.search ? null : await vectorIndexOf(table);
  if (made) await table.dropIndex(made);
  return measured;
}

/** Searches by more and more partitions of the table's index beside exact ones, until one finds enough. */
export async function comparedSearches(table: Table): Promise<VectorMeasurement> {
  const partitions = await partitionsOf(table);
  const queries = await sampledVectors(table);
  const exact = await timedSearches(table, queries, null);
  let recall = 0;
  for (const share of shares) {
    const search = { nprobes: Math.max(1, Math.round(share * partitions)) };
    const found = await timedSearches(table, queries, search);
    recall = recallOf(found.ids, exact.ids);
    if (recall < leastRecall) continue;
    if (found.ms >= exact.ms) break;
    return { partitions, exactMs: exact.ms, chosenMs: found.ms, recall, search };
  }
  return { partitions, exactMs: exact.ms, chosenMs: Number.POSITIVE_INFINITY, recall, search: null };
}

const partitionsOf = async (table: Table): Promise<number> =>
  Math.max(1, Math.round(Math.sqrt(await table.countRows())));

/** Name of the table's index of the vectors; null where it has none. */
export async function vectorIndexOf(table: Table): Promise<string | null> {
  return (await table.listIndices()).find(({ columns }) => columns.includes('vector'))?.name ?? null;
}

export interface MeasuredVectors {
  /** How many rows there were. */
  readonly rows: number;
  readonly recall: number;
  readonly search: VectorSearch | null;
}

/** Whether a table has become large since, or has doubled. */
export const isToMeasure = (rows: number, before: MeasuredVectors | undefined, from: number): boolean =>
  rows >= Math.max(from, 2 * (before?.rows ?? 0));

/** Measures a table that has become large, and again when it has doubled; null where that was not called for. */
export async function remeasured(
  table: Table,
  before: MeasuredVectors | undefined,
  from: number,
): Promise<MeasuredVectors | null> {
  const rows = await table.countRows();
  if (!isToMeasure(rows, before, from)) return null;
  const { recall, search } = await measuredVectorSearch(table);
  return { rows, recall, search };
}

/** Vectors of rows that lie evenly over the table, as queries: the same ones every time. */
async function sampledVectors(table: Table): Promise<Float32Array[]> {
  const rows = await table.countRows();
  const offsets = Array.from({ length: Math.min(samples, rows) }, (_none, at) => Math.floor((at * rows) / samples));
  const found = await table.takeOffsets(offsets).select(['vector']).toArray();
  return found.map((row: { vector: { toArray(): Float32Array } }) => Float32Array.from(row.vector.toArray()));
}

async function timedSearches(table: Table, queries: readonly Float32Array[], search: VectorSearch | null) {
  const ids: string[][] = [];
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    const hits = await nearestHits(table, query, nearest + 1, null, { search });
    times.push(performance.now() - started);
    // The first is the row itself, which every search finds.
    ids.push(hits.slice(1).map(({ chunkId }) => chunkId));
  }
  times.sort((a, b) => a - b);
  return { ids, ms: times[Math.floor(times.length / 2)] ?? 0 };
}

/** Mean share of the exact rows that were found. */
function recallOf(found: readonly (readonly string[])[], exact: readonly (readonly string[])[]): number {
  const shareOf = (at: number): number => {
    const known = new Set(found[at]);
    const wanted = exact[at] ?? [];
    return wanted.length === 0 ? 1 : wanted.filter((id) => known.has(id)).length / wanted.length;
  };
  return exact.reduce((sum, _ids, at) => sum + shareOf(at), 0) / Math.max(exact.length, 1);
}
