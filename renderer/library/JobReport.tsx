import type { IngestJobSummary, IngestReport } from '@shared/contract/index';
import { CircleAlert, CircleCheck, MessageSquareText, X } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { formatDuration } from '../components/quantities';
import { askAnew } from '../state/ask-about';
import { documentsOf } from '../state/documents-of';
import { useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { FailedFiles, FileLine } from './FailedFiles';
import { JobFiles } from './JobFiles';
import { jobName } from './job-facts';
import { sharedRemarks } from './shared-remarks';

interface JobReportProps {
  readonly job: IngestJobSummary;
  /** Absent for a job that ended before this window was opened. */
  readonly report: IngestReport | undefined;
}

/** What came of an ingest: failures with their reason first, the rest on request. */
export function JobReport({ job, report }: JobReportProps) {
  const { retry, dismiss, fold } = useQueue.getState();
  const all = useQueue((queue) => queue.unfolded.has(job.jobId));
  const room = useShell((state) => state.room);
  const known = useLibrary((state) => state.documents?.length ?? 0);
  const { filesDone, filesFailed } = job;
  const added = report ? documentsOf(report) : [];
  // Nothing else is there to look in: to be asked only about these would say nothing.
  const isWhole = added.length + filesFailed >= known;
  const files = t('quantity.files', { count: filesDone + filesFailed });
  const skipped = report?.totals.skipped ?? 0;
  const facts = [
    report ? t('ingest.finished', { files, time: formatDuration(report.totals.ms) }) : `${jobName(job)}: ${files}`,
    t('quantity.chunks', { count: job.chunks }),
    filesFailed > 0 ? t('ingest.failed', { count: filesFailed }) : '',
    skipped > 0 ? t('ingest.skipped', { count: skipped }) : '',
    job.state === 'cancelled' ? t('ingest.cancelled') : '',
  ].filter(Boolean);
  const odd = (report?.files ?? []).filter((file) => file.error === null && file.warnings.length > 0);
  const { shared, single } = sharedRemarks(odd);
  return (
    <section data-testid="ingest-report" data-job={job.jobId} className="px-4 py-3" aria-live="polite">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        {filesFailed > 0 ? (
          <CircleAlert size={16} aria-hidden className="shrink-0 text-caution" />
        ) : (
          <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />
        )}
        <p className="tabular min-w-64 flex-1 text-14">{facts.join(' · ')}</p>
        <div className="ml-auto flex items-center gap-3">
          {filesFailed > 1 ? (
            // One alone has its own button beside its reason.
            <Button look="ghost" data-testid="ingest-retry" onClick={() => void retry(job.jobId)}>
              {t('queue.retryAll')}
            </Button>
          ) : null}
          {added.length > 0 && room === 'library' ? (
            <Button
              data-testid="ask-added"
              icon={<MessageSquareText size={16} aria-hidden />}
              onClick={() => askAnew(isWhole ? [] : added)}
            >
              {t('queue.askAdded', { count: added.length })}
            </Button>
          ) : null}
          <Button look="ghost" data-testid="job-files-toggle" onClick={() => fold(job.jobId)} aria-expanded={all}>
            {all ? t('ingest.hideFiles') : t('ingest.showFiles')}
          </Button>
          <IconButton label={t('ingest.dismiss')} data-testid="job-dismiss" onClick={() => void dismiss([job.jobId])}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
      {filesFailed > 0 ? <FailedFiles job={job} /> : null}
      {odd.length > 0 && !all ? (
        <ul className="content mt-2 space-y-2 pl-7">
          {shared.map(({ warnings, files: count }) => (
            <li key={warnings.join()} data-testid="shared-remark" className="text-14">
              <p>{t('quantity.files', { count })}</p>
              {warnings.map((warning) => (
                <p key={warning} className="text-12 text-caution">
                  {saidRemark(warning)}
                </p>
              ))}
            </li>
          ))}
          {single.slice(0, 200).map((file) => (
            <li key={file.path} data-testid="ingest-file" data-status={file.status} className="text-14">
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      ) : null}
      {all ? <JobFiles job={job} /> : null}
    </section>
  );
}
