import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { isOver, useQueue } from '../state/ingest-queue';
import { t } from '../strings/index';
import { JobReport } from './JobReport';
import { JobRow } from './JobRow';
import { shownJobs } from './job-facts';

/** What is being added, what waits for its turn, and what came of it; `brief` leaves out what needs nobody. */
export function QueuePanel({ brief = false }: { readonly brief?: boolean }) {
  const { jobs, reports, refusals, dismiss } = useQueue();
  const shown = shownJobs(jobs, (jobId) => reports[jobId] !== undefined).filter(
    (job) => !brief || !isOver(job) || (job.filesFailed > 0 && reports[job.jobId]),
  );
  if (shown.length === 0 && refusals.length === 0) return null;
  return (
    <section
      aria-label={t('ingest.title')}
      data-testid="queue"
      className={`shrink-0 overflow-y-auto border-b border-hairline [overflow-anchor:auto] ${brief ? 'max-h-1/3' : 'max-h-1/2'}`}
    >
      {shown.map((job) =>
        isOver(job) ? (
          <JobReport key={job.jobId} job={job} report={reports[job.jobId]} />
        ) : (
          <JobRow key={job.jobId} job={job} first={shown.find((one) => !isOver(one)) === job} />
        ),
      )}
      {refusals.map(({ id, error }) => (
        <div key={id} className="p-4">
          <ErrorNote error={error} action={<Button onClick={() => void dismiss([id])}>{t('app.close')}</Button>} />
        </div>
      ))}
    </section>
  );
}
