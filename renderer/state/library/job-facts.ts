import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { byCodeUnits } from '@shared/ranking';
import { t } from '@shared/words/index';
import { fileName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';

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

export function jobFacts({ filesOver, filesTotal, msLeft }: ReturnType<typeof jobFigures>): readonly string[] {
  return [
    filesTotal > 0 ? t('ingest.files', { done: filesOver, count: filesTotal }) : '',
    msLeft === null ? '' : t('app.timeLeft', { time: formatTimeLeft(msLeft) }),
  ].filter(Boolean);
}

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
