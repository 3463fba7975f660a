import type { FileReport, IngestJobSummary } from '@shared/contract/index';
import { Button } from '../components/Button';
import { Original } from '../components/Original';
import { fileName } from '../state/file-name';
import { useQueue } from '../state/ingest-queue';
import { errorLine, saidError } from '../strings/engine-words';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { readScans, useRecognitionOff, useScans } from './read-scans';
import { useJobFiles } from './use-job-files';

/** Failures drawn at once; more are in the list of files and in the table of documents. */
const drawnFiles = 200;

/**
 * Files of a job that could not be read: each with its reason, and a way to try again; scans and pictures with the way
 * to read them.
 */
export function FailedFiles({ job }: { readonly job: IngestJobSummary }) {
  const { files, total } = useJobFiles(job, { stages: ['failed'], limit: drawnFiles });
  const retry = useQueue((state) => state.retry);
  const recognitionOff = useRecognitionOff();
  const ofJob = useScans(job.jobId, { files, total });
  if (files.length === 0) return null;
  // To try these again would only fail again.
  const scans = recognitionOff ? ofJob : [];
  return (
    <ul data-testid="failed-files" className="content mt-2 space-y-2 pl-7">
      {scans.length > 0 ? (
        <li className="flex flex-wrap items-center gap-x-3 text-14">
          <p className="min-w-64 flex-1">{t('queue.scansUnread', { count: scans.length })}</p>
          <Button data-testid="recognise-scans" onClick={() => void readScans(job.jobId)}>
            {t('queue.readScans', { count: scans.length })}
          </Button>
        </li>
      ) : null}
      {files.map(({ path, report }) => (
        <li key={path} data-testid="ingest-file" data-status="failed" className="flex items-start gap-3 text-14">
          <div className="min-w-0 flex-1">{report ? <FileLine file={report} /> : fileName(path)}</div>
          {scans.includes(path) ? null : (
            <Button
              look="ghost"
              data-testid="file-retry"
              aria-label={t('queue.retryFile', { name: fileName(path) })}
              onClick={() => void retry(job.jobId, [path])}
            >
              {t('library.retry')}
            </Button>
          )}
        </li>
      ))}
      {total > files.length ? (
        <li className="text-12 text-muted">{t('queue.moreFailed', { count: total - files.length })}</li>
      ) : null}
    </ul>
  );
}

/** What became of one file, with its reason. */
export function FileLine({ file }: { readonly file: FileReport }) {
  const failed = file.status === 'failed';
  return (
    <>
      <p className="flex items-baseline gap-3">
        <span className="min-w-0 truncate" title={file.path}>
          {fileName(file.path)}
        </span>
        <span className={`shrink-0 text-12 ${failed ? 'font-medium text-danger' : 'text-muted'}`}>
          {t(`ingest.statuses.${file.status}`)}
        </span>
      </p>
      {file.error ? (
        <div className="text-12 text-soft">
          {errorLine(file.error)}
          <Original text={saidError(file.error).original} />
        </div>
      ) : null}
      {file.warnings.map((warning) => (
        <p key={warning} className="text-12 text-caution">
          {saidRemark(warning)}
        </p>
      ))}
    </>
  );
}
