import { besideEachOther } from '../../async';
import type { Library, NewIngestJob } from '../../store';
import { type CutContent, wordRowsOf } from './cut-content';
import type { IngestModel } from './ingest-model';
import type { PreparedFile } from './prepare-file';

export interface IngestCommitsParts {
  readonly library: Library;
  readonly model: IngestModel;
  readonly request: NewIngestJob;
  onVisible(): void;
  onContent(cut: CutContent): void;
  onWritten(chunks: number, ms: number): void;
}

/** A commit is made when this much waits, or when this much time has passed: a large ingest becomes searchable as it goes. */
const chunksPerCommit = 512;
const filesPerCommit = 64;
export const msPerCommit = 1500;
/** Members of a place wait for each commit and read its pages: fewer and larger ones, except for few files. */
const timesInTeam = 4;
/** To a team place's store each file is a request of its own. */
const filesPlacedAtOnce = 8;
/** Commits after which small files of the index are merged while the job goes on. */
const commitsPerCompaction = 16;

/** The last step of a job's files: several at a time go into the index and become visible by one commit. */
export class IngestCommits {
  touched = false;
  private readonly waiting: PreparedFile[] = [];
  private lastCommit = performance.now();
  private commits = 0;

  constructor(private readonly parts: IngestCommitsParts) {}

  /** Errors: `index-mismatch`, `index-unavailable`, `disk-full`, `library-read-only`; an aborted signal throws its reason. */
  async add(made: PreparedFile, signal: AbortSignal): Promise<void> {
    this.waiting.push(made);
    if (this.due()) await this.flush(signal);
  }

  /** Rows into the index, then one commit that makes their documents visible and their files done. Errors: as `add`. */
  async flush(signal: AbortSignal): Promise<void> {
    const { waiting } = this;
    const { library, request, onVisible } = this.parts;
    this.lastCommit = performance.now();
    if (waiting.length === 0) return;
    if (waiting.every(({ document }) => !document)) {
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
      this.waiting.reduce((sum, { cut }) => sum + (cut?.content.chunks.length ?? 0), 0) >= chunksPerCommit * times
    );
  }

  private async write(): Promise<void> {
    const { library, request, onContent, onWritten } = this.parts;
    const { index, jobs, contents } = library;
    const batch = this.waiting.splice(0);
    const coming = new Set(batch.flatMap(({ cut }) => cut?.content.contentId ?? []));
    const stands = ({ document }: PreparedFile) => {
      const contentId = document?.contentId ?? null;
      return contentId === null || coming.has(contentId) || contents.has(contentId, request.profile);
    };
    const whole = batch.filter(stands);
    const made = whole.flatMap(({ cut }) => cut ?? []);
    let began = 0;
    let chunks = 0;
    if (made.length > 0) {
      const { dimension } = await this.matchingIndex();
      const unplaced = made.map(({ content }) => content.storedPath);
      await besideEachOther(filesPlacedAtOnce, async () => {
        const stored = unplaced.shift();
        if (stored !== undefined) await library.uploads.place(stored);
        return stored !== undefined;
      });
      this.touched = true;
      began = performance.now();
      const rows = made.flatMap((cut) => wordRowsOf(cut, dimension));
      chunks = rows.length;
      await index.add(rows);
    }
    const additions = whole.flatMap(({ document, cut }) =>
      document ? [cut ? { document, content: cut.content } : { document }] : [],
    );
    const orphans = await library.commit(additions, {
      along: ({ without }) => {
        const again = batch.filter(
          (file) => !whole.includes(file) || without.includes(file.document?.documentId ?? ''),
        );
        jobs.files.finish(request.jobId, whole.filter((file) => !again.includes(file)).map(reportOf));
        jobs.files.setStages(request.jobId, again.map(pathOf), 'waiting');
      },
    });
    if (chunks > 0) onWritten(chunks, performance.now() - began);
    for (const cut of made) onContent(cut);
    await library.release(orphans);
  }

  private async matchingIndex() {
    const { model, library, request } = this.parts;
    const { index } = library;
    const { id: modelId, dimension } = await model.entryInUse();
    library.assertMatches(modelId, request.profile);
    if (index.manifest?.profile !== request.profile)
      await index.create({ modelId, dimension, profile: request.profile });
    return { dimension: index.manifest?.dimension ?? dimension };
  }
}

const reportOf = ({ report }: PreparedFile) => report;
const pathOf = ({ report }: PreparedFile): string => report.path;
