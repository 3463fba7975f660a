import type { IngestJobState } from '@shared/contract';
import { type ErrorReport, reportOf } from '@shared/errors';
import type { IngestJob } from './ingest-job';
import type { IngestQueueParts } from './ingest-queue-parts';
import type { IngestWaiters } from './ingest-waiters';
import { isHeld, type JobInHand, mayPass } from './job-in-hand';

/** What becomes of jobs: written into the catalogue, and told to those who wait. */
export class JobEnds {
  /** A job whose work is over, which the catalogue would not take down. */
  private owed: JobInHand | null = null;

  constructor(
    private readonly parts: IngestQueueParts,
    private readonly waiters: IngestWaiters,
  ) {}

  /** Errors: those of a catalogue that cannot be written to. */
  settle(over: JobInHand): void {
    try {
      this.write(over);
    } catch (error) {
      this.unsettled(over, error, mayPass(error));
    }
  }

  /** Settles what is owed. */
  settleOwed(): void {
    const { owed } = this;
    if (!owed) return;
    this.owed = null;
    try {
      this.write(owed);
    } catch (error) {
      // Anything else is the job's own trouble, and others must not wait behind it for ever.
      this.unsettled(owed, error, isHeld(error));
    }
  }

  /** The job has come to another end. */
  forget(jobId: string): void {
    if (this.owed?.jobId === jobId) this.owed = null;
  }

  /** Writes down what became of a job, and tells who waits for it. */
  private write(over: JobInHand): void {
    const { jobs } = this.parts.library;
    const { jobId, job, trouble, wanted, stopper, modelWent } = over;
    jobs.files.putBack(jobId);
    if (job && !over.counted) jobs.count(jobId, job.tally.counts);
    over.counted = true;
    if (trouble === null) this.ended(jobId, 'done', job);
    else if (over.again || (modelWent && !stopper.signal.aborted)) this.back(jobId, 'waiting');
    else if (!stopper.signal.aborted) this.stoppedBy(jobId, trouble);
    else if (wanted === 'cancelled') this.ended(jobId, 'cancelled', job);
    else this.back(jobId, wanted);
  }

  /** The job is not over, and goes on from this state. */
  private back(jobId: string, state: IngestJobState): void {
    this.parts.library.jobs.setState(jobId, state);
    this.told(jobId);
  }

  /**
   * The catalogue cannot be written to. What may pass is owed, so that nobody hears of a failure that is none; else, as
   * on a full disk, the next start finds the job interrupted. Here it may still stand as waiting, and would be taken
   * again and again.
   */
  private unsettled(over: JobInHand, error: unknown, isOwed: boolean): never {
    if (isOwed) this.owed = over;
    else this.waiters.failed(over.jobId, over.trouble ?? error);
    throw error;
  }

  ended(jobId: string, state: 'done' | 'cancelled', job: IngestJob | null = null): void {
    const { jobs } = this.parts.library;
    jobs.setState(jobId, state);
    job?.tally.progress('done', null, true);
    const report = jobs.report(jobId);
    this.told(jobId);
    this.parts.emit({ type: 'ingest.finished', requestId: this.waiters.requestId(jobId), jobId, report });
    this.changed(jobId);
    this.waiters.done(jobId, report);
  }

  private stoppedBy(jobId: string, trouble: unknown): void {
    const report: ErrorReport = reportOf(trouble);
    this.parts.library.jobs.setState(jobId, 'stopped', report);
    this.parts.log(jobId, 'ingest.stopped', report);
    this.told(jobId);
    this.waiters.failed(jobId, trouble);
  }

  told(jobId: string): void {
    const job = this.parts.library.jobs.summary(jobId);
    this.parts.emit({ type: 'ingest.job', requestId: this.waiters.requestId(jobId), job });
  }

  changed(jobId: string): void {
    const { library, emit } = this.parts;
    emit({ type: 'library.changed', requestId: this.waiters.requestId(jobId), libraryVersion: library.version });
  }
}
