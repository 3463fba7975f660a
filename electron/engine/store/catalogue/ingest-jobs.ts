import type { FileReport, IngestJobFile, IngestJobState, IngestJobSummary, IngestReport } from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import { profileOfId } from '@shared/limits';
import type { SqlRow } from '../../sqlite';
import { type SqlDatabase, text } from './database';
import { type FilesAsked, IngestJobFiles, type QueuedFile } from './ingest-job-files';
import { list } from './records';

export interface NewIngestJob {
  readonly jobId: string;
  readonly paths: readonly string[];
  /** Empty: each document keeps its own. */
  readonly collection: string;
  readonly profile: string;
  /** Folders that every file must really lie in; null: no such bound. */
  readonly within?: readonly string[] | null;
}

interface PassedOver {
  readonly skipped: number;
  readonly outside: readonly string[];
}

type JobCounts = Pick<IngestReport['totals'], 'embedded' | 'cached' | 'ms'>;

const endedJobsKept = 20;

const over: readonly IngestJobState[] = ['done', 'cancelled'];

/** The ingest queue as it survives the end of the process: jobs in the order of their turns, and the files of each. */
export class IngestJobStore {
  readonly files: IngestJobFiles;

  constructor(private readonly database: SqlDatabase) {
    this.files = new IngestJobFiles(database);
  }

  add(job: NewIngestJob, createdAt: string): void {
    const position = this.database.number('SELECT max(position) FROM ingest_jobs') + 1;
    const { jobId, within = null, ...columns } = job;
    const own = { job_id: jobId, position, state: 'waiting', created_at: createdAt };
    this.database.insert('ingest_jobs', { ...columns, within, ...own });
  }

  addFiles(jobId: string, files: readonly QueuedFile[], missing: readonly FileReport[], over: PassedOver): void {
    this.database.transaction(() => {
      this.files.add(jobId, files, missing);
      const sql = 'UPDATE ingest_jobs SET walked = 1, skipped = ?, links_outside = ? WHERE job_id = ?';
      this.database.run(sql, over.skipped, over.outside, jobId);
    });
  }

  has(jobId: string): boolean {
    return this.database.has('SELECT 1 FROM ingest_jobs WHERE job_id = ?', jobId);
  }

  walked(jobId: string): boolean {
    return this.row(jobId).walked === 1;
  }

  request(jobId: string): NewIngestJob {
    const row = this.row(jobId);
    return {
      jobId,
      paths: list<string>(row.paths),
      collection: text(row.collection),
      profile: text(row.profile),
      within: typeof row.within === 'string' ? list<string>(row.within) : null,
    };
  }

  list(): IngestJobSummary[] {
    const sql = `SELECT job_id FROM ingest_jobs
         ORDER BY state IN ('done', 'cancelled'), CASE WHEN state IN ('done', 'cancelled') THEN NULL ELSE position END,
           ended_at DESC, position DESC`;
    return this.database.all(sql).map((row) => this.summary(text(row.job_id)));
  }

  in(...states: readonly IngestJobState[]): string[] {
    const sql = 'SELECT job_id FROM ingest_jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY position';
    return this.database.column(sql, states);
  }

  state(jobId: string): IngestJobState {
    return text(this.row(jobId).state) as IngestJobState;
  }

  /** Errors: `job-not-found`. */
  summary(jobId: string): IngestJobSummary {
    return { ...summaryOf(this.row(jobId)), ...this.files.sums(jobId) };
  }

  setState(jobId: string, state: IngestJobState, error: ErrorReport | null = null): void {
    const sql = 'UPDATE ingest_jobs SET state = ?, error = ?, ended_at = ? WHERE job_id = ?';
    this.database.run(sql, state, error, over.includes(state) ? new Date().toISOString() : null, jobId);
    if (over.includes(state)) this.prune();
  }

  count(jobId: string, { embedded = 0, cached = 0, ms = 0 }: Partial<JobCounts>): void {
    const sql = 'UPDATE ingest_jobs SET embedded = embedded + ?, cached = cached + ?, ms = ms + ? WHERE job_id = ?';
    this.database.run(sql, embedded, cached, ms, jobId);
  }

  get unfinished(): boolean {
    return this.in('waiting', 'running', 'paused', 'interrupted', 'stopped').length > 0;
  }

  first(jobId: string, path: string | null): void {
    this.database.transaction(() => {
      const sql = 'UPDATE ingest_jobs SET position = (SELECT min(position) FROM ingest_jobs) - 1 WHERE job_id = ?';
      this.database.run(sql, jobId);
      if (path !== null) this.files.first(jobId, path);
    });
  }

  listFiles(jobId: string, which: FilesAsked): { total: number; files: IngestJobFile[] } {
    this.row(jobId);
    return this.files.list(jobId, which);
  }

  report(jobId: string): IngestReport {
    return reportOf(this.row(jobId), this.files.reports(jobId));
  }

  interrupt(): number {
    return this.database.transaction(() => {
      const jobs = this.in('running', 'waiting');
      this.files.interrupt(jobs);
      for (const jobId of jobs) this.setState(jobId, 'interrupted');
      return jobs.length;
    });
  }

  forget(jobIds: readonly string[] | null): number {
    const sql = `DELETE FROM ingest_jobs WHERE state IN ('done', 'cancelled')
       AND (? IS NULL OR job_id IN (SELECT value FROM json_each(?)))`;
    return this.database.run(sql, jobIds && true, jobIds ?? []);
  }

  remove(jobId: string): void {
    this.database.run('DELETE FROM ingest_jobs WHERE job_id = ?', jobId);
  }

  private prune(): void {
    const sql = `DELETE FROM ingest_jobs WHERE job_id IN (
         SELECT job_id FROM ingest_jobs WHERE state IN ('done', 'cancelled')
         ORDER BY ended_at DESC, position DESC LIMIT -1 OFFSET ?)`;
    this.database.run(sql, endedJobsKept);
  }

  private row(jobId: string): SqlRow {
    const row = this.database.get('SELECT * FROM ingest_jobs WHERE job_id = ?', jobId);
    if (row) return row;
    throw new VitrineError('job-not-found', { jobId });
  }
}

function summaryOf(row: SqlRow) {
  return {
    jobId: text(row.job_id),
    state: text(row.state) as IngestJobState,
    paths: list<string>(row.paths),
    collection: text(row.collection),
    profile: profileOfId(text(row.profile)).name,
    createdAt: text(row.created_at),
    endedAt: typeof row.ended_at === 'string' ? row.ended_at : null,
    error: typeof row.error === 'string' ? (JSON.parse(row.error) as ErrorReport) : null,
  };
}

function reportOf(row: SqlRow, files: readonly FileReport[]): IngestReport {
  const count = (status: FileReport['status']) => files.filter((file) => file.status === status).length;
  return {
    files,
    totals: {
      files: files.length,
      indexed: count('indexed'),
      unchanged: count('unchanged'),
      replaced: count('replaced'),
      duplicate: count('duplicate'),
      failed: count('failed'),
      skipped: Number(row.skipped),
      chunks: files.reduce((sum, file) => sum + file.chunks, 0),
      embedded: Number(row.embedded),
      cached: Number(row.cached),
      ms: Number(row.ms),
    },
    cancelled: row.state !== 'done',
    linksOutside: list<string>(row.links_outside),
  };
}
