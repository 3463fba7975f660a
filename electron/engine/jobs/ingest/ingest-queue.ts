import { resolve } from 'node:path';
import type { IngestJobState, IngestJobSummary, IngestReport } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { dropIncoming, type NewIngestJob } from '../../store';
import { profileForIngest } from './chunk-profiles';
import type { IngestListener } from './ingest-job';
import {
  type IngestQueueParts,
  isHeld,
  JobOutcomes,
  JobWaiters,
  mayPass,
  RunningJob,
  sameWork,
  stopped,
  type Wanted,
} from './job-outcomes';

/** Time for an obstacle to pass; the catalogue itself has waited longer than that. */
export const pauseMs = 2000;

/** One more try after a pause, for work that has fallen over something that may pass. */
class SingleRetry {
  private timer: NodeJS.Timeout | undefined;
  private waits = false;
  private spent = false;

  get isLeft(): boolean {
    return this.waits || !this.spent;
  }

  /** Does the work after the pause; false where the work fell at that try. */
  after(work: () => void): boolean {
    if (this.waits) return true;
    this.spent = !this.spent;
    if (!this.spent) return false;
    this.waits = true;
    this.timer = setTimeout(() => {
      this.waits = false;
      work();
    }, pauseMs);
    return true;
  }

  worked(): void {
    this.spent = false;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

interface QueuedWork extends Pick<NewIngestJob, 'jobId' | 'paths' | 'collection'> {
  readonly profile?: string | undefined;
  readonly within?: readonly string[] | undefined;
}

const canGoOn: readonly IngestJobState[] = ['paused', 'interrupted', 'stopped'];

/** The jobs of a library, one at a time. The catalogue has them: a process may end at any instant (docs/adr/0021). */
export class IngestQueue {
  private current: RunningJob | null = null;
  private readonly retryLater = new SingleRetry();
  private working: Promise<void> | null = null;
  private closing = false;
  /** By path; gone with this process. */
  private readonly passwords = new Map<string, string>();
  private readonly waiters = new JobWaiters();
  private readonly outcomes: JobOutcomes;

  constructor(private readonly parts: IngestQueueParts) {
    this.outcomes = new JobOutcomes(parts, this.waiters);
  }

  /**
   * Adds a job, in place of unfinished ones of the same files. Errors: `library-locked`, `team-read-only`,
   * `bad-request`, `index-mismatch`, `index-unavailable`, `disk-full`.
   */
  async enqueue(job: QueuedWork, requestId: string): Promise<IngestJobSummary> {
    const { library, model } = this.parts;
    library.assertMayChange();
    const limits = await this.parts.limits();
    const { within = null } = job;
    const profile = profileForIngest(library, job.profile, limits);
    library.assertMatches(model.entry.id, profile);
    // An index that cannot be read refuses before the work, not after it.
    await library.index.count();
    const { jobs } = library;
    const request: NewIngestJob = { ...job, paths: job.paths.map((path) => resolve(path)), profile, within };
    if (jobs.has(job.jobId)) this.makeRoom(job.jobId);
    for (const earlier of jobs.in('interrupted', 'stopped')) {
      if (!sameWork(jobs.request(earlier), request)) continue;
      jobs.remove(earlier);
      this.parts.own.end(earlier);
    }
    this.parts.own.begin(job.jobId);
    jobs.add(request, new Date().toISOString());
    this.waiters.begin(job.jobId, requestId);
    this.outcomes.told(job.jobId);
    this.wake();
    return jobs.summary(job.jobId);
  }

  /** Resolves with what became of the job, also where it was cancelled; rejects with the error that stopped it. */
  over(jobId: string, signal: AbortSignal): Promise<IngestReport> {
    const stop = () => {
      if (!this.closing) this.cancel(jobId).catch((error: unknown) => this.waiters.failed(jobId, error));
    };
    // No work continues: the next start resumes it.
    if (this.closing) return Promise.resolve(this.parts.library.jobs.report(jobId));
    signal.addEventListener('abort', stop, { once: true });
    const over = this.waiters.wait(jobId).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    return over;
  }

  list(): IngestJobSummary[] {
    return this.parts.library.jobs.list();
  }

  /** Ends a job; false where it is over already or was never there. Errors: `library-locked`. */
  async cancel(jobId: string): Promise<boolean> {
    const { library } = this.parts;
    const { jobs } = library;
    if (!jobs.has(jobId) || ['done', 'cancelled'].includes(jobs.state(jobId))) return false;
    library.assertWritable();
    const { paths } = jobs.summary(jobId);
    if (!(await this.interrupt(jobId, 'cancelled'))) {
      this.outcomes.ended(jobId, 'cancelled');
      this.outcomes.forget(jobId);
    }
    // Pasted content has no other place, and no job continues with it.
    await dropIncoming(library, paths);
    return true;
  }

  /** Errors: `job-not-found`, `library-locked`. */
  async pause(jobId: string): Promise<IngestJobSummary> {
    const { library } = this.parts;
    library.assertWritable();
    const { jobs } = library;
    if (!(await this.interrupt(jobId, 'paused')) && ['waiting', 'interrupted'].includes(jobs.state(jobId))) {
      jobs.setState(jobId, 'paused');
      this.outcomes.told(jobId);
    }
    return jobs.summary(jobId);
  }

  /** Lets one job, or all that can, go on. Errors: `job-not-found`, `library-locked`. */
  resume(jobId: string | null): IngestJobSummary[] {
    const { library } = this.parts;
    library.assertWritable();
    const { jobs } = library;
    const ids = (jobId === null ? jobs.in(...canGoOn) : [jobId]).filter((id) => canGoOn.includes(jobs.state(id)));
    for (const id of ids) {
      this.parts.own.begin(id);
      jobs.setState(id, 'waiting');
      this.outcomes.told(id);
    }
    this.wake();
    return ids.map((id) => jobs.summary(id));
  }

  /** Resumes interrupted jobs of this computer: paths of another one are not its own. */
  resumeInterrupted(): void {
    const { library, own } = this.parts;
    for (const jobId of library.jobs.in('interrupted')) if (own.has(jobId)) this.resume(jobId);
  }

  /** Takes failed files once more, and opens PDFs with the password. Errors: `job-not-found`, `library-locked`. */
  retry(jobId: string, paths: readonly string[] | null, password?: string): IngestJobSummary {
    const { library } = this.parts;
    library.assertWritable();
    const { jobs } = library;
    const state = jobs.state(jobId);
    if (state === 'cancelled') jobs.files.forgetWaiting(jobId);
    const named = paths?.map((path) => resolve(path)) ?? null;
    if (password !== undefined) for (const path of named ?? []) this.passwords.set(path, password);
    const again = jobs.files.retry(jobId, named);
    if (again > 0 && state !== 'running') {
      jobs.setState(jobId, 'waiting');
      this.wake();
    }
    this.outcomes.told(jobId);
    return jobs.summary(jobId);
  }

  /** A job, and a file in it, before all others: what runs gives way, and goes on after it. Errors: `job-not-found`, `library-locked`. */
  async prioritise(jobId: string, path: string | null): Promise<IngestJobSummary> {
    const { library } = this.parts;
    library.assertWritable();
    const { jobs } = library;
    const state = jobs.state(jobId);
    jobs.first(jobId, path === null ? null : resolve(path));
    const runs = this.current?.jobId;
    const isAhead = runs === jobId && path === null;
    if (runs !== undefined && !isAhead && ['running', 'waiting'].includes(state)) await this.interrupt(runs, 'waiting');
    this.outcomes.told(jobId);
    return jobs.summary(jobId);
  }

  async close(): Promise<void> {
    this.closing = true;
    this.retryLater.end();
    if (this.current) void this.interrupt(this.current.jobId, 'interrupted');
    await this.working;
    this.waiters.end((jobId) => this.parts.library.jobs.report(jobId));
  }

  private async interrupt(jobId: string, wanted: Wanted): Promise<boolean> {
    const { current } = this;
    if (current?.jobId !== jobId) return false;
    current.wanted = wanted;
    const over = new Promise<void>((resolved) => this.leaving.push(resolved));
    current.stopper.abort(stopped);
    await over;
    return true;
  }

  private readonly leaving: (() => void)[] = [];

  private wake(): void {
    this.working ??= this.work().then(
      () => {
        this.working = null;
        // A job may have come between the last look and this line.
        if (!this.closing) this.wakeWhereSomethingWaits();
      },
      (error: unknown) => {
        this.working = null;
        this.fell(error);
      },
    );
  }

  private wakeWhereSomethingWaits(): void {
    try {
      if (this.parts.library.jobs.in('waiting').length > 0) this.wake();
    } catch (error) {
      this.fell(error);
    }
  }

  /** The catalogue fails: the jobs go on after a pause if that may pass, otherwise with the next job or start. */
  private fell(error: unknown): void {
    this.parts.log('', 'ingest.queue', reportOf(error));
    // `close` informs waiting callers.
    if (this.closing || (mayPass(error) && this.retryLater.after(() => this.wake()))) return;
    this.waiters.end(() => {
      throw error;
    });
  }

  private async work(): Promise<void> {
    const { library, turns } = this.parts;
    this.outcomes.settleOwed();
    while (!this.closing && library.jobs.in('waiting').length > 0) {
      await turns.run(async () => {
        const [jobId] = library.jobs.in('waiting');
        if (jobId !== undefined && !this.closing) await this.run(jobId);
      });
    }
  }

  private async run(jobId: string): Promise<void> {
    const { library, model, recognition } = this.parts;
    const { jobs } = library;
    const current = new RunningJob(jobId);
    this.current = current;
    let wasHere = false;
    try {
      wasHere = await model.isHere();
      jobs.setState(jobId, 'running');
      this.outcomes.told(jobId);
      const listener: IngestListener = {
        onProgress: (progress) =>
          this.parts.emit({ type: 'ingest.progress', requestId: this.waiters.requestId(jobId), progress }),
        onChanged: () => {
          this.outcomes.changed(jobId);
          this.parts.onVisible();
        },
        onWritten: (chunks, ms) => this.parts.written(chunks, ms),
        onWithoutHeadings: (contentId) =>
          this.parts.log(jobId, 'ingest.metadata-missing', { contentId, chapter: 'Unknown', section: 'N/A' }),
      };
      const limits = await this.parts.limits();
      // Everything that reads and cuts files comes with the first job.
      const { IngestJob } = await import('./ingest-job');
      const { signal } = current.stopper;
      current.job = new IngestJob({
        library,
        model,
        limits,
        request: jobs.request(jobId),
        listener,
        signal,
        recognition,
        passwords: this.passwords,
      });
      await current.job.run();
    } catch (error) {
      current.trouble = error;
      // A requested end has the last word.
      current.again = isHeld(error) && !current.stopper.signal.aborted && this.retryLater.isLeft;
      // Once more only where it was there before: without it, files are read all the same.
      current.modelWent = wasHere && (await model.wentWith(error).catch(() => false));
    }
    this.current = null;
    if (current.job?.touched) {
      library.compactSoon(true);
      library.reserve.keep();
    }
    try {
      this.outcomes.settle(current);
      if (!current.again) this.retryLater.worked();
    } finally {
      for (const resolved of this.leaving.splice(0)) resolved();
    }
    // It waits again, and would be taken at once.
    if (current.again) throw current.trouble;
  }

  private makeRoom(jobId: string): void {
    const { jobs } = this.parts.library;
    if (['running', 'waiting'].includes(jobs.state(jobId))) {
      throw new VitrineError('bad-request', { why: 'job-runs', jobId });
    }
    jobs.remove(jobId);
  }
}
