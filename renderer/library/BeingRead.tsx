import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { t } from '../strings/index';
import { CaseDrawing } from './CaseDrawing';
import { jobFigures } from './job-facts';

interface BeingReadProps {
  readonly jobs: readonly IngestJobSummary[];
  readonly progress: Readonly<Record<string, IngestProgress>>;
}

/** A library that is about to get its first documents: how far their reading is, and when they can be asked. */
export function BeingRead({ jobs, progress }: BeingReadProps) {
  const figures = jobs
    .filter(({ state }) => state === 'running' || state === 'waiting')
    .map((job) => jobFigures(job, progress[job.jobId]));
  const done = figures.reduce((sum, { filesOver }) => sum + filesOver, 0);
  const count = figures.reduce((sum, { filesTotal }) => sum + filesTotal, 0);
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div data-testid="being-read" className="m-auto flex w-full max-w-140 flex-col px-8 py-8">
        <CaseDrawing />
        <h2 className="mt-8 text-28 font-semibold tracking-tight">{t('first.reading')}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">
          {[count > 0 ? t('first.filesRead', { done, count }) : '', t('first.readingText')].filter(Boolean).join(' ')}
        </p>
      </div>
    </div>
  );
}
