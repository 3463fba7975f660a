import type { Run } from '@shared/contract/index';
import { isAnswerBehind } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { Check, ChevronDown, PenLine } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useChat } from '../../state/chat/chat';
import { useSettings } from '../../state/settings';
import { useShell } from '../../state/shell';
import { isCurrent, useStages } from '../../state/stages';
import { Button, Hint } from '../../ui/Button';
import { menuLook } from '../../ui/ContextMenu';
import { AnswerText } from '../chat/answer/AnswerText';
import { type MarkerPlace, stopsFor } from '../chat/answer/citation-markers';
import { Outcome } from '../chat/answer/Exchange';
import { modelName } from '../chat/chat-models';

/** The answer to the open run, and the button that makes it; nothing before the prompt was built for the first time. */
export function AnswerOfRun({ run }: { readonly run: Run }) {
  const isAnswering = useStages((state) => state.busy?.what === 'answer');
  const streamed = useStages((state) => state.streamed);
  const current = useShell(({ sidePanels: { stages: view } }) => {
    const stop = view?.kind === 'source' ? view.stops[view.at] : undefined;
    return stop && stop.exchange === run.answer?.messageId ? stop.marker : null;
  });
  if (!run.snapshots.Prompt_Builder) return null;
  const { answer } = run;

  function open(place: MarkerPlace): void {
    const view = answer && stopsFor(answer, place, answer.messageId);
    if (view) useShell.getState().showSidePanel({ kind: 'source', stops: view.stops, at: view.at }, 'stages');
  }

  const saidByStages = new Set(run.stages.flatMap(({ notices }) => notices.map(({ code }) => code)));
  return (
    <section aria-label={t('stages.answer.title')} data-testid="run-answer" className="mx-4 my-4 shrink-0">
      {isAnswering ? (
        <div data-testid="answer" data-outcome="streaming" aria-busy className="mb-4">
          {streamed === '' ? (
            <p role="status" className="text-14 text-muted">
              {t('chat.writing')}
            </p>
          ) : (
            <AnswerText markdown={streamed} growing citations={[]} current={null} open={open} />
          )}
        </div>
      ) : answer ? (
        <div className="mb-4 rounded-md border border-hairline px-4 py-3">
          {isAnswerBehind(run) ? (
            <p data-testid="answer-behind" className="mb-3 text-14 font-medium text-caution">
              {t('stages.answer.behind')}
            </p>
          ) : null}
          <Outcome
            answer={{ ...answer, notices: answer.notices.filter(({ code }) => !saidByStages.has(code)) }}
            ofRun
            current={current}
            open={open}
          />
        </div>
      ) : null}
      <AnswerButton run={run} />
    </section>
  );
}

function AnswerButton({ run }: { readonly run: Run }) {
  const isOpen = useStages((state) => state.busy === null && isCurrent(state));
  const answerRun = useStages((state) => state.answerRun);
  const model = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const isDone = run.stages.every(({ state }) => state === 'done');
  const how = model === null ? t('stages.answer.quotes') : t('stages.answer.sends', { model: modelName(model) });
  return (
    <Hint text={isDone ? how : t('stages.answer.needsAll')}>
      <Button
        data-testid="answer-run"
        icon={PenLine}
        aria-disabled={!isOpen || !isDone}
        onClick={() => void answerRun()}
      >
        {t(run.answer ? 'stages.answer.again' : 'stages.answer.make')}
      </Button>
    </Hint>
  );
}

/** Conversations offered at once, the newest first: older ones are gone on with from the chat. */
const offered = 50;

/** Says which conversation goes along with the prompt, as in the chat, and lets another be chosen. */
export function ConversationPicker() {
  const { conversations, leaving } = useChat();
  const conversationId = useStages((state) => state.conversationId);
  const there = conversations.filter((one) => !leaving.has(one.conversationId));
  const chosen = there.find((one) => one.conversationId === conversationId);
  const now =
    conversationId === null ? t('stages.conversation.none') : (chosen?.title ?? t('questionLog.conversationGone'));
  const choices = [
    { id: '', title: t('stages.conversation.none') },
    ...there.slice(0, offered).map(({ conversationId: id, title }) => ({ id, title })),
  ];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        data-testid="conversation-picker"
        aria-label={t('stages.conversation.now', { title: now })}
        title={t('stages.conversation.title')}
        className={menuLook.trigger}
      >
        <span className="truncate">{now}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content sideOffset={4} collisionPadding={12} align="start" className={menuLook.content}>
          <DropdownMenu.RadioGroup
            aria-label={t('stages.conversation.title')}
            value={conversationId ?? ''}
            onValueChange={(id) => useStages.setState({ conversationId: id === '' ? null : id })}
          >
            {choices.map(({ id, title }) => (
              <DropdownMenu.RadioItem key={id} value={id} data-testid="conversation-choice" className={menuLook.item}>
                <span className="flex size-4 shrink-0 items-center">
                  <DropdownMenu.ItemIndicator>
                    <Check size={14} aria-hidden className="text-accent" />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {title}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
