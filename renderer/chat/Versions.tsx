import type { ExchangePlace } from '@shared/contract/index';
import { ChevronLeft, ChevronRight, GitBranch } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../components/Button';
import { type Exchange, useChat } from '../state/chat';
import { t } from '../strings/index';
import { keepReading } from './kept-reading';

/** To which exchange somebody turned, and by which button: that has the focus again when it is drawn. */
let turnedTo: { readonly messageId: string; readonly step: Step } | null = null;
type Step = -1 | 1;

/** Says that an exchange stands otherwise in branches, which of them this is, and leads to the others. */
export function Versions({ exchange }: { readonly exchange: Exchange }) {
  const { answer, sent } = exchange;
  const own = answer?.messageId ?? '';
  const versions = useChat((state) => state.versions.get(own));
  const leaving = useChat((state) => state.leaving);
  const all = (versions ?? []).filter(({ conversationId }) => !leaving.has(conversationId));
  const instead = sent?.instead;
  if (all.length < 2 && !instead) return null;
  return (
    <div data-testid="versions" className="mt-2 flex flex-wrap items-center gap-x-2 text-12 text-muted">
      {instead ? (
        <p className="flex items-center gap-2 py-1">
          <GitBranch size={14} aria-hidden className="shrink-0" />
          {t('chat.askedInBranch')}
        </p>
      ) : null}
      {all.length > 1 ? <Pager key={own} own={own} all={all} /> : null}
      {all.length < 2 && instead ? (
        <Button
          look="ghost"
          data-testid="back-to-earlier"
          onClick={({ currentTarget }) => turn(currentTarget, instead)}
        >
          {t('chat.backToEarlier')}
        </Button>
      ) : null}
    </div>
  );
}

function Pager({ own, all }: { readonly own: string; readonly all: readonly ExchangePlace[] }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const says = useId();
  const at = all.findIndex(({ messageId }) => messageId === own);
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
        label={t(step < 0 ? 'chat.versionBefore' : 'chat.versionAfter')}
        data-testid={step < 0 ? 'version-before' : 'version-after'}
        data-step={step}
        aria-describedby={says}
        // At the end it keeps the focus that it has: a disabled one would lose it.
        aria-disabled={other === undefined}
        onClick={({ currentTarget }) => {
          if (!other) return;
          turnedTo = { messageId: other.messageId, step };
          turn(currentTarget, other);
        }}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    );
  }

  return (
    <fieldset ref={group} aria-label={t('chat.versions')} className="-ml-2 flex items-center">
      {button(-1)}
      <span id={says} data-testid="version" className="tabular px-1">
        {t('chat.version', { at: at + 1, count: all.length })}
      </span>
      {button(1)}
    </fieldset>
  );
}

/** Opens the conversation of a version where this one is read: what stands before them is the same. */
function turn(from: HTMLElement, { conversationId }: ExchangePlace): void {
  const article = from.closest('article');
  const pane = from.closest('[data-testid="conversation-text"]');
  if (article?.parentElement && pane) {
    const exchange = [...article.parentElement.children].indexOf(article);
    const offset = article.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    keepReading(conversationId, { exchange, offset });
  }
  void useChat.getState().open(conversationId);
}
