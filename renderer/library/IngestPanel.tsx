import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { IngestProgressRow } from './IngestProgressRow';
import { IngestReportRow } from './IngestReportRow';

/** What is being added now, and what came of what was added; `brief` leaves out reports that need nobody. */
export function IngestPanel({ brief = false }: { readonly brief?: boolean }) {
  const { jobs: all, cancelJob, dismissJob } = useLibrary();
  const jobs = all.filter((job) => !brief || job.report === null || job.report.totals.failed > 0);
  if (jobs.length === 0) return null;
  return (
    <div className="max-h-1/2 shrink-0 overflow-y-auto border-b border-hairline">
      {jobs.map((job) => {
        if (job.error) {
          return (
            <div key={job.jobId} className="p-4">
              <ErrorNote
                error={job.error}
                action={<Button onClick={() => dismissJob(job.jobId)}>{t('app.close')}</Button>}
              />
            </div>
          );
        }
        if (job.report) {
          return <IngestReportRow key={job.jobId} report={job.report} dismiss={() => dismissJob(job.jobId)} />;
        }
        return <IngestProgressRow key={job.jobId} progress={job.progress} cancel={() => cancelJob(job.jobId)} />;
      })}
    </div>
  );
}
