import type { FileReport } from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import { text } from './document-rows';

/**
 * Ends without a word after which a file is set aside: one beside others, which tells who may be to blame, and two
 * alone. A power cut or a kill that comes once or twice costs nobody anything.
 */
export const deathsAFile = 3;

/**
 * Which files were being read or embedded when a process ended without a word. By path and apart from the jobs: an
 * ingest of the same files takes the place of one that was interrupted.
 */
export class IngestDeaths {
  constructor(private readonly database: SqlDatabase) {}

  /**
   * Counts what these jobs had in hand when their process ended. Those that were in hand at an earlier end are read
   * alone since then: where there is one, it is the one to blame. Part of a transaction.
   */
  count(jobIds: readonly string[]): void {
    const inHand = this.database
      .all(
        `SELECT DISTINCT f.path, d.deaths FROM ingest_files f LEFT JOIN ingest_deaths d ON d.path = f.path
         WHERE f.job_id IN (SELECT value FROM json_each(?)) AND f.stage IN ('reading', 'embedding')`,
        JSON.stringify(jobIds),
      )
      .map((row) => ({ path: text(row.path), deaths: Number(row.deaths ?? 0) }));
    const suspects = inHand.filter(({ deaths }) => deaths > 0);
    for (const { path, deaths } of suspects.length > 0 ? suspects : inHand) this.set(path, deaths + 1);
  }

  /** What became of a file. One that is set aside has one more try, whenever somebody asks for it. */
  over({ path, error }: FileReport): void {
    if (error?.code === 'file-set-aside') this.set(path, deathsAFile - 1);
    else this.database.run('DELETE FROM ingest_deaths WHERE path = ?', path);
  }

  private set(path: string, deaths: number): void {
    this.database.run('INSERT OR REPLACE INTO ingest_deaths (path, deaths) VALUES (?, ?)', path, deaths);
  }
}

/** Why a file is not read any more; null where it is. */
export function setAside(deaths: number): ErrorReport | null {
  if (deaths < deathsAFile) return null;
  return new VitrineError(
    'file-set-aside',
    `Vitrine ended ${deaths} times while it read this file, so it was set aside.`,
    'Save it anew with another program, or leave it out. A retry reads it once more.',
    { times: deaths },
  ).report();
}
