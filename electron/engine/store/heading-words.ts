import type { SqlDatabase } from './database';
import { list, text } from './document-rows';

/** Beginning of the names of the tables that answer, or of those of a rebuild (`NextChunks`). */
type Tables = '' | 'next_';

const rowsOfTopics = 200;
const weighedKey = 'headings-weighed';

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
  const ids = JSON.stringify(contentIds);
  const chunks = `FROM ${tables}chunks WHERE content_id IN (SELECT value FROM json_each(?))`;
  database.run(
    `INSERT INTO ${tables}heading_words (headings, chunks, words)
     SELECT headings, ? * count(*), ? * sum(word_count) ${chunks} GROUP BY headings
     ON CONFLICT (headings) DO UPDATE SET chunks = chunks + excluded.chunks, words = words + excluded.words`,
    sign,
    sign,
    ids,
  );
  if (sign === -1) {
    database.run(
      `DELETE FROM ${tables}heading_words WHERE chunks <= 0 AND headings IN (SELECT headings ${chunks})`,
      ids,
    );
  }
}

/** Returns the number of rows that were written for it. Part of a transaction. */
function weighAnew(database: SqlDatabase): number {
  const gone = database.run('DELETE FROM heading_words');
  const sums = 'SELECT headings, count(*), sum(word_count) FROM chunks GROUP BY headings';
  return gone + database.run(`INSERT INTO heading_words ${sums}`);
}

/** What is kept of headings is wrong, or may be, until they are weighed anew. Part of a transaction. */
export function doubtHeadings(database: SqlDatabase): void {
  database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', weighedKey, 'doubted');
}

/** Of a library, what tells versions of it apart. */
interface Versions {
  readonly version: number;
  bumpVersion(): void;
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

/**
 * Whether what is kept of headings is right: it says of which version of the library it is, and every change takes that
 * along. A Vitrine that knows of no weighing changes chunks and the version, and leaves it behind; a catalogue from
 * before has none.
 */
export class HeadingWeights {
  constructor(
    private readonly database: SqlDatabase,
    private readonly library: Versions,
  ) {}

  /** Told by two settings, whatever the size of the library. */
  get areDue(): boolean {
    return (this.library.setting(weighedKey) ?? '0') !== String(this.library.version);
  }

  /** Around what makes another version: right before it is right after it. Part of its transaction. */
  follow(makeVersion: () => void): void {
    const { areDue } = this;
    makeVersion();
    if (!areDue) this.setWeighed();
  }

  /**
   * Weighs all headings anew where that is due, or where chunks are not as many as were weighed: a damaged file has lost
   * some of them. Reads every chunk. Returns whether it did; then it is another version. Errors: `library-damaged` where
   * a chunk cannot be read; all is as before then, and it is due still.
   */
  mend(): boolean {
    return this.database.transaction(() => {
      if (!this.areDue && this.areAsManyAsChunks()) return false;
      const changed = weighAnew(this.database) > 0;
      if (changed) this.library.bumpVersion();
      this.setWeighed();
      return changed;
    });
  }

  private setWeighed(): void {
    this.library.setSetting(weighedKey, String(this.library.version));
  }

  private areAsManyAsChunks(): boolean {
    const { kept, there } = this.database.get(
      'SELECT (SELECT sum(chunks) FROM heading_words) AS kept, (SELECT count(*) FROM chunks) AS there',
    ) ?? { kept: 0, there: 0 };
    return Number(kept ?? 0) === Number(there);
  }
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
