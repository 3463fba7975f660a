import type { Answer, RecallScope } from '@shared/contract';
import type { Chunk } from '@shared/prompt/chunk';
import { type SqlDatabase, type SqlRow, text } from './database';
import type { EmbeddingCache } from './embedding-cache';
import { columnsOf, type NewChunk, writtenOf } from './records';

/** A chunk of an exchange on its way into the catalogue. */
export type NewMemoryChunk = Omit<NewChunk, 'pages' | 'headings' | 'lead'> & {
  /** What is embedded. */
  readonly searchable: string;
};

/** A chunk of an earlier exchange that a question may recall. */
export interface RememberedChunk {
  readonly chunk: Chunk;
  readonly searchable: string;
  /** Among the exchanges that go along with the question anyway. */
  readonly recent: boolean;
}

/** An exchange that has not been cut into chunks yet. */
export interface PendingExchange {
  readonly messageId: string;
  readonly answer: Answer;
}

const dayLength = 'YYYY-MM-DD'.length;

/**
 * Exchanges of conversations as chunks (R7): a projection of the messages that is made when it is first wanted, and
 * goes with its message, its conversation or its log entry. Vectors lie in the embedding cache, as those of documents.
 */
export class MemoryStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly embeddings: EmbeddingCache,
  ) {}

  /** Exchanges in the scope that are not cut yet. `others`: of other conversations too. */
  pending(scope: RecallScope, others: boolean): PendingExchange[] {
    return this.database
      .all(
        `SELECT m.message_id, m.answer FROM messages m WHERE m.remembered IS NULL AND ${inScope} ORDER BY m.rowid`,
        ...values(scope, others),
      )
      .map((row) => ({ messageId: text(row.message_id), answer: JSON.parse(text(row.answer)) as Answer }));
  }

  /** Keeps an exchange's chunks; without any it is passed over from now on. */
  keep(messageId: string, checksum: string, chunks: readonly NewMemoryChunk[]): void {
    this.database.transaction(() => {
      this.database.run('DELETE FROM memory_chunks WHERE message_id = ?', messageId);
      const kept = this.database.run(
        'UPDATE messages SET remembered = ? WHERE message_id = ? AND remembered IS NULL',
        chunks.length > 0,
        messageId,
      );
      for (const chunk of kept > 0 ? chunks : []) {
        const { searchable } = chunk;
        this.database.insert('memory_chunks', { ...columnsOf(chunk), message_id: messageId, checksum, searchable });
      }
    });
  }

  /** Chunks in the scope, those of the own conversation first, in order; each text once. */
  chunks(scope: RecallScope, others: boolean): RememberedChunk[] {
    const rows = this.database.all(
      `SELECT k.*, m.conversation_id, c.title, json_extract(m.answer, '$.createdAt') AS created_at,
         m.conversation_id = ? AND m.position >= coalesce((SELECT o.position FROM messages o
           WHERE o.conversation_id = ? ORDER BY o.position LIMIT 1 OFFSET ?), 9e15) AS recent
       FROM memory_chunks k JOIN messages m ON m.message_id = k.message_id
       JOIN conversations c ON c.conversation_id = m.conversation_id
       WHERE ${inScope}
       ORDER BY m.conversation_id = ? DESC, m.rowid, k.position`,
      scope.conversationId,
      scope.conversationId,
      Math.max(0, scope.exchanges - scope.recent),
      ...values(scope, others),
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

  /** Everything that is embedded, for a change of model. */
  searchables(): string[] {
    return this.database.column('SELECT DISTINCT searchable FROM memory_chunks ORDER BY searchable');
  }

  /**
   * Takes exchanges out of the memory with the vectors of their texts; `forever` also keeps them from being cut again.
   * Part of a transaction.
   */
  forget(messageIds: readonly string[], forever: boolean): void {
    const named = 'WHERE message_id IN (SELECT value FROM json_each(?))';
    const texts = this.database.column(`SELECT DISTINCT searchable FROM memory_chunks ${named}`, messageIds);
    this.database.run(`DELETE FROM memory_chunks ${named}`, messageIds);
    this.database.run(`UPDATE messages SET remembered = ? ${named}`, forever ? 0 : null, messageIds);
    this.embeddings.forget(
      texts.filter((one) => !this.database.get('SELECT 1 AS yes FROM memory_chunks WHERE searchable = ?', one)),
    );
  }
}

/** The first exchanges of the own conversation; with others, what they said before the run began. */
const inScope = `(
  (m.conversation_id = ? AND m.position < coalesce((SELECT n.position FROM messages n
     WHERE n.conversation_id = ? ORDER BY n.position LIMIT 1 OFFSET ?), 9e15))
  OR (? = 1 AND m.conversation_id IS NOT ? AND json_extract(m.answer, '$.createdAt') < ?))`;

const values = ({ conversationId, exchanges, before }: RecallScope, others: boolean) =>
  [conversationId, conversationId, exchanges, others, conversationId, before] as const;

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
