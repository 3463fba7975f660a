import type { RepairReport } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { pause } from '../../async';
import { checkLibrary, type Library } from '../../store';

const wantedKey = 'repair-wanted';

export interface RepairAlongsideParts {
  readonly library: Library;
  repair(signal: AbortSignal): Promise<RepairReport>;
  log(what: string, facts: object): void;
}

/** Automatic checks and repairs: beside other work, one at a time. Their failures go to the log and reach no caller. */
export class RepairAlongside {
  private running: Promise<void> | null = null;
  private readonly stopper = new AbortController();

  /** @param starts whether this host stays open long enough to repair; others only write down that it is wanted */
  constructor(
    private readonly parts: RepairAlongsideParts,
    private readonly starts: boolean,
  ) {}

  /** Checks quickly and repairs what is wrong. @param afterMs time for other work to come first, ms */
  atStart(afterMs: number): void {
    const { library, log } = this.parts;
    if (!this.starts || !library.writable) return;
    this.work(async (signal) => {
      if (afterMs > 0) await pause(afterMs, signal);
      if (signal.aborted) return;
      const { report } = await library.still(() => checkLibrary(library, 'quick', signal), signal);
      log('library.check', { ...report });
      const isWrong = report.findings.some(({ kind }) => kind !== 'documents-lost');
      if (isWrong || library.setting(wantedKey) === '1') await this.repair();
    });
  }

  /** Chunks that a search had to leave out (I17). */
  metMalformed(chunkIds: readonly string[]): void {
    const { library, log } = this.parts;
    try {
      if (this.running || library.setting(wantedKey) === '1') return;
      log('chunk.malformed', { chunkIds });
      library.setSetting(wantedKey, '1');
    } catch (error) {
      // On a full disk, say: the next search that meets them tries again.
      log('library.repair', { ...reportOf(error) });
      return;
    }
    if (this.starts && library.writable) this.work(() => this.repair());
  }

  private async repair(): Promise<void> {
    const { library, repair, log } = this.parts;
    const { done, after } = await repair(this.stopper.signal);
    library.setSetting(wantedKey, '0');
    log('library.repair', { done, left: after.findings });
  }

  private work(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.running || this.stopper.signal.aborted) return;
    this.running = work(this.stopper.signal)
      .catch((error: unknown) => this.parts.log('library.repair', { ...reportOf(error) }))
      .finally(() => {
        this.running = null;
      });
  }

  /** Stops what runs; the next start goes on with it. */
  async close(): Promise<void> {
    this.stopper.abort(new VitrineError('cancelled', { why: 'closing' }));
    await this.running;
  }
}
