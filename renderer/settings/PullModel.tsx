import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/Button';
import { usePull } from '../state/model-pull';
import { t } from '../strings/index';
import { PullProgress } from './PullProgress';
import { SettingGroup } from './SettingRow';

const ofOllama = (model: string): boolean => model.startsWith('ollama:');

interface PullModelProps {
  readonly title: string;
  readonly help: string;
  /** A name to begin with. */
  readonly initial?: string;
}

/** Lets Ollama download a model, and shows how far it is. */
export function PullModel({ title, help, initial = '' }: PullModelProps) {
  const { requestId, start } = usePull();
  const [name, setName] = useState(initial);
  return (
    <SettingGroup title={title} help={help}>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void start(`ollama:${name.trim()}`, name.trim());
        }}
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
          icon={<Download size={14} aria-hidden />}
          disabled={requestId !== null || name.trim() === ''}
        >
          {t('settings.pullStart')}
        </Button>
      </form>
      <PullProgress isOurs={ofOllama} />
    </SettingGroup>
  );
}
