import { Plus } from 'lucide-react';
import { IconButton } from '../components/Button';
import { PaneHeader } from '../components/PaneHeader';
import { formatDuration, formatWhen } from '../components/quantities';
import { SideList } from '../components/SideList';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { strings } from '../strings/en';

export function RunList() {
  const { runs, run, openRun, startNew, removeRun } = useStages();
  const setListOpen = useShell((state) => state.setListOpen);
  const now = new Date();
  return (
    <>
      <PaneHeader title={strings.stages.runs}>
        <IconButton label={strings.stages.newRun} data-testid="new-run" onClick={startNew}>
          <Plus size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <SideList
        label={strings.stages.runs}
        testId="run-row"
        current={run?.runId ?? null}
        empty={strings.stages.noRuns}
        items={runs.map((summary) => ({
          id: summary.runId,
          title: summary.prompt.trim().replaceAll(/\s+/g, ' ').slice(0, 160),
          note: [
            formatWhen(summary.createdAt, now),
            summary.stagesDone === 8 ? formatDuration(summary.ms) : strings.stages.done(summary.stagesDone),
          ].join(' · '),
        }))}
        open={(id) => {
          setListOpen(false);
          void openRun(id);
        }}
        remove={{ label: strings.stages.deleteRun, run: (id) => void removeRun(id) }}
      />
    </>
  );
}
