import { t } from '@shared/words/index';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { usePull } from '../../state/model-pull';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { byteProgress, TaskProgress } from '../../ui/TaskProgress';
import { SettingGroup } from './SettingRow';

interface PullModelProps {
  readonly title: string;
  readonly help: string;
  readonly initial?: string;
}

export function PullModel({ title, help, initial = '' }: PullModelProps) {
  const { requestId, start } = usePull();
  const [name, setName] = useState(initial);
  return (
    <SettingGroup title={title} help={help}>
      <Form
        className="flex gap-2"
        submit={() => name.trim() !== '' && void start(`ollama:${name.trim()}`, name.trim())}
      >
        <input
          data-testid="pull-name"
          aria-label={title}
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14"
        />
        <Button
          type="submit"
          data-testid="pull-start"
          icon={Download}
          disabled={requestId !== null || name.trim() === ''}
          label={t('searchModels.download')}
        />
      </Form>
      <PullProgress />
    </SettingGroup>
  );
}

function PullProgress() {
  const { model, name, requestId, done, total, error, cancel } = usePull();
  const ours = model?.startsWith('ollama:') === true;
  return (
    <div className={ours ? 'mt-3' : ''} aria-live="polite">
      {ours && requestId !== null ? (
        <div data-testid="pull-progress">
          <TaskProgress
            name={t('searchModels.pulling', { model: name })}
            look="truncate"
            cancelTestId="pull-cancel"
            cancel={cancel}
            {...byteProgress(done, total)}
          />
        </div>
      ) : null}
      {ours && requestId === null && !error ? (
        <p data-testid="pull-done">{t('settings.pulled', { model: name })}</p>
      ) : null}
      {ours && error ? <ErrorNote error={error} /> : null}
    </div>
  );
}
