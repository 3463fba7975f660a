import { basename, extname } from 'node:path';
import type { FileReport } from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { readDocument, readFileBytes, safeDisplayName, sniffFormat } from './ingest';
import { outcome } from './ingest-tally';
import { type CutContent, checksumOf, contentIdOf, cutContent, documentIdOf } from './prepare-content';
import type { Library, NewDocument } from './store';

/** A file that is read and cut: what is left to do is to embed its texts and to commit it. */
export interface PreparedFile {
  readonly report: FileReport;
  /** Absent where nothing of the document changes. */
  readonly document?: NewDocument;
  /** Absent where the content is in the library already, or on its way there before this file. */
  readonly cut?: CutContent;
}

export interface FilePreparation {
  readonly library: Library;
  readonly limits: PipelineLimits;
  readonly profile: string;
  /** Empty: the document keeps its collection. */
  readonly collection: string;
  readonly signal: AbortSignal;
  countTokens(): Promise<(text: string) => number>;
  /** A content on its way to the library, in front of this file. */
  pending(contentId: string): CutContent | undefined;
}

const dayLength = 'YYYY-MM-DD'.length;
const defaultCollection = 'Library';

/**
 * Reads a file, tells what it is to the library (I4) and cuts it; its bytes are staged where they are new. Errors:
 * those of reading a file, `disk-full`, `library-read-only`, `cancelled`.
 */
export async function prepareFile(path: string, preparation: FilePreparation): Promise<PreparedFile> {
  const { library, limits, profile, signal } = preparation;
  const bytes = await readFileBytes(path, limits.ingest, signal);
  const checksum = checksumOf(bytes);
  const known = library.documents.byPath(path);
  const collection = preparation.collection || known?.collection || defaultCollection;
  if (known?.state === 'ready' && known.checksum === checksum) {
    if (known.collection !== collection) library.moveDocument(known.documentId, collection);
    const { chunks, pages, warnings } = known;
    return { report: { ...outcome(path, 'unchanged', known.documentId), chunks, pages, warnings } };
  }
  const { format } = await sniffFormat(bytes, basename(path), limits.ingest);
  const contentId = contentIdOf(checksum, format);
  const replaces = known?.state === 'ready';
  const pending = preparation.pending(contentId);
  if (pending || library.contents.has(contentId, profile)) {
    const shared = pending?.content ?? library.contents.get(contentId);
    const chunks = pending?.content.chunks.length ?? library.contents.chunkTexts(contentId).length;
    const status = replaces ? 'replaced' : 'duplicate';
    return {
      report: { ...outcome(path, status, documentIdOf(path)), chunks, pages: shared?.pages.length ?? 0 },
      document: documentAt(path, {
        contentId,
        collection,
        bytes: bytes.length,
        title: shared?.title,
        warnings: shared?.warnings,
      }),
    };
  }
  const chunkProfile = limits.ingest.profiles[profile];
  if (!chunkProfile) throw new VitrineError('bad-request', `There is no chunk profile ${profile}.`, 'See the limits.');
  const read = await readDocument(bytes, basename(path), limits.ingest, signal);
  const { title, warnings } = read;
  const document = documentAt(path, { contentId, collection, bytes: bytes.length, title, warnings });
  const cut = cutContent(
    { read, contentId, checksum, bytes: bytes.length, storedPath: '', indexTitle: document.title },
    profile,
    chunkProfile,
    await preparation.countTokens(),
  );
  const storedPath = await library.uploads.stage(bytes, new Date().toISOString().slice(0, dayLength));
  return {
    report: {
      ...outcome(path, replaces ? 'replaced' : 'indexed', document.documentId),
      chunks: cut.searchable.length,
      pages: read.pages.length,
      warnings,
    },
    document,
    cut: { ...cut, content: { ...cut.content, storedPath } },
  };
}

/**
 * A file that was never read well is kept in sight as failed; a document that was good stays as it was.
 */
export function failedFile(path: string, error: ErrorReport, library: Library, collection: string): PreparedFile {
  const known = library.documents.byPath(path);
  const report = { ...outcome(path, 'failed', known?.documentId ?? documentIdOf(path)), error };
  if (known?.state === 'ready') return { report };
  const document = documentAt(path, { collection: collection || known?.collection || defaultCollection, bytes: 0 });
  return { report, document: { ...document, contentId: null, state: 'failed', error } };
}

function documentAt(
  path: string,
  facts: {
    readonly contentId?: string;
    readonly collection: string;
    readonly bytes: number;
    readonly title?: string | null | undefined;
    readonly warnings?: readonly string[] | undefined;
  },
): NewDocument {
  const name = safeDisplayName(basename(path));
  const { contentId = null, collection, bytes, title, warnings = [] } = facts;
  return {
    documentId: documentIdOf(path),
    path,
    title: (title && safeDisplayName(title)) || name.slice(0, name.length - extname(name).length) || name || 'Unknown',
    collection,
    contentId,
    bytes,
    state: 'ready',
    error: null,
    warnings,
  };
}
