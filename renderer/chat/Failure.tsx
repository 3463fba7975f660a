import type { ErrorReport } from '@shared/errors';
import { useId } from 'react';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { type Exchange, useAnswerPending, useChat } from '../state/chat';
import { isSameScope } from '../state/chat-scope';
import { t } from '../strings/index';
import { isEverywhere } from './scope-choices';
import { useScopeNames } from './use-scope-names';

/** Errors of an index that cannot be asked: a model may answer all the same, where a person says so. */
const unsearchable = new Set(['index-unavailable', 'index-mismatch']);

interface FailureProps {
  readonly exchange: Exchange;
  readonly error: ErrorReport;
}

/** An exchange without an answer: what went wrong, and how to ask once more. */
export function Failure({ exchange, error }: FailureProps) {
  const { retry, setDraft } = useChat.getState();
  const waits = useAnswerPending();
  const where = useId();
  const again = {
    'data-testid': 'retry',
    'aria-disabled': waits,
    'aria-describedby': where,
    onClick: () => void retry(exchange),
  };
  if (error.code === 'cancelled') {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        {t('chat.stopped')}
        <Button look="ghost" {...again}>
          {t('chat.askAgain')}
        </Button>
        <LooksAgain id={where} exchange={exchange} />
      </p>
    );
  }
  if (error.code === 'question-length') {
    return (
      <ErrorNote error={error} action={<Button onClick={() => setDraft(exchange.question)}>{t('chat.edit')}</Button>} />
    );
  }
  return (
    <ErrorNote
      error={error}
      action={
        <span className="flex flex-wrap items-center gap-2">
          <Button {...again}>{t('chat.askAgain')}</Button>
          {unsearchable.has(error.code) ? (
            <Button look="ghost" aria-disabled={waits} onClick={() => void retry(exchange, { withoutDocuments: true })}>
              {t('chat.withoutDocuments')}
            </Button>
          ) : null}
          <LooksAgain id={where} exchange={exchange} />
        </span>
      }
    />
  );
}

/** Says where asking again looks, where that is not where the composer says the next question looks. */
function LooksAgain({ id, exchange: { scope } }: { readonly id: string; readonly exchange: Exchange }) {
  const next = useChat((state) => state.scope);
  const names = useScopeNames(scope);
  if (isSameScope(scope, next)) return null;
  return (
    <span id={id} data-testid="looks-again" className="text-12 text-muted">
      {isEverywhere(scope) ? t('chat.looksAgainEverywhere') : t('chat.looksAgainIn', { names })}
    </span>
  );
}
