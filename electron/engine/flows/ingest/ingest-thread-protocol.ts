import type { Result } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import type { EmbeddedPassage } from '../../models';
import type { FileToCut } from './cut-file';
import type { CutContent, TextToRecut } from './prepare-content';

/** What a thread of an ingest is started with: where it finds the model that it opens at its first task. */
export interface IngestThreadData {
  readonly modelId: string;
  readonly catalogue: ModelCatalogue;
  readonly bundledModelFolder: string;
  readonly modelFolders: readonly string[];
  readonly downloadFolder: string;
}

/** What the engine asks of a thread of an ingest. Nothing here rejects: what goes wrong is part of the answer. */
export interface IngestThreadFunctions {
  /** Vectors of passages, in order, one text a model call. */
  embed(task: number, texts: readonly string[]): Promise<Result<readonly Float32Array[]>>;
  /** The same with their words, of a model that keeps them. */
  embedWithWords(task: number, texts: readonly string[]): Promise<Result<readonly EmbeddedPassage[]>>;
  /** A file's text and chunks. */
  cut(task: number, file: FileToCut): Promise<Result<CutContent>>;
  /** The chunks of a text of the library, cut again. */
  recut(task: number, text: TextToRecut): Promise<Result<CutContent>>;
  /** Ends a task before its next text or page. */
  stop(task: number): void;
  /** Lets go of the model when its run has ended, then the thread ends by itself. */
  close(): Promise<void>;
}
