import {
  type Band,
  bands,
  type InsightsReport,
  type ModelUse,
  type Outcome,
  outcomes,
  type ParsedRequestOf,
  type Results,
  type StepTimes,
  type TimedStep,
  timedSteps,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import { logMoment, type QuestionLog } from './question-log';

const columnOf: Readonly<Record<TimedStep, string>> = {
  retrieval: 'retrieval_ms',
  rerank: 'rerank_ms',
  gate: 'gate_ms',
  firstToken: 'first_token_ms',
  answer: 'answer_ms',
  total: 'total_ms',
};

/** Models without what they cost: prices are settings of a person. */
type Sums = Omit<InsightsReport, 'models'> & { readonly models: readonly Omit<ModelUse, 'cost'>[] };

const inRange = 'q.created_at >= ? AND q.created_at < ?';
type Range = readonly [since: string, before: string];

const never = '~';

const sum = (what: string): string => `coalesce(sum(${what}), 0)`;

interface Group extends Pick<ModelUse, 'promptTokens' | 'answerTokens' | 'uncounted' | 'helpful' | 'notHelpful'> {
  readonly day: string;
  readonly outcome: Outcome | 'help';
  readonly band: Band | null;
  readonly model: string | null;
  readonly questions: number;
  readonly citing: number;
  readonly looked: number;
  readonly opened: number;
}

const isAnswer = ({ outcome }: Group): boolean => outcome !== 'nothing' && outcome !== 'help';

function summed<K extends keyof Group>(groups: readonly Group[], ...keys: readonly K[]): { [N in K]: number } {
  const total = (key: K) => groups.reduce((all, group) => all + Number(group[key]), 0);
  return Object.fromEntries(keys.map((key) => [key, total(key)])) as { [N in K]: number };
}

const counted = (groups: readonly Group[]): number => summed(groups, 'questions').questions;

function grouped<T>(groups: readonly Group[], keyOf: (group: Group) => T): (readonly [key: T, of: Group[]])[] {
  const found = new Map<T, Group[]>();
  for (const group of groups) {
    const known = found.get(keyOf(group));
    if (known) known.push(group);
    else found.set(keyOf(group), [group]);
  }
  return [...found];
}

export class UseFigures {
  constructor(
    private readonly database: SqlDatabase,
    private readonly log: QuestionLog,
  ) {}

  /** All figures of a time, summed up by the catalogue: no line of the log is read. */
  over({ since, before }: ParsedRequestOf<'insights.get'>): Sums {
    const range: Range = [logMoment(since), before === undefined ? never : logMoment(before)];
    const groups = this.groups(range);
    const ofKeys = <K extends string>(keys: readonly K[], keyOf: (group: Group) => string | null) =>
      Object.fromEntries(keys.map((key) => [key, counted(groups.filter((group) => keyOf(group) === key))])) as Record<
        K,
        number
      >;
    return {
      questions: counted(groups),
      outcomes: ofKeys(outcomes, ({ outcome }) => outcome),
      bands: ofKeys(bands, ({ band }) => band),
      steps: Object.fromEntries(timedSteps.map((step) => [step, this.times(columnOf[step], range)])) as Sums['steps'],
      models: grouped(groups.filter(isAnswer), ({ model }) => model)
        .map(([model, own]) => ({
          model,
          answers: counted(own),
          ...summed(own, 'promptTokens', 'answerTokens', 'uncounted', 'helpful', 'notHelpful'),
        }))
        .sort((one, other) => other.answers - one.answers),
      sessions: this.sessions(range),
      feedback: summed(groups, 'helpful', 'notHelpful', 'citing', 'looked', 'opened'),
      notices: this.notices(range),
      days: grouped(groups, ({ day }) => day).map(([day, own]) => ({
        day,
        questions: counted(own),
        answered: counted(own.filter(isAnswer)),
        unanswered: counted(own.filter(({ outcome }) => outcome === 'nothing')),
        ...summed(own, 'helpful', 'notHelpful', 'promptTokens', 'answerTokens'),
      })),
    };
  }

  private groups(range: Range): Group[] {
    const outcome = `iif(q.way = 'help', 'help', q.outcome)`;
    const sql = `SELECT date(q.created_at, 'localtime') AS day, ${outcome} AS outcome, q.band, q.model, count(*) AS questions,
         ${sum('q.prompt_tokens')} AS promptTokens, ${sum('q.answer_tokens')} AS answerTokens,
         ${sum('q.model IS NOT NULL AND q.prompt_tokens IS NULL')} AS uncounted,
         ${sum('f.helpful = 1')} AS helpful, ${sum('f.helpful = 0')} AS notHelpful,
         ${sum('q.citations > 0')} AS citing, ${sum('f.opened > 0')} AS looked, ${sum('f.opened')} AS opened
       FROM qa_figures q LEFT JOIN answer_feedback f ON f.message_id = q.message_id WHERE ${inRange}
       GROUP BY day, 2, q.band, q.model ORDER BY day DESC, q.model`;
    return this.database.all<Group>(sql, ...range);
  }

  private sessions(range: Range): InsightsReport['sessions'] {
    const sql = `SELECT count(*) AS count, coalesce(max(n), 0) AS longest
       FROM (SELECT count(*) AS n FROM qa_figures q WHERE ${inRange} GROUP BY q.conversation_id)`;
    const row = this.database.get<InsightsReport['sessions']>(sql, ...range);
    return { count: row?.count ?? 0, longest: row?.longest ?? 0 };
  }

  private notices(range: Range): InsightsReport['notices'] {
    const sql = `SELECT value AS code, sum(n) AS count
       FROM (SELECT q.notices, count(*) AS n FROM qa_figures q WHERE ${inRange} GROUP BY q.notices) g, json_each(g.notices)
       WHERE value IS NOT NULL GROUP BY value ORDER BY count DESC, code`;
    return this.database.all<InsightsReport['notices'][number]>(sql, ...range);
  }

  private times(column: string, range: Range): StepTimes | null {
    const timed = `FROM qa_figures q WHERE q.${column} IS NOT NULL AND ${inRange}`;
    const count = this.database.number(`SELECT count(*) ${timed}`, ...range);
    if (count === 0) return null;
    // From the slowest on: the way to most of them is short.
    const at = (share: number): number =>
      this.database.number(
        `SELECT q.${column} ${timed} ORDER BY q.${column} DESC LIMIT 1 OFFSET ?`,
        ...range,
        count - Math.max(1, Math.ceil(share * count)),
      );
    return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }

  /** A person's rating of an answer; a branch's copy is the same answer. Errors: `conversation-not-found`. */
  rate(messageId: string, helpful: boolean | null): void {
    this.mark(messageId, 'helpful', helpful, 'excluded.helpful');
  }

  citationOpened(messageId: string): void {
    this.mark(messageId, 'opened', 1, 'opened + 1');
  }

  private mark(messageId: string, column: 'helpful' | 'opened', value: boolean | number | null, again: string): void {
    const sql = `INSERT INTO answer_feedback (message_id, conversation_id, ${column})
       SELECT coalesce(m.origin, m.message_id), coalesce(o.conversation_id, m.conversation_id), ?
       FROM messages m LEFT JOIN messages o ON o.message_id = m.origin WHERE m.message_id = ?
       ON CONFLICT (message_id) DO UPDATE SET ${column} = ${again}`;
    const marked = this.database.run(sql, value, messageId);
    if (marked === 0) throw new VitrineError('conversation-not-found', { messageId });
  }

  /** Deletes every line of the log and all that was done with answers; says how much went. */
  delete(): Results['insights.delete'] {
    return this.database.transaction(() => {
      const sql = 'SELECT count(helpful) AS ratings, coalesce(sum(opened), 0) AS opened FROM answer_feedback';
      const given = this.database.get<{ ratings: number; opened: number }>(sql);
      this.database.run('DELETE FROM answer_feedback');
      return { questions: this.log.delete({ all: true }), ratings: given?.ratings ?? 0, opened: given?.opened ?? 0 };
    });
  }
}
