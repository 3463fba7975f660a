import type { RecognisedPage } from '../../ingest';
import type { Library } from '../../store';
import type { FileToCut } from './cut-file';
import type { IngestTally } from './ingest-tally';
import type { Recognition } from './recognise-file';

/** Thrown in the reading of a file that has given its turn to all others of its job. */
export class ReadLater extends Error {}

/**
 * Text recognition in one job: a scan of hundreds of pages takes many minutes, so it gives its turn to the files that
 * are read at once, and is read when only scans are left.
 */
export class ScansLast {
  private readonly met = new Set<string>();

  constructor(
    private readonly recognition: Recognition,
    private readonly library: Library,
    private readonly jobId: string,
    private readonly tally: IngestTally,
    private readonly signal: AbortSignal,
  ) {}

  get isOn(): boolean {
    return this.recognition.isOn;
  }

  /** Whether a file has turned out to be a scan. */
  knows(path: string): boolean {
    return this.met.has(path);
  }

  /** Errors: `ReadLater`, those of `Recognition.pagesOf`. */
  async recognise(path: string, file: FileToCut, pages: readonly number[]): Promise<readonly RecognisedPage[]> {
    const { files } = this.library.jobs;
    if (!this.met.has(path)) {
      this.met.add(path);
      if (files.othersWait(this.jobId, [...this.met])) {
        files.last(this.jobId, path);
        throw new ReadLater();
      }
    }
    return this.recognition.pagesOf(file, pages, this.signal, (done, of) => this.tally.recognised(path, done, of));
  }
}
