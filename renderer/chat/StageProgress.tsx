import type { StageState } from '@shared/contract/index';
import { type StageId, stageIds } from '@shared/stage-names';
import type { Exchange } from '../state/chat';
import { t } from '../strings/index';

interface StageProgressProps {
  readonly stages: Readonly<Partial<Record<StageId, StageState>>>;
  readonly waiting: Exchange['waiting'];
}

/** The eight panes in small, filling while an answer is looked for. */
export function StageProgress({ stages, waiting }: StageProgressProps) {
  const running = stageIds.find((stage) => stages[stage] === 'running');
  const text = waiting
    ? waitingText(waiting)
    : running
      ? `${t(`stages.names.${running}`)} ${t(`stages.verbs.${running}`)}`
      : t('chat.working');
  return (
    <div role="status" className="flex items-center gap-3 text-14 text-muted">
      <span aria-hidden className="flex gap-1">
        {stageIds.map((stage) => (
          <span key={stage} data-state={stages[stage] ?? 'waiting'} className="pane-mini h-4 w-2 rounded-[2px]" />
        ))}
      </span>
      {text}
    </div>
  );
}

function waitingText({ seconds, attempt }: NonNullable<Exchange['waiting']>): string {
  return seconds === null ? t('chat.waiting') : t('chat.serverBusy', { seconds: Math.ceil(seconds), attempt });
}
