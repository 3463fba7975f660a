import { t } from '@shared/words/index';
import { ArrowDown } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FindBar, findInText } from '../../panels/source/FindBar';
import { isPending, type ExchangeState as OneExchange, useChat } from '../../state/chat/chat';
import { Hint } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { type ReadingPlace, readingPlace, rememberedReading, rememberReading } from '../../ui/scroll-memory';

interface ConversationTextProps {
  readonly conversationId: string | null;
  readonly exchanges: readonly OneExchange[];
  /** Called with whether the first question is above the view. */
  readsPast(past: boolean): void;
}

/**
 * The exchanges of a conversation. Its end stays in view while it grows, unless the reader has scrolled away from it; who
 * comes back to it finds it where it was read.
 */
export function ConversationText({ conversationId, exchanges, readsPast }: ConversationTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const last = exchanges.at(-1);
  const pending = last !== undefined && isPending(last);
  const asked = exchanges.find(isPending)?.key ?? '';
  const finding = useChat((state) => state.finding);
  const turns = useChat((state) => state.turns);
  const followed = { conversationId, newest: last?.key ?? '', pending, asked, turns, finding: finding !== null };
  const { away, toEnd } = useFollowedEnd(scroller, log, followed, readsPast);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {finding ? <FindHere key={conversationId} finding={finding} scroller={scroller} log={log} /> : null}
      <div
        ref={scroller}
        data-testid="conversation-text"
        className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]"
      >
        <div ref={log} role="log" aria-label={t('app.rooms.chat')} className="mx-auto w-full max-w-170 px-10 pb-4">
          <Suspense>
            {exchanges.map((exchange) => (
              <LazyExchange key={exchange.key} exchange={exchange} />
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
            className="absolute right-1 bottom-2 flex size-8 items-center justify-center rounded-full border border-edge bg-case text-ink shadow-float transition-colors duration-120 hover:bg-raised"
          >
            <ArrowDown size={16} aria-hidden />
          </button>
        </Hint>
      ) : null}
    </div>
  );
}

interface FindHereProps {
  readonly finding: { readonly query: string; readonly at: number };
  readonly scroller: RefObject<HTMLElement | null>;
  readonly log: RefObject<HTMLElement | null>;
}

/** Words to find in the open conversation: all places are lit, and the one that is meant is brought into view. */
function FindHere({ finding: { query, at }, scroller, log }: FindHereProps) {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const shown = useRef('');
  const find = (next: { query: string; at: number } | null) => useChat.setState({ finding: next });

  useEffect(() => {
    const text = log.current;
    if (!text) return;
    const look = () => setRanges(rangesOf(text, query));
    look();
    // An answer is drawn bit by bit.
    const drawing = new MutationObserver(look);
    drawing.observe(text, { childList: true, subtree: true, characterData: true });
    return () => drawing.disconnect();
  }, [log, query]);

  useEffect(() => {
    const range = ranges[at];
    CSS.highlights.set('found', new Highlight(...ranges));
    CSS.highlights.set('found-here', new Highlight(...(range ? [range] : [])));
    const wanted = `${at} ${query}`;
    if (range && scroller.current && shown.current !== wanted) {
      shown.current = wanted;
      const [line, pane] = [range.getBoundingClientRect(), scroller.current.getBoundingClientRect()];
      scroller.current.scrollTop += line.top - pane.top - (pane.height - line.height) / 2;
    }
    return () => {
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-here');
    };
  }, [ranges, at, query, scroller]);

  return (
    <FindBar
      within="conversation"
      query={query}
      at={at}
      total={ranges.length}
      more={false}
      change={(next) => find({ query: next, at: 0 })}
      step={(by) => ranges.length > 0 && find({ query, at: (at + by + ranges.length) % ranges.length })}
      close={() => find(null)}
    />
  );
}

/** Positions of words in the questions and answers of a conversation: in a sequence, or otherwise each alone. */
function rangesOf(log: HTMLElement, query: string): readonly Range[] {
  const nodes = [...log.querySelectorAll('article .prose, article h3.content [dir]')].flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    return texts;
  });
  const text = nodes.map(({ data }) => data).join('');
  const phrase = findInText(text, query).spans;
  const spans = phrase.length > 0 ? phrase : query.split(/\s+/).flatMap((word) => findInText(text, word).spans);
  const starts: number[] = [];
  for (const [index] of nodes.entries()) starts.push((starts.at(-1) ?? 0) + (nodes[index - 1]?.data.length ?? 0));
  return [...spans]
    .sort((a, b) => a.startChar - b.startChar)
    .flatMap(({ startChar, endChar }) => {
      const first = starts.findLastIndex((start) => start <= startChar);
      const last = starts.findLastIndex((start) => start < endChar);
      const [from, to] = [nodes[first], nodes[last]];
      if (!from || !to) return [];
      const range = document.createRange();
      range.setStart(from, startChar - (starts[first] ?? 0));
      range.setEnd(to, endChar - (starts[last] ?? 0));
      return [range];
    });
}

interface Followed {
  /** Whether places are looked for: then those are in view, and not the end. */
  readonly finding: boolean;
  readonly conversationId: string | null;
  /** The key of its newest exchange, and whether that is still on its way. */
  readonly newest: string;
  readonly pending: boolean;
  /** The key of the running exchange, at any place; empty for none. */
  readonly asked: string;
  /** Counts up as another version of an exchange is shown, where the one before stood. */
  readonly turns: number;
}

/**
 * Follows the end of the scrolled content, from each new `newest` on; a conversation left elsewhere opens there. `away`
 * while the end is out of view and nothing follows it.
 */
function useFollowedEnd(
  scroller: RefObject<HTMLDivElement | null>,
  log: RefObject<HTMLDivElement | null>,
  { conversationId, newest, pending, asked, turns, finding }: Followed,
  readsPast: (past: boolean) => void,
): { readonly away: boolean; toEnd(): void } {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const known = useRef({ top: 0, height: 0, width: 0 });
  const shown = useRef('');
  /** The place to scroll to as soon as the exchanges are drawn. */
  const returning = useRef<ReadingPlace | null>(null);

  // Asking goes to the end, and so does a conversation that was left at its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is newest is followed from then on
  useLayoutEffect(() => {
    const now = `${conversationId} ${turns}`;
    const opened = shown.current !== now && !pending;
    shown.current = now;
    returning.current = opened && !finding ? rememberedReading(conversationId) : null;
    following.current = returning.current === null && !(opened && finding);
    if (pending && conversationId) rememberReading(conversationId, null);
  }, [newest, turns]);

  // The button that asked again is gone with its answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was asked or opened
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [newest, asked]);

  useEffect(() => {
    const pane = scroller.current;
    const text = log.current;
    if (!pane || !text) return;
    return followEnd({ pane, text, conversationId, following, known, returning, setAway, readsPast });
  }, [scroller, log, conversationId, readsPast]);

  return {
    away,
    toEnd() {
      following.current = true;
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}

interface Following {
  readonly pane: HTMLElement;
  readonly text: HTMLElement;
  readonly conversationId: string | null;
  readonly following: { current: boolean };
  readonly known: { current: { readonly top: number; readonly height: number; readonly width: number } };
  readonly returning: { current: ReadingPlace | null };
  setAway(away: boolean): void;
  readsPast(past: boolean): void;
}

/** Keeps the pane at the end of its text while that grows; returns a function that stops it. */
function followEnd({ pane, text, conversationId, following, known, returning, setAway, readsPast }: Following) {
  const topsOf = (): number[] => {
    const from = pane.getBoundingClientRect().top;
    return [...text.children].map((exchange) => exchange.getBoundingClientRect().top - from);
  };
  const settle = (): void => {
    known.current = { ...known.current, top: pane.scrollTop };
    setAway(!following.current && belowView(pane) > followWithin);
    const first = text.querySelector('h3')?.getBoundingClientRect();
    readsPast(first !== undefined && first.bottom <= pane.getBoundingClientRect().top + overQuestion);
  };
  const onScroll = (): void => {
    if (returning.current) return;
    // Growth moves the end away without scrolling: only scrolling up leaves it.
    if (belowView(pane) < followWithin) following.current = true;
    else if (pane.scrollTop < known.current.top - 1) following.current = false;
    if (conversationId && text.children.length > 0)
      rememberReading(conversationId, following.current ? null : readingPlace(topsOf()));
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
    // A pane that opens beside it makes it narrower: the clicked element stays in view.
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
}

const placeOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => ({ scrollTop, scrollHeight, clientHeight });

/** Position of a conversation in its pane, in CSS pixels. */
interface ConversationPlace {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  /** Top of the newest exchange in the scrolled content. */
  readonly newestTop: number;
}

/** So near to the end, in pixels, counts as reading the end. */
const followWithin = 80;

/** Over the question of an answer that came at once, and of a line that is as good as out of view, in pixels. */
const overQuestion = 16;

/** Distance of the end below the view, in pixels. */
function belowView({ scrollTop, scrollHeight, clientHeight }: Omit<ConversationPlace, 'newestTop'>): number {
  return scrollHeight - clientHeight - scrollTop;
}

/**
 * The scroll position after growth of a conversation that is read at its end: its end as it grows word by word. Content
 * that came at once, as a quoted answer or an opened conversation, is read from its question on, so the position goes
 * no further.
 *
 * @param grown pixels added since the last look
 */
function followedTo({ scrollHeight, clientHeight, newestTop }: ConversationPlace, grown: number): number {
  const end = Math.max(0, scrollHeight - clientHeight);
  return grown > clientHeight / 2 ? Math.min(end, Math.max(0, newestTop - overQuestion)) : end;
}

/** Exchanges bring the reader of Markdown; the first screen has none. */
export const LazyExchange = lazyPart(() => import('../../panels/answer/Exchange').then((part) => part.Exchange));
