import { Play } from 'lucide-react';
import { Button } from '../components/Button';
import { editsOf, useRunEdits } from '../state/run-edits';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** What was edited, and the way on: a new run from the first stage that an edit touches. */
export function EditBar() {
  const { run, busy, runEdited } = useStages();
  const state = useRunEdits();
  const edits = editsOf(state, run);
  if (edits.size === 0) return null;
  return (
    <div
      data-testid="edit-bar"
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-hairline bg-accent-wash px-4 py-2"
    >
      <p className="min-w-48 flex-1 text-12 text-soft" title={[...edits.keys()].join(', ')}>
        <span className="font-semibold text-ink">{t('edits.count', { count: edits.size })}</span> {t('edits.newRun')}
      </p>
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        <Button look="ghost" onClick={state.discard}>
          {t('edits.discard')}
        </Button>
        <Button
          look="primary"
          data-testid="run-on"
          disabled={busy !== null}
          icon={<Play size={14} aria-hidden />}
          onClick={() => void runEdited()}
        >
          {t('edits.runOn')}
        </Button>
      </span>
    </div>
  );
}
