import { basename, extname, resolve } from 'node:path';
import type { FileReport, IngestProgress, IngestReport } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { readDocument, readFileBytes, safeDisplayName, sniffFormat, walk } from './ingest';
import { failed, IngestTally, missingFile, outcome } from './ingest-tally';
import { checksumOf, contentIdOf, documentIdOf, makeContent } from './prepare-content';
import type { QueryEmbedder } from './retrieval';
import type { IndexRow, Library, NewContent, NewDocument } from './store';

export interface IngestRequest {
  readonly jobId: string;
  readonly paths: readonly string[];
  readonly collection: string;
  readonly profile: string;
}

/** A file that is read, embedded and waiting for the next commit. */
interface Prepared {
  readonly report: FileReport;
  readonly document: NewDocument;
  readonly content?: NewContent;
  readonly rows: readonly IndexRow[];
}

/** A commit is made when this many chunks wait, so that a large ingest becomes searchable as it goes. */
const chunksPerCommit = 512;
const filesPerCommit = 64;
const dayLength = 'YYYY-MM-DD'.length;
/** Failures that the next file would meet too. */
const endsTheJob: ReadonlySet<string> = new Set([
  'cancelled',
  'disk-full',
  'library-read-only',
  'library-damaged',
  'index-unavailable',
  'model-failed',
  'model-missing',
]);

/** Reads, chunks, embeds and commits files, one report a file; a file that fails does not stop the others. */
export class IngestJob {
  private readonly waiting: Prepared[] = [];
  private readonly tally: IngestTally;
  /** Whether the index was written to, and so wants compacting at the end. */
  private touched = false;

  constructor(
    private readonly library: Library,
    private readonly model: QueryEmbedder,
    private readonly limits: PipelineLimits,
    private readonly request: IngestRequest,
    onProgress: (progress: IngestProgress) => void,
    private readonly onVisible: () => void,
    private readonly signal: AbortSignal,
  ) {
    this.tally = new IngestTally(request.jobId, () => this.waiting.length, onProgress);
  }

  /** Errors: `index-mismatch`, `index-unavailable`, `library-locked`, `disk-full`, `library-read-only`, models' codes. Cancelling is no error: what was done stays. */
  async run(): Promise<IngestReport> {
    const { profile } = this.request;
    this.library.assertWritable();
    if (!this.limits.ingest.profiles[profile]) {
      throw new VitrineError(
        'bad-request',
        `There is no chunk profile ${profile}.`,
        `Choose one of: ${Object.keys(this.limits.ingest.profiles).join(', ')}.`,
        {
          profile,
        },
      );
    }
    this.library.index.assertMatches(this.model.entry.id, profile);
    // An index that cannot be read refuses before the work, not after it.
    await this.library.index.count();
    try {
      return await this.work();
    } finally {
      for (const { content } of this.waiting) if (content) await this.library.uploads.discard(content.storedPath);
    }
  }

  private async work(): Promise<IngestReport> {
    let cancelled = false;
    let skipped = 0;
    try {
      const found = await walk(
        this.request.paths.map((path) => resolve(path)),
        this.signal,
      );
      skipped = found.skipped;
      this.tally.total = found.files.length + found.missing.length;
      for (const path of found.missing) this.tally.add(failed(path, missingFile(path)));
      for (const path of found.files) {
        this.signal.throwIfAborted();
        await this.file(path);
        if (this.due()) await this.flush();
      }
    } catch (error) {
      if (reportOf(error).code !== 'cancelled') throw error;
      cancelled = true;
    }
    await this.flush();
    if (this.touched) {
      this.tally.progress('compacting', null, true);
      await this.library.change(() => this.library.index.compact());
    }
    this.tally.progress('done', null, true);
    return this.tally.report(skipped, cancelled);
  }

  private due(): boolean {
    return (
      this.waiting.length >= filesPerCommit ||
      this.waiting.reduce((sum, prepared) => sum + prepared.rows.length, 0) >= chunksPerCommit
    );
  }

  private async file(path: string): Promise<void> {
    try {
      await this.prepare(path);
    } catch (error) {
      const report = reportOf(error);
      if (endsTheJob.has(report.code)) throw error;
      this.tally.add({ ...failed(path, report), documentId: this.noteFailure(path, report) });
    }
  }

  private async prepare(path: string): Promise<void> {
    this.tally.progress('reading', path);
    const bytes = await readFileBytes(path, this.limits.ingest, this.signal);
    const checksum = checksumOf(bytes);
    const known = this.library.documents.byPath(path);
    const collection = this.request.collection || known?.collection || 'Library';
    if (known?.state === 'ready' && known.checksum === checksum) {
      if (known.collection !== collection) this.library.moveDocument(known.documentId, collection);
      this.tally.add({
        ...outcome(path, 'unchanged', known.documentId),
        chunks: known.chunks,
        pages: known.pages,
        warnings: known.warnings,
      });
      return;
    }
    const { format } = await sniffFormat(bytes, basename(path), this.limits.ingest);
    const contentId = contentIdOf(checksum, format);
    const status = known?.state === 'ready' ? 'replaced' : 'indexed';
    const pending = this.waiting.find((prepared) => prepared.content?.contentId === contentId);
    if (pending?.content || this.library.contents.has(contentId, this.request.profile)) {
      const shared = pending?.content ?? this.library.contents.get(contentId);
      const chunks = pending?.rows.length ?? this.library.contents.chunkTexts(contentId).length;
      this.waiting.push({
        report: {
          ...outcome(path, status === 'replaced' ? 'replaced' : 'duplicate', documentIdOf(path)),
          chunks,
          pages: shared?.pages.length ?? 0,
        },
        document: this.document(
          path,
          contentId,
          collection,
          bytes.length,
          shared?.title ?? null,
          shared?.warnings ?? [],
        ),
        rows: [],
      });
      return;
    }
    await this.prepareNew(path, bytes, { checksum, contentId, collection, status });
  }

  private async prepareNew(
    path: string,
    bytes: Uint8Array,
    {
      checksum,
      contentId,
      collection,
      status,
    }: { checksum: string; contentId: string; collection: string; status: 'indexed' | 'replaced' },
  ): Promise<void> {
    const { embedder } = this.model;
    const profileName = this.request.profile;
    const profile = this.limits.ingest.profiles[profileName];
    if (!profile) return;
    const read = await readDocument(bytes, basename(path), this.limits.ingest, this.signal);
    const document = this.document(path, contentId, collection, bytes.length, read.title, read.warnings);
    const made = await makeContent(
      { read, contentId, checksum, bytes: bytes.length, storedPath: '', indexTitle: document.title },
      {
        cache: this.library.embeddings,
        embedder,
        profileName,
        profile,
        signal: this.signal,
        onChunked: (chunks) => {
          this.tally.chunksTotal += chunks;
          this.tally.progress('chunking', path);
        },
        onEmbedded: () => {
          this.tally.chunksDone += 1;
          this.tally.progress('embedding', path);
        },
      },
    );
    this.tally.embedded += made.embedded;
    this.tally.cached += made.rows.length - made.embedded;
    const storedPath = await this.library.uploads.stage(bytes, new Date().toISOString().slice(0, dayLength));
    this.waiting.push({
      report: {
        ...outcome(path, status, document.documentId),
        chunks: made.rows.length,
        pages: read.pages.length,
        warnings: read.warnings,
      },
      document,
      content: { ...made.content, storedPath },
      rows: made.rows,
    });
  }

  private document(
    path: string,
    contentId: string,
    collection: string,
    bytes: number,
    title: string | null,
    warnings: readonly string[],
  ): NewDocument {
    const name = safeDisplayName(basename(path));
    return {
      documentId: documentIdOf(path),
      path,
      title:
        (title && safeDisplayName(title)) || name.slice(0, name.length - extname(name).length) || name || 'Unknown',
      collection,
      contentId,
      bytes,
      state: 'ready',
      error: null,
      warnings,
    };
  }

  /** Rows into the index, then one commit that makes their documents visible. */
  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    this.tally.progress('writing', null);
    const again = await this.library.change(() => this.write());
    this.onVisible();
    for (const path of again) await this.file(path);
    if (again.length > 0) await this.flush();
  }

  /** Returns the paths whose shared content was deleted while they waited: they have to be read again. */
  private async write(): Promise<string[]> {
    const { library, model, request } = this;
    if (library.index.manifest) library.index.assertMatches(model.entry.id, request.profile);
    else {
      const { id: modelId, dimension } = model.entry;
      await library.index.create({ modelId, dimension, profile: request.profile });
    }
    const coming = new Set(this.waiting.map((prepared) => prepared.content?.contentId));
    const stands = ({ document: { contentId } }: Prepared) =>
      coming.has(contentId ?? '') || library.contents.has(contentId ?? '', request.profile);
    const batch = this.waiting.filter(stands);
    for (const { content } of batch) if (content) await library.uploads.place(content.storedPath);
    this.touched = true;
    await library.index.add(batch.flatMap((prepared) => prepared.rows));
    const orphans = library.commit(
      batch.map(({ document, content }) => (content ? { document, content } : { document })),
    );
    const again = this.waiting.filter((prepared) => !stands(prepared)).map(({ report }) => report.path);
    this.waiting.length = 0;
    this.tally.add(...batch.map((prepared) => prepared.report));
    await library.release(orphans);
    return again;
  }

  /**
   * A file that was never read well is kept in sight as failed; a document that was good stays as it was. Returns the
   * document's id.
   */
  private noteFailure(path: string, error: ReturnType<typeof reportOf>): string {
    const known = this.library.documents.byPath(path);
    if (known?.state === 'ready') return known.documentId;
    const collection = this.request.collection || known?.collection || 'Library';
    const document = this.document(path, '', collection, 0, null, []);
    this.library.commit([{ document: { ...document, contentId: null, state: 'failed', error } }]);
    return document.documentId;
  }
}
