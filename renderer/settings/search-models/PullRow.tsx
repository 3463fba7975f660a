import { Pause, X } from 'lucide-react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { usePull } from '../../state/model-pull';
import { t } from '../../strings/index';
import { ByteProgress } from './ByteProgress';
import { ImportButton } from './ImportButton';

/** How far the download of a model is, with ways to end it, and how it ended. */
export function PullRow({ name, isHere }: { readonly name: string; readonly isHere: boolean }) {
  const { requestId, done, total, perSecond, checked, error, pause, cancel } = usePull();
  if (requestId === null) {
    return (
      <div className="mt-3" aria-live="polite">
        {/* A model that has come another way meanwhile lacks nothing. */}
        {error && !isHere ? <ErrorNote error={error} action={<ImportButton testId="import-instead" />} /> : null}
        {!error && checked && isHere ? (
          <p data-testid="pull-done" className="text-12 text-soft">
            {t(`searchModels.checked.${checked}`, { model: name })}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <div className="mt-3" data-testid="pull-progress">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 break-words" aria-live="polite">
          {t('searchModels.pulling', { model: name })}
        </span>
        <Button look="ghost" data-testid="pull-pause" icon={<Pause size={14} aria-hidden />} onClick={pause}>
          {t('searchModels.pause')}
        </Button>
        <Button look="ghost" data-testid="pull-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
          {t('searchModels.cancel')}
        </Button>
      </div>
      <ByteProgress
        label={t('searchModels.pulling', { model: name })}
        done={done}
        total={total}
        perSecond={perSecond}
      />
    </div>
  );
}
