import { t } from '@shared/words/index';
import { Search, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { PaneHeader } from '../../panels/Workspace';
import { useChat } from '../../state/chat/chat';
import { runCommand } from '../../state/commands';
import { useShell } from '../../state/shell';
import { IconButton } from '../../ui/Button';
import { formatWhen } from '../../ui/quantities';
import { SideList } from '../../ui/SideList';

export function ConversationList() {
  const { conversations, leaving, conversationId, open, remove, search, found } = useChat();
  const [query, setQuery] = useState('');
  const setListOpen = useShell((state) => state.setListOpen);
  const now = new Date();
  const find = (words: string): void => {
    setQuery(words);
    void search(words);
  };
  return (
    <>
      <PaneHeader title={t('palette.groups.conversations')}>
        <IconButton
          icon={SquarePen}
          label={t('commands.new-chat')}
          data-testid="new-chat"
          onClick={() => runCommand('new-chat')}
        />
      </PaneHeader>
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-4">
        <Search size={14} aria-hidden className="shrink-0 text-muted" />
        <input
          dir="auto"
          data-find
          data-testid="find-conversation"
          value={query}
          aria-label={t('chat.find')}
          placeholder={t('chat.find')}
          onChange={(event) => find(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return;
            // It takes back the search, and neither closes the side panel nor stops an answer.
            event.preventDefault();
            find('');
          }}
          className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
        />
      </div>
      <SideList
        label={t('palette.groups.conversations')}
        testId="conversation"
        current={conversationId}
        empty={found ? t('chat.noneFound') : t('chat.noConversations')}
        items={(found ?? conversations)
          .filter(({ conversationId: id }) => !leaving.has(id))
          .map((conversation) => ({
            id: conversation.conversationId,
            title: conversation.title,
            note:
              conversation.match ??
              [
                ...(conversation.branchOf === undefined ? [] : [t('chat.isBranch')]),
                formatWhen(conversation.updatedAt, now),
                t('evaluate.questions', { count: conversation.messages }),
              ].join(' · '),
          }))}
        open={(id) => {
          setListOpen(false);
          void open(id, query);
        }}
        remove={{ label: (title) => t('chat.deleteConversation', { title }), run: remove }}
      />
    </>
  );
}
