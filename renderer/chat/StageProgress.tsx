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

/**
 * What is under way, in words: after the last stage it is the answer that is written, and no longer the search. Between
 * two stages it is the next one already: the words before the first would come back for an instant after each.
 */
export function progressText({ stages, waiting }: StageProgressProps): string {
  if (waiting) return waitingText(waiting);
  const done = stageIds.filter((stage) => stages[stage] === 'done').length;
  if (done === stageIds.length) return t('chat.writing');
  const running = stageIds.find((stage) => stages[stage] === 'running');
  const current = running ?? (done > 0 ? stageIds.find((stage) => stages[stage] !== 'done') : undefined);
  return current ? `${t(`stages.names.${current}`)} ${t(`stages.verbs.${current}`)}` : t('chat.working');
}

function waitingText({ seconds, attempt }: NonNullable<Exchange['waiting']>): string {
  return seconds === null ? t('chat.waiting') : t('chat.serverBusy', { seconds: Math.ceil(seconds), attempt });
}
