import { basename } from 'node:path';
import type { EngineEvent, IngestJobState, IngestReport, Notice } from '@shared/contract';
import { type ErrorReport, reportOf, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { notice } from '@shared/words/sayings';
import type { SerialQueue } from '../../async';
import { languageOf } from '../../languages';
import type { Library, NewIngestJob } from '../../store';
import type { IngestJob } from './ingest-job';
import type { IngestModel } from './ingest-model';
import type { Recognition } from './recognise-file';

export class JobOutcomes {
  private owed: RunningJob | null = null;

  constructor(
    private readonly parts: IngestQueueParts,
    private readonly waiters: JobWaiters,
  ) {}

  /** Errors: those of a catalogue that cannot be written to. */
  settle(over: RunningJob): void {
    try {
      this.write(over);
    } catch (error) {
      this.unsettled(over, error, mayPass(error));
    }
  }

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

  forget(jobId: string): void {
    if (this.owed?.jobId === jobId) this.owed = null;
  }

  private write(over: RunningJob): void {
    const { jobs } = this.parts.library;
    const { jobId, job, trouble, wanted, stopper, modelWent } = over;
    jobs.files.putBack(jobId);
    if (job && !over.counted) jobs.count(jobId, { ms: job.tally.ms });
    over.counted = true;
    if (trouble === null) this.ended(jobId, 'done', job);
    else if (over.again || (modelWent && !stopper.signal.aborted)) this.back(jobId, 'waiting');
    else if (!stopper.signal.aborted) this.stoppedBy(jobId, trouble);
    else if (wanted === 'cancelled') this.ended(jobId, 'cancelled', job);
    else this.back(jobId, wanted);
  }

  private back(jobId: string, state: IngestJobState): void {
    this.parts.library.jobs.setState(jobId, state);
    this.told(jobId);
  }

  /** The catalogue cannot be written. A passing failure is owed; otherwise the next start finds the job interrupted. */
  private unsettled(over: RunningJob, error: unknown, isOwed: boolean): never {
    if (isOwed) this.owed = over;
    else this.waiters.failed(over.jobId, over.trouble ?? error);
    throw error;
  }

  ended(jobId: string, state: 'done' | 'cancelled', job: IngestJob | null = null): void {
    const { jobs } = this.parts.library;
    jobs.setState(jobId, state);
    this.parts.own.end(jobId);
    job?.tally.tell('done', null);
    const report = this.withNotices(jobs.report(jobId));
    this.told(jobId);
    this.parts.emit({ type: 'ingest.finished', requestId: this.waiters.requestId(jobId), jobId, report });
    this.changed(jobId);
    this.waiters.done(jobId, report);
  }

  private withNotices(report: IngestReport): IngestReport {
    const notices = [...linksOutside(report), ...unreadLanguages(report, this.parts)];
    return notices.length > 0 ? { ...report, notices } : report;
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

/** So many links are named in a notice; the report has them all. */
const linksNamed = 3;

function linksOutside({ linksOutside: links }: IngestReport): Notice[] {
  if (links.length === 0) return [];
  const names = links.slice(0, linksNamed).map((path) => basename(path));
  return [notice('links-outside', { links: links.length, names: names.join(', ') })];
}

const toldKey = 'unread-languages-told';

/** Languages that the search model does not read; each is reported once in the life of a library. */
function unreadLanguages(
  { files }: IngestReport,
  { library, model, recommended }: Pick<IngestQueueParts, 'library' | 'model' | 'recommended'>,
): Notice[] {
  const { title, languages } = model.entry;
  if (languages === undefined) return [];
  const told: readonly string[] = JSON.parse(library.setting(toldKey) ?? '[]');
  const documentIds = files.flatMap(({ documentId }) => documentId ?? []);
  const unread = library.documents
    .languagesOf(documentIds)
    // A language that nothing is known of is mostly a guess, at a table of names for one.
    .filter(([language]) => languageOf(language) !== null && !languages.includes(language) && !told.includes(language));
  if (unread.length === 0) return [];
  library.setSetting(toldKey, JSON.stringify([...told, ...unread.map(([language]) => language)]));
  const better = recommended();
  return unread.map(([language, documents]) => {
    const reads = better && (better.languages?.includes(language) ?? true);
    return notice('language-unread', {
      language,
      documents,
      model: title,
      ...(reads ? { recommended: better.id } : {}),
    });
  });
}

interface Waiter {
  done(report: IngestReport): void;
  failed(error: unknown): void;
}

export class JobWaiters {
  private readonly waiters = new Map<string, Waiter[]>();
  private readonly requestIds = new Map<string, string>();

  /** From now on the job's events belong to this request. */
  begin(jobId: string, requestId: string): void {
    this.requestIds.set(jobId, requestId);
  }

  requestId(jobId: string): string {
    return this.requestIds.get(jobId) ?? jobId;
  }

  /** Resolves with what became of the job; rejects with the error that stopped it. */
  wait(jobId: string): Promise<IngestReport> {
    return new Promise((done, failed) => {
      this.waiters.set(jobId, [...(this.waiters.get(jobId) ?? []), { done, failed }]);
    });
  }

  done(jobId: string, report: IngestReport): void {
    for (const { done } of this.waiters.get(jobId) ?? []) done(report);
    this.forget(jobId);
  }

  failed(jobId: string, error: unknown): void {
    for (const { failed } of this.waiters.get(jobId) ?? []) failed(error);
    this.forget(jobId);
  }

  /** Gives all waiting callers the outcomes of their jobs, or the obstacle. */
  end(reportOf: (jobId: string) => IngestReport): void {
    for (const jobId of [...this.waiters.keys()]) {
      try {
        this.done(jobId, reportOf(jobId));
      } catch (error) {
        this.failed(jobId, error);
      }
    }
  }

  private forget(jobId: string): void {
    this.waiters.delete(jobId);
    this.requestIds.delete(jobId);
  }
}

export type Wanted = Extract<IngestJobState, 'paused' | 'cancelled' | 'waiting' | 'interrupted'>;

/** The job that the queue works on, or whose end it has yet to write down. */
export class RunningJob {
  readonly stopper = new AbortController();
  wanted: Wanted = 'interrupted';
  job: IngestJob | null = null;
  /** The error of its work; null at its normal end. */
  trouble: unknown = null;
  /** Whether its model was removed under it: it goes on without, and what it brings waits for its vectors. */
  modelWent = false;
  counted = false;
  /** Whether it waits for another try: its obstacle may pass. */
  again = false;

  constructor(readonly jobId: string) {}
}

export const stopped = new VitrineError('cancelled');

/** Whether a catalogue that refused may take it a little later, as where another process was writing. */
export const mayPass = (error: unknown): boolean =>
  !['library-damaged', 'schema-foreign', 'disk-full'].includes(reportOf(error).code);

export const isHeld = (error: unknown): boolean => reportOf(error).code === 'library-locked';

export function sameWork(one: NewIngestJob, other: NewIngestJob): boolean {
  const facts = ({ paths, collection, profile, within }: NewIngestJob) =>
    JSON.stringify([paths, collection, profile, within]);
  return facts(one) === facts(other);
}

export interface IngestQueueParts {
  readonly library: Library;
  readonly model: IngestModel;
  readonly recognition: Recognition;
  recommended(): EmbeddingEntry | null;
  readonly turns: SerialQueue;
  limits(): Promise<PipelineLimits>;
  emit(event: EngineEvent): void;
  /** Jobs requested on this computer; one that came with the library does not continue on its own. */
  readonly own: { begin(jobId: string): void; has(jobId: string): boolean; end(jobId: string): void };
  written(chunks: number, ms: number): void;
  /** New passages can be found by their words. */
  onVisible(): void;
  /** The message of a job without a waiting caller. */
  log(jobId: string, what: string, facts: object): void;
}
