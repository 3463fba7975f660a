import type { FileReport, IngestFileStage, IngestJobFile, IngestJobSummary } from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import { type SqlDatabase, text } from './database';

export interface QueuedFile {
  readonly path: string;
  readonly bytes: number;
}

/** A file whose turn has come. `deaths`: processes that ended without a word while they were at it; mostly 0. */
export interface NextFile extends QueuedFile {
  readonly deaths: number;
}

type FileSums = Pick<
  IngestJobSummary,
  'filesTotal' | 'filesDone' | 'filesFailed' | 'bytesTotal' | 'bytesDone' | 'chunks'
>;

export interface FilesAsked {
  readonly stages: readonly IngestFileStage[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** The files of ingest jobs in their order. The commit that makes a document visible also makes its file `done`. */
export class IngestJobFiles {
  private readonly deaths: IngestDeaths;

  constructor(private readonly database: SqlDatabase) {
    this.deaths = new IngestDeaths(database);
  }

  add(jobId: string, files: readonly QueuedFile[], missing: readonly FileReport[]): void {
    const all = [
      ...files.map((file) => ({ ...file, stage: 'waiting', report: null })),
      ...missing.map((report) => ({ path: report.path, bytes: 0, stage: 'failed', report })),
    ];
    for (const [at, file] of all.entries()) {
      this.database.insert('ingest_files', { job_id: jobId, ...file, position: at + 1 }, 'ON CONFLICT DO NOTHING');
    }
  }

  /** Returns the next waiting file. Suspects of a process's end come last: they hold up no other file. */
  next(jobId: string): NextFile | null {
    const sql = `SELECT path, bytes, 0 AS deaths FROM ingest_files
         WHERE job_id = ? AND stage = 'waiting' AND path NOT IN (SELECT path FROM ingest_deaths)
         ORDER BY position LIMIT 1`;
    const suspects = `SELECT f.path, f.bytes, d.deaths FROM ingest_files f JOIN ingest_deaths d ON d.path = f.path
         WHERE f.job_id = ? AND f.stage = 'waiting' ORDER BY d.deaths, f.position LIMIT 1`;
    return this.database.get<NextFile>(sql, jobId) ?? this.database.get<NextFile>(suspects, jobId) ?? null;
  }

  waiting(jobId: string): readonly QueuedFile[] {
    const sql = "SELECT path, bytes FROM ingest_files WHERE job_id = ? AND stage NOT IN ('done', 'failed')";
    return this.database.all<QueuedFile>(sql, jobId);
  }

  underWay(): ReadonlySet<string> {
    const sql = `SELECT path FROM ingest_files WHERE job_id IN (SELECT job_id FROM ingest_jobs WHERE state = 'running')
           AND stage IN ('reading', 'writing')`;
    return new Set(this.database.column(sql));
  }

  othersWait(jobId: string, paths: readonly string[]): boolean {
    const sql = `SELECT 1 FROM ingest_files WHERE job_id = ? AND stage NOT IN ('done', 'failed')
         AND path NOT IN (SELECT value FROM json_each(?)) LIMIT 1`;
    return this.database.has(sql, jobId, paths);
  }

  last(jobId: string, path: string): void {
    const sql = `UPDATE ingest_files SET stage = 'waiting',
         position = (SELECT max(position) + 1 FROM ingest_files WHERE job_id = ?) WHERE job_id = ? AND path = ?`;
    this.database.run(sql, jobId, jobId, path);
  }

  setStages(jobId: string, paths: readonly string[], stage: IngestFileStage): void {
    const sql = 'UPDATE ingest_files SET stage = ? WHERE job_id = ? AND path IN (SELECT value FROM json_each(?))';
    this.database.run(sql, stage, jobId, paths);
  }

  finish(jobId: string, reports: readonly FileReport[]): void {
    this.database.transaction(() => {
      for (const report of reports) {
        const sql = 'UPDATE ingest_files SET stage = ?, report = ? WHERE job_id = ? AND path = ?';
        this.database.run(sql, report.status === 'failed' ? 'failed' : 'done', report, jobId, report.path);
        this.deaths.over(report);
      }
    });
  }

  putBack(jobId: string): void {
    const sql = "UPDATE ingest_files SET stage = 'waiting' WHERE job_id = ? AND stage IN ('reading', 'writing')";
    this.database.run(sql, jobId);
  }

  forgetWaiting(jobId: string): void {
    this.database.run("DELETE FROM ingest_files WHERE job_id = ? AND stage = 'waiting'", jobId);
  }

  retry(jobId: string, paths: readonly string[] | null): number {
    const sql = `UPDATE ingest_files SET stage = 'waiting', report = NULL
       WHERE job_id = ? AND stage = 'failed' AND (? IS NULL OR path IN (SELECT value FROM json_each(?)))`;
    return this.database.run(sql, jobId, paths && true, paths ?? []);
  }

  first(jobId: string, path: string): void {
    const sql = `UPDATE ingest_files SET position = (SELECT min(position) FROM ingest_files WHERE job_id = ?) - 1
       WHERE job_id = ? AND path = ?`;
    this.database.run(sql, jobId, jobId, path);
  }

  list(jobId: string, { stages, limit, offset }: FilesAsked): { total: number; files: IngestJobFile[] } {
    const where = 'WHERE job_id = ? AND (? IS NULL OR stage IN (SELECT value FROM json_each(?)))';
    const values = [jobId, stages && true, stages ?? []] as const;
    const sql = `SELECT path, bytes, stage, report FROM ingest_files ${where} ORDER BY position, path LIMIT ? OFFSET ?`;
    return {
      total: this.database.number(`SELECT count(*) FROM ingest_files ${where}`, ...values),
      files: this.database.all<FileRow>(sql, ...values, limit, offset).map(({ report, ...file }) => ({
        ...file,
        report: report === null ? null : (JSON.parse(report) as FileReport),
      })),
    };
  }

  reports(jobId: string): FileReport[] {
    return this.database
      .all("SELECT report FROM ingest_files WHERE job_id = ? AND stage IN ('done', 'failed') ORDER BY path", jobId)
      .map((file) => JSON.parse(text(file.report)) as FileReport);
  }

  sums(jobId: string): FileSums {
    // An aggregate has a row of no files too.
    const sql = `SELECT count(*) AS filesTotal, total(bytes) AS bytesTotal, total(stage = 'done') AS filesDone,
         total(stage = 'failed') AS filesFailed, total(CASE WHEN stage IN ('done', 'failed') THEN bytes END) AS bytesDone,
         total(CASE WHEN stage = 'done' THEN json_extract(report, '$.chunks') END) AS chunks
       FROM ingest_files WHERE job_id = ?`;
    return this.database.get<FileSums>(sql, jobId) as FileSums;
  }

  /** The process that had these jobs in hand has ended: counts what it was at, which waits again. Part of a transaction. */
  interrupt(jobIds: readonly string[]): void {
    this.deaths.count(jobIds);
    for (const jobId of jobIds) this.putBack(jobId);
  }
}

type FileRow = Omit<IngestJobFile, 'report'> & { readonly report: string | null };

/** A file is set aside after this many silent ends: one beside others, which names suspects, and two alone. */
export const deathsAFile = 3;

/** Files that were in work when a process ended. By path: a new job takes the place of an interrupted one. */
class IngestDeaths {
  constructor(private readonly database: SqlDatabase) {}

  /** Counts the files in work when a process ended: only earlier suspects, if there are any. In a transaction. */
  count(jobIds: readonly string[]): void {
    const sql = `SELECT DISTINCT f.path, coalesce(d.deaths, 0) AS deaths FROM ingest_files f LEFT JOIN ingest_deaths d ON d.path = f.path
       WHERE f.job_id IN (SELECT value FROM json_each(?)) AND f.stage = 'reading'`;
    const inHand = this.database.all<Pick<NextFile, 'path' | 'deaths'>>(sql, jobIds);
    const suspects = inHand.filter(({ deaths }) => deaths > 0);
    for (const { path, deaths } of suspects.length > 0 ? suspects : inHand) this.set(path, deaths + 1);
  }

  /** The outcome of a file. One that is set aside gets one more try on request. */
  over({ path, error }: FileReport): void {
    if (error?.code === 'file-set-aside') this.set(path, deathsAFile - 1);
    else this.database.run('DELETE FROM ingest_deaths WHERE path = ?', path);
  }

  private set(path: string, deaths: number): void {
    this.database.run('INSERT OR REPLACE INTO ingest_deaths (path, deaths) VALUES (?, ?)', path, deaths);
  }
}

export function setAside(deaths: number): ErrorReport | null {
  if (deaths < deathsAFile) return null;
  return new VitrineError('file-set-aside', { times: deaths }).report();
}
