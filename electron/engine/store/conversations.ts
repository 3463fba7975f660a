import type { Answer, ConversationSummary, ExchangeVersions } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import { type Thread, versionsOf } from './exchange-versions';
import { folded } from './folded-text';
import type { MemoryStore } from './memory';
import type { QuestionLog } from './question-log';

/** What an exchange that is recorded has to do with others. */
export interface RecordedBeside {
  /** The exchange whose place it takes. */
  readonly replaces?: string | undefined;
  /** The conversation that a new one is a branch of. */
  readonly branchOf?: string | undefined;
}

/** Conversations and their exchanges; each exchange is written to the log as well. */
export class ConversationStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly memory: MemoryStore,
    private readonly log: QuestionLog,
  ) {}

  /**
   * Writes one exchange to its conversation (made when new) and to the log, in one transaction. It takes the place of
   * `replaces`, whose log entry stays. The same message again, with more of its answer, keeps its place.
   */
  record(answer: Answer, requestId: string, { replaces, branchOf }: RecordedBeside = {}): void {
    this.database.transaction(() => {
      // More of an answer, or another one in its place: what was remembered of it holds no longer.
      this.memory.forget([answer.messageId, ...(replaces === undefined ? [] : [replaces])], false);
      if (replaces !== undefined) {
        this.database.run(
          'DELETE FROM messages WHERE conversation_id = ? AND message_id = ?',
          answer.conversationId,
          replaces,
        );
      }
      const title = answer.question.trim().replace(/\s+/gu, ' ').slice(0, 80);
      this.database.run(
        `INSERT INTO conversations (conversation_id, title, created_at, updated_at, branch_of, family)
         VALUES (?, ?, ?, ?, (SELECT conversation_id FROM conversations WHERE conversation_id = ?), ${familyOfGiven})
         ON CONFLICT (conversation_id) DO UPDATE SET updated_at = excluded.updated_at`,
        answer.conversationId,
        title,
        answer.createdAt,
        answer.createdAt,
        branchOf ?? null,
        branchOf ?? null,
      );
      this.database.run(
        `INSERT INTO messages (message_id, conversation_id, position, answer)
         VALUES (?, ?, (SELECT coalesce(max(position) + 1, 0) FROM messages WHERE conversation_id = ?), ?)
         ON CONFLICT (message_id) DO UPDATE SET answer = excluded.answer`,
        answer.messageId,
        answer.conversationId,
        answer.conversationId,
        JSON.stringify(answer),
      );
      this.log.write({ ...answer, requestId });
    });
  }

  list(): ConversationSummary[] {
    return this.database.all(`${summaries} GROUP BY c.conversation_id ORDER BY ${newestFirst}`).map(summaryOf);
  }

  /** Errors: `conversation-not-found`. */
  summary(conversationId: string): ConversationSummary {
    const row = this.database.get(
      `${summaries} WHERE c.conversation_id = ? GROUP BY c.conversation_id`,
      conversationId,
    );
    if (row) return summaryOf(row);
    throw new VitrineError('conversation-not-found', 'This conversation is not here any more.', 'Start a new one.', {
      conversationId,
    });
  }

  /** Errors: `conversation-not-found`. */
  rename(conversationId: string, title: string): ConversationSummary {
    this.database.run('UPDATE conversations SET title = ? WHERE conversation_id = ?', title, conversationId);
    return this.summary(conversationId);
  }

  /**
   * Conversations that hold every word of the query in their title, questions or answers, in any case and with or
   * without accents; with the first place where one of them stands.
   */
  search(query: string): ConversationSummary[] {
    const wanted = folded(query).split(/\s+/u).filter(Boolean);
    return this.list().flatMap((conversation): ConversationSummary[] => {
      const texts = this.texts(conversation.conversationId);
      const all = folded([conversation.title, ...texts].join('\n'));
      if (!wanted.every((word) => all.includes(word))) return [];
      const match = texts.map((text) => around(text, wanted)).find((found) => found !== null);
      return [{ ...conversation, ...(match ? { match } : {}) }];
    });
  }

  private texts(conversationId: string): string[] {
    return this.database
      .all(
        `SELECT json_extract(answer, '$.question') AS question, json_extract(answer, '$.answer') AS answer
         FROM messages WHERE conversation_id = ? ORDER BY position`,
        conversationId,
      )
      .flatMap((row) => [String(row.question), String(row.answer)]);
  }

  /** One exchange. Errors: `conversation-not-found` where the conversation does not hold it. */
  message(conversationId: string, messageId: string): Answer {
    const found = this.messages(conversationId).find((answer) => answer.messageId === messageId);
    if (found) return found;
    throw new VitrineError(
      'conversation-not-found',
      'This exchange is not here any more.',
      'Open the conversation anew.',
      {
        conversationId,
        messageId,
      },
    );
  }

  /**
   * A new conversation that begins with the exchanges up to and including `messageId`; they are told apart by new ids,
   * and the log is not written again. Errors: `conversation-not-found`.
   */
  branch(conversationId: string, messageId: string, newId: (prefix: string) => string): ConversationSummary {
    return this.database.transaction(() => {
      const from = this.summary(conversationId);
      this.message(conversationId, messageId);
      const all = this.messages(conversationId);
      const shared = all.slice(0, all.findIndex((answer) => answer.messageId === messageId) + 1);
      const branchId = newId('conv');
      const now = new Date().toISOString();
      this.database.run(
        `INSERT INTO conversations (conversation_id, title, created_at, updated_at, branch_of, family)
         VALUES (?, ?, ?, ?, ?, ${familyOfGiven})`,
        branchId,
        from.title,
        now,
        now,
        conversationId,
        conversationId,
      );
      shared.forEach((answer, position) => {
        const copy: Answer = { ...answer, messageId: newId('msg'), conversationId: branchId };
        // What was taken out of the log is not remembered by a copy either.
        this.database.run(
          `INSERT INTO messages (message_id, conversation_id, position, answer, remembered, origin)
           SELECT ?, ?, ?, ?, iif(remembered = 0, 0, NULL), coalesce(origin, message_id)
           FROM messages WHERE message_id = ?`,
          copy.messageId,
          branchId,
          position,
          JSON.stringify(copy),
          answer.messageId,
        );
      });
      return this.summary(branchId);
    });
  }

  /** The exchanges that stand otherwise in branches. Errors: `conversation-not-found`. */
  versions(conversationId: string): ExchangeVersions[] {
    this.summary(conversationId);
    const threads = new Map<string, Thread & { readonly messages: { messageId: string; origin: string }[] }>();
    const rows = this.database.all(
      `SELECT c.conversation_id, c.updated_at, m.message_id, coalesce(m.origin, m.message_id) AS origin
       FROM conversations c JOIN messages m ON m.conversation_id = c.conversation_id
       WHERE coalesce(c.family, c.conversation_id) =
         (SELECT coalesce(family, conversation_id) FROM conversations WHERE conversation_id = ?)
       ORDER BY c.rowid, m.position`,
      conversationId,
    );
    for (const row of rows) {
      const id = String(row.conversation_id);
      const thread = threads.get(id) ?? { conversationId: id, updatedAt: String(row.updated_at), messages: [] };
      thread.messages.push({ messageId: String(row.message_id), origin: String(row.origin) });
      threads.set(id, thread);
    }
    return versionsOf(conversationId, [...threads.values()]);
  }

  /** Exchanges in order, at most the last `limit`. Errors: `conversation-not-found`. */
  messages(conversationId: string, limit?: number): Answer[] {
    this.summary(conversationId);
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
      const messages = this.database.all('SELECT message_id FROM messages WHERE conversation_id = ?', conversationId);
      this.memory.forget(
        messages.map((row) => String(row.message_id)),
        true,
      );
      this.database.run('DELETE FROM messages WHERE conversation_id = ?', conversationId);
      return this.database.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId) > 0;
    });
  }
}

/** The family of a conversation that is given by its id; null where it is gone. */
const familyOfGiven = '(SELECT coalesce(family, conversation_id) FROM conversations WHERE conversation_id = ?)';
const summaries = `SELECT c.conversation_id, c.title, c.created_at, c.updated_at, c.branch_of, count(m.message_id) AS messages
  FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.conversation_id`;
const newestFirst = 'c.updated_at DESC, c.conversation_id';

function summaryOf(row: Readonly<Record<string, unknown>>): ConversationSummary {
  return {
    conversationId: String(row.conversation_id),
    title: String(row.title),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    messages: Number(row.messages),
    ...(row.branch_of === null ? {} : { branchOf: String(row.branch_of) }),
  };
}

/** Characters on each side of a find. */
const matchContext = 40;

/** The first of the words in a text with what stands around it, on one line; null where none is there. */
function around(text: string, wanted: readonly string[]): string | null {
  const flat = text.normalize('NFC').replace(/\s+/gu, ' ');
  const at = Math.min(
    ...wanted.map((word) => folded(flat).indexOf(word)).map((index) => (index < 0 ? Infinity : index)),
  );
  if (at === Infinity) return null;
  const start = Math.max(0, at - matchContext);
  const end = Math.min(flat.length, at + matchContext * 2);
  return `${start > 0 ? '…' : ''}${flat.slice(start, end).trim()}${end < flat.length ? '…' : ''}`;
}
