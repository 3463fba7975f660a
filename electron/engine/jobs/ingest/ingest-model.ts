import { availableParallelism, freemem } from 'node:os';
import { type ErrorCode, type Result, reportOf } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';
import { openLanguageDetector } from '../../ingest';
import { type Embedder, estimateTokens } from '../../models';
import type { ActiveModel } from '../models/active-model';
import type { CutContent, FileToCut, HandedCut, TextToCut } from './cut-content';
import type { OpenedModel } from './embed-content';
import { readingBounds } from './reader-watch';
import { type PoolThreadFunctions, ThreadPool, type ThreadPoolOptions, threadsForMemory } from './thread-pool';

/** Texts a thread is sent at once: enough that messages cost nothing beside the model, few enough to stop soon. */
export const textsPerCall = 8;
/** Bytes of a thread and of a weight. The bundled model takes 55 MB a thread, and 30 MB more for the first. */
const bytesAThread = 60e6;
const bytesAWeight = 2;

export const ingestThreadsFor = (processors: number, freeBytes: number, modelBytes: number): number =>
  threadsForMemory(processors, freeBytes, bytesAThread + bytesAWeight * modelBytes);

const notHere: ReadonlySet<ErrorCode> = new Set(['model-missing', 'model-damaged', 'not-allowed']);

export interface IngestModelOptions {
  /** The built `ingest-worker.cjs`; null: the model embeds in this thread. */
  readonly workerFile: string | null;
  data(modelId: string): IngestThreadData;
  openEmbedder(modelId: string, how: { readonly signal: AbortSignal }): Promise<Embedder>;
  isHere(modelId: string): Promise<boolean>;
  modelBytes(modelId: string): Promise<number>;
  onEmbedded(texts: number): void;
}

/**
 * The library's model with passages embedded in threads, one native thread each. One text a call gives the same bytes
 * as the active model. A server's model embeds at the server.
 */
export class IngestModel {
  private threads: { readonly key: string; readonly pool: IngestThreads } | null = null;

  constructor(
    private readonly active: ActiveModel,
    private readonly options: IngestModelOptions,
  ) {}

  get entry(): EmbeddingEntry {
    return this.active.entry;
  }

  /** Files that may be read and cut beside each other at a gain. */
  get filesAtOnce(): number {
    if (this.threads) return this.threads.pool.most + 1;
    // They come with the first file, and the second must not wait until that has been read.
    return this.options.workerFile === null ? 1 : 2;
  }

  async open(): Promise<OpenedModel> {
    const { embedder, entry } = await this.active.load();
    return this.inThreads(embedder, entry);
  }

  /** Opens any model for a rebuild. The caller disposes its embedder. Errors: those of the models room, `cancelled`. */
  async openFor(modelId: string, signal: AbortSignal): Promise<OpenedModel> {
    this.active.assertAllowed(this.active.entryOf(modelId));
    const embedder = await this.options.openEmbedder(modelId, { signal });
    try {
      return await this.inThreads(embedder, { ...this.active.entryOf(modelId), dimension: embedder.dimension });
    } catch (error) {
      await embedder.dispose();
      throw error;
    }
  }

  hasThreadsFor({ source }: EmbeddingEntry): boolean {
    return source.kind !== 'server' && this.options.workerFile !== null;
  }

  private async inThreads(embedder: Embedder, entry: EmbeddingEntry): Promise<OpenedModel> {
    const { workerFile } = this.options;
    const countTokens = (text: string) => embedder.countTokens(text);
    if (workerFile === null || !this.hasThreadsFor(entry)) {
      return {
        embedder,
        entry,
        // With any embedder, the thread that answers requests reads no file.
        cut: async (file, signal) =>
          workerFile === null
            ? (await import('./cut-content')).cutFile(file, countTokens, signal)
            : (await this.poolOf(entry.id, workerFile, 'server')).cut(file, signal),
        recut: async (text) =>
          (await import('./cut-content')).cutContent(text, countTokens, await openLanguageDetector()),
      };
    }
    const pool = await this.poolOf(entry.id, workerFile);
    const { onEmbedded } = this.options;
    return {
      entry,
      cut: (file, signal) => pool.cut(file, signal),
      recut: (text, signal) => pool.recut(text, signal),
      embedder: {
        id: embedder.id,
        dimension: embedder.dimension,
        maxTokens: embedder.maxTokens,
        textsPerCall,
        callsAtOnce: 2 * pool.most,
        countTokens,
        async embed(texts, _kind, signal) {
          onEmbedded(texts.length);
          return [...(await pool.embed(texts, signal))];
        },
        async dispose() {
          await pool.rest();
          await embedder.dispose();
        },
      },
    };
  }

  /** Reads and cuts a file in any thread; its vectors are to be made. Errors: of reading, of `open`. */
  async cut(file: FileToCut, signal: AbortSignal): Promise<CutContent> {
    const opened = await this.openIfHere();
    const { cutFile, withoutVectors } = await import('./cut-content');
    if (opened) return withoutVectors(await opened.cut(file, signal), 2);
    const { workerFile } = this.options;
    if (workerFile === null) return withoutVectors(await cutFile(file, estimateTokens, signal), 1);
    const pool = await this.poolOf(this.active.id, workerFile, 'estimate');
    return withoutVectors(await pool.cut(file, signal), 1);
  }

  /** The model's entry, with the dimension that a server has told where it runs the model. */
  async entryInUse(): Promise<EmbeddingEntry> {
    return (await this.openIfHere())?.entry ?? this.active.entry;
  }

  /** Whether `openIfHere` will find it, as far as one look tells. */
  async isHere(): Promise<boolean> {
    const { id, entry } = this.active;
    // One that waits for a yes is as good as away: documents are found by words until then.
    return entry.source.kind === 'server' ? this.active.isAllowed(entry) : this.options.isHere(id);
  }

  /** Whether this failure of a model means missing files, and they are missing: they may have been removed since. */
  async wentWith(failure: unknown): Promise<boolean> {
    return notHere.has(reportOf(failure).code) && !(await this.isHere());
  }

  /** Null where a model that Vitrine runs itself is not there, or damaged. A server may answer again any moment. */
  async openIfHere(): Promise<OpenedModel | null> {
    try {
      return await this.open();
    } catch (error) {
      const { code } = reportOf(error);
      if (code === 'not-allowed' || (this.active.entry.source.kind !== 'server' && notHere.has(code))) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    const { threads } = this;
    this.threads = null;
    await threads?.pool.close();
  }

  private async poolOf(
    modelId: string,
    workerFile: string,
    counts?: IngestThreadData['counts'],
  ): Promise<IngestThreads> {
    const key = `${counts ?? ''} ${modelId}`;
    if (this.threads?.key === key) return this.threads.pool;
    await this.close();
    const { data, modelBytes } = this.options;
    const most = ingestThreadsFor(availableParallelism(), freemem(), counts ? 0 : await modelBytes(modelId));
    const told = { ...data(modelId), ...(counts && { counts }) };
    // Two may have asked for them at once.
    this.threads ??= { key, pool: new IngestThreads({ workerFile, data: told, most }) };
    return this.threads.pool;
  }
}

/** Time for a reader to stop at its next page or part, after a request. */
const msToStop = 1000;

export class IngestThreads extends ThreadPool<IngestThreadFunctions> {
  constructor(options: ThreadPoolOptions & { readonly data: IngestThreadData }) {
    super(options, 'vitrine-ingest', msToStop);
  }

  /** Returns `Float32Array[dimension]` a passage. Errors: `reader-crashed`, models' codes, the signal's reason. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    return this.put((rpc, id) => rpc.embed(id, texts), { signal });
  }

  /** Errors: `reader-crashed`, `too-slow`, `too-large`, those of reading a document, an aborted signal's reason. */
  cut(file: FileToCut, signal?: AbortSignal): Promise<CutContent> {
    const bounds = readingBounds(file.limits);
    // Before the texts that wait: they come from files that were cut.
    return restored(this.put((rpc, id) => rpc.cut(id, file), { signal, isFirst: true, bounds }));
  }

  /** Errors: `no-text`, `reader-crashed`, an aborted signal's reason. */
  recut(text: TextToCut, signal?: AbortSignal): Promise<CutContent> {
    return restored(this.put((rpc, id) => rpc.recut(id, text), { signal, isFirst: true }));
  }
}

async function restored(cut: Promise<HandedCut>): Promise<CutContent> {
  const handed = await cut;
  return (await import('./cut-content')).received(handed);
}

export interface IngestThreadData {
  readonly modelId: string;
  /** How it counts tokens where it opens no model: that is a server's, or not on this computer. */
  readonly counts?: 'server' | 'estimate';
  readonly catalogue: ModelCatalogue;
  readonly bundledModelFolder: string;
  readonly modelFolders: readonly string[];
  readonly downloadFolder: string;
}

/** The engine's requests to a thread of an ingest. Nothing here rejects: a failure is part of the answer. */
export interface IngestThreadFunctions extends PoolThreadFunctions {
  embed(task: number, texts: readonly string[]): Promise<Result<readonly Float32Array[]>>;
  cut(task: number, file: FileToCut): Promise<Result<HandedCut>>;
  recut(task: number, text: TextToCut): Promise<Result<HandedCut>>;
}
