import { Play, Square } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../components/Button';
import { pressed } from '../components/key-text';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** The prompt that the stages work on; Ctrl/Cmd+Enter runs them all, since Enter belongs to the text here. */
export function PromptBox() {
  const { draft, setDraft, busy, runAll, stop } = useStages();

  function onKeyDown(event: KeyboardEvent): void {
    if (!pressed('run-all', event)) return;
    event.preventDefault();
    void runAll();
  }

  return (
    <div className="shrink-0 px-4 pt-4">
      <div className="flex items-end gap-2 rounded-md border border-edge bg-ground py-2 pr-2 pl-4 transition-colors duration-120 focus-within:border-accent">
        <textarea
          data-stage-prompt
          data-testid="stage-prompt"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('stages.prompt')}
          placeholder={t('stages.placeholder')}
          className={`field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-1 text-14 focus-visible:outline-none ${
            draft === '' ? 'min-h-36' : 'min-h-13'
          }`}
        />
        {busy ? (
          <Button data-testid="stop" icon={<Square size={12} fill="currentColor" aria-hidden />} onClick={stop}>
            {t('stages.stop')}
          </Button>
        ) : (
          <Button
            look="primary"
            data-testid="run-all"
            disabled={draft.trim() === ''}
            icon={<Play size={14} aria-hidden />}
            onClick={() => void runAll()}
          >
            {t('stages.runAll')}
          </Button>
        )}
      </div>
    </div>
  );
}
