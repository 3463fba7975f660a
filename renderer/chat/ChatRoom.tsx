import { Suspense, useCallback, useEffect, useRef } from 'react';
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
import { Exchange } from './later-exchange';
import { Welcome } from './Welcome';

/** How close to the end, in pixels, counts as reading the end. */
const followWithin = 80;

export function ChatRoom() {
  const { exchanges, conversations, conversationId, error, ask: send } = useChat();
  const documents = useLibrary((state) => state.documents);
  const jobs = useQueue((state) => state.jobs);
  const scroller = useRef<HTMLDivElement>(null);
  const ask = useCallback((question: string) => void send(question), [send]);
  const conversation = conversations.find((known) => known.conversationId === conversationId);
  const firstStart = documents !== null && documents.length === 0 && exchanges.length === 0;
  useFollowedEnd(scroller, exchanges.length, exchanges.at(-1)?.streamed.length ?? 0);

  return (
    <Workspace list={<ConversationList />} listLabel={t('chat.conversations')}>
      <ConversationHeader conversation={conversation} />
      <QueuePanel brief />
      {firstStart ? (
        <FirstStart />
      ) : (
        <>
          <div
            ref={scroller}
            className="relative flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-gutter:stable_both-edges]"
          >
            {error ? (
              <div className="p-4">
                <ErrorNote error={error} />
              </div>
            ) : null}
            {exchanges.length === 0 ? (
              <Welcome withSample={hasSample(documents, jobs)} ask={ask} />
            ) : (
              <div role="log" aria-label={t('chat.title')} className="mx-auto w-full max-w-166 px-8 pb-4">
                <Suspense>
                  {exchanges.map((exchange) => (
                    <Exchange key={exchange.key} exchange={exchange} ask={ask} />
                  ))}
                </Suspense>
              </div>
            )}
          </div>
          <Composer />
        </>
      )}
    </Workspace>
  );
}

/** Keeps the end in view while it grows, unless the reader has scrolled away from it. */
function useFollowedEnd(scroller: React.RefObject<HTMLDivElement | null>, count: number, length: number): void {
  const lastCount = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new piece of text moves the end
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const asked = count > lastCount.current;
    lastCount.current = count;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (asked || distance < followWithin) element.scrollTop = element.scrollHeight;
  }, [scroller, count, length]);
}
