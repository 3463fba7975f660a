import type { HostBridge } from '@shared/contract/bridge';
import type { FileReport, IngestJobSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { errorLine, saidRemark } from '@shared/words/said';
import { useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { useQueue } from '../../state/library/ingest-queue';
import { useSettings } from '../../state/settings';
import { sayError } from '../../state/undo';
import { Button } from '../../ui/Button';
import { fileName } from '../../ui/names';
import { type JobFilePage, useJobFiles } from './JobFiles';

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
          {wantsPassword(report) ? (
            <PasswordField name={fileName(path)} enter={(password) => void retry(job.jobId, [path], password)} />
          ) : null}
          {scans.includes(path) || isFinal(report) ? null : (
            <Button
              look="ghost"
              data-testid="file-retry"
              aria-label={t('queue.retryFile', { name: fileName(path) })}
              onClick={() => void retry(job.jobId, [path])}
            >
              {t('app.retry')}
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
      {file.error ? <div className="text-12 text-soft">{errorLine(file.error)}</div> : null}
      {file.warnings.map(saidRemark).map((said) => (
        <p key={said} className="text-12 text-caution">
          {said}
        </p>
      ))}
    </>
  );
}

const finalCodes: ReadonlySet<string> = new Set(['damaged', 'empty', 'encrypted', 'unsupported']);
/** Whether the same file fails again, however often it is read. */
const isFinal = (report: FileReport | null): boolean => finalCodes.has(report?.error?.code ?? '');

const wantsPassword = (report: FileReport | null): boolean =>
  report?.error?.code === 'encrypted' && /\.pdf$/iu.test(report.path);

/** Opens a PDF with what is entered; the engine keeps it for as long as it runs. */
function PasswordField({ name, enter }: { readonly name: string; enter(password: string): void }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="flex shrink-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') enter(password);
      }}
    >
      <input
        type="password"
        autoComplete="off"
        data-testid="file-password"
        aria-label={t('queue.passwordOf', { name })}
        placeholder={t('queue.password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        className="h-8 w-32 rounded-md border border-edge bg-case px-2 text-14"
      />
      <Button type="submit" aria-disabled={password === ''}>
        {t('app.open')}
      </Button>
    </form>
  );
}

/** Whether a file was refused only because it shows its words instead of holding them. */
const isScan = (report: FileReport | null): boolean => typeof report?.error?.details?.needsOcr === 'number';

/** Whether text recognition is off and may be switched on here: a variable of the environment decides for good. */
function useRecognitionOff(): boolean {
  const ocr = useSettings((state) => state.report?.fields['ingest.ocr']);
  return ocr !== undefined && !ocr.value && !ocr.variable;
}

/** Files asked for at once. */
const pageFiles = 10_000;
/** How long failures have to rest before all are counted, ms. */
const restMs = 1000;

/** Every file of a job that was refused as a scan or a picture, however many have failed. */
export async function scansOf(jobId: string, engine: Pick<HostBridge, 'request'> = host()): Promise<string[]> {
  const scans: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageFiles) {
    const page = await engine.request('ingest.files', { jobId, stages: ['failed'], limit: pageFiles, offset });
    if (!page.ok) break;
    total = page.data.total;
    scans.push(...page.data.files.filter(({ report }) => isScan(report)).map(({ path }) => path));
  }
  return scans;
}

/**
 * The scans of a job: those of its first failures, and all of them as soon as they are counted.
 * @param failed its first failures, and how many there are
 */
function useScans(jobId: string, { files, total }: Pick<JobFilePage, 'files' | 'total'>): readonly string[] {
  const [all, setAll] = useState<readonly string[] | null>(null);
  const isWhole = total <= files.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another total is another list
  useEffect(() => {
    if (isWhole) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const scans = await scansOf(jobId);
      if (!gone) setAll(scans);
    }, restMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [jobId, total, isWhole]);
  return (isWhole ? null : all) ?? files.filter(({ report }) => isScan(report)).map(({ path }) => path);
}

/** Switches text recognition on, for these and all that come, and reads the scans of a job once more. */
async function readScans(jobId: string): Promise<void> {
  const scans = await scansOf(jobId);
  if (scans.length === 0) return;
  const error = await useSettings.getState().change({ 'ingest.ocr': true });
  if (error) sayError(error);
  else await useQueue.getState().retry(jobId, scans);
}
