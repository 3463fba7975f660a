import { useCallback } from 'react';
import { Workspace } from '../app/Workspace';
import { ErrorNote } from '../components/ErrorNote';
import { FirstStart } from '../library/FirstStart';
import { QueuePanel } from '../library/QueuePanel';
import { useChat } from '../state/chat';
import { useQueue } from '../state/ingest-queue';
import { hasSample, useLibrary } from '../state/library';
import { t } from '../strings/index';
import { Composer } from './Composer';
import { ConversationHeader } from './ConversationHeader';
import { ConversationList } from './ConversationList';
import { ConversationText } from './ConversationText';
import { Welcome } from './Welcome';

export function ChatRoom() {
  const { exchanges, conversations, conversationId, opening, error, ask: send } = useChat();
  const documents = useLibrary((state) => state.documents);
  const jobs = useQueue((state) => state.jobs);
  const ask = useCallback((question: string) => void send(question), [send]);
  const conversation = conversations.find((known) => known.conversationId === conversationId);
  const firstStart = documents !== null && documents.length === 0 && exchanges.length === 0 && !opening;

  return (
    <Workspace list={<ConversationList />} listLabel={t('chat.conversations')}>
      <ConversationHeader conversation={conversation} />
      <QueuePanel brief />
      {firstStart ? (
        <FirstStart />
      ) : (
        <>
          {error ? (
            <div className="shrink-0 p-4">
              <ErrorNote error={error} />
            </div>
          ) : null}
          {exchanges.length === 0 ? (
            <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]">
              {opening ? null : <Welcome withSample={hasSample(documents, jobs)} ask={ask} />}
            </div>
          ) : (
            <ConversationText conversationId={conversationId} exchanges={exchanges} ask={ask} />
          )}
          <Composer />
        </>
      )}
    </Workspace>
  );
}
