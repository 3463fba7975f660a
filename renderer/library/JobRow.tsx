import type { IngestJobSummary } from '@shared/contract/index';
import { ArrowUpToLine, ChevronRight, Pause, Play } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { type MenuItem, WithMenu } from '../components/ContextMenu';
import { ErrorNote } from '../components/ErrorNote';
import { formatWhen } from '../components/quantities';
import { fileName } from '../state/file-name';
import { useQueue } from '../state/ingest-queue';
import { t } from '../strings/index';
import { FailedFiles } from './FailedFiles';
import { JobFiles } from './JobFiles';
import { jobFacts, jobFigures, jobName } from './job-facts';

interface JobRowProps {
  readonly job: IngestJobSummary;
  /** No other job goes before it. */
  readonly first: boolean;
}

/** An ingest that is not over: how far, how fast, how long still, and what can be done with it. */
export function JobRow({ job, first }: JobRowProps) {
  const { jobId, state } = job;
  const progress = useQueue((queue) => queue.progress[jobId]);
  const isEarlier = useQueue((queue) => queue.earlier.has(jobId));
  const { pause, resume, cancel, first: takeFirst, fold } = useQueue.getState();
  const unfolded = useQueue((queue) => queue.unfolded.has(jobId));
  const failures = useQueue((queue) => queue.unfolded.has(`${jobId} failed`));
  const figures = jobFigures(job, progress);
  const goes = state === 'running' || state === 'waiting';
  const live = state === 'running' && progress ? progress : null;
  const doing = live ? t(`ingest.phases.${live.phase}`) : t(`queue.states.${state}`);
  const items: readonly MenuItem[] = [
    goes
      ? { id: 'job-pause', label: t('queue.pause'), run: () => void pause(jobId) }
      : { id: 'job-resume', label: t('queue.resume'), run: () => void resume(jobId) },
    { id: 'job-first', label: t('queue.first'), disabled: first, run: () => void takeFirst(jobId) },
    { id: 'job-cancel', label: t('ingest.cancel'), apart: true, run: () => void cancel(jobId) },
  ];
  return (
    <div data-testid="ingest-progress" data-job={jobId} data-state={state} className="px-4 py-3">
      <WithMenu items={() => items}>
        <div>
          <div className="flex items-center gap-1">
            <IconButton
              label={unfolded ? t('queue.hideFiles') : t('queue.showFiles')}
              aria-expanded={unfolded}
              data-testid="job-files-toggle"
              className="-ml-2"
              onClick={() => fold(jobId)}
            >
              <ChevronRight
                size={16}
                aria-hidden
                className={`transition-transform duration-120 ${unfolded ? 'rotate-90' : ''}`}
              />
            </IconButton>
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline gap-2">
                <span className="max-w-1/2 shrink-0 truncate font-medium" title={job.paths.slice(0, 20).join('\n')}>
                  {jobName(job)}
                </span>
                <span data-testid="job-state" aria-live="polite" className="shrink-0 text-12 text-soft">
                  {doing}
                </span>
                <span className="min-w-0 truncate text-12 text-muted" title={live?.currentFile ?? ''}>
                  {live?.currentFile ? fileName(live.currentFile) : ''}
                  {live?.pages ? ` · ${t('queue.pages', { done: live.pages.done, of: live.pages.of })}` : ''}
                </span>
              </p>
              <p data-testid="job-facts" className="tabular mt-0.5 flex h-4 gap-1 text-12 text-muted">
                <span className="min-w-0 truncate">{jobFacts(figures).join(' · ') || t('queue.notBegun')}</span>
                {figures.filesFailed > 0 ? (
                  <button
                    type="button"
                    data-testid="job-failures-toggle"
                    aria-expanded={failures}
                    className="shrink-0 rounded-sm text-danger underline underline-offset-2"
                    onClick={() => fold(`${jobId} failed`)}
                  >
                    {t('queue.failed', { count: figures.filesFailed })}
                  </button>
                ) : null}
              </p>
            </div>
            {first ? null : (
              <IconButton label={t('queue.first')} data-testid="job-first" onClick={() => void takeFirst(jobId)}>
                <ArrowUpToLine size={16} aria-hidden />
              </IconButton>
            )}
            {goes ? (
              <IconButton label={t('queue.pause')} data-testid="job-pause" onClick={() => void pause(jobId)}>
                <Pause size={16} aria-hidden />
              </IconButton>
            ) : (
              <IconButton label={t('queue.resume')} data-testid="job-resume" onClick={() => void resume(jobId)}>
                <Play size={16} aria-hidden />
              </IconButton>
            )}
            <Button look="ghost" data-testid="job-cancel" onClick={() => void cancel(jobId)}>
              {t('ingest.cancel')}
            </Button>
          </div>
          <div
            role="progressbar"
            aria-label={t('queue.progressOf', { name: jobName(job) })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(figures.share * 100)}
            className="mt-2 h-1 overflow-hidden rounded-full bg-raised"
          >
            <div
              className={`h-full origin-left transition-transform duration-180 ${state === 'running' ? 'bg-accent' : 'bg-muted'}`}
              style={{ transform: `scaleX(${figures.share})` }}
            />
          </div>
        </div>
      </WithMenu>
      {isEarlier ? (
        <p data-testid="job-earlier" className="mt-2 text-12 text-soft">
          {t(goes ? 'queue.earlierGoesOn' : 'queue.earlierWaits', { when: formatWhen(job.createdAt, new Date()) })}
        </p>
      ) : null}
      {job.error ? (
        <div className="mt-3">
          <ErrorNote
            error={job.error}
            action={<Button onClick={() => void resume(jobId)}>{t('queue.resume')}</Button>}
          />
        </div>
      ) : null}
      {failures ? <FailedFiles job={job} /> : null}
      {unfolded ? <JobFiles job={job} /> : null}
    </div>
  );
}
