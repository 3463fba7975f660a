import type { StageRecord } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import { Hint } from '../components/Hint';
import { formatCount, formatDuration } from '../components/quantities';
import { errorLine, saidError } from '../strings/engine-words';
import { t } from '../strings/index';
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
  const name = t(`stages.names.${stage}`);
  const verb = t(`stages.verbs.${stage}`);
  const state = record?.state ?? (first ? 'ready' : 'waiting');
  const flow =
    record?.candidatesIn != null && record.candidatesOut != null
      ? [formatCount(record.candidatesIn), formatCount(record.candidatesOut)]
      : null;
  const hint = [
    `${name} ${verb}.`,
    record?.error ? errorLine(record.error) : '',
    record?.by ? t(`stages.actorsLong.${record.by}`) : '',
    gate.reason,
  ];
  return (
    <div className="group relative px-[2px] @4xl:px-[3px]">
      <Hint text={hint.filter(Boolean).join(' ')}>
        <button
          type="button"
          data-testid={`stage-${stage}`}
          data-state={state}
          aria-label={t('stages.paneLabel', {
            number,
            name,
            verb,
            state: t(`stages.states.${state}`),
          })}
          // A disabled button could not be focused, and so could not say why it is.
          aria-disabled={!gate.allowed}
          onClick={() => {
            if (gate.allowed) runStage();
          }}
          className="pane"
        >
          <span className="pane-number">{number}</span>
          <span className="pane-name">
            <span className="hidden @4xl:inline">{name}</span>
            <span className="@4xl:hidden">{t(`stages.short.${stage}`)}</span>
          </span>
          <span className="pane-verb">{verb}</span>
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
              {state === 'done' && record?.ms != null ? formatDuration(record.ms) : t(`stages.states.${state}`)}
            </span>
            <span className="pane-actor" data-by={record?.by ?? 'none'}>
              {record?.error ? saidError(record.error).message : record?.by ? t(`stages.actors.${record.by}`) : ''}
            </span>
          </span>
        </button>
      </Hint>
      {number > 1 ? (
        <Hint text={stops ? t('breakpoint.clear', { name }) : t('breakpoint.set', { name })}>
          <button
            type="button"
            data-testid={`breakpoint-${stage}`}
            aria-pressed={stops}
            aria-label={t('breakpoint.set', { name })}
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
