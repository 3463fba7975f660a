import type { Rebuild } from '@shared/contract/index';
import { Pause, Play, X } from 'lucide-react';
import { isUnderWay, useRebuild } from '../state/rebuild';
import { t } from '../strings/index';
import { Button } from './Button';
import { ErrorNote } from './ErrorNote';
import { useModelNames } from './model-name';
import { profileName } from './profile-name';
import { formatDuration, formatPercent, formatTimeLeft } from './quantities';

const canGoOn: readonly Rebuild['state'][] = ['paused', 'interrupted', 'stopped'];

/** How far the rebuild of the index is, with ways to hold it up and to end it; what became of the last one. */
export function RebuildProgress() {
  const { rebuild, refused, pause, resume, cancel } = useRebuild();
  const modelName = useModelNames();
  if (!rebuild) return refused ? <ErrorNote error={refused} /> : null;
  const { state, error } = rebuild;
  const underWay = isUnderWay(rebuild);
  return (
    <div
      data-testid="rebuild"
      data-state={state}
      data-phase={rebuild.phase}
      className="rounded-md border border-hairline px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 font-medium" aria-live="polite" data-testid="rebuild-state">
          {state === 'running' && rebuild.phase === 'writing' ? t('rebuild.writing') : t(`rebuild.states.${state}`)}
        </p>
        {state === 'running' || state === 'waiting' ? (
          <Button data-testid="rebuild-pause" icon={<Pause size={14} aria-hidden />} onClick={() => void pause()}>
            {t('rebuild.pause')}
          </Button>
        ) : null}
        {canGoOn.includes(state) ? (
          <Button data-testid="rebuild-resume" icon={<Play size={14} aria-hidden />} onClick={() => void resume()}>
            {t('rebuild.resume')}
          </Button>
        ) : null}
        <Button
          look="ghost"
          data-testid="rebuild-cancel"
          icon={<X size={14} aria-hidden />}
          onClick={() => void cancel()}
        >
          {underWay ? t('rebuild.cancel') : t('rebuild.dismiss')}
        </Button>
      </div>
      {underWay ? (
        <progress
          aria-label={t('rebuild.states.running')}
          className="mt-2 h-1 w-full accent-accent"
          value={rebuild.share}
          max={1}
        />
      ) : null}
      <p className="tabular break-words text-12 text-soft" title={rebuild.model} data-testid="rebuild-facts">
        {factsOf(rebuild, modelName(rebuild.model))}
      </p>
      {underWay ? (
        <p className="text-12 text-muted">
          {t('rebuild.oldAnswers')}
          {state === 'waiting' ? ` ${t('rebuild.waits')}` : ''}
          {state === 'stopped' ? ` ${t('rebuild.kept')}` : ''}
        </p>
      ) : null}
      {error ? (
        <div className="mt-2">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {refused ? (
        <div className="mt-2">
          <ErrorNote error={refused} />
        </div>
      ) : null}
    </div>
  );
}

function factsOf(rebuild: Rebuild, model: string): string {
  const { profile, share, msLeft, report } = rebuild;
  if (report) {
    const { chunks, documents, embedded, ms } = report;
    return t('rebuild.done', { chunks, documents, embedded, time: formatDuration(ms) });
  }
  return [
    t('rebuild.of', { model, profile: profileName(profile) }),
    isUnderWay(rebuild) ? formatPercent(share) : '',
    msLeft === null ? '' : t('rebuild.left', { time: formatTimeLeft(msLeft) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
