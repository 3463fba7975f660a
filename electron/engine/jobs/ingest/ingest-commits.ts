import { besideEachOther } from '../../async';
import type { IndexRow, Library, NewIngestJob } from '../../store';
import type { CutContent } from './cut-content';
import type { PendingVectors } from './embed-content';
import type { IngestModel } from './ingest-model';
import type { PreparedFile } from './prepare-file';

export interface EmbeddedFile {
  readonly file: PreparedFile;
  readonly rows: readonly IndexRow[];
}

export interface IngestCommitsParts {
  readonly library: Library;
  readonly model: IngestModel;
  readonly request: NewIngestJob;
  readonly vectors: PendingVectors;
  onVisible(): void;
  onContent(cut: CutContent): void;
  onWritten(chunks: number, ms: number): void;
}

/** A commit is made when this much waits, or when this much time has passed: a large ingest becomes searchable as it goes. */
const chunksPerCommit = 512;
const filesPerCommit = 64;
export const msPerCommit = 5000;
/** Members of a place wait for each commit and read its pages: fewer and larger ones, except for few files. */
const timesInTeam = 4;
/** To a team place's store each file is a request of its own. */
const filesPlacedAtOnce = 8;
/** Commits after which small files of the index are merged while the job goes on. */
const commitsPerCompaction = 16;

/** The last step of a job's files: several at a time go into the index and become visible by one commit. */
export class IngestCommits {
  touched = false;
  private readonly waiting: EmbeddedFile[] = [];
  private lastCommit = performance.now();
  private commits = 0;

  constructor(private readonly parts: IngestCommitsParts) {}

  /** Errors: `index-mismatch`, `index-unavailable`, `disk-full`, `library-read-only`; an aborted signal throws its reason. */
  async add(made: EmbeddedFile, signal: AbortSignal): Promise<void> {
    this.waiting.push(made);
    if (this.due()) await this.flush(signal);
  }

  /** Rows into the index, then one commit that makes their documents visible and their files done. Errors: as `add`. */
  async flush(signal: AbortSignal): Promise<void> {
    const { waiting } = this;
    const { library, request, onVisible } = this.parts;
    this.lastCommit = performance.now();
    if (waiting.length === 0) return;
    if (waiting.every(({ file }) => !file.document)) {
      library.jobs.files.finish(request.jobId, waiting.splice(0).map(reportOf));
      return;
    }
    library.jobs.files.setStages(request.jobId, waiting.map(pathOf), 'writing');
    await library.change(() => this.write(), signal);
    onVisible();
    this.commits += 1;
    if (this.commits % (commitsPerCompaction / this.times) === 0) void library.compactSoon();
  }

  private get times(): number {
    return this.parts.library.replica ? timesInTeam : 1;
  }

  private due(): boolean {
    const { times } = this;
    return (
      this.waiting.length >= filesPerCommit * times ||
      performance.now() - this.lastCommit >= msPerCommit * (this.waiting.length < filesPerCommit ? 1 : times) ||
      this.waiting.reduce((sum, { rows }) => sum + rows.length, 0) >= chunksPerCommit * times
    );
  }

  private async write(): Promise<void> {
    const { library, request, vectors, onContent, onWritten } = this.parts;
    const { index, jobs, contents } = library;
    const batch = this.waiting.splice(0);
    const coming = new Set(batch.flatMap(({ file }) => file.cut?.content.contentId ?? []));
    const stands = ({ file: { document } }: EmbeddedFile) => {
      const contentId = document?.contentId ?? null;
      return contentId === null || coming.has(contentId) || contents.has(contentId, request.profile);
    };
    const whole = batch.filter(stands);
    const made = whole.flatMap(({ file: { cut } }) => cut ?? []);
    const rows = whole.flatMap((file) => file.rows);
    let began = 0;
    if (rows.length > 0) {
      await this.matchingIndex();
      const unplaced = made.map(({ content }) => content.storedPath);
      await besideEachOther(filesPlacedAtOnce, async () => {
        const stored = unplaced.shift();
        if (stored !== undefined) await library.uploads.place(stored);
        return stored !== undefined;
      });
      this.touched = true;
      began = performance.now();
      await index.add(rows);
    }
    const additions = whole.flatMap(({ file: { document, cut } }) =>
      document ? [cut ? { document, content: cut.content } : { document }] : [],
    );
    // A team place shares them with the documents, where it has none of them.
    vectors.write();
    const orphans = await library.commit(additions, {
      along: ({ without }) => {
        const again = batch.filter(
          (file) => !whole.includes(file) || without.includes(file.file.document?.documentId ?? ''),
        );
        jobs.files.finish(request.jobId, whole.filter((file) => !again.includes(file)).map(reportOf));
        jobs.files.setStages(request.jobId, again.map(pathOf), 'waiting');
      },
    });
    if (rows.length > 0) onWritten(rows.length, performance.now() - began);
    for (const cut of made) onContent(cut);
    await library.release(orphans);
  }

  private async matchingIndex(): Promise<void> {
    const { model, library, request } = this.parts;
    const { index } = library;
    const { id: modelId, dimension } = await model.entryInUse();
    library.assertMatches(modelId, request.profile);
    if (index.manifest?.profile !== request.profile)
      await index.create({ modelId, dimension, profile: request.profile });
  }
}

const reportOf = ({ file }: EmbeddedFile) => file.report;
const pathOf = ({ file }: EmbeddedFile): string => file.report.path;
