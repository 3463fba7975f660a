import type { Result } from '@shared/errors';
import type { OcrLanguage } from '@shared/settings';
import type { OcrLimits, RecognisedPage } from '../../ingest';

/** What a thread that recognises text is started with. */
export interface RecognitionThreadData {
  readonly languages: readonly OcrLanguage[];
  readonly limits: OcrLimits;
}

/** A file whose pages are wanted; the bytes are shared with the threads and not copied. */
export interface FileToRecognise {
  /** sha256 of the bytes: a thread keeps the file open that it was asked for last. */
  readonly checksum: string;
  readonly bytes: SharedArrayBuffer;
  /** Without its folders; for messages. */
  readonly fileName: string;
}

/** What the engine asks of such a thread. Nothing here rejects; a page that cannot be read says so in `trouble`. */
export interface RecognitionThreadFunctions {
  recognise(file: FileToRecognise, page: number): Promise<Result<RecognisedPage>>;
}
