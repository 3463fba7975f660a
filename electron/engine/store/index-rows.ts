import type { Table } from '@lancedb/lancedb';

/** One chunk as the index holds it. */
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
}

/** Columns of the index for vectors of this length. */
export async function schemaOf(dimension: number) {
  const arrow = await import('apache-arrow');
  const text = (name: string) => new arrow.Field(name, new arrow.Utf8(), false);
  const item = new arrow.Field('item', new arrow.Float32(), true);
  const vector = new arrow.Field('vector', new arrow.FixedSizeList(dimension, item), false);
  return new arrow.Schema([text('chunk_id'), text('content_id'), text('searchable'), vector]);
}

/** Makes the text index, in place of one that is there. */
export async function indexText(table: Table): Promise<void> {
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

/**
 * Adds rows as one Arrow batch made by LanceDB's own copy of Arrow: a table of another copy (the package has one for
 * `import` and one for `require`) is taken without an error and without its rows.
 */
export async function addTo(table: Table, rows: readonly IndexRow[]): Promise<void> {
  const { makeArrowTable } = await import('@lancedb/lancedb');
  const records = rows.map((row) => ({
    chunk_id: row.chunkId,
    content_id: row.contentId,
    searchable: row.searchable,
    vector: row.vector,
  }));
  await table.add(makeArrowTable(records, { schema: await table.schema() }));
}

type ArrowTable = Awaited<ReturnType<ReturnType<Table['query']>['toArrow']>>;

/** Reads lane hits column by column: building one object a row by name costs ten times as much. */
export function laneHits(table: ArrowTable, scoreColumn: string, toScore: (value: number) => number): LaneHit[] {
  const hits: LaneHit[] = [];
  for (const batch of table.batches) {
    const ids = batch.getChild('chunk_id');
    const scores = batch.getChild(scoreColumn);
    if (!ids || !scores) continue;
    for (let row = 0; row < batch.numRows; row += 1) {
      const score = toScore(Number(scores.get(row)));
      // A damaged vector is near to nothing (I17).
      if (Number.isFinite(score)) hits.push({ chunkId: String(ids.get(row)), score });
    }
  }
  return hits;
}

/** Vectors by chunk id, copied out of the batch, whose memory is let go of. */
export function vectorsIn(table: ArrowTable): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>();
  for (const batch of table.batches) {
    const ids = batch.getChild('chunk_id');
    const vectors = batch.getChild('vector');
    if (!ids || !vectors) continue;
    for (let row = 0; row < batch.numRows; row += 1) {
      const vector = vectors.get(row) as { toArray(): Float32Array } | null;
      if (vector) found.set(String(ids.get(row)), Float32Array.from(vector.toArray()));
    }
  }
  return found;
}
