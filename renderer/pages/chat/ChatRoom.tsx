import type { ConversationSummary } from '@shared/contract/index';
import { language, t } from '@shared/words/index';
import { ArrowRight, Download, MessageSquarePlus, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useAnswer } from '../../bridge/use-answer';
import { ModelCard } from '../../panels/answer/chat-models';
import { FirstStart } from '../../panels/FirstStart';
import { FoldedListButton, PaneHeader, Workspace, wideFrom } from '../../panels/Workspace';
import { allConversations, type ExchangeState, useChat } from '../../state/chat/chat';
import { scopeOfRequest } from '../../state/chat/question-draft';
import { runCommand } from '../../state/commands';
import { isBusy, useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { IconButton } from '../../ui/Button';
import { ItemMenu, menuLook } from '../../ui/ContextMenu';
import { InlineField } from '../../ui/fields';
import { useFocusBack } from '../../ui/focus';
import { ErrorNote } from '../../ui/Notices';
import { useWide } from '../../ui/window-size';
import { ConversationList } from './ConversationList';
import { ConversationText } from './ConversationText';
import { Composer } from './composer/Composer';
import { SurveyRows } from './SurveyRows';

export function ChatRoom() {
  const { exchanges, conversationId, opening, error } = useChat();
  const conversations = useChat(useShallow(allConversations));
  const documents = useLibrary((state) => state.documents);
  const conversation = conversations.find((known) => known.conversationId === conversationId);
  const [past, setPast] = useState(false);
  const firstStart = documents !== null && documents.length === 0 && exchanges.length === 0 && !opening;

  return (
    <Workspace list={<ConversationList />} listLabel={t('palette.groups.conversations')}>
      <ConversationHeader conversation={conversation} past={past} />
      {firstStart ? (
        <FirstStart />
      ) : (
        <>
          <ErrorNote error={error} around="shrink-0 p-4" />
          <SurveyRows />
          {exchanges.length === 0 ? (
            <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]">
              {opening ? null : <Welcome />}
            </div>
          ) : (
            <ConversationText conversationId={conversationId} exchanges={exchanges} readsPast={setPast} />
          )}
          <Composer />
        </>
      )}
    </Workspace>
  );
}

/** A chat before its first question: suggestions about new documents, and once, a card about language models. */
function Welcome() {
  const ask = useChat((state) => state.ask);
  const documents = useLibrary((state) => state.documents);
  const busy = useQueue(({ jobs }) => isBusy(jobs));
  const ready = documents?.filter(({ state }) => state === 'ready').length ?? 0;
  const scope = useChat((state) => state.scope);
  const asked = ready > 0 ? { language: language(), ...scopeOfRequest(scope) } : null;
  const { data } = useAnswer('library.questions', asked, `${ready} ${busy}`);
  return (
    <div data-testid="welcome" className="m-auto w-full max-w-140 px-8 py-8">
      <h2 className="text-28 font-semibold tracking-tight">{t('chat.welcome')}</h2>
      <p className="mt-3 text-16 text-soft">{t('chat.welcomeText')}</p>
      {data?.questions.length ? (
        <div className="mt-8">
          <p className="text-12 text-muted">{t('chat.tryOne')}</p>
          <ul className="mt-1 border-t border-hairline">
            {data.questions.map((question) => (
              <li key={question} className="border-b border-hairline">
                <button
                  type="button"
                  data-testid="suggestion"
                  onClick={() => void ask(question)}
                  className="group flex w-full items-center gap-3 py-3 text-start text-16 transition-colors duration-120 hover:text-accent"
                >
                  <span dir="auto" className="flex-1">
                    {question}
                  </span>
                  <ArrowRight
                    size={16}
                    aria-hidden
                    className="text-muted transition-transform duration-120 group-hover:translate-x-0.5 group-hover:text-accent"
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {ready > 0 ? <ModelCard /> : null}
    </div>
  );
}

interface ConversationHeaderProps {
  readonly conversation: ConversationSummary | undefined;
  /** Whether the first question is out of view. */
  readonly past: boolean;
}

function ConversationHeader({ conversation, past }: ConversationHeaderProps) {
  const { exchanges, rename, save, isPrivate } = useChat();
  const wide = useWide(wideFrom);
  const [naming, setNaming] = useState(false);
  useFocusBack(naming, () => document.querySelector<HTMLElement>('[data-testid="rename"]'));

  if (naming && conversation) {
    return (
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline px-4">
        <InlineField
          data-testid="conversation-name"
          label={t('chat.rename')}
          value={conversation.title}
          done={(title) => {
            if (title !== null) void rename(conversation.conversationId, title);
            setNaming(false);
          }}
          className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-ground px-2 text-14 font-semibold focus-visible:border-accent focus-visible:outline-none"
        />
      </header>
    );
  }
  return (
    <PaneHeader
      title={conversation?.title ?? t(isPrivate ? 'chat.private' : 'commands.new-chat')}
      untitled={
        !isPrivate && (exchanges.length === 0 || !(past || (conversation && isRenamed(conversation, exchanges))))
      }
      lead={<FoldedListButton />}
    >
      {conversation?.messages ? (
        <>
          <IconButton icon={PencilLine} label={t('chat.rename')} data-testid="rename" onClick={() => setNaming(true)} />
          <ItemMenu
            look={menuLook.narrow}
            items={(['md', 'json'] as const).map((format) => ({
              id: `export-${format}`,
              label: t(format === 'md' ? 'chat.exportMarkdown' : 'chat.exportJson'),
              run: () => void save(conversation.conversationId, format),
            }))}
          >
            <IconButton icon={Download} label={t('chat.export')} data-testid="export" />
          </ItemMenu>
        </>
      ) : null}
      {exchanges.length > 0 && !wide ? (
        <IconButton
          icon={MessageSquarePlus}
          label={t('commands.new-chat')}
          command="new-chat"
          onClick={() => runCommand('new-chat')}
        />
      ) : null}
    </PaneHeader>
  );
}

/** Whether its title differs from its first question, which is shown below it. */
function isRenamed({ title }: ConversationSummary, [first]: readonly ExchangeState[]): boolean {
  return !first?.question.trim().replace(/\s+/gu, ' ').startsWith(title);
}
