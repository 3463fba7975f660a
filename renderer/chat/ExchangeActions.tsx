import type { Answer } from '@shared/contract/index';
import { GitBranch, Play, RotateCcw } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { useAnswerPending, useChat } from '../state/chat';
import { t } from '../strings/index';
import { AskAnother } from './AskAnother';

/** What can be done with an exchange: go on, ask again, branch. */
export function ExchangeActions({ answer }: { readonly answer: Answer }) {
  const { resume, resend, branch } = useChat();
  const waits = useAnswerPending();
  const canGoOn = answer.outcome === 'incomplete' && answer.runId !== null;
  return (
    <>
      {canGoOn ? (
        <Button
          look="ghost"
          data-testid="resume"
          aria-disabled={waits}
          icon={<Play size={14} aria-hidden />}
          onClick={() => void resume(answer)}
        >
          {t('chat.resume')}
        </Button>
      ) : null}
      <IconButton
        label={t('chat.askAgain')}
        data-testid="regenerate"
        aria-disabled={waits}
        onClick={() => void resend(answer, answer.question)}
      >
        <RotateCcw size={16} aria-hidden />
      </IconButton>
      <AskAnother answer={answer} />
      <IconButton label={t('chat.branch')} data-testid="branch" onClick={() => void branch(answer)}>
        <GitBranch size={16} aria-hidden />
      </IconButton>
    </>
  );
}
