import { SquarePen } from 'lucide-react';
import { IconButton } from '../components/Button';
import { PaneHeader } from '../components/PaneHeader';
import { formatWhen } from '../components/quantities';
import { SideList } from '../components/SideList';
import { useChat } from '../state/chat';
import { useShell } from '../state/shell';
import { strings } from '../strings/en';

export function ConversationList() {
  const { conversations, leaving, conversationId, open, startNew, remove } = useChat();
  const setListOpen = useShell((state) => state.setListOpen);
  const now = new Date();
  return (
    <>
      <PaneHeader title={strings.chat.conversations}>
        <IconButton label={strings.chat.newChat} data-testid="new-chat" onClick={startNew}>
          <SquarePen size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <SideList
        label={strings.chat.conversations}
        testId="conversation"
        current={conversationId}
        empty={strings.chat.noConversations}
        items={conversations
          .filter(({ conversationId: id }) => !leaving.has(id))
          .map((conversation) => ({
            id: conversation.conversationId,
            title: conversation.title,
            note: `${formatWhen(conversation.updatedAt, now)} · ${strings.chat.messages(conversation.messages)}`,
          }))}
        open={(id) => {
          setListOpen(false);
          void open(id);
        }}
        remove={{ label: strings.chat.deleteConversation, run: remove }}
      />
    </>
  );
}
