import type { Notice } from '@shared/contract/index';
import { ScanText } from 'lucide-react';
import { useMemo } from 'react';
import { FoldedListButton } from '../app/FoldedListButton';
import { Workspace } from '../app/Workspace';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { Notices } from '../components/Notices';
import { PaneHeader } from '../components/PaneHeader';
import { EditBar } from '../inspector/EditBar';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { CandidateTable } from './CandidateTable';
import { CatchUp } from './CatchUp';
import { candidatesOf } from './candidates';
import { LabelledNote } from './LabelledNote';
import { MissingNote } from './MissingNote';
import { Panes } from './Panes';
import { ParentLink } from './ParentLink';
import { PromptBox } from './PromptBox';
import { Ribbon } from './Ribbon';
import { RunList } from './RunList';

/**
 * The eight stages by hand or all at once, and the way of every chunk through them. What the case shows is asked for by
 * those who need it, since the room with its candidates would be drawn anew whenever the case opens.
 */
export function StagesRoom() {
  const run = useStages((state) => state.run);
  const error = useStages((state) => state.error);
  const candidates = useMemo(() => (run ? candidatesOf(run) : []), [run]);
  const failed = run?.stages.find((record) => record.state === 'failed');
  const notices = run?.stages.flatMap((record) => record.notices) ?? [];
  const shownError = failed?.error ?? error;
  const retrieved = run?.stages.some(({ stage, state }) => stage === 'Retrieval' && state === 'done') ?? false;
  const nothingFound = retrieved && candidates.length === 0;

  return (
    <Workspace list={<RunList />} listLabel={t('stages.runs')}>
      <PaneHeader title={t('stages.title')} lead={<FoldedListButton />}>
        <InspectButton none={run === null} />
      </PaneHeader>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <PromptBox />
        {shownError ? (
          <div className="px-4 pt-4">
            <ErrorNote error={shownError} />
          </div>
        ) : null}
        <MissingNote />
        <ParentLink />
        <LabelledNote candidates={candidates} />
        <Panes />
        <CatchUp />
        {candidates.length > 0 ? <Ribbon candidates={candidates} /> : null}
        {run && notices.length > 0 ? <NoticesOfRun prompt={run.prompt} notices={notices} /> : null}
        {run ? <CandidateTable key={run.runId} run={run} candidates={candidates} /> : null}
        {nothingFound ? <p className="p-4 text-muted">{t('stages.noCandidates')}</p> : null}
        {run === null ? (
          <div className="m-auto max-w-140 px-8 py-8">
            <h2 className="text-20 font-semibold tracking-tight">{t('stages.emptyTitle')}</h2>
            <p className="mt-2 text-14 text-soft">{t('stages.emptyText')}</p>
          </div>
        ) : null}
      </div>
      <EditBarOfRoom />
    </Workspace>
  );
}

interface NoticesOfRunProps {
  /** Of the run, whatever is being written meanwhile. */
  readonly prompt: string;
  readonly notices: readonly Notice[];
}

function NoticesOfRun({ prompt, notices }: NoticesOfRunProps) {
  const waits = useStages((state) => state.busy !== null);
  const runInstead = useStages((state) => state.runInstead);
  const again = (text: string) => {
    // What was pressed goes with the run that it stood at.
    document.querySelector<HTMLElement>('[data-stage-prompt]')?.focus();
    void runInstead(text);
  };
  return (
    <div className="max-h-24 shrink-0 overflow-y-auto border-b border-hairline px-4 py-2">
      <Notices notices={notices} asked={{ text: prompt, waits, again }} />
    </div>
  );
}

const useInspecting = (): boolean => useShell((state) => state.cases.stages?.kind === 'inspector');

function InspectButton({ none }: { readonly none: boolean }) {
  const inspecting = useInspecting();
  const showCase = useShell((state) => state.showCase);
  const closeCase = useShell((state) => state.closeCase);
  return (
    <Button
      look={inspecting ? 'line' : 'ghost'}
      data-testid="inspect"
      aria-pressed={inspecting}
      disabled={none}
      icon={<ScanText size={16} aria-hidden />}
      onClick={() => (inspecting ? closeCase() : showCase({ kind: 'inspector' }))}
    >
      {t('stages.inspect')}
    </Button>
  );
}

/** Where the inspector is open, the edits stand in it. */
function EditBarOfRoom() {
  return useInspecting() ? null : <EditBar />;
}
