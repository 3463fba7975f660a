import type { IngestJobState, IngestJobSummary, IngestProgress, IngestReport } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { byCodeUnits } from '@shared/ranking';
import { t } from '@shared/words/index';
import { saidNotice } from '@shared/words/said';
import { host, newId } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';
import { goToRecommended } from '../settings';
import { useShell } from '../shell';
import { slice } from '../slice';
import { noticeLife, useToasts } from '../toasts';
import { askOrSay, toastError } from '../undo';

interface Refusal {
  readonly id: string;
  readonly error: ErrorReport;
}

const first = {
  /** In the order of their turns, those that are over behind, the last one first. */
  jobs: [] as readonly IngestJobSummary[],
  progress: {} as Readonly<Record<string, IngestProgress>>,
  reports: {} as Readonly<Record<string, IngestReport>>,
  /** Jobs of an earlier window: the room says that they continue. */
  earlier: new Set() as ReadonlySet<string>,
  own: new Set() as ReadonlySet<string>,
  refusals: [] as readonly Refusal[],
  /** The list of files that need a person is folded. */
  isFolded: false,
  /** False until the engine has answered once. */
  loaded: false,
};

const over: readonly IngestJobState[] = ['done', 'cancelled'];

export const isOver = ({ state }: IngestJobSummary): boolean => over.includes(state);

export const isBusy = (jobs: readonly Pick<IngestJobSummary, 'state'>[]): boolean =>
  jobs.some(({ state }) => state === 'running' || state === 'waiting');

export const filesToRead = (
  jobs: readonly IngestJobSummary[],
  progress: Readonly<Record<string, Pick<IngestProgress, 'filesDone' | 'filesTotal'>>>,
): number =>
  jobs
    .filter((job) => !isOver(job))
    .reduce((sum, { jobId, filesTotal, filesDone, filesFailed }) => {
      const live = progress[jobId];
      const total = Math.max(filesTotal, live?.filesTotal ?? 0);
      return sum + Math.max(0, total - Math.max(filesDone + filesFailed, live?.filesDone ?? 0));
    }, 0);

function sayNotices({ notices = [] }: IngestReport): void {
  for (const notice of notices) {
    useToasts.getState().show({
      text: saidNotice(notice),
      tone: 'quiet',
      action: notice.values?.recommended === undefined ? null : { label: t('chat.betterModel'), run: goToRecommended },
      life: noticeLife,
    });
  }
}

async function load(): Promise<void> {
  const result = await host().request('ingest.jobs', {});
  if (!result.ok) return;
  const { jobs } = result.data;
  const { loaded, earlier } = get();
  const left = jobs.filter((job) => !isOver(job)).map(({ jobId }) => jobId);
  set({ jobs, loaded: true, earlier: loaded ? earlier : new Set(left) });
}

function refuse<T>(result: Result<T>, id = newId()): void {
  if (result.ok || result.error.code === 'engine-down') return;
  const refusal = { id, error: result.error };
  if (useShell.getState().room === 'library') set(({ refusals }) => ({ refusals: [...refusals, refusal] }));
  else toastError(result.error);
}

const markOwn = (jobId: string): void => set(({ own }) => ({ own: new Set([...own, jobId]) }));

/** Takes jobs that are over, or a refusal, off the list; documents stay. */
async function dismiss(ids: readonly string[]): Promise<void> {
  const isGone = (job: IngestJobSummary) => isOver(job) && ids.includes(job.jobId);
  const { jobs, refusals } = get();
  const jobIds = jobs.filter(isGone).map(({ jobId }) => jobId);
  set({ refusals: refusals.filter(({ id }) => !ids.includes(id)), jobs: jobs.filter((job) => !isGone(job)) });
  if (jobIds.length > 0) await askOrSay('ingest.forget', { jobIds });
}

const actions = {
  load,
  dismiss,
  /** Puts files and folders behind what waits; resolves to the id of the job, null where nothing is added. */
  async enqueue(paths: readonly string[], collection: string | null, jobId = newId()): Promise<string | null> {
    if (paths.length === 0) return null;
    const place = collection === null ? {} : { collection };
    markOwn(jobId);
    const result = await host().request('ingest.enqueue', { jobId, paths: [...paths], ...place });
    refuse(result, jobId);
    return result.ok ? jobId : null;
  },
  async trySample(): Promise<void> {
    // Answers when the job is over; a job that was stopped says so itself.
    const jobId = newId();
    markOwn(jobId);
    const result = await host().request('ingest.sample', { jobId });
    if (!get().jobs.some((job) => job.jobId === jobId)) refuse(result);
  },
  retry(jobId: string, paths: readonly string[], password?: string) {
    markOwn(jobId);
    return askOrSay('ingest.retry', { jobId, paths: [...paths], ...(password ? { password } : {}) });
  },
  again: (documentIds: readonly string[]) => askOrSay('ingest.again', { documentIds: [...documentIds] }),
  pause: (jobId: string) => askOrSay('ingest.pause', { jobId }),
  resume: (jobId: string) => askOrSay('ingest.resume', { jobId }),
  cancel: (jobId: string) => askOrSay('ingest.cancel', { jobId }),
  async first(jobId: string): Promise<void> {
    await askOrSay('ingest.prioritise', { jobId });
    await load();
  },
  fold: (isFolded: boolean): void => set({ isFolded }),
  /** Removes the message about a finished job; its failures stay until that list is closed. */
  async closeReport({ jobId, filesFailed }: IngestJobSummary): Promise<void> {
    if (filesFailed === 0) return dismiss([jobId]);
    set(({ reports }) => ({ reports: Object.fromEntries(Object.entries(reports).filter(([id]) => id !== jobId)) }));
  },
  onJob: (job: IngestJobSummary): void =>
    set(({ jobs }) => {
      const known = jobs.some(({ jobId }) => jobId === job.jobId);
      return { jobs: known ? jobs.map((one) => (one.jobId === job.jobId ? job : one)) : [...jobs, job] };
    }),
  onProgress: (progress: IngestProgress): void =>
    set((state) => ({ progress: { ...state.progress, [progress.jobId]: progress } })),
  onFinished(jobId: string, report: IngestReport): void {
    set(({ reports }) => ({ reports: { ...reports, [jobId]: report } }));
    // There the report itself says it.
    if (useShell.getState().room !== 'library') sayNotices(report);
  },
};

export const useQueue = slice(first, () => actions);
const { setState: set, getState: get } = useQueue;

export function jobName({ paths }: Pick<IngestJobSummary, 'paths'>): string {
  const [first = ''] = paths;
  return paths.length < 2 ? fileName(first) : t('queue.andMore', { name: fileName(first), count: paths.length - 1 });
}

/** The present facts of a job: the catalogue's figures, and during its run the fresher ones of its progress. */
export function jobFigures(job: IngestJobSummary, progress: IngestProgress | undefined) {
  const live = job.state === 'running' && progress?.jobId === job.jobId ? progress : null;
  const filesOver = Math.max(live?.filesDone ?? 0, job.filesDone + job.filesFailed);
  const filesTotal = Math.max(live?.filesTotal ?? 0, job.filesTotal);
  // A window that has not seen it run goes by the bytes; files without any (empty, or not there) count by their number.
  const byFiles = filesTotal > 0 ? filesOver / filesTotal : 0;
  const share = progress?.share ?? (job.bytesTotal > 0 ? job.bytesDone / job.bytesTotal : byFiles);
  return { filesOver, filesTotal, msLeft: live?.msLeft ?? null, share };
}

export const jobFacts = ({ filesOver, filesTotal, msLeft }: ReturnType<typeof jobFigures>): readonly string[] =>
  [
    filesTotal > 0 ? t('ingest.files', { done: filesOver, count: filesTotal }) : '',
    msLeft === null ? '' : t('app.timeLeft', { time: formatTimeLeft(msLeft) }),
  ].filter(Boolean);

/** The job that ended last, if `endedHere` has it, then the others by their turns. A job that ends keeps its place. */
export function shownJobs(
  jobs: readonly IngestJobSummary[],
  endedHere: (jobId: string) => boolean,
): readonly IngestJobSummary[] {
  const ended = jobs
    .filter((job) => job.endedAt !== null)
    .sort((a, b) => byCodeUnits(a.endedAt ?? '', b.endedAt ?? ''));
  const last = ended.findLast((job) => endedHere(job.jobId));
  return [...(last ? [last] : []), ...jobs.filter((job) => job.endedAt === null)];
}
