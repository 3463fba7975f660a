import { stageIds } from '@shared/stage-names';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { Pane } from './Pane';
import { stageGate } from './stage-gate';

/** The eight panes of glass, in a row. */
export function Panes() {
  const { run, draft, busy, runStage, breakpoints, toggleBreakpoint } = useStages();
  return (
    <section aria-label={t('stages.panes')} className="grid shrink-0 grid-cols-8 px-[13px] pt-4">
      {stageIds.map((stage, index) => (
        <Pane
          key={stage}
          stage={stage}
          number={index + 1}
          record={run?.stages[index] ?? null}
          gate={stageGate(run, draft, busy !== null, stage)}
          first={run === null && index === 0 && draft.trim() !== ''}
          stops={breakpoints.has(stage)}
          toggleStop={() => toggleBreakpoint(stage)}
          runStage={() => void runStage(stage)}
        />
      ))}
    </section>
  );
}
