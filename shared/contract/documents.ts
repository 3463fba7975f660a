import type { StatedFacts } from '../document-facts';
import type { ErrorReport } from '../errors';
import type { Block } from '../prompt/blocks';
import type { Chunk } from '../prompt/chunk';
import type { Coded, HealthCode, Notice, Remark, SayableCode } from '../words/sayings';
import type { CheckReport } from './maintenance';
import type { TextSpan } from './search';

export type FileStatus = 'indexed' | 'unchanged' | 'replaced' | 'duplicate' | 'failed';

export interface FileReport {
  readonly path: string;
  readonly status: FileStatus;
  readonly documentId: string | null;
  readonly chunks: number;
  readonly pages: number;
  readonly error: ErrorReport | null;
  /** Odd but not fatal: a name that does not fit the content, replaced bytes, missing metadata. */
  readonly warnings: readonly Remark[];
}

export interface IngestReport {
  readonly files: readonly FileReport[];
  readonly totals: {
    readonly files: number;
    readonly indexed: number;
    readonly unchanged: number;
    readonly replaced: number;
    readonly duplicate: number;
    readonly failed: number;
    /** Hidden and unsupported files met while walking a folder; not in `files`. */
    readonly skipped: number;
    readonly chunks: number;
    /** Texts embedded by a model call; texts answered from the cache. */
    readonly embedded: number;
    readonly cached: number;
    readonly ms: number;
  };
  readonly cancelled: boolean;
  /** Links that lead out of the folder that was added. They were passed over. */
  readonly linksOutside: readonly string[];
  /** Remarks on all of them, such as a language that the search model does not read; absent for none. */
  readonly notices?: readonly Notice[];
}

export type IngestPhase = 'reading' | 'done';

export interface IngestProgress {
  readonly jobId: string;
  readonly phase: IngestPhase;
  /** The file that is read longest. */
  readonly currentFile: string | null;
  /** Pages of the current file, where text is recognised on them: seconds each. */
  readonly pages?: { readonly done: number; readonly of: number };
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly chunksDone: number;
  readonly filesFailed: number;
  /** 0–1, by the bytes of the files that are read. */
  readonly share: number;
  /** Estimated milliseconds left by those bytes; null in the first seconds, and while nothing moves. */
  readonly msLeft: number | null;
}

/** `processing`: its file is being read again; the old text answers until that is done. */
export type DocumentState = 'processing' | 'ready' | 'failed';

export interface DocumentSummary extends StatedFacts {
  readonly documentId: string;
  readonly title: string;
  readonly path: string;
  /** The default one where it is in no other. */
  readonly collections: readonly string[];
  readonly tags: readonly string[];
  readonly checksum: string;
  readonly mime: string;
  readonly format: string;
  readonly bytes: number;
  readonly pages: number;
  readonly chunks: number;
  readonly language: string;
  readonly state: DocumentState;
  readonly error: ErrorReport | null;
  readonly warnings: readonly Remark[];
  /** When it was added, and when its file was last changed before it was read; ISO 8601. */
  readonly createdAt: string;
  readonly modifiedAt: string;
}

/** A word and its box as shares of the page's sides, from its upper left corner. */
export type PlacedWord = readonly [text: string, left: number, top: number, right: number, bottom: number];

export interface RecognisedWords {
  readonly page: number;
  readonly words: readonly PlacedWord[];
}

export interface PageSpan extends TextSpan {
  readonly page: number;
}

export interface HeadingSpan extends TextSpan {
  /** 1 (outermost) to 6. */
  readonly level: number;
  readonly text: string;
}

export interface DocumentHeading extends HeadingSpan {
  readonly documentId: string;
}

/** The text of a document as it was chunked, with the place of every page and chunk in it. */
export interface DocumentSource {
  readonly document: DocumentSummary;
  readonly text: string;
  readonly pages: readonly PageSpan[];
  readonly chunks: readonly Pick<Chunk, 'id' | 'startChar' | 'endChar' | 'pages'>[];
  readonly headings: readonly HeadingSpan[];
  /** Ascending, without overlap, covering every word of the text. */
  readonly blocks: readonly Block[];
}

/** Other places that hold text of documents: kept runs, answers that cite them, and lines of the log. */
export type DocumentTraces = Readonly<Record<'runs' | 'answers' | 'logLines', number>>;

/** Another process has the library; the folder holds another one since a backup was restored; or it holds none. */
export type WhyReadOnly = 'held' | 'exchanged' | 'gone' | 'full' | 'read-only';

/** A line of the status: `check` names the check. Its code gives the sentence: a line of the status, or an error. */
export interface HealthLine extends Coded<HealthCode | SayableCode> {
  readonly check: string;
  readonly ok: boolean;
}

export interface LibraryStatus {
  readonly library: string;
  readonly documents: number;
  readonly chunks: number;
  readonly collections: readonly string[];
  readonly model: {
    readonly id: string;
    readonly title: string;
    readonly dimension: number;
    readonly recommended: boolean;
  };
  readonly profile: string | null;
  /** Whether the limits now give that profile other numbers: only a rebuild cuts documents by them. */
  readonly recuts: boolean;
  /** `place`: its address in an object store; null where it lies in the library folder. */
  readonly index: { readonly files: number; readonly bytes: number; readonly place: string | null };
  readonly libraryVersion: number;
  readonly bytes: number;
  readonly disk: Readonly<Record<'uploads' | 'index' | 'catalogue' | 'models', number>>;
  /** Files and chunks of the library, and its use since it was made; tokens of answers are the servers' counts. */
  readonly counters: Readonly<
    Record<'files' | 'chunks' | 'embeddingCalls' | 'searches' | 'promptTokens' | 'answerTokens', number>
  >;
  readonly check?: CheckReport;
  readonly writable: boolean;
  readonly whyReadOnly?: WhyReadOnly;
  readonly health: readonly HealthLine[];
}
