import type { RepairReport } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { pause } from '../../async';
import { checkLibrary, type Library } from '../../store';

const wantedKey = 'repair-wanted';

interface AlongsideParts {
  readonly library: Library;
  log(what: string, facts: object): void;
}

/** Work beside other work, one piece at a time. Its failures go to the log and reach no caller. */
class Alongside<Parts extends AlongsideParts> {
  private running: Promise<void> | null = null;
  private readonly stopper = new AbortController();

  /** @param starts whether this host stays open long enough for the work */
  constructor(
    protected readonly parts: Parts,
    private readonly starts: boolean,
  ) {}

  protected get isRunning(): boolean {
    return this.running !== null;
  }

  protected get mayStart(): boolean {
    return this.starts && this.parts.library.writable && !this.running && !this.stopper.signal.aborted;
  }

  protected work(work: (signal: AbortSignal) => Promise<void>): void {
    if (!this.mayStart) return;
    this.running = work(this.stopper.signal)
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.running = null;
      });
  }

  protected failed(error: unknown): void {
    this.parts.log('library.repair', { ...reportOf(error) });
  }

  /** Stops what runs; the next start continues it. */
  async close(): Promise<void> {
    this.stopper.abort(new VitrineError('cancelled', { why: 'closing' }));
    await this.running;
  }
}

export interface RepairAlongsideParts extends AlongsideParts {
  repair(signal: AbortSignal): Promise<RepairReport>;
}

/** Automatic checks and repairs. A host that does not stay open only writes down that one is wanted. */
export class RepairAlongside extends Alongside<RepairAlongsideParts> {
  /** Checks quickly and repairs what is wrong. @param afterMs time for other work to come first, ms */
  atStart(afterMs: number): void {
    const { library, log } = this.parts;
    this.work(async (signal) => {
      if (afterMs > 0) await pause(afterMs, signal);
      if (signal.aborted) return;
      const { report } = await library.still(() => checkLibrary(library, 'quick', signal), signal);
      log('library.check', { ...report });
      const isWrong = report.findings.some(({ kind }) => kind !== 'documents-lost');
      if (isWrong || library.setting(wantedKey) === '1') await this.repair(signal);
    });
  }

  /** Chunks that a search had to leave out (I17). */
  metMalformed(chunkIds: readonly string[]): void {
    const { library, log } = this.parts;
    try {
      if (this.isRunning || library.setting(wantedKey) === '1') return;
      log('chunk.malformed', { chunkIds });
      library.setSetting(wantedKey, '1');
    } catch (error) {
      // For example on a full disk: the next search that meets them tries again.
      this.failed(error);
      return;
    }
    this.work((signal) => this.repair(signal));
  }

  private async repair(signal: AbortSignal): Promise<void> {
    const { library, repair, log } = this.parts;
    const { done, after } = await repair(signal);
    library.setSetting(wantedKey, '0');
    log('library.repair', { done, left: after.findings });
  }
}
