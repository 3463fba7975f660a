import { backingOf } from '@shared/answer-backing';
import type { QaLogEntry } from '@shared/contract/index';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useScopeNames } from '../../chat/use-scope-names';
import { IconButton } from '../../components/Button';
import { pressed } from '../../components/key-text';
import { formatDuration, formatMoment, formatPercent } from '../../components/quantities';
import { useChat } from '../../state/chat';
import { scopeOfAnswer } from '../../state/chat-scope';
import { namedQuestion, useQuestionLog } from '../../state/question-log';
import { useShell } from '../../state/shell';
import { t } from '../../strings/index';

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
        <li
          key={entry.messageId}
          data-testid="log-entry"
          data-outcome={entry.outcome}
          className="flex items-start gap-2 border-b border-hairline py-2"
        >
          <div className="min-w-0 flex-1">
            <Asked entry={entry} onKeyDown={(event) => onKeyDown(event, entry, index)} />
            <Facts entry={entry} when={formatMoment(entry.createdAt)} />
          </div>
          <IconButton
            label={t('questionLog.delete', { question: namedQuestion(entry.question) })}
            data-testid="log-delete"
            data-delete=""
            onClick={() => take(entry, index)}
            onKeyDown={(event) => onKeyDown(event, entry, index)}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

interface AskedProps {
  readonly entry: QaLogEntry;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** The question; it opens its conversation, as long as that is there. */
function Asked({ entry: { conversationId, question }, onKeyDown }: AskedProps) {
  const there = useChat(
    ({ conversations, leaving }) =>
      !leaving.has(conversationId) && conversations.some((known) => known.conversationId === conversationId),
  );
  if (!there) {
    return (
      <p className="content break-words">
        {question}
        <span className="block text-12 text-muted">{t('questionLog.conversationGone')}</span>
      </p>
    );
  }
  return (
    <button
      type="button"
      data-open=""
      data-testid="log-open"
      title={t('questionLog.open')}
      className="content line-clamp-2 max-w-full rounded-sm text-left break-words hover:text-accent hover:underline"
      onClick={() => {
        useShell.getState().go('chat');
        void useChat.getState().open(conversationId);
      }}
      onKeyDown={onKeyDown}
    >
      {question}
    </button>
  );
}

/** What came of it, who wrote it, when, and where it looked. */
function Facts({ entry, when }: { readonly entry: QaLogEntry; readonly when: string }) {
  const names = useScopeNames(scopeOfAnswer(entry));
  const { outcome, model, quoted, timings, createdAt } = entry;
  const facts = [
    outcomeOf(entry),
    model ?? (quoted && outcome !== 'fallback' && outcome !== 'greeting' ? t('chat.noModelShort') : ''),
    outcome === 'greeting' ? '' : names.length > 0 ? t('chat.lookedIn', { names }) : t('questionLog.everywhere'),
    formatDuration(timings.total),
  ].filter((fact) => fact !== '');
  return (
    <p className="content tabular mt-0.5 text-12 break-words text-muted" data-testid="log-facts">
      <time dateTime={createdAt}>{when}</time>
      {facts.map((fact) => ` · ${fact}`).join('')}
    </p>
  );
}

/** What came of it, as the chat says it. */
export function outcomeOf(entry: QaLogEntry): string {
  const { outcome } = entry;
  if (outcome === 'greeting') return t('questionLog.greeting');
  if (outcome === 'fallback') return t('chat.fallback');
  return outcome === 'incomplete' ? `${t('chat.incomplete')} · ${heldOf(entry)}` : heldOf(entry);
}

function heldOf(entry: QaLogEntry): string {
  const backing = backingOf(entry);
  const percent = formatPercent(entry.confidence);
  switch (backing) {
    case 'no-source':
    case 'no-room':
      return t(`chat.unbacked.${backing}`);
    case 'other-words':
      return `${t(`chat.unbacked.${backing}`)}, ${percent}`;
    case 'passages':
      return `${t(`chat.bands.${entry.band}`)}, ${percent}`;
  }
}
