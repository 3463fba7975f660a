import type { HostBridge } from '@shared/contract/bridge';
import type { FileReport, IngestJobFile, IngestJobSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidError } from '@shared/words/said';
import { ChevronRight, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { host } from '../../bridge/host';
import { isOver, useQueue } from '../../state/library/ingest-queue';
import { changeSetting, useSettings } from '../../state/settings';
import { Button, IconButton } from '../../ui/Button';
import { Form } from '../../ui/fields';
import { fileName } from '../../ui/names';

export function NeedsYou() {
  const jobs = useQueue((state) => state.jobs).filter(({ filesFailed }) => filesFailed > 0);
  const folded = useQueue((state) => state.isFolded);
  const { fold, dismiss } = useQueue.getState();
  const count = jobs.reduce((sum, { filesFailed }) => sum + filesFailed, 0);
  if (count === 0) return null;
  return (
    <section data-testid="needs-you" tabIndex={-1} aria-label={t('queue.needYou', { count })} className="px-4 py-3">
      <div className="flex items-center gap-2">
        <CircleAlert size={16} aria-hidden className="shrink-0 text-caution" />
        <button
          type="button"
          data-testid="needs-you-toggle"
          aria-expanded={!folded}
          onClick={() => fold(!folded)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-1 rounded-sm text-start font-medium"
        >
          {t('queue.needYou', { count })}
          <ChevronRight
            size={16}
            aria-hidden
            className={`text-muted transition-transform duration-120 ${folded ? '' : 'rotate-90'}`}
          />
        </button>
        {jobs.some(isOver) ? (
          <IconButton
            icon={X}
            label={t('queue.dismissFailed')}
            data-testid="needs-you-dismiss"
            onClick={() => void dismiss(jobs.map(({ jobId }) => jobId))}
          />
        ) : null}
      </div>
      {folded ? null : jobs.map((job) => <FailedFiles key={job.jobId} job={job} />)}
    </section>
  );
}

function FailedFiles({ job }: { readonly job: IngestJobSummary }) {
  const { files, total } = useFailedFiles(job);
  const { retry } = useQueue.getState();
  const pathsOf = (some: typeof files) => some.map(({ path }) => path);
  const recognitionOff = useRecognitionOff();
  const ofJob = useScans(job.jobId, { files, total });
  if (files.length === 0) return null;
  // To try these again would only fail again.
  const scans = recognitionOff ? ofJob : [];
  const again = files.filter(({ path, report }) => !scans.includes(path) && !isFinal(report));
  return (
    <ul data-testid="failed-files" className="content mt-2 space-y-2 pl-6">
      {scans.length > 0 ? <UnreadScans jobId={job.jobId} count={scans.length} /> : null}
      {again.length > 1 ? (
        <li>
          <Button
            data-testid="ingest-retry"
            label={t('queue.retryAll')}
            onClick={() => void retry(job.jobId, pathsOf(again))}
          />
        </li>
      ) : null}
      {files.map((file) => (
        <li key={file.path} data-testid="ingest-file" className="flex items-start gap-3 text-14">
          <WhatToDo file={file} />
          {wantsPassword(file.report) ? (
            <PasswordField
              name={fileName(file.path)}
              enter={(password) => void retry(job.jobId, [file.path], password)}
            />
          ) : null}
          {again.includes(file) ? (
            <Button
              look="ghost"
              data-testid="file-retry"
              aria-label={t('queue.retryFile', { name: fileName(file.path) })}
              label={t('app.retry')}
              onClick={() => void retry(job.jobId, [file.path])}
            />
          ) : null}
        </li>
      ))}
      {total > files.length ? (
        <li className="text-12 text-muted">{t('queue.moreFailed', { count: total - files.length })}</li>
      ) : null}
    </ul>
  );
}

interface FailedPage {
  /** All failed files, not only the first ones. */
  readonly total: number;
  readonly files: readonly IngestJobFile[];
}

const drawnFiles = 200;
/** Failures may come many times a second; a list that is read needs them less often, ms. */
const freshMs = 400;

function useFailedFiles(job: IngestJobSummary): FailedPage {
  const [page, setPage] = useState<FailedPage>({ total: 0, files: [] });
  const over = useQueue(({ progress }) => progress[job.jobId]?.filesDone ?? 0);
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every file that is over may have failed
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      asked.current = performance.now();
      const failed = { jobId: job.jobId, stages: ['failed' as const], limit: drawnFiles };
      const result = await host().request('ingest.files', failed);
      // A forgotten job has no files; its row goes too.
      if (!gone && result.ok) setPage(result.data);
    };
    const timer = setTimeout(ask, Math.max(0, asked.current + freshMs - performance.now()));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [job, over]);
  return page;
}

const UnreadScans = ({ jobId, count }: { readonly jobId: string; readonly count: number }) => (
  <li className="flex flex-wrap items-center gap-x-3 text-14">
    <p className="min-w-64 flex-1">{t('queue.scansUnread', { count })}</p>
    <Button data-testid="recognise-scans" onClick={() => void readScans(jobId)}>
      {t('queue.readScans', { count })}
    </Button>
  </li>
);

function WhatToDo({ file: { path, report } }: { readonly file: IngestJobFile }) {
  const { message, hint } = report?.error ? saidError(report.error) : { message: '', hint: '' };
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 truncate" title={path}>
          {fileName(path)}
        </span>
        <span className="min-w-0 text-12 text-muted">{message}</span>
      </p>
      <p className="text-12 text-soft">{wantsPassword(report) ? t('queue.enterPassword') : hint}</p>
    </div>
  );
}

const finalCodes: ReadonlySet<string> = new Set(['damaged', 'empty', 'encrypted', 'unsupported']);
/** Whether the same file fails again, however often it is read. */
const isFinal = (report: FileReport | null): boolean => finalCodes.has(report?.error?.code ?? '');

const wantsPassword = (report: FileReport | null): boolean =>
  report?.error?.code === 'encrypted' && /\.pdf$/iu.test(report.path);

/** Opens a PDF with the entered password; the engine keeps it while it runs. */
function PasswordField({ name, enter }: { readonly name: string; enter(password: string): void }) {
  const [password, setPassword] = useState('');
  return (
    <Form className="flex shrink-0 items-center gap-2" submit={() => password !== '' && enter(password)}>
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
      <Button type="submit" aria-disabled={password === ''} label={t('app.open')} />
    </Form>
  );
}

/** Whether a file was refused only because it shows its words instead of holding them. */
const isScan = (report: FileReport | null): boolean => typeof report?.error?.details?.needsOcr === 'number';

/** Whether text recognition is off and may be switched on here: a variable of the environment decides for good. */
function useRecognitionOff(): boolean {
  const ocr = useSettings((state) => state.report?.fields['ingest.ocr']);
  return ocr !== undefined && !ocr.value && !ocr.variable;
}

const pageFiles = 10_000;
/** How long failures have to rest before all are counted, ms. */
const restMs = 1000;

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

/** The scans of a job: those of its first failures, and all of them as soon as they are counted. */
function useScans(jobId: string, { files, total }: FailedPage): readonly string[] {
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
  if (await changeSetting({ 'ingest.ocr': true })) await useQueue.getState().retry(jobId, scans);
}
