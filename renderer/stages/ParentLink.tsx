import { formatWhen } from '../components/quantities';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** Names the run that the open one was made from, one click away. */
export function ParentLink() {
  const { run, runs, openRun } = useStages();
  const parent = run?.parentRunId ? runs.find((summary) => summary.runId === run.parentRunId) : undefined;
  if (!parent) return null;
  const when = formatWhen(parent.createdAt, new Date());
  return (
    <p data-testid="parent-run" className="flex flex-wrap gap-x-2 px-4 pt-2 text-12 text-muted">
      {t('edits.parent')}
      <button
        type="button"
        onClick={() => void openRun(parent.runId)}
        className="rounded-sm font-medium text-accent underline underline-offset-3"
      >
        {when ? t('edits.openParentOf', { when }) : t('edits.openParent')}
      </button>
    </p>
  );
}
