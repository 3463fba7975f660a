import type { Answer } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ChevronLeft, ChevronRight, PencilLine } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type ExchangeState, useAnswerPending, useChat } from '../../state/chat/chat';
import { isEverywhere } from '../../state/chat/question-draft';
import { Button, IconButton } from '../../ui/Button';
import { useFocusBack } from '../../ui/focus';
import { rememberReading } from '../../ui/scroll-memory';
import { useScopeNames } from '../scope/scope-choices';

export function Question({ exchange }: { readonly exchange: ExchangeState }) {
  const [draft, setDraft] = useState<string | null>(null);
  // The searched text has all of its reference: an edited one is searched unchanged.
  const [alone, setAlone] = useState(false);
  const { answer, question } = exchange;
  const selected = answer?.selectedText ?? exchange.selectedText;
  const place = useRef<HTMLDivElement>(null);
  useFocusBack(draft !== null, () => place.current?.querySelector('button'));

  function edit(text: string, asItStands: boolean): void {
    setAlone(asItStands);
    setDraft(text);
  }

  if (draft !== null && answer) {
    return <QuestionEditor answer={answer} draft={draft} alone={alone} setDraft={setDraft} />;
  }
  return (
    <div ref={place} className="group flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <h3 className="content text-20 font-semibold tracking-tight wrap-anywhere whitespace-pre-wrap">
          <span className="sr-only">{t('chat.question')}: </span>
          <span dir="auto" className="block">
            {question}
          </span>
        </h3>
        {answer ? <SearchedFor answer={answer} edit={(text) => edit(text, true)} /> : null}
        <LookedIn scope={exchange.scope} />
        <Versions exchange={exchange} />
        {selected ? (
          <p className="content mt-2 line-clamp-3 border-l-2 border-edge pl-3 text-14 whitespace-pre-wrap text-muted">
            {selected}
          </p>
        ) : null}
      </div>
      {answer ? (
        <IconButton
          icon={PencilLine}
          label={t('chat.edit')}
          data-testid="edit"
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          onClick={() => edit(question, false)}
        />
      ) : null}
    </div>
  );
}

interface QuestionEditorProps {
  readonly answer: Answer;
  readonly draft: string;
  /** Whether it is searched without what was asked before. */
  readonly alone: boolean;
  /** Null closes the field. */
  setDraft(draft: string | null): void;
}

function QuestionEditor({ answer, draft, alone, setDraft }: QuestionEditorProps) {
  const waits = useAnswerPending();

  function send(): void {
    if (waits || draft.trim() === '') return;
    setDraft(null);
    const { resend, scope } = useChat.getState();
    void resend(answer, draft.trim(), { scope, ...(alone ? { alone } : {}) });
  }

  return (
    <div>
      <textarea
        dir="auto"
        data-testid="edit-question"
        // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
        autoFocus
        value={draft}
        aria-label={t('chat.edit')}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape') {
            // Leaves the field and nothing else: neither closes the side panel nor stops an answer.
            event.preventDefault();
            setDraft(null);
          }
        }}
        className="field-sizing-content w-full resize-none rounded-md border border-edge bg-ground px-3 py-2 text-16 focus-visible:border-accent focus-visible:outline-none"
      />
      <div className="mt-2 flex gap-2">
        <Button look="primary" data-testid="resend" aria-disabled={waits} onClick={send}>
          {t('chat.resend')}
        </Button>
        <Button look="ghost" onClick={() => setDraft(null)}>
          {t('chat.leaveIt')}
        </Button>
      </div>
    </div>
  );
}

interface SearchedForProps {
  readonly answer: Answer;
  edit(text: string): void;
}

/** A follow-up question as it was searched for, with what it refers to; that can be edited, or left out. */
function SearchedFor({ answer, edit }: SearchedForProps) {
  const resend = useChat((state) => state.resend);
  const waits = useAnswerPending();
  const { question, searchedFor: text } = answer;
  if (text === undefined) return null;
  const searchAlone = () => void resend(answer, question, { alone: true });
  return (
    <div data-testid="searched-for" className="content mt-1 text-12 text-muted">
      <p className="wrap-anywhere">{t('chat.searchedFor', { question: text })}</p>
      <p className="-ml-3 flex flex-wrap">
        <Button look="ghost" data-testid="edit-searched" aria-disabled={waits} onClick={() => edit(text)}>
          {t('chat.editSearched')}
        </Button>
        <Button look="ghost" data-testid="search-alone" aria-disabled={waits} onClick={searchAlone}>
          {t('chat.searchAlone')}
        </Button>
      </p>
    </div>
  );
}

/** Says that a question did not look everywhere: missing facts may be elsewhere. */
function LookedIn({ scope }: Pick<ExchangeState, 'scope'>) {
  const names = useScopeNames(scope);
  if (isEverywhere(scope)) return null;
  return (
    <p data-testid="looked-in" className="content mt-1 line-clamp-2 text-12 text-muted">
      {t('chat.lookedIn', { names })}
    </p>
  );
}

/** The exchange that a person turned to, and the button: that has the focus again after the drawing. */
let turnedTo: { readonly messageId: string; readonly step: Step } | null = null;
type Step = -1 | 1;

/** Says which version of an exchange this is, and leads to the others; one on its way is the last. */
function Versions({ exchange: { answer, key, others } }: { readonly exchange: ExchangeState }) {
  const pending = others.length > 0 ? [...others, key] : [];
  const all = answer ? (answer.versions ?? []) : pending;
  const own = answer?.messageId ?? key;
  return all.length < 2 ? null : <Pager key={own} own={own} all={all} />;
}

function Pager({ own, all }: { readonly own: string; readonly all: readonly string[] }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const says = useId();
  const at = all.indexOf(own);
  useEffect(() => {
    if (turnedTo?.messageId !== own) return;
    group.current?.querySelector<HTMLElement>(`[data-step="${turnedTo.step}"]`)?.focus();
    turnedTo = null;
  }, [own]);

  function button(step: Step) {
    const other = all[at + step];
    const Icon = step < 0 ? ChevronLeft : ChevronRight;
    return (
      <IconButton
        icon={Icon}
        label={t(step < 0 ? 'chat.versionBefore' : 'chat.versionAfter')}
        data-testid={step < 0 ? 'version-before' : 'version-after'}
        data-step={step}
        aria-describedby={says}
        // At the end it keeps the focus that it has: a disabled one would lose it.
        aria-disabled={other === undefined}
        onClick={({ currentTarget }) => {
          if (other === undefined) return;
          turnedTo = { messageId: other, step };
          turn(currentTarget, other);
        }}
      />
    );
  }

  return (
    <fieldset
      ref={group}
      data-testid="versions"
      aria-label={t('chat.versions')}
      className="mt-1 -ml-2 flex items-center text-12 text-muted"
    >
      {button(-1)}
      <span id={says} className="tabular px-1">
        <span className="sr-only">{t('chat.version', { at: at + 1, count: all.length })}</span>
        <span aria-hidden data-testid="version">
          {at + 1}/{all.length}
        </span>
      </span>
      {button(1)}
    </fieldset>
  );
}

/** Shows a version at the place of this one: the text before them is the same. */
function turn(from: HTMLElement, messageId: string): void {
  const { conversationId, turn: show } = useChat.getState();
  const article = from.closest('article');
  const pane = from.closest('[data-testid="conversation-text"]');
  if (article?.parentElement && pane && conversationId) {
    const exchange = [...article.parentElement.children].indexOf(article);
    const offset = article.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    rememberReading(conversationId, { exchange, offset });
  }
  void show(messageId);
}
