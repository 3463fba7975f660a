import type { FileReport, IngestReport } from '@shared/contract/index';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../components/Button';
import { Original } from '../components/Original';
import { formatDuration } from '../components/quantities';
import { useLibrary } from '../state/library';
import { errorLine, saidError } from '../strings/engine-words';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';

/** Files drawn at once; a report of thousands is read in the table of documents instead. */
const drawnFiles = 500;

/** What came of an ingest: failures with their reason first, the rest on request. */
export function IngestReportRow({ report, dismiss }: { readonly report: IngestReport; dismiss(): void }) {
  const [all, setAll] = useState(false);
  const retry = useLibrary((state) => state.retry);
  const { totals } = report;
  const failed = report.files.filter((file) => file.status === 'failed').map((file) => file.path);
  const troubled = report.files.filter((file) => file.error !== null || file.warnings.length > 0);
  const facts = [
    t('ingest.finished', { files: t('quantity.files', { count: totals.files }), time: formatDuration(totals.ms) }),
    t('quantity.chunks', { count: totals.chunks }),
    totals.failed > 0 ? t('ingest.failed', { count: totals.failed }) : '',
    totals.skipped > 0 ? t('ingest.skipped', { count: totals.skipped }) : '',
    report.cancelled ? t('ingest.cancelled') : '',
  ].filter(Boolean);
  const files = all ? report.files : troubled;
  return (
    <section data-testid="ingest-report" className="px-4 py-2" aria-live="polite">
      <div className="flex min-h-8 items-center gap-3">
        {totals.failed > 0 ? (
          <CircleAlert size={16} aria-hidden className="shrink-0 text-caution" />
        ) : (
          <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />
        )}
        <p className="tabular min-w-0 flex-1 text-14">{facts.join(' · ')}</p>
        {failed.length > 0 ? (
          <Button look="ghost" data-testid="ingest-retry" onClick={() => void retry(failed)}>
            {t('library.retry')}
          </Button>
        ) : null}
        <Button look="ghost" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('ingest.hideFiles') : t('ingest.showFiles')}
        </Button>
        <IconButton label={t('ingest.dismiss')} onClick={dismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {files.length > 0 ? (
        <ul className="content mt-1 mb-1 space-y-2 pl-7">
          {files.slice(0, drawnFiles).map((file) => (
            <FileLine key={file.path} file={file} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function FileLine({ file }: { readonly file: FileReport }) {
  const failed = file.status === 'failed';
  return (
    <li data-testid="ingest-file" data-status={file.status} className="text-14">
      <p className="flex items-baseline gap-3">
        <span className="min-w-0 truncate" title={file.path}>
          {file.path.split(/[/\\]/).at(-1)}
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
    </li>
  );
}
