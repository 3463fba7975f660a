import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { byCodeUnits } from '@shared/ranking';
import { t } from '@shared/words/index';
import { fileName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';

/** What a job is about: the name of its file or folder, and how many more. */
export function jobName({ paths }: Pick<IngestJobSummary, 'paths'>): string {
  const [first = ''] = paths;
  return paths.length < 2 ? fileName(first) : t('queue.andMore', { name: fileName(first), count: paths.length - 1 });
}

/** What is true of a job now: the catalogue's figures, and while it runs the fresher ones of its progress. */
export function jobFigures(job: IngestJobSummary, progress: IngestProgress | undefined) {
  const live = job.state === 'running' && progress?.jobId === job.jobId ? progress : null;
  const filesOver = Math.max(live?.filesDone ?? 0, job.filesDone + job.filesFailed);
  const filesTotal = Math.max(live?.filesTotal ?? 0, job.filesTotal);
  // A window that has not seen it run goes by the bytes; files without any (empty, or not there) count by their number.
  const byFiles = filesTotal > 0 ? filesOver / filesTotal : 0;
  const share = progress?.share ?? (job.bytesTotal > 0 ? job.bytesDone / job.bytesTotal : byFiles);
  return { filesOver, filesTotal, msLeft: live?.msLeft ?? null, share };
}

/** How far, and how long still, in words; what is not known is left out. */
export function jobFacts({ filesOver, filesTotal, msLeft }: ReturnType<typeof jobFigures>): readonly string[] {
  return [
    filesTotal > 0 ? t('ingest.files', { done: filesOver, count: filesTotal }) : '',
    msLeft === null ? '' : t('app.timeLeft', { time: formatTimeLeft(msLeft) }),
  ].filter(Boolean);
}

/**
 * The jobs that are shown, top to bottom: the one that ended last, where `endedHere` knows it, then the others in the
 * order of their turns, so that a job that ends stays where it is.
 */
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
