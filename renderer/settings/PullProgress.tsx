import { X } from 'lucide-react';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes, formatPercent } from '../components/quantities';
import { usePull } from '../state/model-pull';
import { t } from '../strings/index';

/** How far the pull of a model is, where it is one of these; with a way to end it, and how it ended. */
export function PullProgress({ isOurs }: { isOurs(model: string): boolean }) {
  const { model, name, requestId, done, total, error, cancel } = usePull();
  const ours = model !== null && isOurs(model);
  return (
    <div className={ours ? 'mt-3' : ''} aria-live="polite">
      {ours && requestId !== null ? (
        <div data-testid="pull-progress">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{t('settings.pulling', { model: name })}</span>
            <Button look="ghost" data-testid="pull-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
              {t('settings.cancel')}
            </Button>
          </div>
          <progress
            aria-label={t('settings.pulling', { model: name })}
            className="mt-1 h-1 w-full accent-accent"
            value={total ? done : undefined}
            max={total ?? undefined}
          />
          <p className="tabular text-12 text-muted">
            {total
              ? `${t('settings.pullOf', { done: formatBytes(done), total: formatBytes(total) })} · ${formatPercent(done / total)}`
              : formatBytes(done)}
          </p>
        </div>
      ) : null}
      {ours && requestId === null && !error ? (
        <p data-testid="pull-done">{t('settings.pulled', { model: name })}</p>
      ) : null}
      {ours && error ? <ErrorNote error={error} /> : null}
    </div>
  );
}
