import type { Answer, RecallScope } from '@shared/contract';
import type { Chunk } from '@shared/prompt/chunk';
import type { SqlRow } from '../../sqlite';
import type { EmbeddingCache } from './computed-results';
import { type SqlDatabase, text } from './database';
import { chunkColumns, type NewChunk, writtenOf } from './records';

export type NewMemoryChunk = Omit<NewChunk, 'pages' | 'headings' | 'lead' | 'blocks'> & {
  readonly searchable: string;
};

export interface RememberedChunk {
  readonly chunk: Chunk;
  readonly searchable: string;
  /** Among the exchanges that go along with the question anyway. */
  readonly recent: boolean;
}

export interface PendingExchange {
  readonly messageId: string;
  readonly answer: Answer;
}

const dayLength = 'YYYY-MM-DD'.length;

/** Exchanges as chunks (R7), made when first wanted and removed with their message. The cache has the vectors. */
export class MemoryStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly embeddings: EmbeddingCache,
  ) {}

  pending(scope: RecallScope, others: boolean): PendingExchange[] {
    const sql = `${pathOf} SELECT m.message_id, m.answer FROM messages m
         WHERE m.remembered IS NULL AND ${inScope} ORDER BY m.rowid`;
    return this.database
      .all(sql, ...values(scope, others))
      .map((row) => ({ messageId: text(row.message_id), answer: JSON.parse(text(row.answer)) as Answer }));
  }

  keep(messageId: string, checksum: string, chunks: readonly NewMemoryChunk[]): void {
    this.database.transaction(() => {
      this.database.run('DELETE FROM memory_chunks WHERE message_id = ?', messageId);
      const sql = 'UPDATE messages SET remembered = ? WHERE message_id = ? AND remembered IS NULL';
      const kept = this.database.run(sql, chunks.length > 0, messageId);
      for (const chunk of kept > 0 ? chunks : []) {
        const { searchable } = chunk;
        this.database.insert('memory_chunks', { ...chunkColumns(chunk), message_id: messageId, checksum, searchable });
      }
    });
  }

  /** Chunks in the scope, those of the own conversation first, in order; each text once. */
  chunks(scope: RecallScope, others: boolean): RememberedChunk[] {
    const sql = `${pathOf} SELECT k.*, m.conversation_id, c.title, json_extract(m.answer, '$.createdAt') AS created_at,
         coalesce((SELECT depth FROM path WHERE id = m.message_id) < ?, 0) AS recent
       FROM memory_chunks k JOIN messages m ON m.message_id = k.message_id
       JOIN conversations c ON c.conversation_id = m.conversation_id
       WHERE ${inScope}
       ORDER BY m.conversation_id = ? DESC, m.rowid, k.position`;
    const rows = this.database.all(
      sql,
      ...pathValues(scope),
      scope.recent,
      ...scopeValues(scope, others),
      scope.conversationId,
    );
    const found = new Map<string, RememberedChunk>();
    for (const row of rows) {
      const chunk = chunkOf(row);
      if (!found.has(chunk.id))
        found.set(chunk.id, { chunk, searchable: text(row.searchable), recent: row.recent === 1 });
    }
    return [...found.values()];
  }

  searchables(): string[] {
    return this.database.column('SELECT DISTINCT searchable FROM memory_chunks ORDER BY searchable');
  }

  /** Removes exchanges and their vectors; `forever` prevents new chunks of them. Part of a transaction. */
  forget(messageIds: readonly string[], forever: boolean): void {
    const named = 'WHERE message_id IN (SELECT value FROM json_each(?))';
    const texts = this.database.column(`SELECT DISTINCT searchable FROM memory_chunks ${named}`, messageIds);
    this.database.run(`DELETE FROM memory_chunks ${named}`, messageIds);
    this.database.run(`UPDATE messages SET remembered = ? ${named}`, forever ? 0 : null, messageIds);
    this.embeddings.forget(
      texts.filter((one) => !this.database.has('SELECT 1 FROM memory_chunks WHERE searchable = ?', one)),
    );
  }
}

/** Part of `WITH RECURSIVE`: the path from an exchange (an SQL expression) to the first one, by `id` and `depth`. */
export const pathFrom = (from: string): string => `path(id, depth) AS (
  SELECT ${from}, 0
  UNION ALL SELECT m.parent, path.depth + 1 FROM path JOIN messages m ON m.message_id = path.id WHERE m.parent IS NOT NULL)`;

/** The exchanges that a question goes on from; runs from before there were versions tell how many they were. */
const pathOf = `WITH RECURSIVE ${pathFrom(`coalesce(?, (SELECT message_id FROM messages
  WHERE conversation_id = ? AND ? > 0 ORDER BY position LIMIT 1 OFFSET ? - 1))`)}`;
const pathValues = ({ after, conversationId, exchanges }: RecallScope) =>
  [after ?? null, conversationId, exchanges, exchanges] as const;

/** The path of the own conversation; of others, their shown part from before the start of the run. */
const inScope = `(m.message_id IN (SELECT id FROM path) OR (? = 1 AND m.shown AND m.conversation_id IS NOT ?
  AND json_extract(m.answer, '$.createdAt') < ?))`;
const scopeValues = ({ conversationId, before }: RecallScope, others: boolean) =>
  [others, conversationId, before] as const;
const values = (scope: RecallScope, others: boolean) => [...pathValues(scope), ...scopeValues(scope, others)] as const;

function chunkOf(row: SqlRow): Chunk {
  const conversationId = text(row.conversation_id);
  const messageId = text(row.message_id);
  return {
    ...writtenOf(row),
    source: 'conversation',
    conversationId,
    messageId,
    documentId: '',
    title: `Conversation · ${text(row.created_at).slice(0, dayLength)} · ${text(row.title)}`,
    path: '',
    checksum: text(row.checksum),
    pages: [],
    headings: [],
    lead: '',
    chapter: 'Unknown',
    chapterNumber: null,
    section: 'N/A',
    collection: '',
    mime: 'text/markdown',
    createdAt: text(row.created_at),
    url: `vitrine://conversation/${conversationId}#${messageId}`,
    blocks: [],
  };
}
