import { PencilLine } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusBack } from '../app/return-focus';
import { Button, IconButton } from '../components/Button';
import { type Exchange, useAnswerPending, useChat } from '../state/chat';
import { t } from '../strings/index';
import { isEverywhere } from './scope-choices';
import { useScopeNames } from './use-scope-names';
import { Versions } from './Versions';

/** The question as the heading of its exchange; it can be edited and sent again. */
export function Question({ exchange }: { readonly exchange: Exchange }) {
  const resend = useChat((state) => state.resend);
  const waits = useAnswerPending();
  const [draft, setDraft] = useState<string | null>(null);
  const { answer, question } = exchange;
  const selected = answer?.selectedText ?? exchange.selectedText;
  const place = useRef<HTMLDivElement>(null);
  useFocusBack(draft !== null, () => place.current?.querySelector('button'));

  function send(): void {
    if (!answer || waits || draft === null || draft.trim() === '') return;
    setDraft(null);
    void resend(answer, draft.trim(), useChat.getState().scope);
  }

  if (draft !== null) {
    return (
      <div>
        <textarea
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
              // Leaves the field and nothing else: neither closes the case nor stops an answer.
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
  return (
    <div ref={place} className="group flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <h3 className="content text-20 font-semibold tracking-tight wrap-anywhere whitespace-pre-wrap">
          <span className="sr-only">{t('chat.question')}: </span>
          {question}
        </h3>
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
          label={t('chat.edit')}
          data-testid="edit"
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          onClick={() => setDraft(question)}
        >
          <PencilLine size={16} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}

/** Says of a question that it did not look everywhere: what was not found may stand elsewhere. */
function LookedIn({ scope }: Pick<Exchange, 'scope'>) {
  const names = useScopeNames(scope);
  if (isEverywhere(scope)) return null;
  return (
    <p data-testid="looked-in" className="content mt-1 line-clamp-2 text-12 text-muted">
      {t('chat.lookedIn', { names })}
    </p>
  );
}
