import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { belowView, followedTo, followWithin } from './followed-end';
import { keepReading, keptReading, type ReadingPlace, readingPlace } from './kept-reading';

interface Followed {
  /** Null before a conversation has its first answer. */
  readonly conversationId: string | null;
  /** The key of its newest exchange, and whether that is still on its way. */
  readonly newest: string;
  readonly pending: boolean;
  /** The key of the exchange that is on its way, wherever it stands; empty while none is. */
  readonly asked: string;
}

/**
 * Follows the end of what is scrolled, from each new `newest` on; a conversation that was left elsewhere opens there.
 * `away` while the end is out of view and nothing follows it.
 */
export function useFollowedEnd(
  scroller: RefObject<HTMLDivElement | null>,
  log: RefObject<HTMLDivElement | null>,
  { conversationId, newest, pending, asked }: Followed,
): { readonly away: boolean; toEnd(): void } {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const known = useRef({ top: 0, height: 0, width: 0 });
  const shown = useRef<string | null>(null);
  /** Where to go as soon as the exchanges are drawn. */
  const returning = useRef<ReadingPlace | null>(null);

  // Asking goes to the end, and so does a conversation that was left at its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is newest is followed from then on
  useLayoutEffect(() => {
    const opened = shown.current !== conversationId && !pending;
    shown.current = conversationId;
    returning.current = opened ? keptReading(conversationId) : null;
    following.current = returning.current === null;
    if (pending && conversationId) keepReading(conversationId, null);
  }, [newest]);

  // The button that asked again is gone with its answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was asked or opened
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [newest, asked]);

  // A new conversation has its name with its first answer.
  useLayoutEffect(() => {
    shown.current ??= conversationId;
  }, [conversationId]);

  useEffect(() => {
    const pane = scroller.current;
    const text = log.current;
    if (!pane || !text) return;
    const topsOf = (): number[] => {
      const from = pane.getBoundingClientRect().top;
      return [...text.children].map((exchange) => exchange.getBoundingClientRect().top - from);
    };
    const settle = (): void => {
      known.current.top = pane.scrollTop;
      setAway(!following.current && belowView(pane) > followWithin);
    };
    const onScroll = (): void => {
      if (returning.current) return;
      // What grows moves the end away without any scrolling: only who scrolls up has left it.
      if (belowView(pane) < followWithin) following.current = true;
      else if (pane.scrollTop < known.current.top - 1) following.current = false;
      if (shown.current && text.children.length > 0)
        keepReading(shown.current, following.current ? null : readingPlace(topsOf()));
      settle();
    };
    const onGrown = (): void => {
      const { height, width } = known.current;
      const turned = width !== 0 && width !== pane.clientWidth;
      const grown = pane.scrollHeight - height;
      known.current = { ...known.current, height: pane.scrollHeight, width: pane.clientWidth };
      const back = returning.current;
      const top = back ? topsOf().at(back.exchange) : undefined;
      if (back && text.children.length > 0) {
        pane.scrollTop += (top ?? 0) - back.offset;
        returning.current = null;
      }
      // A pane that opens beside it makes it narrower: what was clicked there stays in view.
      else if (following.current && !(turned && text.contains(document.activeElement))) {
        const newestTop = (topsOf().at(-1) ?? 0) + pane.scrollTop;
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
