import type { Answer } from '@shared/contract/index';
import type { Asked } from '../components/Notices';
import { useAnswerPending, useChat } from '../state/chat';

/** The question of an answer, to be asked in other words in its place, where it looked. */
export function useAskedAgain(answer: Answer): Asked {
  const waits = useAnswerPending();
  return { text: answer.question, waits, again: (question) => void useChat.getState().resend(answer, question) };
}
