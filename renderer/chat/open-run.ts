import { focusWhenThere } from '../app/focus-when-there';
import { wideFrom } from '../app/Workspace';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';

/**
 * Opens the run behind an answer in Stages, with its prompt in the inspector where that has room beside the panes.
 * What was pressed is gone with its room, so the focus goes to the middle of the new one.
 */
export function openRunOfAnswer(runId: string): void {
  const { go, showCase, showInspectorTab } = useShell.getState();
  go('stages');
  showInspectorTab('prompt');
  if (window.innerWidth >= wideFrom) showCase({ kind: 'inspector' }, 'stages');
  void useStages.getState().openRun(runId);
  focusWhenThere('[data-pane="centre"]');
}
