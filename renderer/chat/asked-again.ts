import type { Answer } from '@shared/contract/index';
import type { Asked } from '../components/Notices';
import { useChat } from '../state/chat';

/** The question of an answer, to be asked in other words in its place. */
export const askedAgain = (answer: Answer): Asked => ({
  text: answer.question,
  again: (question) => void useChat.getState().resend(answer, question),
});
