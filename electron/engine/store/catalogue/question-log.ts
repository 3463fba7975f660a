import type { Answer, DamagedLogLine, Feedback, LogPage, ParsedRequestOf, QaLogEntry } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { folded } from '../../text/segmentation';
import type { SqlDatabase } from './database';
import type { MemoryStore } from './memory';

/** Lines read at once: a page is a few of them, and the whole log does not have to fit into memory. */
const batch = 200;

/** The log of every question ever asked here. A line that is damaged hides no other: it is passed over, and named. */
export class QuestionLog {
  constructor(
    private readonly database: SqlDatabase,
    private readonly memory: MemoryStore,
  ) {}

  write({ given: _inConversation, ...entry }: QaLogEntry): void {
    const sql = 'INSERT OR REPLACE INTO qa_logs (message_id, request_id, created_at, entry) VALUES (?, ?, ?, ?)';
    this.database.run(sql, entry.messageId, entry.requestId, entry.createdAt, entry);
  }

  entries(): QaLogEntry[] {
    return this.withFeedback([...this.rows({})].flatMap((row) => entryOf(row) ?? []));
  }

  /** Returns one page, newest first: entries with every word of `query`. Damaged lines are in pages without a query. */
  page({ query = '', limit = batch, offset = 0, ...chosen }: ParsedRequestOf<'chat.findLogs'>): LogPage {
    const wanted = folded(query).split(/\s+/u).filter(Boolean);
    const entries: QaLogEntry[] = [];
    const damaged: DamagedLogLine[] = [];
    let passOver = offset;
    for (const row of this.rows(chosen)) {
      const entry = entryOf(row);
      const takes = entry ? holds(entry, wanted) : wanted.length === 0;
      if (takes && passOver > 0) passOver -= 1;
      else if (passOver === 0) {
        const isFull = entries.length + (wanted.length === 0 ? damaged.length : 0) >= limit;
        if (takes && isFull) return { entries: this.withFeedback(entries), damaged, more: true };
        if (!entry && !isFull) damaged.push({ messageId: String(row.message_id), createdAt: String(row.created_at) });
        if (entry && takes) entries.push(entry);
      }
    }
    return { entries: this.withFeedback(entries), damaged, more: false };
  }

  withFeedback<A extends Answer>(answers: readonly A[]): A[] {
    const sql = `SELECT a.value AS id, f.helpful, f.opened FROM json_each(?) a LEFT JOIN messages m ON m.message_id = a.value
       JOIN answer_feedback f ON f.message_id = coalesce(m.origin, a.value)`;
    const ids = answers.map(({ messageId }) => messageId);
    const rows = this.database.all(sql, ids);
    const known = new Map(
      rows.map(({ id, helpful, opened }): [unknown, Feedback] => [
        id,
        { ...(helpful === null ? {} : { helpful: helpful === 1 }), opened: Number(opened) },
      ]),
    );
    return answers.map((answer) => ({ ...answer, ...known.get(answer.messageId) }));
  }

  private *rows(chosen: Chosen): Generator<Readonly<Record<string, unknown>>> {
    const { sql, values } = conditionOf(chosen);
    for (let from = 0; ; from += batch) {
      const rows = this.database.all(
        `SELECT l.message_id, l.created_at, l.entry FROM qa_logs l LEFT JOIN qa_figures f ON f.message_id = l.message_id
         WHERE ${sql} ORDER BY l.created_at DESC, l.rowid DESC LIMIT ? OFFSET ?`,
        ...values,
        batch,
        from,
      );
      yield* rows;
      if (rows.length < batch) return;
    }
  }

  /** Removes lines logged before a moment, ms since 1970; conversations keep their memory. Returns how many. */
  expire(before: number): number {
    return this.database.run('DELETE FROM qa_logs WHERE created_at < ?', new Date(before).toISOString());
  }

  /** Ids of the lines about a conversation: also about what another exchange has taken the place of. */
  linesOf(conversationId: string): string[] {
    const sql = `SELECT message_id FROM qa_figures WHERE conversation_id = ?
       UNION SELECT coalesce(origin, message_id) FROM messages WHERE conversation_id = ?`;
    return this.database.column(sql, conversationId, conversationId);
  }

  dropGone(messageIds: readonly string[]): void {
    const sql = `DELETE FROM qa_logs WHERE message_id IN (SELECT value FROM json_each(?))
         AND message_id NOT IN (SELECT coalesce(origin, message_id) FROM messages)`;
    this.database.run(sql, messageIds);
  }

  /** Removes all lines, the named ones, or older ones (ISO 8601), and returns their number. Errors: `bad-request`. */
  delete({ all, messageIds, olderThan }: ParsedRequestOf<'chat.deleteLogs'>): number {
    if (!all && messageIds === undefined && olderThan === undefined) {
      throw new VitrineError('bad-request', { why: 'nothing-named' });
    }
    const condition = '? = 1 OR message_id IN (SELECT value FROM json_each(?)) OR created_at < ?';
    const named = [all ?? false, messageIds ?? [], logMoment(olderThan)];
    return this.database.transaction(() => {
      // A branch's copy of an exchange has another id and the same run. A damaged line is deleted like any other.
      const sql = `WITH gone AS (SELECT message_id, ${runOf('entry')} AS run_id FROM qa_logs WHERE ${condition})
         SELECT message_id FROM messages WHERE message_id IN (SELECT message_id FROM gone)
           OR ${runOf('answer')} IN (SELECT run_id FROM gone WHERE run_id IS NOT NULL)`;
      const exchanges = this.database.all(sql, ...named);
      const ids = exchanges.map((row) => String(row.message_id));
      this.memory.forget(ids, true);
      this.database.run(
        `DELETE FROM answer_feedback WHERE message_id IN (SELECT message_id FROM qa_logs WHERE ${condition})`,
        ...named,
      );
      return this.database.run(`DELETE FROM qa_logs WHERE ${condition}`, ...named);
    });
  }
}

/** A run's id in a column of JSON, null where the JSON is damaged. */
export const runOf = (column: string): string =>
  `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '$.runId') ELSE NULL END`;

type Chosen = Pick<
  ParsedRequestOf<'chat.findLogs'>,
  'since' | 'before' | 'outcome' | 'band' | 'model' | 'notice' | 'helpful'
>;

function conditionOf({ since, before, outcome, band, model, notice, helpful }: Chosen) {
  const wanted: readonly (readonly [sql: string, value: string | boolean | null | undefined])[] = [
    ['l.created_at >= ?', since && logMoment(since)],
    ['l.created_at < ?', before && logMoment(before)],
    ['f.outcome = ?', outcome],
    ['f.band = ?', band],
    // Answers of a model and without one; a greeting and an unanswered question have no author.
    ["f.outcome != 'nothing' AND f.way IS NOT 'help' AND f.model IS ?", model],
    ['EXISTS (SELECT 1 FROM json_each(f.notices) WHERE value = ?)', notice],
    ['(SELECT helpful FROM answer_feedback WHERE message_id = l.message_id) = ?', helpful],
  ];
  const used = wanted.filter(([, value]) => value !== undefined);
  return { sql: ['1 = 1', ...used.map(([sql]) => sql)].join(' AND '), values: used.map(([, value]) => value ?? null) };
}

/** As the log writes it; empty for none, which is before every other. */
export const logMoment = (date: string | undefined): string => (date === undefined ? '' : new Date(date).toISOString());

function holds({ question, answer }: QaLogEntry, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const text = folded(`${question}\n${answer}`);
  return wanted.every((word) => text.includes(word));
}

/** Null for a line that is no entry: cut off, overwritten, or without what every list of entries shows. */
function entryOf(row: Readonly<Record<string, unknown>>): QaLogEntry | null {
  let read: unknown;
  try {
    read = JSON.parse(String(row.entry));
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { messageId, conversationId, question, answer, outcome, createdAt, confidence, citations, timings } =
    read as Partial<QaLogEntry>;
  const texts = [messageId, conversationId, question, answer, outcome, createdAt].every(
    (text) => typeof text === 'string',
  );
  const whole =
    texts && typeof confidence === 'number' && Array.isArray(citations) && typeof timings?.total === 'number';
  return whole ? (read as QaLogEntry) : null;
}
