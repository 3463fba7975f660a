import { Plus } from 'lucide-react';
import { runCommand } from '../app/run-command';
import { IconButton } from '../components/Button';
import { PaneHeader } from '../components/PaneHeader';
import { formatDuration, formatWhen } from '../components/quantities';
import { SideList } from '../components/SideList';
import { oneLine } from '../state/run-list';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { ImportRun } from './ImportRun';

export function RunList() {
  const { runs, leaving, run, openRun, removeRun } = useStages();
  const setListOpen = useShell((state) => state.setListOpen);
  const now = new Date();
  return (
    <>
      <PaneHeader title={t('stages.runs')}>
        <ImportRun />
        <IconButton label={t('stages.newRun')} data-testid="new-run" onClick={() => runCommand('new-run')}>
          <Plus size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <SideList
        label={t('stages.runs')}
        testId="run-row"
        current={run?.runId ?? null}
        empty={t('stages.noRuns')}
        items={runs
          .filter(({ runId }) => !leaving.has(runId))
          .map((summary) => ({
            id: summary.runId,
            title: oneLine(summary.prompt),
            note: [
              formatWhen(summary.createdAt, now),
              summary.stagesDone === 8 ? formatDuration(summary.ms) : t('stages.done', { done: summary.stagesDone }),
            ].join(' · '),
          }))}
        open={(id) => {
          setListOpen(false);
          void openRun(id);
        }}
        remove={{ label: (prompt) => t('stages.deleteRun', { prompt }), run: removeRun }}
      />
    </>
  );
}
