import type { Answer, ConversationSummary, DocumentTraces, ExchangeVersions } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import type { MemoryStore } from './memory';
import { folded, type QuestionLog } from './question-log';
import type { RunStore } from './runs';

/** What an exchange that is recorded has to do with others. */
export interface RecordedBeside {
  /** The exchange whose place it takes. */
  readonly replaces?: string | undefined;
  /** The conversation that a new one is a branch of. */
  readonly branchOf?: string | undefined;
  /** Whether it is written to the log; so where nothing is said. */
  readonly logged?: boolean | undefined;
}

/** Conversations and their exchanges; each exchange is written to the log as well. */
export class ConversationStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly memory: MemoryStore,
    private readonly log: QuestionLog,
    private readonly runs: RunStore,
  ) {}

  /**
   * Writes one exchange to its conversation (made when new) and to the log, in one transaction. It takes the place of
   * `replaces`, whose log entry stays. The same message again, with more of its answer, keeps its place.
   */
  record(answer: Answer, requestId: string, { replaces, branchOf, logged = true }: RecordedBeside = {}): void {
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
        answer,
      );
      if (logged) this.log.write({ ...answer, requestId });
    });
  }

  list(): ConversationSummary[] {
    return this.database
      .all<SummaryRow>(`${summaries} GROUP BY c.conversation_id ORDER BY ${newestFirst}`)
      .map(summaryOf);
  }

  /** Errors: `conversation-not-found`. */
  summary(conversationId: string): ConversationSummary {
    const row = this.database.get<SummaryRow>(
      `${summaries} WHERE c.conversation_id = ? GROUP BY c.conversation_id`,
      conversationId,
    );
    if (row) return summaryOf(row);
    throw new VitrineError('conversation-not-found', { conversationId });
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
    throw new VitrineError('conversation-not-found', { conversationId, messageId });
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
          copy,
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

  /** The answer that came from a run; null where there is none. Branches hold it once more. */
  answerOf(runId: string): Answer | null {
    const row = this.database.get(
      `SELECT answer FROM messages WHERE json_extract(answer, '$.runId') = ? LIMIT 1`,
      runId,
    );
    return row ? (JSON.parse(String(row.answer)) as Answer) : null;
  }

  /**
   * Deletes a conversation; `withRuns` also the runs that its answers came from, and `withLog` its lines of the log, but
   * for those of exchanges that stand in branches too.
   */
  remove(
    conversationId: string,
    withRuns: boolean,
    withLog: boolean,
  ): { readonly deleted: boolean; readonly runs: number } {
    return this.database.transaction(() => {
      const messages = this.database.all(
        `SELECT message_id, json_extract(answer, '$.runId') AS run_id FROM messages WHERE conversation_id = ?`,
        conversationId,
      );
      const lines = withLog ? this.log.linesOf(conversationId) : [];
      this.forget(messages.map((row) => String(row.message_id)));
      // Answers that another one has taken the place of were rated too.
      this.database.run('DELETE FROM answer_feedback WHERE conversation_id = ?', conversationId);
      const deleted = this.database.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId) > 0;
      this.log.dropGone(lines);
      const runIds = withRuns
        ? messages.flatMap(({ run_id: runId }) => (typeof runId === 'string' ? [runId] : []))
        : [];
      return { deleted, runs: this.runs.remove(this.unanswered(runIds)) };
    });
  }

  /** Removes exchanges, and the conversations that are left without any. Part of a transaction. */
  removeExchanges(messageIds: readonly string[]): void {
    if (messageIds.length === 0) return;
    const among = 'conversation_id IN (SELECT value FROM json_each(?))';
    const conversations = this.database.column(
      'SELECT DISTINCT conversation_id AS id FROM messages WHERE message_id IN (SELECT value FROM json_each(?))',
      messageIds,
    );
    this.forget(messageIds);
    this.database.run(
      `DELETE FROM conversations WHERE ${among} AND conversation_id NOT IN (SELECT conversation_id FROM messages WHERE ${among})`,
      conversations,
      conversations,
    );
  }

  private forget(messageIds: readonly string[]): void {
    this.memory.forget(messageIds, true);
    for (const table of ['answer_feedback', 'messages']) {
      this.database.run(`DELETE FROM ${table} WHERE message_id IN (SELECT value FROM json_each(?))`, messageIds);
    }
  }

  /** Of these runs, those that no answer came from. */
  private unanswered(runIds: readonly string[]): string[] {
    return this.database.column(
      `SELECT value AS id FROM json_each(?)
         WHERE value NOT IN (SELECT json_extract(answer, '$.runId') FROM messages WHERE json_extract(answer, '$.runId') IS NOT NULL)`,
      runIds,
    );
  }
}

/** The family of a conversation that is given by its id; null where it is gone. */
const familyOfGiven = '(SELECT coalesce(family, conversation_id) FROM conversations WHERE conversation_id = ?)';
const summaries = `SELECT c.conversation_id AS conversationId, c.title, c.created_at AS createdAt,
    c.updated_at AS updatedAt, c.branch_of AS branchOf, count(m.message_id) AS messages
  FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.conversation_id`;
const newestFirst = 'c.updated_at DESC, c.conversation_id';

type SummaryRow = Omit<ConversationSummary, 'branchOf'> & { readonly branchOf: string | null };

const summaryOf = ({ branchOf, ...row }: SummaryRow): ConversationSummary =>
  branchOf === null ? row : { ...row, branchOf };

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

/** An exchange of a conversation; copies of one exchange in branches have one origin. */
interface ThreadMessage {
  readonly messageId: string;
  readonly origin: string;
}

/** A conversation with its exchanges in order. */
interface Thread {
  readonly conversationId: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly messages: readonly ThreadMessage[];
}

/**
 * The exchanges of a conversation that stand otherwise in its branches: those that follow the same exchanges and are
 * others. Of several conversations that go on with one version, the one that was written to last is named.
 *
 * @param threads the conversation and its branches, in the order in which they were begun
 */
function versionsOf(conversationId: string, threads: readonly Thread[]): ExchangeVersions[] {
  const own = threads.find((thread) => thread.conversationId === conversationId)?.messages ?? [];
  const found: ExchangeVersions[] = [];
  let alike = threads;
  for (const [at, { messageId, origin }] of own.entries()) {
    const latest = new Map<string, Thread>();
    for (const thread of alike) {
      const other = thread.messages[at]?.origin;
      if (other === undefined) continue;
      const before = latest.get(other);
      const isOwn = before?.conversationId === conversationId;
      if (!isOwn && (thread.conversationId === conversationId || !before || before.updatedAt < thread.updatedAt)) {
        latest.set(other, thread);
      }
    }
    if (latest.size > 1) {
      const versions = [...latest.values()].map((thread) => ({
        conversationId: thread.conversationId,
        messageId: thread.messages[at]?.messageId ?? '',
      }));
      found.push({ messageId, versions });
    }
    alike = alike.filter((thread) => thread.messages[at]?.origin === origin);
  }
  return found;
}

interface Stores {
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly log: QuestionLog;
}

/**
 * Whether JSON in this column quotes one of the documents that the statement is given, as a source or as what was
 * nearest where nothing answered; a damaged one quotes none.
 */
const citesOne = (column: string): string => {
  const quoted = ['citations', 'nearest'].map(
    (list) => `SELECT value FROM json_each(iif(json_valid(${column}), ${column}, '{}'), '$.${list}')`,
  );
  return `EXISTS (SELECT 1 FROM (${quoted.join(' UNION ALL ')}) c
     WHERE json_extract(c.value, '$.documentId') IN (SELECT value FROM json_each(?)))`;
};

/** What else than the documents themselves holds their text: kept runs, answers that cite them, and lines of the log. */
export class TraceStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly stores: Stores,
  ) {}

  of(documentIds: readonly string[]): DocumentTraces {
    const { runs, answers, logLines } = this.found(documentIds);
    return { runs: runs.length, answers: answers.length, logLines: logLines.length };
  }

  /** Removes them; returns how many went. Part of a transaction. */
  remove(documentIds: readonly string[]): DocumentTraces {
    const { runs, answers, logLines } = this.found(documentIds);
    if (logLines.length > 0) this.stores.log.delete({ messageIds: logLines });
    this.stores.conversations.removeExchanges(answers);
    this.stores.runs.remove(runs);
    return { runs: runs.length, answers: answers.length, logLines: logLines.length };
  }

  private found(documentIds: readonly string[]): Readonly<Record<keyof DocumentTraces, string[]>> {
    return {
      runs: this.stores.runs.withDocuments(documentIds),
      answers: this.database.column(`SELECT message_id FROM messages WHERE ${citesOne('answer')}`, documentIds),
      logLines: this.database.column(`SELECT message_id FROM qa_logs WHERE ${citesOne('entry')}`, documentIds),
    };
  }
}
