import type { MenuItem } from '../components/ContextMenu';
import { type Exchange, isAnswerPending, useChat } from '../state/chat';
import { t } from '../strings/index';
import { openRunOfAnswer } from './open-run';

/** What the menu of an exchange repeats of its buttons; a selection in it can be copied first. */
export function exchangeMenu({ answer, question }: Exchange): readonly MenuItem[] {
  const selected = getSelection()?.toString().trim() ?? '';
  const copySelection: readonly MenuItem[] =
    selected === '' ? [] : [{ id: 'copy-selection', label: t('chat.copySelection'), run: () => copy(selected) }];
  const copyQuestion: MenuItem = { id: 'copy-question', label: t('chat.copyQuestion'), run: () => copy(question) };
  if (!answer) return [...copySelection, copyQuestion];
  const state = useChat.getState();
  const { resend, resume, branch } = state;
  const disabled = isAnswerPending(state);
  const { runId } = answer;
  return [
    ...copySelection,
    { id: 'copy-answer', label: t('chat.copyAnswer'), run: () => copy(answer.answer) },
    copyQuestion,
    ...(runId === null ? [] : [{ id: 'why', label: t('chat.why'), apart: true, run: () => openRunOfAnswer(runId) }]),
    ...(answer.outcome === 'incomplete' && runId !== null
      ? [{ id: 'resume', label: t('chat.resume'), disabled, run: () => void resume(answer) }]
      : []),
    { id: 'again', label: t('chat.askAgain'), apart: true, disabled, run: () => void resend(answer, question) },
    { id: 'branch', label: t('chat.branch'), run: () => void branch(answer) },
  ];
}

function copy(text: string): void {
  void navigator.clipboard.writeText(text);
}
