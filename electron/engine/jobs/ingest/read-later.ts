import type { RecognisedPage } from '../../ingest';
import type { Library } from '../../store';
import type { CutContent, FileToCut } from './cut-content';
import type { IngestTally } from './ingest-tally';
import { wasBusy, wasStopped } from './reader-watch';
import type { Recognition } from './recognise-file';

/** Thrown in the reading of a file that has given its turn to all others of its job. */
export class ReadLater extends Error {}

/** Recognises scans when only scans are left: each takes many minutes. */
export class DeferredOcr {
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

/** Files that the watch has stopped: each is read once more, alone; a job's only file if the computer was busy. */
export class SecondTries {
  private readonly stopped = new Set<string>();

  constructor(
    private readonly jobs: Pick<Library['jobs'], 'summary'> & {
      readonly files: Pick<Library['jobs']['files'], 'last'>;
    },
    private readonly jobId: string,
  ) {}

  knows(path: string): boolean {
    return this.stopped.has(path);
  }

  /** Reads a file. Errors: `ReadLater` if it is to be read once more, those of the reading otherwise. */
  async cut(path: string, read: () => Promise<CutContent>): Promise<CutContent> {
    try {
      return await read();
    } catch (error) {
      if (!wasStopped(error) || this.stopped.has(path)) throw error;
      if (!wasBusy(error) && this.jobs.summary(this.jobId).filesTotal < 2) throw error;
      this.stopped.add(path);
      this.jobs.files.last(this.jobId, path);
      throw new ReadLater();
    }
  }
}
