import { fromConversation } from '@shared/chunk';
import { stopOf } from '../inspector/source-stop';
import { useChat } from '../state/chat';
import { useShell } from '../state/shell';
import type { Candidate } from './candidates';

/** Opens where a candidate comes from: its page beside the stages, or the conversation it is a part of. */
export function openPlace({ chunk }: Candidate): void {
  if (fromConversation(chunk) && chunk.conversationId) {
    useShell.getState().go('chat');
    void useChat.getState().open(chunk.conversationId);
  } else useShell.getState().showCase({ kind: 'source', at: 0, stops: [stopOf(chunk)] });
}
