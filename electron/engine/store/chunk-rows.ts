import { termSet } from '@shared/terms';
import type { SqlDatabase } from './database';
import type { NewChunk } from './records';

/** The chunks that answer, or those of a rebuild that are to take their place (`NextChunks`). */
type ChunkTable = 'chunks' | 'next_chunks';
type TermTable = 'terms' | 'next_terms';

/** Writes one chunk. Part of the caller's transaction. */
export function addChunk(database: SqlDatabase, table: ChunkTable, contentId: string, chunk: NewChunk): void {
  database.run(
    `INSERT INTO ${table} (chunk_id, content_id, position, text, start_char, end_char, token_count, pages, headings,
       word_count, has_code, has_equations, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    chunk.id,
    contentId,
    chunk.position,
    chunk.text,
    chunk.startChar,
    chunk.endChar,
    chunk.tokenCount,
    JSON.stringify(chunk.pages),
    JSON.stringify(chunk.headings),
    chunk.wordCount,
    chunk.hasCode ? 1 : 0,
    chunk.hasEquations ? 1 : 0,
    chunk.language,
  );
}

/** In how many of these chunks each term occurs, by term. */
export function termCounts(
  chunks: readonly { readonly text: string; readonly headings: readonly string[] }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    for (const term of termSet(`${chunk.headings.join(' ')} ${chunk.text}`)) addCount(counts, term, 1);
  }
  return counts;
}

/** Adds the counts of one map to another. */
export function addCounts(to: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [term, count] of counts) addCount(to, term, count);
}

const addCount = (to: Map<string, number>, term: string, count: number): void => {
  to.set(term, (to.get(term) ?? 0) + count);
};

/** Adds to the counts of terms, or takes away from them; a term that occurs no more goes. Part of a transaction. */
export function countTerms(
  database: SqlDatabase,
  table: TermTable,
  counts: ReadonlyMap<string, number>,
  sign: 1 | -1,
): void {
  if (counts.size === 0) return;
  const json = JSON.stringify(Object.fromEntries(counts));
  database.run(
    `INSERT INTO ${table} (term, chunks) SELECT key, value * ? FROM json_each(?) WHERE true
     ON CONFLICT (term) DO UPDATE SET chunks = chunks + excluded.chunks`,
    sign,
    json,
  );
  if (sign === -1) {
    database.run(`DELETE FROM ${table} WHERE term IN (SELECT key FROM json_each(?)) AND chunks <= 0`, json);
  }
}
