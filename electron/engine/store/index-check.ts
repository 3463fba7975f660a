import type { Table } from '@lancedb/lancedb';
import type { ExpectedRow } from './catalogue-facts';
import { textHits } from './index-search';

export interface RowFindings {
  readonly rows: number;
  readonly seen: ReadonlySet<string>;
  readonly stray: readonly string[];
  readonly twice: readonly string[];
  readonly malformed: readonly string[];
}

/** What the rows of an index are held against. */
export interface RowTruth {
  /** Null for a chunk of which nobody can tell; none for one that is not there. */
  expectedRows(chunkIds: readonly string[]): ReadonlyMap<string, ExpectedRow | null>;
  /** The cached vector of a text; null where none is cached. */
  vectorOf(searchable: string): Float32Array | null;
  /** Whether a content waits for the model: its rows may have zeros for vectors. */
  waitsForModel(contentId: string): boolean;
}

/** Reads every row once and holds it against the catalogue. Errors: what LanceDB throws at a file that is damaged. */
export async function checkRows(table: Table, truth: RowTruth, signal: AbortSignal): Promise<RowFindings> {
  const seen = new Set<string>();
  const stray = new Set<string>();
  const twice = new Set<string>();
  const malformed = new Set<string>();
  let rows = 0;
  for await (const batch of table.query().select(['chunk_id', 'content_id', 'searchable', 'vector'])) {
    signal.throwIfAborted();
    const column = (name: string) => batch.getChild(name);
    const [ids, contents, texts, vectors] = ['chunk_id', 'content_id', 'searchable', 'vector'].map(column);
    const chunkIds = Array.from({ length: batch.numRows }, (_value, row) => String(ids?.get(row)));
    const expected = truth.expectedRows(chunkIds);
    for (const [row, chunkId] of chunkIds.entries()) {
      rows += 1;
      if (seen.has(chunkId)) twice.add(chunkId);
      seen.add(chunkId);
      const wanted = expected.get(chunkId);
      if (wanted === null) continue;
      if (!wanted) {
        stray.add(chunkId);
        continue;
      }
      const vector = vectors?.get(row) as { toArray(): Float32Array } | null | undefined;
      const stands =
        contents?.get(row) === wanted.contentId &&
        texts?.get(row) === wanted.searchable &&
        vector !== null &&
        vector !== undefined &&
        ((truth.waitsForModel(wanted.contentId) && vector.toArray().every((value) => value === 0)) ||
          isVector(vector.toArray(), truth.vectorOf(wanted.searchable)));
      if (!stands) malformed.add(chunkId);
    }
  }
  return { rows, seen, stray: [...stray], twice: [...twice], malformed: [...malformed] };
}

/** Whether a stored vector can be searched by, and is the cached one where there is one. */
function isVector(vector: Float32Array, cached: Float32Array | null): boolean {
  if (!vector.every((value) => Number.isFinite(value)) || vector.every((value) => value === 0)) return false;
  if (cached === null || cached.length !== vector.length) return true;
  return vector.every((value, position) => value === cached[position]);
}

/** Words that the text index leaves out or that are too short to ask for. */
const word = /\p{L}{4,40}/gu;

/**
 * Chunks that the text index does not find by any of their own longest words. Errors: what LanceDB throws at an index
 * that is damaged.
 */
export async function notFoundByText(
  table: Table,
  chunks: ReadonlyMap<string, ExpectedRow | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [chunkId, row] of chunks) {
    signal.throwIfAborted();
    const words = [...new Set(row?.searchable.match(word) ?? [])].sort(
      (a, b) => b.length - a.length || (a < b ? -1 : 1),
    );
    if (words.length === 0) continue;
    const scope = { column: 'chunk_id', values: [chunkId] } as const;
    const hits = await textHits(table, { text: words.slice(0, 8).join(' '), as: 'words' }, 1, scope);
    // A text of nothing but small words has nothing to be found by.
    if (hits.length === 0 && words.length > 3) lost.push(chunkId);
  }
  return lost;
}

/** Whether there is a text index at all. */
export async function hasTextIndex(table: Table): Promise<boolean> {
  return (await table.listIndices()).some(({ columns }) => columns.includes('searchable'));
}
