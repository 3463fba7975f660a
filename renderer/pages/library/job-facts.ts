import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { byCodeUnits } from '@shared/ranking';
import { t } from '@shared/words/index';
import { fileName } from '../../ui/names';
import { formatBytes, formatDecimals, formatTimeLeft } from '../../ui/quantities';

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
  const bytesDone = Math.max(live?.bytesDone ?? 0, job.bytesDone);
  const bytesTotal = Math.max(live?.bytesTotal ?? 0, job.bytesTotal);
  // Bytes are where the time goes; files without any (empty, or not there) count by their number.
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : filesTotal > 0 ? filesOver / filesTotal : 0;
  return {
    filesOver,
    filesTotal,
    filesFailed: Math.max(live?.filesFailed ?? 0, job.filesFailed),
    chunks: Math.max(live?.chunksDone ?? 0, job.chunks),
    bytesDone,
    bytesTotal,
    rate: live?.rate ?? 0,
    msLeft: live?.msLeft ?? null,
    /** 0–1. */
    share: Math.min(1, Math.max(0, share)),
  };
}

/** How far, how fast and how long still, in words; what is not known is left out. */
export function jobFacts(figures: ReturnType<typeof jobFigures>): readonly string[] {
  const { filesOver, filesTotal, chunks, bytesDone, bytesTotal, rate, msLeft } = figures;
  return [
    filesTotal > 0 ? t('ingest.files', { done: filesOver, count: filesTotal }) : '',
    chunks > 0 ? t('quantity.chunks', { count: chunks }) : '',
    bytesTotal > 0 ? t('app.doneOf', { done: formatBytes(bytesDone), total: formatBytes(bytesTotal) }) : '',
    rate > 0 ? t('ingest.rate', { rate: formatDecimals(rate, rate >= 10 ? 0 : 1) }) : '',
    msLeft === null ? '' : t('ingest.left', { time: formatTimeLeft(msLeft) }),
  ].filter(Boolean);
}

/**
 * The jobs that are shown, top to bottom: those that are over in the order of their ends, then the others in the
 * order of their turns, so that a job that ends stays where it is. Of those that ended well only the last is shown,
 * and only where `endedHere` knows it; those with failures stay until they are dismissed.
 */
export function shownJobs(
  jobs: readonly IngestJobSummary[],
  endedHere: (jobId: string) => boolean,
): readonly IngestJobSummary[] {
  const ended = jobs
    .filter((job) => job.endedAt !== null)
    .sort((a, b) => byCodeUnits(a.endedAt ?? '', b.endedAt ?? ''));
  const lastWell = ended.findLast((job) => job.filesFailed === 0 && endedHere(job.jobId));
  return [
    ...ended.filter((job) => job.filesFailed > 0 || job === lastWell),
    ...jobs.filter((job) => job.endedAt === null),
  ];
}
