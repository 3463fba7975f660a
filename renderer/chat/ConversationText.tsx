import { ArrowDown } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { Hint } from '../components/Hint';
import { isPending, type Exchange as OneExchange } from '../state/chat';
import { t } from '../strings/index';
import { Exchange } from './later-exchange';
import { useFollowedEnd } from './use-followed-end';

interface ConversationTextProps {
  readonly conversationId: string | null;
  readonly exchanges: readonly OneExchange[];
  ask(question: string): void;
}

/**
 * The exchanges of a conversation. Its end stays in view while it grows, unless the reader has scrolled away from it; who
 * comes back to it finds it where it was read.
 */
export function ConversationText({ conversationId, exchanges, ask }: ConversationTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const last = exchanges.at(-1);
  const pending = last !== undefined && isPending(last);
  const asked = exchanges.find(isPending)?.key ?? '';
  const { away, toEnd } = useFollowedEnd(scroller, log, { conversationId, newest: last?.key ?? '', pending, asked });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-testid="conversation-text"
        className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]"
      >
        <div ref={log} role="log" aria-label={t('chat.title')} className="mx-auto w-full max-w-166 px-8 pb-4">
          <Suspense>
            {exchanges.map((exchange) => (
              <Exchange key={exchange.key} exchange={exchange} ask={ask} />
            ))}
          </Suspense>
        </div>
      </div>
      {away ? (
        <Hint text={t('chat.toNewest')}>
          <button
            type="button"
            data-testid="to-newest"
            aria-label={t('chat.toNewest')}
            onClick={toEnd}
            className="absolute right-3 bottom-2 flex size-8 items-center justify-center rounded-full border border-edge bg-case text-ink shadow-float transition-colors duration-120 hover:bg-raised"
          >
            <ArrowDown size={16} aria-hidden />
          </button>
        </Hint>
      ) : null}
    </div>
  );
}
