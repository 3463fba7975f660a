import type { IngestProgress } from '@shared/contract/index';
import { Button } from '../components/Button';
import { formatDecimals, formatDuration } from '../components/quantities';
import { t } from '../strings/index';
import { ingestShare } from './ingest-share';

interface IngestProgressRowProps {
  readonly progress: IngestProgress | null;
  cancel(): void;
}

/** A running ingest: how far, how fast, how long still, and a way to stop. */
export function IngestProgressRow({ progress, cancel }: IngestProgressRowProps) {
  const share = progress ? ingestShare(progress) : 0;
  const phase = t(`ingest.phases.${progress?.phase ?? 'waiting'}`);
  const facts = progress
    ? [
        t('ingest.files', { done: progress.filesDone, count: progress.filesTotal }),
        t('ingest.chunks', { done: progress.chunksDone, count: progress.chunksTotal }),
        progress.rate > 0 ? t('ingest.rate', { rate: formatDecimals(progress.rate, progress.rate >= 10 ? 0 : 1) }) : '',
        progress.msLeft === null ? '' : t('ingest.left', { time: formatDuration(progress.msLeft) }),
      ].filter(Boolean)
    : [];
  return (
    <div data-testid="ingest-progress" className="px-4 py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <span className="shrink-0 font-medium" aria-live="polite">
              {phase}
            </span>
            <span className="truncate text-12 text-muted">{progress?.currentFile ?? ''}</span>
          </p>
          <p className="tabular mt-0.5 truncate text-12 text-muted">{facts.join(' · ')}</p>
        </div>
        <Button onClick={cancel}>{t('ingest.cancel')}</Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('ingest.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-3 h-1 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-180"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
