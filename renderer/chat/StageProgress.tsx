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
  return (
    <div role="status" className="flex items-center gap-3 text-14 text-muted">
      <span aria-hidden className="flex gap-1">
        {stageIds.map((stage) => (
          <span key={stage} data-state={stages[stage] ?? 'waiting'} className="pane-mini h-4 w-2 rounded-[2px]" />
        ))}
      </span>
      {progressText({ stages, waiting })}
    </div>
  );
}

/** What is under way, in words: after the last stage it is the answer that is written, and no longer the search. */
export function progressText({ stages, waiting }: StageProgressProps): string {
  if (waiting) return waitingText(waiting);
  const running = stageIds.find((stage) => stages[stage] === 'running');
  if (running) return `${t(`stages.names.${running}`)} ${t(`stages.verbs.${running}`)}`;
  return t(stageIds.every((stage) => stages[stage] === 'done') ? 'chat.writing' : 'chat.working');
}

function waitingText({ seconds, attempt }: NonNullable<Exchange['waiting']>): string {
  return seconds === null ? t('chat.waiting') : t('chat.serverBusy', { seconds: Math.ceil(seconds), attempt });
}
