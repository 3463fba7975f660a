import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes, formatPercent } from '../components/quantities';
import { usePull } from '../state/model-pull';
import { t } from '../strings/index';
import { SettingGroup } from './SettingRow';

/** Lets Ollama download a model, and shows how far it is. */
export function PullModel() {
  const { model, requestId, done, total, error, start, cancel } = usePull();
  const [name, setName] = useState('');
  return (
    <SettingGroup title={t('settings.pull')} help={t('settings.pullHelp')}>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void start(name.trim());
        }}
      >
        <input
          data-testid="pull-name"
          aria-label={t('settings.pull')}
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14"
        />
        <Button
          type="submit"
          data-testid="pull-start"
          icon={<Download size={14} aria-hidden />}
          disabled={requestId !== null || name.trim() === ''}
        >
          {t('settings.pullStart')}
        </Button>
      </form>
      <div className="mt-3" aria-live="polite">
        {model !== null && requestId !== null ? (
          <div data-testid="pull-progress">
            <div className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{t('settings.pulling', { model })}</span>
              <Button look="ghost" data-testid="pull-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
                {t('settings.cancel')}
              </Button>
            </div>
            <progress
              aria-label={t('settings.pulling', { model })}
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
        {model !== null && requestId === null && !error ? (
          <p data-testid="pull-done">{t('settings.pulled', { model })}</p>
        ) : null}
      </div>
      {error ? <ErrorNote error={error} /> : null}
    </SettingGroup>
  );
}
