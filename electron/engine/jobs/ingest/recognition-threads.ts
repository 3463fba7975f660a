import { codedError, type Result, VitrineError } from '@shared/errors';
import type { OcrLanguage } from '@shared/settings';
import { tooSlow, unused } from '@shared/words/sayings';
import type { OcrLimits, RecognisedPage } from '../../ingest';
import { type PoolThreadFunctions, ThreadPool, type ThreadPoolOptions } from './thread-pool';

/** A thread cannot stop in the middle of a page: it is ended at once. */
const msToStop = 1;

/** Threads that recognise text, a page at a time each, and hold 250 MB each. A page that is not wanted any more ends its thread. */
export class RecognitionThreads extends ThreadPool<RecognitionThreadFunctions> {
  constructor(options: ThreadPoolOptions) {
    super(options, 'vitrine-recognition', msToStop);
  }

  /**
   * Returns the text of a page, or its `trouble`. @param mebibytes growth for each page. Errors: `encrypted`,
   * `damaged`.
   */
  async recognise(
    file: FileToRecognise,
    page: number,
    how: Recognising,
    mebibytes: number,
    signal: AbortSignal,
  ): Promise<RecognisedPage> {
    const ms = how.limits.secondsAPage * 1000;
    const bounds = { ms, stillMs: ms, bytes: mebibytes * 1024 ** 2 * this.most };
    try {
      return await this.put((rpc, id) => rpc.recognise(id, file, page, how), { signal, bounds });
    } catch (error) {
      signal.throwIfAborted();
      const trouble = troubleOf(error, ms);
      if (!trouble) throw error;
      return { page, width: 0, height: 0, paragraphs: [], trouble };
    }
  }
}

/** Null for what its file is refused for. */
function troubleOf(error: unknown, ms: number): RecognisedPage['trouble'] | null {
  if (!(error instanceof VitrineError)) return null;
  if (error.code === 'reader-crashed') return unused('thread-ended');
  if (error.code === 'too-slow') return tooSlow(ms);
  return error.details?.why === 'memory' ? codedError(error) : null;
}

export interface Recognising {
  readonly languages: readonly OcrLanguage[];
  readonly limits: OcrLimits;
}

/** A file whose pages are wanted; the bytes are shared with the threads and not copied. */
export interface FileToRecognise {
  /** sha256 of the bytes: a thread keeps the file open that it was asked for last. */
  readonly checksum: string;
  readonly bytes: SharedArrayBuffer;
}

/** The engine's requests to such a thread. Nothing here rejects; an unreadable page says so in `trouble`. */
export interface RecognitionThreadFunctions extends PoolThreadFunctions {
  recognise(task: number, file: FileToRecognise, page: number, how: Recognising): Promise<Result<RecognisedPage>>;
}
