import type {
  FileReport,
  IngestFileStage,
  IngestJobFile,
  IngestJobState,
  IngestJobSummary,
  IngestReport,
} from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { SqlDatabase, SqlRow } from './database';
import { list, text } from './document-rows';
import { IngestDeaths } from './ingest-deaths';
import { fileOf, reportOf, summaryOf } from './ingest-job-rows';

/** What is to be taken in, and how. */
export interface NewIngestJob {
  readonly jobId: string;
  /** Absolute. */
  readonly paths: readonly string[];
  /** Empty: each document keeps its own. */
  readonly collection: string;
  readonly profile: string;
}

export interface QueuedFile {
  readonly path: string;
  readonly bytes: number;
}

/** A file whose turn has come. `deaths`: processes that ended without a word while they were at it; mostly 0. */
export interface NextFile extends QueuedFile {
  readonly deaths: number;
}

/** What a job has taken so far, over all processes that worked on it. */
export interface JobCounts {
  readonly embedded: number;
  readonly cached: number;
  readonly ms: number;
}

/** Jobs that are over and still listed. */
const endedJobsKept = 20;

const over: readonly IngestJobState[] = ['done', 'cancelled'];

/**
 * The ingest queue as it survives the end of the process: jobs in the order of their turns, the files of each, and
 * what became of them. A file is `done` by the same commit that makes its document visible.
 */
export class IngestJobStore {
  private readonly deaths: IngestDeaths;

  constructor(private readonly database: SqlDatabase) {
    this.deaths = new IngestDeaths(database);
  }

  /** A job at the end of the line. */
  add(job: NewIngestJob, createdAt: string): void {
    const position = Number(this.database.get('SELECT max(position) AS last FROM ingest_jobs')?.last ?? 0) + 1;
    this.database.run(
      `INSERT INTO ingest_jobs (job_id, position, state, paths, collection, profile, created_at)
       VALUES (?, ?, 'waiting', ?, ?, ?, ?)`,
      job.jobId,
      position,
      JSON.stringify(job.paths),
      job.collection,
      job.profile,
      createdAt,
    );
  }

  /** The files that a walk has found, in their order; those that are not there with their report. */
  addFiles(jobId: string, files: readonly QueuedFile[], missing: readonly FileReport[], skipped: number): void {
    this.database.transaction(() => {
      const insert = (path: string, position: number, bytes: number, report: FileReport | null) =>
        this.database.run(
          'INSERT OR IGNORE INTO ingest_files (job_id, path, position, bytes, stage, report) VALUES (?, ?, ?, ?, ?, ?)',
          jobId,
          path,
          position,
          bytes,
          report ? 'failed' : 'waiting',
          report ? JSON.stringify(report) : null,
        );
      for (const [position, { path, bytes }] of files.entries()) insert(path, position + 1, bytes, null);
      for (const [position, report] of missing.entries()) {
        insert(report.path, files.length + position + 1, 0, report);
      }
      this.database.run('UPDATE ingest_jobs SET walked = 1, skipped = ? WHERE job_id = ?', skipped, jobId);
    });
  }

  has(jobId: string): boolean {
    return this.database.get('SELECT 1 AS yes FROM ingest_jobs WHERE job_id = ?', jobId) !== undefined;
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
    };
  }

  /** In the order of their turns, then those that are over, the last one first. */
  list(): IngestJobSummary[] {
    return this.database
      .all(
        `SELECT job_id FROM ingest_jobs
         ORDER BY state IN ('done', 'cancelled'), CASE WHEN state IN ('done', 'cancelled') THEN NULL ELSE position END,
           ended_at DESC, position DESC`,
      )
      .map((row) => this.summary(text(row.job_id)));
  }

  /** Ids of the jobs in one of these states, in the order of their turns. */
  in(...states: readonly IngestJobState[]): string[] {
    return this.database
      .all(
        'SELECT job_id FROM ingest_jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY position',
        JSON.stringify(states),
      )
      .map((row) => text(row.job_id));
  }

  state(jobId: string): IngestJobState {
    return text(this.row(jobId).state) as IngestJobState;
  }

  /** Errors: `job-not-found`. */
  summary(jobId: string): IngestJobSummary {
    const row = this.row(jobId);
    const sums = this.database.get(
      `SELECT count(*) AS files, sum(bytes) AS bytes, sum(stage = 'done') AS done, sum(stage = 'failed') AS failed,
         sum(CASE WHEN stage IN ('done', 'failed') THEN bytes ELSE 0 END) AS bytes_done,
         sum(CASE WHEN stage = 'done' THEN json_extract(report, '$.chunks') ELSE 0 END) AS chunks
       FROM ingest_files WHERE job_id = ?`,
      jobId,
    );
    return summaryOf(row, sums);
  }

  setState(jobId: string, state: IngestJobState, error: ErrorReport | null = null): void {
    this.database.run(
      'UPDATE ingest_jobs SET state = ?, error = ?, ended_at = ? WHERE job_id = ?',
      state,
      error ? JSON.stringify(error) : null,
      over.includes(state) ? new Date().toISOString() : null,
      jobId,
    );
    if (over.includes(state)) this.prune();
  }

  /** Adds what one stretch of work took. */
  count(jobId: string, { embedded, cached, ms }: JobCounts): void {
    this.database.run(
      'UPDATE ingest_jobs SET embedded = embedded + ?, cached = cached + ?, ms = ms + ? WHERE job_id = ?',
      embedded,
      cached,
      ms,
      jobId,
    );
  }

  /**
   * The file whose turn it is, leaving out those that are on their way; null where none waits. Those that a process
   * ended with come last, so that whoever may be to blame holds up nobody else.
   */
  next(jobId: string): NextFile | null {
    const row =
      this.database.get(
        `SELECT path, bytes, 0 AS deaths FROM ingest_files
         WHERE job_id = ? AND stage = 'waiting' AND path NOT IN (SELECT path FROM ingest_deaths)
         ORDER BY position LIMIT 1`,
        jobId,
      ) ??
      this.database.get(
        `SELECT f.path, f.bytes, d.deaths FROM ingest_files f JOIN ingest_deaths d ON d.path = f.path
         WHERE f.job_id = ? AND f.stage = 'waiting' ORDER BY d.deaths, f.position LIMIT 1`,
        jobId,
      );
    return row ? { path: text(row.path), bytes: Number(row.bytes), deaths: Number(row.deaths) } : null;
  }

  /** Whether files wait that are none of these. */
  othersWait(jobId: string, paths: readonly string[]): boolean {
    return (
      this.database.get(
        `SELECT 1 FROM ingest_files WHERE job_id = ? AND stage = 'waiting'
           AND path NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
        jobId,
        JSON.stringify(paths),
      ) !== undefined
    );
  }

  /** A file waits again, behind all others of its job. */
  last(jobId: string, path: string): void {
    this.database.run(
      `UPDATE ingest_files SET stage = 'waiting',
         position = (SELECT max(position) + 1 FROM ingest_files WHERE job_id = ?) WHERE job_id = ? AND path = ?`,
      jobId,
      jobId,
      path,
    );
  }

  /** Whether any job has work left. */
  get unfinished(): boolean {
    return this.in('waiting', 'running', 'paused', 'interrupted', 'stopped').length > 0;
  }

  setStages(jobId: string, paths: readonly string[], stage: IngestFileStage): void {
    this.database.run(
      'UPDATE ingest_files SET stage = ? WHERE job_id = ? AND path IN (SELECT value FROM json_each(?))',
      stage,
      jobId,
      JSON.stringify(paths),
    );
  }

  /** What became of files; inside the commit that makes their documents visible. */
  finish(jobId: string, reports: readonly FileReport[]): void {
    this.database.transaction(() => {
      for (const report of reports) {
        this.database.run(
          'UPDATE ingest_files SET stage = ?, report = ? WHERE job_id = ? AND path = ?',
          report.status === 'failed' ? 'failed' : 'done',
          JSON.stringify(report),
          jobId,
          report.path,
        );
        this.deaths.over(report);
      }
    });
  }

  /** Files that were on their way wait again: what they were on their way to has not happened. */
  putBack(jobId: string): void {
    this.database.run(
      "UPDATE ingest_files SET stage = 'waiting' WHERE job_id = ? AND stage IN ('reading', 'embedding', 'writing')",
      jobId,
    );
  }

  /** Takes files out of a job that it has not come to. */
  forgetWaiting(jobId: string): void {
    this.database.run("DELETE FROM ingest_files WHERE job_id = ? AND stage = 'waiting'", jobId);
  }

  /** Failed files wait again, all or these; returns how many. */
  retry(jobId: string, paths: readonly string[] | null): number {
    return this.database.run(
      `UPDATE ingest_files SET stage = 'waiting', report = NULL
       WHERE job_id = ? AND stage = 'failed' AND (? IS NULL OR path IN (SELECT value FROM json_each(?)))`,
      jobId,
      paths ? 1 : null,
      JSON.stringify(paths ?? []),
    );
  }

  /** Puts a job before the others, and a waiting file of it before its others. */
  first(jobId: string, path: string | null): void {
    this.database.transaction(() => {
      this.database.run(
        'UPDATE ingest_jobs SET position = (SELECT min(position) FROM ingest_jobs) - 1 WHERE job_id = ?',
        jobId,
      );
      if (path === null) return;
      this.database.run(
        `UPDATE ingest_files SET position = (SELECT min(position) FROM ingest_files WHERE job_id = ?) - 1
         WHERE job_id = ? AND path = ?`,
        jobId,
        jobId,
        path,
      );
    });
  }

  /** Files by stage, in the order in which they are taken. */
  files(
    jobId: string,
    { stages, limit, offset }: { stages: readonly IngestFileStage[] | null; limit: number; offset: number },
  ): { total: number; files: IngestJobFile[] } {
    this.row(jobId);
    const where = 'WHERE job_id = ? AND (? IS NULL OR stage IN (SELECT value FROM json_each(?)))';
    const values = [jobId, stages ? 1 : null, JSON.stringify(stages ?? [])] as const;
    return {
      total: Number(this.database.get(`SELECT count(*) AS n FROM ingest_files ${where}`, ...values)?.n ?? 0),
      files: this.database
        .all(`SELECT * FROM ingest_files ${where} ORDER BY position, path LIMIT ? OFFSET ?`, ...values, limit, offset)
        .map(fileOf),
    };
  }

  /** What became of the files so far, by path. */
  report(jobId: string): IngestReport {
    const row = this.row(jobId);
    const files = this.database
      .all("SELECT report FROM ingest_files WHERE job_id = ? AND stage IN ('done', 'failed') ORDER BY path", jobId)
      .map((file) => JSON.parse(text(file.report)) as FileReport);
    return reportOf(row, files);
  }

  /** What the end of the last process left running or waiting. Returns how many jobs. */
  interrupt(): number {
    return this.database.transaction(() => {
      const jobs = this.in('running', 'waiting');
      this.deaths.count(jobs);
      for (const jobId of jobs) {
        this.putBack(jobId);
        this.setState(jobId, 'interrupted');
      }
      return jobs.length;
    });
  }

  /** Forgets jobs that are over; others stay. Returns how many went. */
  forget(jobIds: readonly string[] | null): number {
    return this.database.run(
      `DELETE FROM ingest_jobs WHERE state IN ('done', 'cancelled')
       AND (? IS NULL OR job_id IN (SELECT value FROM json_each(?)))`,
      jobIds ? 1 : null,
      JSON.stringify(jobIds ?? []),
    );
  }

  remove(jobId: string): void {
    this.database.run('DELETE FROM ingest_jobs WHERE job_id = ?', jobId);
  }

  private prune(): void {
    this.database.run(
      `DELETE FROM ingest_jobs WHERE job_id IN (
         SELECT job_id FROM ingest_jobs WHERE state IN ('done', 'cancelled') ORDER BY ended_at DESC LIMIT -1 OFFSET ?)`,
      endedJobsKept,
    );
  }

  private row(jobId: string): SqlRow {
    const row = this.database.get('SELECT * FROM ingest_jobs WHERE job_id = ?', jobId);
    if (row) return row;
    throw new VitrineError('job-not-found', 'There is no such ingest.', 'See vitrine jobs for those that are there.', {
      jobId,
    });
  }
}
