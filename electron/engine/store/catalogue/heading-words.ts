import { type SqlDatabase, text } from './database';
import { list } from './records';

/** Beginning of the names of the tables that answer, or of those of a rebuild (`ShadowChunks`). */
type Tables = '' | 'shadow_';

const rowsOfTopics = 200;

/**
 * Adds the chunks of these contents to what is kept of their headings, or takes them away; headings that no chunk stands
 * under any more go. After the chunks are written, before they are removed. Part of a transaction.
 */
export function weighHeadings(
  database: SqlDatabase,
  tables: Tables,
  contentIds: readonly string[],
  sign: 1 | -1,
): void {
  if (contentIds.length === 0) return;
  const chunks = `FROM ${tables}chunks WHERE content_id IN (SELECT value FROM json_each(?))`;
  database.run(
    `INSERT INTO ${tables}heading_words (headings, chunks, words)
     SELECT headings, ? * count(*), ? * sum(word_count) ${chunks} GROUP BY headings
     ON CONFLICT (headings) DO UPDATE SET chunks = chunks + excluded.chunks, words = words + excluded.words`,
    sign,
    sign,
    contentIds,
  );
  if (sign === -1) {
    database.run(
      `DELETE FROM ${tables}heading_words WHERE chunks <= 0 AND headings IN (SELECT headings ${chunks})`,
      contentIds,
    );
  }
}

/**
 * Weighs all headings anew where chunks are not as many as were weighed: a damaged file has lost some of them. Reads
 * every chunk then. Returns whether it did. Part of a transaction. Errors: `library-damaged` where a chunk cannot be read.
 */
export function reweighHeadings(database: SqlDatabase): boolean {
  const sums = 'SELECT (SELECT sum(chunks) FROM heading_words) AS kept, (SELECT count(*) FROM chunks) AS there';
  const { kept, there } = database.get(sums) ?? {};
  if (Number(kept ?? 0) === Number(there)) return false;
  database.run('DELETE FROM heading_words');
  database.run('INSERT INTO heading_words SELECT headings, count(*), sum(word_count) FROM chunks GROUP BY headings');
  return true;
}

/**
 * What the library knows about: headings by the words of the chunks that stand right under them, where titles count as
 * one word. Reads the heaviest headings and the titles of documents, never a chunk.
 */
export function topicsOf(database: SqlDatabase, limit: number): string[] {
  const ready = database.get("SELECT json_group_array(title) AS titles FROM documents WHERE state = 'ready'");
  const titles = new Set(list<string>(ready?.titles));
  const weights = new Map<string, number>();
  const rows = database.all(
    'SELECT headings, words FROM heading_words ORDER BY words DESC, headings LIMIT ?',
    rowsOfTopics,
  );
  for (const row of rows) {
    const heading = list<string>(text(row.headings)).at(-1);
    if (heading) weights.set(heading, (weights.get(heading) ?? Number(titles.has(heading))) + Number(row.words));
  }
  // All others come behind these, which weigh as much at least.
  for (const title of [...titles].sort().slice(0, limit)) if (!weights.has(title)) weights.set(title, 1);
  return [...weights]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([topic]) => topic);
}
