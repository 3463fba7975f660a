import type { Answer, ConversationSummary, DocumentTraces, ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { titleOfQuestion } from '@shared/visible-text';
import type { SqlRow } from '../../sqlite';
import { folded } from '../../text/segmentation';
import type { SqlDatabase } from './database';
import { type MemoryStore, pathFrom } from './memory';
import type { QuestionLog } from './question-log';
import type { RunStore } from './runs';

type ConversationChange = Omit<ParsedRequestOf<'chat.change'>, 'conversationIds'>;

/** Exchanges of a conversation are a tree: a repeated question is beside the first, and one path is shown. */
export class ConversationStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly memory: MemoryStore,
    private readonly log: QuestionLog,
    private readonly runs: RunStore,
  ) {}

  /** Writes and shows one exchange. @param after the exchange before it; null for none */
  record(answer: Answer, requestId: string, after: string | null, logged = true): void {
    const { conversationId, messageId, question, createdAt } = answer;
    this.database.transaction(() => {
      // More of an answer: its remembered form is out of date.
      this.memory.forget([messageId], false);
      const sql = `INSERT INTO conversations (conversation_id, title, created_at, updated_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (conversation_id) DO UPDATE SET updated_at = excluded.updated_at`;
      this.database.run(sql, conversationId, titleOfQuestion(question), createdAt, createdAt);
      this.write(answer, after);
      this.show(messageId);
      if (logged) this.log.write({ ...answer, requestId });
    });
  }

  private write(answer: Answer, after: string | null, copyOf: string | null = null): void {
    // A copy does not remember text removed from the log either.
    const sql = `INSERT INTO messages (message_id, conversation_id, position, answer, parent, remembered, origin)
       SELECT ?, ?, (SELECT coalesce(max(position) + 1, 0) FROM messages WHERE conversation_id = ?), ?, ?,
         iif(o.remembered = 0, 0, NULL), coalesce(o.origin, o.message_id)
       FROM (SELECT 1) LEFT JOIN messages o ON o.message_id = ? WHERE true
       ON CONFLICT (message_id) DO UPDATE SET answer = excluded.answer`;
    this.database.run(sql, answer.messageId, answer.conversationId, answer.conversationId, answer, after, copyOf);
  }

  /** Shows the path through this exchange and the last questions after it. Errors: `conversation-not-found`. */
  show(messageId: string): void {
    const sql = `WITH RECURSIVE under(id, position) AS (
         SELECT message_id, position FROM messages WHERE message_id = ?
         UNION ALL SELECT m.message_id, m.position FROM messages m JOIN under ON m.parent = under.id),
       path(id) AS (
         SELECT id FROM (SELECT id FROM under ORDER BY position DESC LIMIT 1)
         UNION ALL SELECT m.parent FROM messages m JOIN path ON m.message_id = path.id)
       UPDATE messages SET shown = message_id IN (SELECT id FROM path WHERE id IS NOT NULL)
       WHERE conversation_id = (SELECT conversation_id FROM messages WHERE message_id = ?)`;
    const shown = this.database.run(sql, messageId, messageId);
    if (shown === 0) throw new VitrineError('conversation-not-found', { messageId });
  }

  /** Exchanges with the ids of those that were asked in their place, they among them; nothing of one alone. */
  withVersions<One extends Answer>(answers: readonly One[]): One[] {
    const sql = `SELECT m.message_id AS id, json_group_array(o.message_id ORDER BY o.position) AS versions
       FROM json_each(?) a JOIN messages m ON m.message_id = a.value
       JOIN messages o ON o.conversation_id = m.conversation_id AND o.parent IS m.parent
       GROUP BY m.message_id HAVING count(*) > 1`;
    const ids = answers.map(({ messageId }) => messageId);
    const rows = this.database.all(sql, ids);
    const known = new Map(rows.map(({ id, versions }) => [id, JSON.parse(String(versions)) as string[]]));
    return answers.map((answer) => {
      const versions = known.get(answer.messageId);
      return versions ? { ...answer, versions } : answer;
    });
  }

  list(): ConversationSummary[] {
    const sql = `${summaries} GROUP BY c.conversation_id ORDER BY c.updated_at DESC, c.conversation_id`;
    return this.database.all<SummaryRow>(sql).map(summaryOf);
  }

  summary(conversationId: string): ConversationSummary {
    const sql = `${summaries} WHERE c.conversation_id = ? GROUP BY c.conversation_id`;
    const row = this.database.get<SummaryRow>(sql, conversationId);
    if (row) return summaryOf(row);
    throw new VitrineError('conversation-not-found', { conversationId });
  }

  has(conversationId: string): boolean {
    return this.database.has('SELECT 1 FROM conversations WHERE conversation_id = ?', conversationId);
  }

  change(conversationIds: readonly string[], change: ConversationChange): ConversationSummary[] {
    return this.database.transaction(() =>
      conversationIds.map((conversationId) => {
        for (const column of ['title', 'pinned', 'folder'] as const) {
          const value = change[column];
          if (value === undefined) continue;
          this.database.run(`UPDATE conversations SET ${column} = ? WHERE conversation_id = ?`, value, conversationId);
        }
        return this.summary(conversationId);
      }),
    );
  }

  /** Returns conversations that hold every word, ignoring case and accents, with the best place in each. */
  search(query: string): ConversationSummary[] {
    const wanted = folded(query).split(/\s+/u).filter(Boolean);
    return this.list().flatMap((conversation): ConversationSummary[] => {
      const texts = this.texts(conversation.conversationId);
      const all = folded([conversation.title, ...texts.map(({ text }) => text)].join('\n'));
      if (!wanted.every((word) => all.includes(word))) return [];
      // The place of most of them; among equals the shown one first.
      const counted = texts.map(({ messageId, text }) => {
        const inside = folded(text);
        return { messageId, text, words: wanted.filter((word) => inside.includes(word)).length };
      });
      const [best] = counted.sort((one, other) => other.words - one.words);
      const match = best && around(best.text, wanted);
      return [match ? { ...conversation, match, messageId: best.messageId } : conversation];
    });
  }

  private texts(conversationId: string): { readonly messageId: string; readonly text: string }[] {
    const sql = `SELECT message_id AS id, json_extract(answer, '$.question') AS question, json_extract(answer, '$.answer') AS answer
         FROM messages WHERE conversation_id = ? ORDER BY shown DESC, position`;
    return this.database
      .all(sql, conversationId)
      .flatMap(({ id, question, answer }) =>
        [question, answer].map((text) => ({ messageId: String(id), text: String(text) })),
      );
  }

  /** Copies the exchanges up to `messageId` into a new conversation. Errors: `conversation-not-found`. */
  branch(conversationId: string, messageId: string, newId: (prefix: string) => string): ConversationSummary {
    return this.database.transaction(() => {
      const from = this.summary(conversationId);
      const branchId = newId('conv');
      const now = new Date().toISOString();
      const times = { created_at: now, updated_at: now };
      const row = { conversation_id: branchId, title: from.title, ...times, branch_of: conversationId };
      this.database.insert('conversations', row);
      let after: string | null = null;
      for (const answer of this.upTo(conversationId, messageId)) {
        const copy: Answer = { ...answer, messageId: newId('msg'), conversationId: branchId };
        this.write(copy, after, answer.messageId);
        after = copy.messageId;
      }
      return this.summary(branchId);
    });
  }

  messages(conversationId: string): Answer[] {
    this.summary(conversationId);
    const sql = 'SELECT answer FROM messages WHERE conversation_id = ? AND shown ORDER BY position';
    return this.database.all(sql, conversationId).map(answerOfRow);
  }

  /** Exchanges up to `after`: the shown ones for undefined, none for null. Errors: `conversation-not-found`. */
  upTo(conversationId: string, after: string | null | undefined): Answer[] {
    if (after === undefined) return this.messages(conversationId);
    if (after === null) return [];
    const sql = `WITH RECURSIVE ${pathFrom('?')} SELECT answer FROM messages
       WHERE message_id IN (SELECT id FROM path) AND conversation_id = ? ORDER BY position`;
    const path = this.database.all(sql, after, conversationId);
    if (path.length > 0) return path.map(answerOfRow);
    throw new VitrineError('conversation-not-found', { conversationId, messageId: after });
  }

  answerOf(runId: string): Answer | null {
    const sql = `SELECT answer FROM messages WHERE json_extract(answer, '$.runId') = ? ORDER BY rowid LIMIT 1`;
    const row = this.database.get(sql, runId);
    return row ? answerOfRow(row) : null;
  }

  find(messageId: string): Answer | null {
    const row = this.database.get('SELECT answer FROM messages WHERE message_id = ?', messageId);
    return row ? answerOfRow(row) : null;
  }

  /** Deletes a conversation, its runs and its lines of the log, but no line that a branch still has. */
  remove(
    conversationId: string,
    withRuns: boolean,
    withLog: boolean,
  ): { readonly deleted: boolean; readonly runs: number } {
    return this.database.transaction(() => {
      const sql = `SELECT message_id, json_extract(answer, '$.runId') AS run_id FROM messages WHERE conversation_id = ?`;
      const messages = this.database.all(sql, conversationId);
      const lines = withLog ? this.log.linesOf(conversationId) : [];
      this.forget(messages.map((row) => String(row.message_id)));
      // Answers that branches alone hold now were rated too.
      this.database.run('DELETE FROM answer_feedback WHERE conversation_id = ?', conversationId);
      const deleted = this.database.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId) > 0;
      this.log.dropGone(lines);
      const runIds = withRuns
        ? messages.flatMap(({ run_id: runId }) => (typeof runId === 'string' ? [runId] : []))
        : [];
      return { deleted, runs: this.runs.remove(this.unanswered(runIds)) };
    });
  }

  removeExchanges(messageIds: readonly string[]): void {
    if (messageIds.length === 0) return;
    const sql =
      'SELECT DISTINCT conversation_id AS id FROM messages WHERE message_id IN (SELECT value FROM json_each(?))';
    const conversations = this.database.column(sql, messageIds);
    const moveUp = 'UPDATE messages SET parent = (SELECT parent FROM messages WHERE message_id = ?) WHERE parent = ?';
    for (const messageId of messageIds) this.database.run(moveUp, messageId, messageId);
    this.forget(messageIds);
    const lastShown =
      'SELECT message_id FROM messages WHERE conversation_id = ? ORDER BY shown DESC, position DESC LIMIT 1';
    for (const conversationId of conversations) {
      const [last] = this.database.column(lastShown, conversationId);
      if (last !== undefined) this.show(last);
    }
    const empty = `DELETE FROM conversations WHERE conversation_id IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = conversations.conversation_id)`;
    this.database.run(empty, conversations);
  }

  private forget(messageIds: readonly string[]): void {
    this.memory.forget(messageIds, true);
    for (const table of ['answer_feedback', 'messages']) {
      this.database.run(`DELETE FROM ${table} WHERE message_id IN (SELECT value FROM json_each(?))`, messageIds);
    }
  }

  private unanswered(runIds: readonly string[]): string[] {
    const sql = `SELECT value AS id FROM json_each(?)
         WHERE value NOT IN (SELECT json_extract(answer, '$.runId') FROM messages WHERE json_extract(answer, '$.runId') IS NOT NULL)`;
    return this.database.column(sql, runIds);
  }
}

const answerOfRow = (row: SqlRow): Answer => JSON.parse(String(row.answer)) as Answer;

const summaries = `SELECT c.conversation_id AS conversationId, c.title, c.created_at AS createdAt,
    c.updated_at AS updatedAt, c.branch_of AS branchOf, c.pinned, c.folder, count(m.message_id) AS messages
  FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.conversation_id AND m.shown`;

type SummaryRow = Pick<ConversationSummary, 'conversationId' | 'title' | 'createdAt' | 'updatedAt' | 'messages'> & {
  readonly branchOf: string | null;
  readonly pinned: number;
  readonly folder: string | null;
};

const summaryOf = ({ branchOf, pinned, folder, ...row }: SummaryRow): ConversationSummary => ({
  ...row,
  ...(branchOf === null ? {} : { branchOf }),
  ...(pinned === 1 ? { pinned: true } : {}),
  ...(folder === null ? {} : { folder }),
});

const matchContext = 40;

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

interface Stores {
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly log: QuestionLog;
}

/** SQL: whether JSON in this column names one of the documents. Damaged JSON names none. */
const citesOne = (column: string, lists: readonly (keyof Answer)[] = ['citations', 'passages']): string => {
  const quoted = lists.map(
    (list) => `SELECT value FROM json_each(iif(json_valid(${column}), ${column}, '{}'), '$.${list}')`,
  );
  return `EXISTS (SELECT 1 FROM (${quoted.join(' UNION ALL ')}) c
     WHERE json_extract(c.value, '$.documentId') IN (SELECT value FROM json_each(?)))`;
};

export class TraceStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly stores: Stores,
  ) {}

  of(documentIds: readonly string[]): DocumentTraces {
    const { runs, answers, logLines } = this.found(documentIds);
    return { runs: runs.length, answers: answers.length, logLines: logLines.length };
  }

  remove(documentIds: readonly string[]): DocumentTraces {
    const { runs, answers, logLines } = this.found(documentIds);
    if (logLines.length > 0) this.stores.log.delete({ messageIds: logLines });
    this.stores.conversations.removeExchanges(answers);
    // Answers that do not quote them may name their titles and headings all the same.
    const sql = `UPDATE messages SET answer = json_set(answer, '$.given', (SELECT json_group_array(json(value))
         FROM json_each(answer, '$.given') WHERE json_extract(value, '$.documentId') NOT IN (SELECT value FROM json_each(?))))
       WHERE ${citesOne('answer', ['given'])}`;
    this.database.run(sql, documentIds, documentIds);
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
