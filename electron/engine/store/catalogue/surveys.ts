import { createHash } from 'node:crypto';
import type { ExchangePlace, ParsedRequestOf, Survey, SurveyState } from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { SqlRow } from '../../sqlite';
import type { ContentStore } from './contents';
import type { SqlDatabase } from './database';
import { text } from './database';

type Asked = Pick<ParsedRequestOf<'survey.start'>, 'question' | 'scope' | 'filters'> & {
  /** `provider:model`. */
  readonly model: string;
  readonly reading: Survey['reading'];
};

type Progress = Pick<Survey, 'phase' | 'done' | 'total' | 'calls'>;

export interface StoredSurvey {
  readonly surveyId: string;
  readonly createdAt: string;
  readonly asked: Asked;
  readonly conversationId: string;
  readonly state: SurveyState;
  readonly progress: Progress;
  /** Why the model could not be asked any further. */
  readonly error: ErrorReport | null;
  readonly answer: ExchangePlace | null;
}

export interface SurveyReply {
  readonly sentences: readonly {
    readonly text: string;
    /** Of the document's text, in the order of the cited passages. */
    readonly spans: readonly { readonly startChar: number; readonly endChar: number }[];
  }[];
  /** Sentences that were left out, since no passage bears them out. */
  readonly dropped: number;
  /** Only for combined text: the model's own text, and whether it was complete. */
  readonly written?: { readonly text: string; readonly complete: boolean };
  /** As the server counted; null where it does not tell. */
  readonly tokens: { readonly prompt: number | null; readonly answer: number | null };
}

/** Surveys of a library, and what a model has said in them. They are this desk's own, as conversations are. */
export class SurveyStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly contents: ContentStore,
  ) {}

  list(): StoredSurvey[] {
    return this.database.all('SELECT * FROM surveys ORDER BY created_at, survey_id').map(surveyOf);
  }

  find(surveyId: string): StoredSurvey | null {
    const row = this.database.get('SELECT * FROM surveys WHERE survey_id = ?', surveyId);
    return row ? surveyOf(row) : null;
  }

  get(surveyId: string): StoredSurvey {
    const found = this.find(surveyId);
    if (found) return found;
    throw new VitrineError('survey-not-found', { surveyId });
  }

  add({ surveyId, createdAt, asked, conversationId, state, progress }: Omit<StoredSurvey, 'error' | 'answer'>): void {
    const ids = { survey_id: surveyId, conversation_id: conversationId };
    this.database.insert('surveys', { ...ids, created_at: createdAt, asked, state, progress });
  }

  setState(surveyId: string, state: SurveyState, error: ErrorReport | null, progress: Progress): void {
    const sql = 'UPDATE surveys SET state = ?, error = ?, progress = ? WHERE survey_id = ?';
    this.database.run(sql, state, error, progress, surveyId);
  }

  setAnswered(surveyId: string, messageId: string): void {
    this.database.run("UPDATE surveys SET state = 'done', message_id = ? WHERE survey_id = ?", messageId, surveyId);
  }

  remove(surveyId: string): void {
    this.get(surveyId);
    this.database.run('DELETE FROM surveys WHERE survey_id = ?', surveyId);
  }

  /** @param asked everything that the model was asked with, in order */
  reply(asked: readonly string[]): SurveyReply | null {
    const row = this.database.get('SELECT reply FROM survey_replies WHERE key = ?', keyOf(asked));
    return row ? (JSON.parse(text(row.reply)) as SurveyReply) : null;
  }

  /** @param contentId the content; null for a text combined from several */
  keepReply(surveyId: string, asked: readonly string[], contentId: string | null, reply: SurveyReply): void {
    const sql = 'INSERT OR REPLACE INTO survey_replies (key, survey_id, content_id, reply) VALUES (?, ?, ?, ?)';
    this.database.run(sql, keyOf(asked), surveyId, contentId, reply);
  }

  /** Replies hold the words of what they read: they go with it, and so does whatever was put together from them. */
  forget(contentIds: readonly string[]): void {
    const of = 'content_id IN (SELECT value FROM json_each(?))';
    if (!this.database.has(`SELECT 1 FROM survey_replies WHERE ${of}`, contentIds)) return;
    this.database.run(`DELETE FROM survey_replies WHERE content_id IS NULL OR ${of}`, contentIds);
  }

  forgetUnknown(): void {
    const read = 'SELECT DISTINCT content_id FROM survey_replies WHERE content_id IS NOT NULL';
    this.forget(this.database.column(read).filter((contentId) => !this.contents.isThere(contentId)));
  }
}

const keyOf = (asked: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(asked)).digest();

function surveyOf(row: SqlRow): StoredSurvey {
  const conversationId = text(row.conversation_id);
  const messageId = typeof row.message_id === 'string' ? row.message_id : null;
  return {
    surveyId: text(row.survey_id),
    createdAt: text(row.created_at),
    asked: JSON.parse(text(row.asked)) as Asked,
    conversationId,
    state: text(row.state) as SurveyState,
    progress: JSON.parse(text(row.progress)) as Progress,
    error: typeof row.error === 'string' ? (JSON.parse(row.error) as ErrorReport) : null,
    answer: messageId === null ? null : { conversationId, messageId },
  };
}
