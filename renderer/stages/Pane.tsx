import type { StageRecord } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import { Hint } from '../components/Hint';
import { formatDuration } from '../components/quantities';
import { formatCount, strings } from '../strings/en';
import type { Gate } from './stage-gate';

interface PaneProps {
  readonly stage: StageId;
  readonly number: number;
  readonly record: StageRecord | null;
  readonly gate: Gate;
  /** No run yet, and this is where it would begin. */
  readonly first: boolean;
  /** Run all stops before this stage. */
  readonly stops: boolean;
  runStage(): void;
  toggleStop(): void;
}

/** One pane: number, name, verb, what went in and came out, how long it took and who decided. */
export function Pane({ stage, number, record, gate, first, stops, runStage, toggleStop }: PaneProps) {
  const info = strings.stages.info[stage];
  const state = record?.state ?? (first ? 'ready' : 'waiting');
  const actor = record?.by ? strings.stages.actors[record.by] : null;
  const flow =
    record?.candidatesIn != null && record.candidatesOut != null
      ? [formatCount(record.candidatesIn), formatCount(record.candidatesOut)]
      : null;
  const hint = [
    `${info.name} ${info.verb}.`,
    record?.error ? `${record.error.message} ${record.error.hint}` : '',
    actor?.long ?? '',
    gate.reason,
  ];
  return (
    <div className="group relative px-[2px] @4xl:px-[3px]">
      <Hint text={hint.filter(Boolean).join(' ')}>
        <button
          type="button"
          data-testid={`stage-${stage}`}
          data-state={state}
          aria-label={strings.stages.paneLabel(number, info.name, info.verb, strings.stages.states[state])}
          // A disabled button could not be focused, and so could not say why it is.
          aria-disabled={!gate.allowed}
          onClick={() => {
            if (gate.allowed) runStage();
          }}
          className="pane"
        >
          <span className="pane-number">{number}</span>
          <span className="pane-name">
            <span className="hidden @4xl:inline">{info.name}</span>
            <span className="@4xl:hidden">{info.short}</span>
          </span>
          <span className="pane-verb">{info.verb}</span>
          <span className="pane-facts">
            <span className="pane-flow">
              {flow ? (
                <>
                  <span>{flow[0]}</span>
                  <span>→</span>
                  <span>{flow[1]}</span>
                </>
              ) : null}
            </span>
            <span className="pane-time">
              {state === 'done' && record?.ms != null ? formatDuration(record.ms) : strings.stages.states[state]}
            </span>
            <span className="pane-actor" data-by={record?.by ?? 'none'}>
              {record?.error ? record.error.message : (actor?.short ?? '')}
            </span>
          </span>
        </button>
      </Hint>
      {number > 1 ? (
        <Hint text={stops ? strings.breakpoint.clear(info.name) : strings.breakpoint.set(info.name)}>
          <button
            type="button"
            data-testid={`breakpoint-${stage}`}
            aria-pressed={stops}
            aria-label={strings.breakpoint.set(info.name)}
            onClick={toggleStop}
            className="pane-stop"
          >
            <span aria-hidden />
          </button>
        </Hint>
      ) : null}
    </div>
  );
}
