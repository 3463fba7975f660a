import type { Answer, ConversationSummary, QaLogEntry } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';

/** Conversations, their exchanges, and the log of every question ever asked here. */
export class ConversationStore {
  constructor(private readonly database: SqlDatabase) {}

  /** Writes one exchange to its conversation (made when new) and to the log, in one transaction. */
  record(answer: Answer, requestId: string): void {
    this.database.transaction(() => {
      const title = answer.question.trim().replace(/\s+/gu, ' ').slice(0, 80);
      this.database.run(
        `INSERT INTO conversations (conversation_id, title, created_at, updated_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (conversation_id) DO UPDATE SET updated_at = excluded.updated_at`,
        answer.conversationId,
        title,
        answer.createdAt,
        answer.createdAt,
      );
      this.database.run(
        `INSERT OR REPLACE INTO messages (message_id, conversation_id, position, answer)
         VALUES (?, ?, (SELECT coalesce(max(position) + 1, 0) FROM messages WHERE conversation_id = ?), ?)`,
        answer.messageId,
        answer.conversationId,
        answer.conversationId,
        JSON.stringify(answer),
      );
      const entry: QaLogEntry = { ...answer, requestId };
      this.database.run(
        'INSERT OR REPLACE INTO qa_logs (message_id, request_id, created_at, entry) VALUES (?, ?, ?, ?)',
        answer.messageId,
        requestId,
        answer.createdAt,
        JSON.stringify(entry),
      );
    });
  }

  list(): ConversationSummary[] {
    return this.database
      .all(
        `SELECT c.conversation_id, c.title, c.created_at, c.updated_at, count(m.message_id) AS messages
         FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.conversation_id
         GROUP BY c.conversation_id ORDER BY c.updated_at DESC, c.conversation_id`,
      )
      .map((row) => ({
        conversationId: String(row.conversation_id),
        title: String(row.title),
        createdAt: String(row.created_at),
        updatedAt: String(row.updated_at),
        messages: Number(row.messages),
      }));
  }

  /** Exchanges in order, at most the last `limit`. Errors: `conversation-not-found`. */
  messages(conversationId: string, limit?: number): Answer[] {
    if (!this.database.get('SELECT 1 AS yes FROM conversations WHERE conversation_id = ?', conversationId)) {
      throw new VitrineError('conversation-not-found', 'This conversation is not here any more.', 'Start a new one.', {
        conversationId,
      });
    }
    return this.database
      .all(
        'SELECT answer FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT ?',
        conversationId,
        limit ?? -1,
      )
      .reverse()
      .map((row) => JSON.parse(String(row.answer)) as Answer);
  }

  remove(conversationId: string): boolean {
    return this.database.transaction(() => {
      this.database.run('DELETE FROM messages WHERE conversation_id = ?', conversationId);
      return this.database.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId) > 0;
    });
  }

  logs(limit: number): QaLogEntry[] {
    return this.database
      .all('SELECT entry FROM qa_logs ORDER BY created_at DESC, message_id LIMIT ?', limit)
      .map((row) => JSON.parse(String(row.entry)) as QaLogEntry);
  }
}
