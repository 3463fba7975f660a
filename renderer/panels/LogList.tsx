import type { QaLogEntry } from '@shared/contract/index';
import { wholeKindOf } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useChat } from '../state/chat/chat';
import { scopeOfAnswer } from '../state/chat/question-draft';
import { namedQuestion, useQuestionLog } from '../state/chat/question-log';
import { useShell } from '../state/shell';
import { IconButton } from '../ui/Button';
import { pressed } from '../ui/key-text';
import { formatDuration, formatMoment, formatPercent } from '../ui/quantities';
import { useScopeNames } from './scope/scope-choices';
import { openRunOfAnswer } from './why/WhyPanel';

/** One page of the log: Enter opens a question's conversation, Delete deletes it, the arrows move. */
export function LogList({ entries }: { readonly entries: readonly QaLogEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const remove = useQuestionLog((state) => state.remove);
  const deletedAt = useRef<number | null>(null);

  function focusAt(index: number): void {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-delete]');
    (rows?.[Math.min(index, rows.length - 1)] ?? list.current)?.focus();
  }

  // The row that had the focus is gone: the one that takes its place has it now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    if (deletedAt.current === null) return;
    focusAt(deletedAt.current);
    deletedAt.current = null;
  }, [entries.length]);

  function take(entry: QaLogEntry, index: number): void {
    deletedAt.current = index;
    remove(entry);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, entry: QaLogEntry, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') take(entry, index);
    else if (pressed('list-next', event)) step(event.currentTarget, index + 1);
    else if (pressed('list-previous', event)) step(event.currentTarget, index - 1);
    else return;
    event.preventDefault();
  }

  /** To the same button of another row; where its conversation is gone, to the one that deletes it. */
  function step(from: HTMLElement, index: number): void {
    const row = list.current?.children[index];
    const target = row?.querySelector<HTMLElement>('delete' in from.dataset ? '[data-delete]' : '[data-open]');
    (target ?? row?.querySelector<HTMLElement>('[data-delete]'))?.focus();
  }

  return (
    <ul ref={list} tabIndex={-1} aria-label={t('questionLog.title')} className="outline-none">
      {entries.map((entry, index) => (
        <LogRow
          key={entry.messageId}
          entry={entry}
          remove={() => take(entry, index)}
          onKeyDown={(event) => onKeyDown(event, entry, index)}
        />
      ))}
    </ul>
  );
}

interface LogRowProps extends AskedProps {
  remove(): void;
}

function LogRow({ entry, remove, onKeyDown }: LogRowProps) {
  return (
    <li
      data-testid="log-entry"
      data-outcome={entry.outcome}
      className="flex items-start gap-2 border-b border-hairline py-2"
    >
      <div className="min-w-0 flex-1">
        <Asked entry={entry} onKeyDown={onKeyDown} />
        <Facts entry={entry} />
      </div>
      <IconButton
        icon={Trash2}
        iconSize={14}
        label={t('questionLog.delete', { question: namedQuestion(entry.question) })}
        data-testid="log-delete"
        data-delete=""
        onClick={remove}
        onKeyDown={onKeyDown}
      />
    </li>
  );
}

interface AskedProps {
  readonly entry: QaLogEntry;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** The question; it opens its conversation, as long as that is there. */
function Asked({ entry: { conversationId, question, runId }, onKeyDown }: AskedProps) {
  const there = useChat(
    ({ conversations, leaving }) =>
      !leaving.has(conversationId) && conversations.some((known) => known.conversationId === conversationId),
  );
  // Asked in Stages, outside any conversation.
  const ofRun = conversationId === '' ? runId : null;
  if (!there && ofRun === null) {
    return (
      <p className="content break-words">
        <span dir="auto" className="block">
          {question}
        </span>
        <span className="block text-12 text-muted">{t('questionLog.conversationGone')}</span>
      </p>
    );
  }
  return (
    <button
      type="button"
      dir="auto"
      data-open=""
      data-testid="log-open"
      title={t(ofRun === null ? 'journey.openConversation' : 'chat.why')}
      className="content line-clamp-2 max-w-full rounded-sm text-start break-words hover:text-accent hover:underline"
      onClick={() => {
        if (ofRun !== null) return openRunOfAnswer(ofRun);
        useShell.getState().go('chat');
        void useChat.getState().open(conversationId);
      }}
      onKeyDown={onKeyDown}
    >
      {question}
    </button>
  );
}

/** Shows the outcome of a question, who answered it, when, and which documents were searched. */
function Facts({ entry }: { readonly entry: QaLogEntry }) {
  const names = useScopeNames(scopeOfAnswer(entry));
  const { way, model, quoted, timings, createdAt } = entry;
  const where = names.length > 0 ? t('chat.lookedIn', { names }) : t('questionLog.everywhere');
  const facts = [
    outcomeOf(entry),
    model ?? (quoted && way !== 'help' ? t('chat.noModelShort') : ''),
    way === 'help' ? '' : where,
    formatDuration(timings.total),
  ].filter(Boolean);
  return (
    <p className="content tabular mt-0.5 text-12 break-words text-muted" data-testid="log-facts">
      <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      {facts.map((fact) => ` · ${fact}`).join('')}
    </p>
  );
}

function outcomeOf(entry: QaLogEntry): string {
  const { outcome, way, confidence } = entry;
  if (way === 'help') return t('questionLog.greeting');
  const said = t(`insights.outcome.${outcome}`);
  return outcome === 'nothing' || wholeKindOf(entry) ? said : `${said}, ${formatPercent(confidence)}`;
}
