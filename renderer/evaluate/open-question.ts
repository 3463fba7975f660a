import { focusWhenThere } from '../app/focus-when-there';
import { useEvaluation } from '../state/evaluation';
import { useShell } from '../state/shell';

/** Opens a question of a result as a run; what was pressed is gone with its room, so the focus goes to the new one. */
export async function openQuestion(queryId: string, way: string, evaluationId?: string): Promise<void> {
  await useEvaluation.getState().openRun(queryId, way, evaluationId);
  if (useShell.getState().room === 'stages') focusWhenThere('[data-pane="centre"]');
}
