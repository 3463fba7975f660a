import { availableParallelism, freemem } from 'node:os';
import type { PlacedWord, RecognisedWords } from '@shared/contract';
import { codedError, type Result, VitrineError } from '@shared/errors';
import type { OcrLanguage } from '@shared/settings';
import { tooSlow, unused } from '@shared/words/sayings';
import { besideEachOther } from '../../async';
import type { OcrLimits, RecognisedPage } from '../../ingest';
import type { Library } from '../../store';
import type { FileToCut } from './cut-content';
import { type PoolThreadFunctions, ThreadPool, type ThreadPoolOptions, threadsForMemory } from './thread-pool';

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

/** Part of the key of stored text: another version may read other letters. */
const engineVersion = 'tesseract-7.0.0';
/** Measured: engine, two languages, and a page of A4 at 300 dots an inch. */
const bytesAThread = 250e6;

export type PageListener = (done: number, of: number) => void;

/** Text recognition as an ingest uses it: off unless it is switched on, its threads kept for as long as they are needed. */
export class Recognition {
  private threads: RecognitionThreads | null = null;

  constructor(
    private readonly library: Library,
    private readonly workerFile: string | null,
    /** The present options, read for each file; null if text recognition is off. */
    private readonly languages: () => readonly OcrLanguage[] | null,
  ) {}

  get isOn(): boolean {
    return this.workerFile !== null && this.languages() !== null;
  }

  /** Returns the text of pages; the catalogue has finished ones. Errors: `too-many-pages`, `encrypted`, `damaged`. */
  async pagesOf(
    file: FileToCut,
    pages: readonly number[],
    signal: AbortSignal,
    onPage: PageListener,
  ): Promise<RecognisedPage[]> {
    const { workerFile } = this;
    const languages = this.languages();
    if (workerFile === null || languages === null) return [];
    const { ocr, reading } = file.limits;
    if (pages.length > ocr.maxPages) {
      const numbers = { pages: pages.length, maxOcrPages: ocr.maxPages };
      throw new VitrineError('too-many-pages', { why: 'recognition', ...numbers });
    }
    const method = `${engineVersion} ${[...languages].sort().join('+')} ${ocr.dpi}`;
    const { recognitions } = this.library;
    const done = new Map(recognitions.get<RecognisedPage>(file.checksum, method).map((page) => [page.page, page]));
    const wanted = pages.filter((page) => !done.has(page));
    if (wanted.length > 0) {
      this.threads ??= new RecognitionThreads({
        workerFile,
        most: threadsForMemory(availableParallelism(), freemem(), bytesAThread),
      });
      const { threads } = this;
      const shared = { checksum: file.checksum, bytes: sharedBytes(file.bytes) };
      const failing = new AbortController();
      const ends = AbortSignal.any([signal, failing.signal]);
      onPage(pages.length - wanted.length, pages.length);
      await besideEachOther(Math.min(threads.most, wanted.length), async () => {
        const page = wanted.shift();
        if (page === undefined) return false;
        const how = { languages, limits: ocr };
        const found = await threads.recognise(shared, page, how, reading.mebibytes, ends).catch((error: unknown) => {
          failing.abort(error);
          throw error;
        });
        // A page that took too long today may not another time.
        if (found.trouble === undefined) recognitions.put(file.checksum, method, found);
        done.set(page, found);
        onPage(done.size, pages.length);
        return true;
      });
    }
    return pages.flatMap((page) => done.get(page) ?? []);
  }

  async close(): Promise<void> {
    await this.threads?.close();
    this.threads = null;
  }
}

/** Positions of a document's words on its recognised pages. Errors: `document-not-found`. */
export function recognisedWords(library: Library, documentId: string): { readonly pages: readonly RecognisedWords[] } {
  const { checksum } = library.documents.byId(documentId);
  const pages = library.recognitions.latest<RecognisedPage>(checksum);
  return {
    pages: pages.map(({ page, width, height, paragraphs }) => ({
      page,
      words: paragraphs.flat(2).map(([text, left, top, right, bottom]): PlacedWord => {
        return [text, left / width, top / height, right / width, bottom / height];
      }),
    })),
  };
}

function sharedBytes(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
}
