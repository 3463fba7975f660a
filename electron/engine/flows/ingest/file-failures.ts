import { type ErrorCode, reportOf } from '@shared/errors';
import type { Library } from '../../store';
import { failedFile, type PreparedFile } from './prepare-file';

/** Failures that the next file would meet too. */
const endsTheJob: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'disk-full',
  'library-read-only',
  'library-damaged',
  'index-unavailable',
  'index-mismatch',
  'model-failed',
  'model-missing',
  'model-damaged',
  'model-unreachable',
  'model-timeout',
  'rate-limited',
  'offline',
]);

/** Tells a failure of one file, which becomes its result, from one that ends the job, which is thrown. */
export class FileFailures {
  /** Whether the last file that a model was asked for got no vectors in time. */
  private wasLate = false;

  constructor(
    private readonly library: Library,
    private readonly collection: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Of reading or cutting it, or of opening its model. Errors: what ends the job; an aborted signal throws its reason. */
  ofFile(path: string, error: unknown): PreparedFile {
    this.signal.throwIfAborted();
    if (endsTheJob.has(reportOf(error).code)) throw error;
    return this.failed(path, error);
  }

  /**
   * Of embedding it. On a slow server one long file may always take too long, and must not hold up what waits behind
   * it; where the one before it was too late as well, the server is stuck. Errors: as `ofFile`.
   */
  ofEmbedding(path: string, error: unknown): PreparedFile {
    const isLate = reportOf(error).code === 'model-timeout';
    if (!isLate || this.wasLate) return this.ofFile(path, error);
    this.signal.throwIfAborted();
    this.wasLate = true;
    return this.failed(path, error);
  }

  /** A model has given a file its vectors. */
  embedded(): void {
    this.wasLate = false;
  }

  private failed(path: string, error: unknown): PreparedFile {
    return failedFile(path, reportOf(error), this.library, this.collection);
  }
}
