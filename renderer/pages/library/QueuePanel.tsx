import type { IngestJobSummary, IngestProgress, IngestReport } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidNotice, saidRemark } from '@shared/words/said';
import { ArrowUpToLine, CircleCheck, MessageSquareText, Pause, Play, X } from 'lucide-react';
import { askAnew, documentsOf } from '../../state/library/added-files';
import { isOver, jobFacts, jobFigures, jobName, shownJobs, useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { useMeaning } from '../../state/library/library-care';
import { goToRecommended } from '../../state/settings';
import { Button, Buttons, IconButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { fileName } from '../../ui/names';
import { formatDuration, formatWhen } from '../../ui/quantities';
import { NeedsYou } from './FailedFiles';

export function QueuePanel() {
  const { jobs, reports, refusals, dismiss } = useQueue();
  const shown = shownJobs(jobs, (jobId) => reports[jobId] !== undefined);
  const hasFailed = jobs.some(({ filesFailed }) => filesFailed > 0);
  const isMeaningDue = useMeaning((state) => state.vectors !== null);
  if (!isMeaningDue && shown.length === 0 && refusals.length === 0 && !hasFailed) return null;
  return (
    <section
      aria-label={t('ingest.title')}
      data-testid="queue"
      className="max-h-1/2 shrink-0 overflow-y-auto border-b border-hairline [overflow-anchor:auto]"
    >
      <NeedsYou />
      {shown.map((job) =>
        isOver(job) ? (
          <JobReport key={job.jobId} job={job} report={reports[job.jobId]} />
        ) : (
          <JobRow key={job.jobId} job={job} first={shown.find((one) => !isOver(one)) === job} />
        ),
      )}
      <MeaningRow />
      {refusals.map(({ id, error }) => (
        <div key={id} className="p-4">
          <ErrorNote error={error} action={<Button label={t('app.close')} onClick={() => void dismiss([id])} />} />
        </div>
      ))}
    </section>
  );
}

function MeaningRow() {
  const vectors = useMeaning((state) => state.vectors);
  const { pause, resume } = useMeaning.getState();
  if (!vectors) return null;
  const { state, done, passages, error } = vectors;
  const isGoing = state === 'running' || state === 'waiting';
  const name = t('meaning.done', { done, passages });
  return (
    <div data-testid="meaning-progress" data-state={state} className="px-4 py-3">
      <div className="flex items-center gap-2">
        <p className="tabular min-w-0 flex-1 truncate text-14">{name}</p>
        {isGoing ? (
          <IconButton
            icon={Pause}
            label={t('meaning.pause')}
            data-testid="meaning-pause"
            onClick={() => void pause()}
          />
        ) : (
          <IconButton
            icon={Play}
            label={t('meaning.resume')}
            data-testid="meaning-resume"
            onClick={() => void resume()}
          />
        )}
      </div>
      <progress aria-label={name} className="mt-1 block h-1 w-full accent-accent" value={done} max={passages} />
      <p className="mt-1 text-12 text-soft">{t('meaning.help')}</p>
      <ErrorNote error={error} around="mt-3" />
    </div>
  );
}

interface JobRowProps {
  readonly job: IngestJobSummary;
  /** No other job goes before it. */
  readonly first: boolean;
}

function JobRow({ job, first }: JobRowProps) {
  const { jobId, state } = job;
  const progress = useQueue((queue) => queue.progress[jobId]);
  const isEarlier = useQueue((queue) => queue.earlier.has(jobId));
  const { resume } = useQueue.getState();
  const figures = jobFigures(job, progress);
  const goes = isGoing(job);
  return (
    <div data-testid="ingest-progress" data-job={jobId} data-state={state} className="px-4 py-3">
      <div className="flex items-center gap-1">
        <JobTexts job={job} progress={progress} />
        <JobButtons job={job} first={first} />
      </div>
      <progress
        aria-label={t('queue.progressOf', { name: jobName(job) })}
        value={figures.share}
        max={1}
        className="mt-2 block h-1 w-full"
      />
      {isEarlier ? (
        <p data-testid="job-earlier" className="mt-2 text-12 text-soft">
          {t(goes ? 'queue.earlierGoesOn' : 'queue.earlierWaits', { when: formatWhen(job.createdAt, new Date()) })}
        </p>
      ) : null}
      <ErrorNote
        error={job.error}
        action={<Button label={t('queue.resume')} onClick={() => void resume(jobId)} />}
        around="mt-3"
      />
    </div>
  );
}

const isGoing = ({ state }: IngestJobSummary): boolean => state === 'running' || state === 'waiting';

function JobTexts({
  job,
  progress,
}: {
  readonly job: IngestJobSummary;
  readonly progress: IngestProgress | undefined;
}) {
  const { state } = job;
  const live = state === 'running' && progress ? progress : null;
  const doing = live ? t(`ingest.phases.${live.phase}`) : t(`queue.states.${state}`);
  return (
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
      <p data-testid="job-facts" className="tabular mt-0.5 h-4 truncate text-12 text-muted">
        {jobFacts(jobFigures(job, progress)).join(' · ') || t('queue.notBegun')}
      </p>
    </div>
  );
}

function JobButtons({ job, first }: JobRowProps) {
  const { jobId } = job;
  const { pause, resume, cancel, first: takeFirst } = useQueue.getState();
  const goes = isGoing(job);
  return (
    <Buttons
      acts={[
        !first && {
          id: 'job-first',
          icon: ArrowUpToLine,
          label: t('queue.first'),
          alone: true,
          run: () => takeFirst(jobId),
        },
        goes
          ? { id: 'job-pause', icon: Pause, label: t('app.pause'), alone: true, run: () => pause(jobId) }
          : { id: 'job-resume', icon: Play, label: t('queue.resume'), alone: true, run: () => resume(jobId) },
        { id: 'job-cancel', look: 'ghost', label: t('app.cancel'), run: () => cancel(jobId) },
      ]}
    />
  );
}

/** A job that ended before this window was opened has no report. */
function JobReport({ job, report }: { readonly job: IngestJobSummary; readonly report: IngestReport | undefined }) {
  const { closeReport } = useQueue.getState();
  const known = useLibrary((state) => state.documents?.length ?? 0);
  const { filesDone, filesFailed } = job;
  const added = report ? documentsOf(report) : [];
  // Nothing else is there to look in: to be asked only about these would say nothing.
  const isWhole = added.length + filesFailed >= known;
  const files = t('quantity.files', { count: filesDone + filesFailed });
  const skipped = report?.totals.skipped ?? 0;
  const facts = [
    report ? t('ingest.finished', { files, time: formatDuration(report.totals.ms) }) : `${jobName(job)}: ${files}`,
    skipped > 0 ? t('ingest.skipped', { count: skipped }) : '',
    job.state === 'cancelled' ? t('ingest.cancelled') : '',
  ].filter(Boolean);
  const unembedded = report?.files.flatMap(({ warnings }) => warnings).find(({ code }) => code === 'words-only');
  return (
    <section data-testid="ingest-report" data-job={job.jobId} className="px-4 py-3" aria-live="polite">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />
        <p className="tabular min-w-64 flex-1 text-14">{facts.join(' · ')}</p>
        <div className="ml-auto flex items-center gap-3">
          {added.length > 0 ? (
            <Button
              data-testid="ask-added"
              icon={MessageSquareText}
              iconSize={16}
              label={t('queue.askAdded', { count: added.length })}
              onClick={() => askAnew(isWhole ? [] : added)}
            />
          ) : null}
          <IconButton
            icon={X}
            label={t('ingest.dismiss')}
            data-testid="job-dismiss"
            onClick={() => void closeReport(job)}
          />
        </div>
      </div>
      {unembedded ? <p className="content mt-1 pl-7 text-14 text-soft">{saidRemark(unembedded)}</p> : null}
      {(report?.notices ?? []).map((notice) => (
        <p
          key={saidNotice(notice)}
          data-testid="ingest-notice"
          className="content mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 pl-7 text-14 text-soft"
        >
          <span className="min-w-64 flex-1">{saidNotice(notice)}</span>
          {notice.values?.recommended === undefined ? null : (
            <Button data-testid="better-model" label={t('chat.betterModel')} onClick={goToRecommended} />
          )}
        </p>
      ))}
    </section>
  );
}
