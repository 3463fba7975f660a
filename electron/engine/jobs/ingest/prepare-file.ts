import { basename } from 'node:path';
import type { FileReport } from '@shared/contract';
import { type ErrorCode, type ErrorReport, reportOf } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { remark } from '@shared/words/sayings';
import { formatAtSight, pagesToRecognise, type RecognisedPage, readFileBytes } from '../../ingest';
import type { Library, NewDocument } from '../../store';
import { type CutContent, checksumOf, contentIdOf, documentIdOf, type FileToCut, titleOfFile } from './cut-content';
import { outcome } from './ingest-tally';
import type { JobBounds } from './job-bounds';

export interface PreparedFile {
  readonly report: FileReport;
  readonly document?: NewDocument;
  /** Absent where the content is in the library already, or on its way there before this file. */
  readonly cut?: CutContent;
}

export interface FilePreparation {
  readonly library: Library;
  readonly limits: PipelineLimits;
  readonly profile: string;
  /** That documents are put into, beside those that they are in; empty for none. */
  readonly collection: string;
  readonly signal: AbortSignal;
  readonly bounds: JobBounds;
  readonly passwords: ReadonlyMap<string, string>;
  cut(path: string, file: FileToCut): Promise<CutContent>;
  /** Recognised text of pages without text; null if it is off. */
  readonly recognise:
    | ((path: string, file: FileToCut, pages: readonly number[]) => Promise<readonly RecognisedPage[]>)
    | null;
  /** Contents on their way to the library, by id, in front of this file. */
  readonly pending: Map<string, Promise<CutContent>>;
}

/** The rest of the work on a file at its turn; others can have theirs at the same time. */
export interface BegunFile {
  readonly rest: Promise<PreparedFile>;
  readonly waits?: boolean;
}

const dayLength = 'YYYY-MM-DD'.length;

/**
 * Decides a file's meaning for the library (I4): of two with the same bytes the first brings the content. Cutting and
 * staging go on beside other files. Errors: those of reading, `disk-full`, `library-read-only`, `cancelled`.
 */
export async function prepareFile(path: string, preparation: FilePreparation): Promise<BegunFile> {
  const { library, limits, profile, signal, pending, collection, bounds } = preparation;
  const mayLieAt = (real: string) => bounds.allows(path, real);
  const { bytes, modifiedAt } = await readFileBytes(path, limits.ingest, signal, mayLieAt);
  const checksum = checksumOf(bytes);
  const known = library.documents.byPath(path);
  if (known?.state === 'ready' && known.checksum === checksum) {
    if (collection !== '' && !known.collections.includes(collection))
      await library.collections.put(known.documentId, collection);
    const { chunks, pages, warnings } = known;
    return begun({ report: { ...outcome(path, 'unchanged', known.documentId), chunks, pages, warnings } });
  }
  const fileName = basename(path);
  const format = await formatAtSight(bytes, fileName, limits.ingest);
  const contentId = contentIdOf(checksum, format);
  const read = { path, fileName, bytes, modifiedAt, checksum, contentId, replaces: known?.state === 'ready' };
  if (library.contents.has(contentId, profile)) {
    const shared = library.contents.get(contentId);
    return begun(shares(read, preparation, shared, library.contents.chunkTexts(contentId).length));
  }
  const before = pending.get(contentId);
  const bring = () => brings(read, preparation);
  if (!before) return { rest: bring() };
  // A file unreadable under another name may be readable under this one.
  const rest = before.then(({ content }) => shares(read, preparation, content, content.chunks.length), bring);
  return { rest, waits: true };
}

interface ReadFile extends Pick<FileToCut, 'bytes' | 'fileName' | 'contentId' | 'checksum'> {
  readonly path: string;
  readonly modifiedAt: string;
  readonly replaces: boolean;
}

function shares(
  file: ReadFile,
  preparation: FilePreparation,
  shared: SharedContent | null,
  chunks: number,
): PreparedFile {
  const { library, collection } = preparation;
  const { path, contentId, bytes, modifiedAt, replaces } = file;
  const { title, warnings = [], pages = [] } = shared ?? {};
  const facts = { contentId, collection, bytes: bytes.length, modifiedAt, title, warnings };
  const document = documentAt(library, path, facts);
  const report = outcome(path, replaces ? 'replaced' : 'duplicate', document.documentId);
  return { report: { ...report, chunks, pages: pages.length }, document };
}

async function brings(file: ReadFile, preparation: FilePreparation): Promise<PreparedFile> {
  const { library, limits, profile, collection, pending } = preparation;
  const { path, fileName, bytes, modifiedAt, checksum, contentId, replaces } = file;
  const password = preparation.passwords.get(path);
  const tables = library.tableFiles.path(contentId);
  const toCut = { bytes, fileName, contentId, checksum, limits: limits.ingest, profile, password, tables };
  const cutting = cutAndStaged(path, toCut, preparation);
  pending.set(contentId, cutting);
  const cut = await cutting;
  const { title, warnings, pages, unembedded } = cut.content;
  const facts = { contentId, collection, bytes: bytes.length, modifiedAt, title, warnings };
  const document = documentAt(library, path, facts);
  const report = {
    ...outcome(path, replaces ? 'replaced' : 'indexed', document.documentId),
    chunks: cut.searchable.length,
    pages: pages.length,
    warnings: unembedded === 1 ? [...warnings, withoutModel] : warnings,
  };
  return { report, document, cut };
}

/** For this reading only: the document does not keep it. */
const withoutModel = remark('words-only');

type SharedContent = Pick<CutContent['content'], 'title' | 'warnings' | 'pages'>;

const begun = (file: PreparedFile): BegunFile => ({ rest: Promise.resolve(file) });

async function cutAndStaged(path: string, file: FileToCut, preparation: FilePreparation): Promise<CutContent> {
  const { library } = preparation;
  const made = await cutWithPictures(path, file, preparation);
  const storedPath = await library.uploads.stage(file.bytes, new Date().toISOString().slice(0, dayLength));
  return { ...made, content: { ...made.content, storedPath } };
}

/** Scans, pictures and the pages between others that hold no text are read by text recognition, where it is on. */
async function cutWithPictures(
  path: string,
  file: FileToCut,
  { cut, recognise: recogniseFile }: FilePreparation,
): Promise<CutContent> {
  if (!recogniseFile) return cut(path, file);
  const recognised = async (pages: readonly number[]) =>
    cut(path, { ...file, recognised: await recogniseFile(path, file, pages) });
  try {
    const made = await cut(path, file);
    const { textless = [] } = made;
    // If only some pages are without text, more of them than a scan may have do not refuse the others.
    if (textless.length === 0 || textless.length > file.limits.ocr.maxPages) return made;
    return await recognised(textless);
  } catch (error) {
    const pages = pagesToRecognise(error);
    if (pages.length === 0) throw error;
    return recognised(pages);
  }
}

/** A file that was never read well is shown as failed; a good document stays as it was. */
export function failedFile(path: string, error: ErrorReport, library: Library, collection: string): PreparedFile {
  const known = library.documents.byPath(path);
  const report = { ...outcome(path, 'failed', idAt(library, path)), error };
  if (known?.state === 'ready') return { report };
  const document = documentAt(library, path, { collection, bytes: 0 });
  return { report, document: { ...document, contentId: null, state: 'failed', error } };
}

/** A known path keeps its id, also if its library was shared since. */
const idAt = ({ documents }: Library, path: string): string =>
  documents.byPath(path)?.documentId ?? documentIdOf(documents.pathKey(path));

type FileFacts = Pick<NewDocument, 'collection' | 'bytes'> &
  Partial<Pick<NewDocument, 'contentId' | 'modifiedAt' | 'warnings'>> & { readonly title?: string | null | undefined };

function documentAt(library: Library, path: string, { title, ...facts }: FileFacts): NewDocument {
  const named = { documentId: idAt(library, path), path, title: titleOfFile(basename(path), title) };
  return { ...named, contentId: null, state: 'ready', error: null, warnings: [], ...facts };
}

/** Failures that the next file would meet too. */
export const endsTheJob: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'disk-full',
  'library-read-only',
  'library-damaged',
  'schema-foreign',
  'index-unavailable',
  'index-mismatch',
  'model-failed',
  'model-missing',
  'model-damaged',
  'model-unreachable',
  'model-timeout',
  'rate-limited',
  'offline',
  'not-allowed',
  'team-unreachable',
  'team-refused',
  'team-busy',
  'team-read-only',
  'team-fixed',
]);

/** Tells a failure of one file, which becomes its result, from one that ends the job, which is thrown. */
export class FileFailures {
  constructor(
    private readonly library: Library,
    private readonly collection: string,
    private readonly signal: AbortSignal,
  ) {}

  /** For reading or cutting a file, or opening its model. Errors: those that end the job, the signal's reason. */
  ofFile(path: string, error: unknown): PreparedFile {
    this.signal.throwIfAborted();
    if (endsTheJob.has(reportOf(error).code)) throw error;
    return this.failed(path, error);
  }

  private failed(path: string, error: unknown): PreparedFile {
    return failedFile(path, reportOf(error), this.library, this.collection);
  }
}
