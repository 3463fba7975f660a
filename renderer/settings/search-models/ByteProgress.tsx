import { formatBytes, formatDuration, formatPercent } from '../../components/quantities';
import { t } from '../../strings/index';

interface ByteProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
  readonly perSecond: number | null;
}

/** Bytes of a file that is on its way, as a bar and in words. */
export function ByteProgress({ label, done, total, perSecond }: ByteProgressProps) {
  const left = total && perSecond ? ((total - done) / perSecond) * 1000 : null;
  return (
    <>
      <progress
        aria-label={label}
        className="mt-1 h-1 w-full accent-accent"
        value={total ? done : undefined}
        max={total ?? undefined}
      />
      <p className="tabular min-h-4 text-12 text-muted">
        {[
          total
            ? `${t('settings.pullOf', { done: formatBytes(done), total: formatBytes(total) })} · ${formatPercent(done / total)}`
            : formatBytes(done),
          perSecond ? t('searchModels.speed', { speed: formatBytes(Math.round(perSecond)) }) : '',
          left && left >= 1000 ? t('searchModels.left', { time: formatDuration(left) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}
