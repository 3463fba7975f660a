import type { Result } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import type { CutContent, FileToCut, TextToCut } from './cut-content';
import { readingBounds } from './reader-watch';
import { type PoolThreadFunctions, ThreadPool, type ThreadPoolOptions } from './thread-pool';

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
    return this.put((rpc, id) => rpc.cut(id, file), { signal, isFirst: true, bounds });
  }

  /** Errors: `no-text`, `reader-crashed`, an aborted signal's reason. */
  recut(text: TextToCut, signal?: AbortSignal): Promise<CutContent> {
    return this.put((rpc, id) => rpc.recut(id, text), { signal, isFirst: true });
  }
}

/** Start data of an ingest's thread: the place of the model that it opens at its first task. */
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
  cut(task: number, file: FileToCut): Promise<Result<CutContent>>;
  recut(task: number, text: TextToCut): Promise<Result<CutContent>>;
}
