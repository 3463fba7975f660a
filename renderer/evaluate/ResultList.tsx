import { Plus } from 'lucide-react';
import { IconButton } from '../components/Button';
import { useModelNames } from '../components/model-name';
import { PaneHeader } from '../components/PaneHeader';
import { formatWhen } from '../components/quantities';
import { SideList } from '../components/SideList';
import { useEvaluation } from '../state/evaluation';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { KeptIndexes } from './KeptIndexes';

/** Results that were kept, newest first, and what their indexes cost. */
export function ResultList() {
  const { kept, leaving, result, error, open, startNew, remove } = useEvaluation();
  const setListOpen = useShell((state) => state.setListOpen);
  const modelName = useModelNames();
  const now = new Date();
  return (
    <>
      <PaneHeader title={t('evaluate.results')}>
        <IconButton
          label={t('evaluate.new')}
          data-testid="new-evaluation"
          onClick={() => {
            setListOpen(false);
            startNew();
          }}
        >
          <Plus size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      {kept === null ? (
        <p className="px-4 py-3 text-14 text-muted" aria-live="polite">
          {error ? t('evaluate.noResults') : t('evaluate.loading')}
        </p>
      ) : (
        <SideList
          label={t('evaluate.results')}
          testId="evaluation-row"
          current={result?.evaluationId ?? null}
          empty={t('evaluate.noResults')}
          items={kept
            .filter(({ evaluationId }) => !leaving.has(evaluationId))
            .map(({ evaluationId, set, createdAt, configurations, model }) => ({
              id: evaluationId,
              title: set.name,
              note: [
                formatWhen(createdAt, now),
                modelName(model),
                t('evaluate.questions', { count: set.queries }),
                t('evaluate.waysCount', { count: configurations.length }),
              ].join(' · '),
            }))}
          open={(id) => {
            setListOpen(false);
            void open(id);
          }}
          remove={{ label: (name) => t('evaluate.deleteResult', { name }), run: remove }}
        />
      )}
      <KeptIndexes />
    </>
  );
}
