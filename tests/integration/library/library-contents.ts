import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import Database from 'libsql';

/** The content of a library, without intended differences: times, places of stored files, the queue's own rows. */
interface LibraryContents {
  readonly documents: readonly unknown[];
  readonly sorted: readonly unknown[];
  readonly contents: readonly unknown[];
  readonly chunks: readonly unknown[];
  readonly unembedded: number;
  readonly terms: readonly unknown[];
  /** `chunk id: content id, searchable text, vector in base64`, by chunk id. */
  readonly index: readonly string[];
}

type Row = Record<string, unknown>;

export async function contentsOf(library: string): Promise<LibraryContents> {
  const database = new Database(join(library, 'catalogue.db'));
  try {
    const all = (sql: string) => database.prepare(sql).all() as Row[];
    return {
      documents: all(
        'SELECT document_id, path, title, file_title, content_id, bytes, state, error, warnings FROM documents ORDER BY document_id',
      ),
      sorted: all('SELECT * FROM document_places UNION ALL SELECT * FROM document_tags ORDER BY 1, 2'),
      contents: all(
        `SELECT c.content_id, checksum, format, index_title, facts, pages, headings, blocks, profile, chunks, text
         FROM contents c JOIN texts t ON t.content_id = c.content_id ORDER BY c.content_id`,
      ),
      chunks: all('SELECT * FROM chunks ORDER BY chunk_id'),
      unembedded: all('SELECT 1 FROM contents WHERE unembedded = 1').length,
      terms: all('SELECT * FROM terms ORDER BY term'),
      index: await indexRows(library, database),
    };
  } finally {
    database.close();
  }
}

async function indexRows(library: string, database: Database.Database): Promise<string[]> {
  const kept = database.prepare("SELECT value FROM settings WHERE key = 'index-manifest'").get() as Row | undefined;
  if (!kept) return [];
  const { table: name } = JSON.parse(String(kept.value)) as { table: string };
  const connection = await connect(join(library, 'index'));
  try {
    const table = await connection.openTable(name);
    const rows = (await table.query().toArray()) as {
      chunk_id: string;
      content_id: string;
      searchable: string;
      vector: { toArray(): Float32Array };
    }[];
    return rows
      .map(({ chunk_id: id, content_id: content, searchable, vector }) => {
        const bytes = Float32Array.from(vector.toArray());
        return `${id}:${content}\n${searchable}\n${Buffer.from(bytes.buffer).toString('base64')}`;
      })
      .sort();
  } finally {
    connection.close();
  }
}
