import { gunzipSync, gzipSync } from 'node:zlib';
import type { EvaluationResult, EvaluationSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';

/** Results of evaluations, question by question, compressed; their summaries beside them. */
export class EvaluationStore {
  constructor(private readonly database: SqlDatabase) {}

  put(result: EvaluationResult): void {
    const { queries: _queries, chunks: _chunks, ...summary } = result;
    this.database.run(
      'INSERT INTO evaluations (evaluation_id, created_at, summary, data) VALUES (?, ?, ?, ?)',
      result.evaluationId,
      result.createdAt,
      JSON.stringify(summary),
      gzipSync(Buffer.from(JSON.stringify(result))),
    );
  }

  /** Errors: `evaluation-not-found`. */
  get(evaluationId: string): EvaluationResult {
    const row = this.database.get('SELECT data FROM evaluations WHERE evaluation_id = ?', evaluationId);
    if (row?.data instanceof Uint8Array) return JSON.parse(gunzipSync(row.data).toString('utf8')) as EvaluationResult;
    throw new VitrineError(
      'evaluation-not-found',
      `There is no evaluation ${evaluationId}.`,
      'List the evaluations to see which are kept, or measure again.',
      { evaluationId },
    );
  }

  /** Newest first. */
  list(): EvaluationSummary[] {
    return this.database
      .all('SELECT summary FROM evaluations ORDER BY created_at DESC, rowid DESC')
      .map((row) => JSON.parse(String(row.summary)) as EvaluationSummary);
  }

  remove(evaluationIds: readonly string[]): number {
    return this.database.run(
      'DELETE FROM evaluations WHERE evaluation_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(evaluationIds),
    );
  }
}
