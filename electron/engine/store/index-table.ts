import type { Connection, Table } from '@lancedb/lancedb';
import { addTo, type IndexRow } from './index-rows';

/** Makes a table of these rows, and the text index over them; it takes the place of one with the same name. */
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
    await addTo(table, batch);
    batch = [];
  }
  if (batch.length > 0) await addTo(table, batch);
  await indexText(table);
  return table;
}

/** Columns of the index for vectors of this length. */
async function schemaOf(dimension: number) {
  const arrow = await import('apache-arrow');
  const text = (name: string) => new arrow.Field(name, new arrow.Utf8(), false);
  const item = new arrow.Field('item', new arrow.Float32(), true);
  const vector = new arrow.Field('vector', new arrow.FixedSizeList(dimension, item), false);
  return new arrow.Schema([text('chunk_id'), text('content_id'), text('searchable'), vector]);
}

/** Makes the text index, in place of one that is there. */
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
