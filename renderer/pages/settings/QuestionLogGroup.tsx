import type { DamagedLogLine, QaLogEntry } from '@shared/contract/index';
import { backingOf, wholeKindOf } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useScopeNames } from '../../panels/scope/scope-choices';
import { openRunOfAnswer } from '../../panels/why/WhyPanel';
import { useChat } from '../../state/chat/chat';
import { scopeOfAnswer } from '../../state/chat/question-draft';
import { namedQuestion, useQuestionLog } from '../../state/chat/question-log';
import { useShell } from '../../state/shell';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu, menuLook } from '../../ui/ContextMenu';
import { Select } from '../../ui/fields';
import { useReturnedFocus } from '../../ui/focus';
import { pressed } from '../../ui/key-text';
import { Awaited, Nothing } from '../../ui/Notices';
import { formatDuration, formatMoment, formatPercent } from '../../ui/quantities';
import { FindInLog, filterRequest, isFiltered, type LogFilter, noFilter } from './FindInLog';
import { PanelEnd, RowPanel, SettingGroup } from './SettingRow';

/** Questions a page. */
const pageSize = 10;

/** Every question that was asked here, newest first, a page at a time (C9). */
export function QuestionLogGroup() {
  const { leaving, deletions } = useQuestionLog();
  // Changes with every new exchange, in whichever conversation.
  const lastAsked = useChat((state) => state.conversations[0]?.updatedAt ?? '');
  const [offset, setOffset] = useState(0);
  const [filter, setFilter] = useState<LogFilter>(noFilter);
  const look = useCallback((wanted: LogFilter) => {
    setFilter(wanted);
    setOffset(0);
  }, []);
  const { data, error, asking, current, ask } = useAnswer(
    'chat.findLogs',
    { ...filterRequest(filter), limit: pageSize, offset },
    `${deletions} ${lastAsked}`,
  );
  const filtered = isFiltered(filter);
  const more = data?.more ?? false;
  const shown = (data?.entries ?? []).filter((entry) => !leaving.some((leaves) => leaves(entry)));
  const damaged = (data?.damaged ?? []).filter((line) => !leaving.some((leaves) => leaves(line)));
  // What is looked for by words cannot be found in a damaged line, so it takes no place there.
  const places = (data?.entries.length ?? 0) + (filter.words.trim() === '' ? (data?.damaged.length ?? 0) : 0);
  // The last page may have gone with what was on it.
  const beyond = !asking && current && places === 0 && offset > 0;
  useEffect(() => {
    if (beyond) setOffset((at) => Math.max(0, at - pageSize));
  }, [beyond]);
  const nothing = data !== null && current && shown.length === 0 && offset === 0 && (places === 0 || !more);
  const empty = nothing && damaged.length === 0 && !filtered;
  // An answer to what was looked for before says nothing of what there is.
  const anything = data !== null && (!current || places > 0 || offset > 0 || damaged.length > 0 || filtered);

  return (
    <SettingGroup title={t('questionLog.title')} help={t('questionLog.help')} action={anything ? <ExportLog /> : null}>
      <div data-testid="question-log" aria-busy={asking}>
        {anything ? <FindInLog filter={filter} change={look} /> : null}
        <Awaited error={error} action={<ReadAgain ask={ask} />} waits={data === null} text={t('questionLog.loading')} />
        {empty ? (
          <Nothing
            title={t('questionLog.none')}
            hint={t('questionLog.noneHint')}
            testId="question-log-empty"
            around=""
          />
        ) : null}
        {nothing && filtered ? (
          <p data-testid="log-none-found" className="py-2 text-muted" aria-live="polite">
            {t('questionLog.noneFound')}
          </p>
        ) : null}
        <LogList entries={shown} />
        {damaged.length > 0 ? <DamagedLines lines={damaged} /> : null}
        {offset > 0 || more ? (
          <nav aria-label={t('questionLog.pages')} className="mt-2 flex flex-wrap items-center gap-2">
            <Button
              data-testid="log-newer"
              icon={ChevronLeft}
              aria-disabled={offset === 0}
              onClick={() => setOffset(Math.max(0, offset - pageSize))}
            >
              {t('questionLog.newer')}
            </Button>
            <Button
              data-testid="log-older"
              icon={ChevronRight}
              aria-disabled={!more}
              onClick={() => setOffset(offset + pageSize)}
            >
              {t('questionLog.older')}
            </Button>
            <p className="tabular text-12 text-muted" aria-live="polite" data-testid="log-range">
              {t('questionLog.range', { first: offset + 1, last: offset + places })}
            </p>
          </nav>
        ) : null}
        {anything ? <ClearLog /> : null}
      </div>
    </SettingGroup>
  );
}

/** Goes away when the log could be read, and gives the focus back. */
function ReadAgain({ ask }: { ask(): Promise<void> }) {
  useReturnedFocus();
  return <Button onClick={() => void ask()}>{t('questionLog.readAgain')}</Button>;
}

/** Says which lines could not be read: they hide no other, and can go. */
function DamagedLines({ lines }: { readonly lines: readonly DamagedLogLine[] }) {
  const removeDamaged = useQuestionLog((state) => state.removeDamaged);
  useReturnedFocus();
  return (
    <div data-testid="log-damaged" className="flex flex-wrap items-center gap-3 border-b border-hairline py-2">
      <p className="min-w-48 flex-1 text-caution">{t('questionLog.damaged', { count: lines.length })}</p>
      <Button data-testid="log-damaged-delete" onClick={() => removeDamaged(lines)}>
        {t('questionLog.deleteDamaged', { count: lines.length })}
      </Button>
    </div>
  );
}

function ExportLog() {
  const save = useQuestionLog((state) => state.save);
  return (
    <ItemMenu
      look={menuLook.narrow}
      items={[
        { id: 'log-export-csv', label: t('questionLog.asCsv'), run: () => void save('csv') },
        { id: 'log-export-json', label: t('questionLog.asJson'), run: () => void save('json') },
      ]}
    >
      <Button data-testid="log-export" icon={Download}>
        {t('chat.export')}
      </Button>
    </ItemMenu>
  );
}

/** Days after which questions can go. */
const ages = ['1', '7', '30', '90', '365', 'all'] as const;

/** Deletes old questions or all; says first what goes and what stays, and leaves a way back. */
function ClearLog() {
  const clear = useQuestionLog((state) => state.clear);
  const [age, setAge] = useState<(typeof ages)[number]>('30');
  const days = age === 'all' ? null : Number(age);
  const [asked, setAsked] = useState(false);
  // With the last question it goes away itself.
  useReturnedFocus();

  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t('app.delete')}
          data-testid="log-age"
          value={age}
          options={ages}
          nameOf={(one) => (one === 'all' ? t('questionLog.all') : t('questionLog.olderThan', { count: Number(one) }))}
          choose={(next) => {
            setAge(next);
            setAsked(false);
          }}
          className="max-w-full"
        />
        <Button data-testid="log-clear" icon={Trash2} onClick={() => setAsked(true)}>
          {t('questionLog.clearNow')}
        </Button>
      </div>
      {asked ? (
        <RowPanel
          title={days === null ? t('questionLog.sureAll') : t('questionLog.sureOlder', { count: days })}
          testId="log-clear-panel"
          close={() => setAsked(false)}
        >
          <p className="mt-1 text-soft">{t('questionLog.clearWhat')}</p>
          <PanelEnd
            quiet
            yes={t('questionLog.clearSure')}
            testId="log-clear-sure"
            run={() => {
              setAsked(false);
              void clear(days);
            }}
            no={t('questionLog.keep')}
            noTestId="log-keep"
            close={() => setAsked(false)}
          />
        </RowPanel>
      ) : null}
    </div>
  );
}

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
            <Facts entry={entry} />
          </div>
          <IconButton
            icon={Trash2}
            iconSize={14}
            label={t('questionLog.delete', { question: namedQuestion(entry.question) })}
            data-testid="log-delete"
            data-delete=""
            onClick={() => take(entry, index)}
            onKeyDown={(event) => onKeyDown(event, entry, index)}
          />
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

/** What came of it, who wrote it, when, and where it looked. */
function Facts({ entry }: { readonly entry: QaLogEntry }) {
  const names = useScopeNames(scopeOfAnswer(entry));
  const { outcome, model, quoted, timings, createdAt } = entry;
  const facts = [
    outcomeOf(entry),
    model ?? (quoted && outcome !== 'fallback' && outcome !== 'greeting' ? t('chat.noModelShort') : ''),
    outcome === 'greeting' ? '' : names.length > 0 ? t('chat.lookedIn', { names }) : t('questionLog.everywhere'),
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
  const { outcome } = entry;
  if (outcome === 'greeting') return t('questionLog.greeting');
  if (outcome === 'fallback') return t('chat.fallback');
  return outcome === 'incomplete' ? `${t('chat.incomplete')} · ${heldOf(entry)}` : heldOf(entry);
}

function heldOf(entry: QaLogEntry): string {
  const whole = wholeKindOf(entry);
  if (whole) return t(`chat.wholes.${whole}`);
  const backing = backingOf(entry);
  const said = backing === 'passages' ? t(`chat.bands.${entry.band}`) : t(`chat.unbacked.${backing}`);
  if (backing === 'no-source' || backing === 'no-room') return said;
  return `${said}, ${formatPercent(entry.confidence)}`;
}
