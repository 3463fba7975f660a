import { ArrowDown } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Hint } from '../components/Hint';
import type { Exchange as OneExchange } from '../state/chat';
import { t } from '../strings/index';
import { belowView, followedTo, followWithin } from './followed-end';
import { Exchange } from './later-exchange';

interface ConversationTextProps {
  readonly exchanges: readonly OneExchange[];
  ask(question: string): void;
}

/** The exchanges of a conversation. Its end stays in view while it grows, unless the reader has scrolled away from it. */
export function ConversationText({ exchanges, ask }: ConversationTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const { away, toEnd } = useFollowedEnd(scroller, log, exchanges.at(-1)?.key ?? '');
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-testid="conversation-text"
        className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]"
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

/**
 * Follows the end of what is scrolled, from each new `newest` on. `away` while the end is out of view and nothing follows it.
 */
function useFollowedEnd(
  scroller: RefObject<HTMLDivElement | null>,
  log: RefObject<HTMLDivElement | null>,
  newest: string,
): { readonly away: boolean; toEnd(): void } {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const known = useRef({ top: 0, height: 0, width: 0 });

  // Asking and opening a conversation go to the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is newest is followed from then on
  useLayoutEffect(() => {
    following.current = true;
    // The button that asked again is gone with its answer.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [newest]);

  useEffect(() => {
    const pane = scroller.current;
    const text = log.current;
    if (!pane || !text) return;
    const settle = (): void => {
      known.current.top = pane.scrollTop;
      setAway(!following.current && belowView(pane) > followWithin);
    };
    const onScroll = (): void => {
      // What grows moves the end away without any scrolling: only who scrolls up has left it.
      if (belowView(pane) < followWithin) following.current = true;
      else if (pane.scrollTop < known.current.top - 1) following.current = false;
      settle();
    };
    const onGrown = (): void => {
      const { height, width } = known.current;
      const turned = width !== 0 && width !== pane.clientWidth;
      const grown = pane.scrollHeight - height;
      known.current = { ...known.current, height: pane.scrollHeight, width: pane.clientWidth };
      // A pane that opens beside it makes it narrower: what was clicked there stays in view.
      if (following.current && !(turned && text.contains(document.activeElement))) {
        const top = text.lastElementChild?.getBoundingClientRect().top ?? 0;
        const newestTop = top - pane.getBoundingClientRect().top + pane.scrollTop;
        pane.scrollTop = followedTo({ ...placeOf(pane), newestTop }, grown);
        following.current = belowView(pane) < followWithin;
      }
      settle();
    };
    const sizes = new ResizeObserver(onGrown);
    sizes.observe(pane);
    sizes.observe(text);
    pane.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      pane.removeEventListener('scroll', onScroll);
    };
  }, [scroller, log]);

  return {
    away,
    toEnd() {
      following.current = true;
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}

const placeOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => ({ scrollTop, scrollHeight, clientHeight });
