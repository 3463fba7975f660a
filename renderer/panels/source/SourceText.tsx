// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentSource } from '@shared/contract/index';
import { frontMatter } from '@shared/prompt/front-matter';
import { t } from '@shared/words/index';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SourcePlace } from '../../ui/scroll-memory';
import { useWidth } from '../../ui/window-size';
import type { SourceMark, SourceTarget } from './source-marks';
import { chunkEdges, firstIndex, type LitRange } from './text/cut-segments';
import { KeptHead, SourceRows } from './text/SourceRows';
import { sourceItems } from './text/source-items';
import { useKeptPlace } from './text/use-kept-place';

interface SourceTextProps {
  readonly source: DocumentSource;
  /** In order of `startChar`. */
  readonly marks: readonly SourceMark[];
  readonly chunk: number | null;
  readonly target: SourceTarget;
  note(place: SourcePlace): void;
  chooseChunk(index: number): void;
}

export function SourceText({ source, marks, chunk, target, note, chooseChunk }: SourceTextProps) {
  const scroller = useRef<HTMLElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { items, heads, digits, edges, lit } = useSourceLayout(source, marks);
  const rows = useSourceRows(scroller, items, width);
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const top = items[rows.range?.startIndex ?? 0];
  const head = top?.look === 'row' ? heads.get(top.columns) : undefined;
  const lost = isLost(target, source.text);

  useKeptPlace({
    scroller,
    flow,
    target: useMemo(() => (lost ? { span: null } : target), [lost, target]),
    itemOf: (at) => itemAt(items, at),
    offsetOf: (item) => rows.getOffsetForIndex(item, 'start')?.[0] ?? 0,
    note,
  });

  return (
    <section
      ref={scroller}
      data-testid="source-viewer"
      aria-label={t('source.region', { title: source.document.title })}
      tabIndex={0}
      className="content min-h-0 flex-1 overflow-auto [overflow-anchor:none] focus-visible:outline-offset-[-3px]"
    >
      {lost ? <p className="px-4 pt-4 text-14 text-caution">{t('source.gone')}</p> : null}
      {head?.columns ? <KeptHead text={source.text} head={head} columns={head.columns} width={width} /> : null}
      <div className="source-text" style={{ height: rows.getTotalSize(), '--line-digits': digits } as CSSProperties}>
        <div ref={flow} className="source-flow" style={{ transform: `translateY(${first?.start ?? 0}px)` }}>
          <SourceRows
            source={source}
            items={items}
            edges={edges}
            lit={lit}
            from={first?.index ?? 0}
            to={(shown.at(-1)?.index ?? -1) + 1}
            width={width}
            measure={rows.measureElement}
          />
          <ChunkBars
            flow={flow}
            chunks={source.chunks}
            from={items[first?.index ?? 0]?.from ?? 0}
            to={items[shown.at(-1)?.index ?? 0]?.to ?? 0}
            width={width}
            height={rows.getTotalSize()}
            lit={lit}
            chosen={chunk}
            choose={chooseChunk}
          />
        </div>
      </div>
    </section>
  );
}

function useSourceLayout(source: DocumentSource, marks: readonly SourceMark[]) {
  const items = useMemo(
    () =>
      sourceItems(
        source,
        source.document.format === 'md' ? frontMatter(source.text) : null,
        isReadByLines(source.document),
      ),
    [source],
  );
  const heads = useMemo(
    () => new Map(items.filter(({ look }) => look === 'head').map((item) => [item.columns, item])),
    [items],
  );
  const last = items.at(-1);
  const lines = (last?.line ?? 0) + (last?.parts.length ?? 0);
  const edges = useMemo(() => chunkEdges(source.chunks), [source]);
  const lit = useMemo(
    () => marks.map(({ startChar, endChar, light }) => ({ from: startChar, to: endChar, light })),
    [marks],
  );
  return { items, heads, digits: `${lines}`.length, edges, lit };
}

type SourceItems = ReturnType<typeof sourceItems>;

const useSourceRows = (scroller: RefObject<HTMLElement | null>, items: SourceItems, width: number) =>
  useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(items[index], width),
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 64,
  });

const itemAt = (items: SourceItems, at: number): number =>
  Math.max(
    0,
    firstIndex(items, (item) => item.to > at),
  );

const isLost = ({ span }: SourceTarget, { length }: string): boolean =>
  span !== null && (span.startChar >= length || span.endChar <= span.startChar);

/** Code, data and logs: their lines have numbers, and their letters are equally wide. */
const isReadByLines = ({ format, path }: DocumentSource['document']): boolean =>
  format === 'code' || format === 'json' || (format === 'txt' && /\.log$/i.test(path));

/** Pixels, before an item was drawn: lines of as many characters as fit. */
function estimatedHeight(item: SourceItems[number] | undefined, width: number): number {
  if (!item) return 26;
  if (item.look === 'row' || item.look === 'head') return 34;
  if (item.look === 'heading' || item.look === 'front') return 52;
  if (item.line > 0) return 20 * item.parts.length;
  const perLine = Math.max(20, Math.min(68, (width - 92) / 8));
  return 26 * Math.max(1, Math.ceil((item.to - item.from) / perLine));
}

type Bar = Readonly<{ index: number; top: number; height: number; begins: boolean; ends: boolean }>;

interface ChunkBarsProps {
  readonly flow: RefObject<HTMLElement | null>;
  readonly chunks: DocumentSource['chunks'];
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Height of the whole text, pixels: it changes with folding. */
  readonly height: number;
  readonly lit: readonly LitRange[];
  readonly chosen: number | null;
  choose(index: number): void;
}

function ChunkBars({ flow, chunks, from, to, width, height, lit, chosen, choose }: ChunkBarsProps) {
  const [bars, setBars] = useState<readonly Bar[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: size and marks change where the text stands
  useLayoutEffect(() => {
    const next = measuredBars(flow.current, chunks, from, to);
    setBars((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [flow, chunks, from, to, width, height, lit]);

  return (
    <div className="source-bars">
      {bars.map((bar) => (
        <button
          key={bar.index}
          type="button"
          data-testid="source-chunk"
          data-chunk={bar.index + 1}
          data-begins={bar.begins}
          data-ends={bar.ends}
          data-lane={bar.index % 2}
          aria-label={t('source.chunk', { number: bar.index + 1 })}
          aria-pressed={bar.index === chosen}
          onClick={() => choose(bar.index)}
          className="source-bar"
          style={{ top: bar.top, height: bar.height }}
        >
          {bar.begins ? <span className="source-number">{bar.index + 1}</span> : null}
        </button>
      ))}
    </div>
  );
}

function measuredBars(flow: HTMLElement | null, chunks: DocumentSource['chunks'], from: number, to: number) {
  if (!flow || to <= from) return [];
  const origin = flow.getBoundingClientRect().top;
  // A folded part has no place.
  const pieces = [...flow.querySelectorAll<HTMLElement>('[data-from]')]
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => ({ element, from: Number(element.dataset.from), to: Number(element.dataset.to) }));
  const bars: Bar[] = [];
  for (let index = firstIndex(chunks, (chunk) => chunk.endChar > from); index < chunks.length; index += 1) {
    const chunk = chunks[index];
    if (!chunk || chunk.startChar >= to) break;
    const first = pieces.find((piece) => piece.from >= chunk.startChar && piece.to > piece.from);
    const last = pieces.findLast((piece) => piece.to <= chunk.endChar && piece.to > piece.from);
    const top = first?.element.getClientRects()[0]?.top;
    const bottom = last ? [...last.element.getClientRects()].at(-1)?.bottom : undefined;
    if (top === undefined || bottom === undefined || bottom <= top) continue;
    bars.push({
      index,
      top: Math.round(top - origin),
      height: Math.round(bottom - top),
      begins: chunk.startChar >= from,
      ends: chunk.endChar <= to,
    });
  }
  return bars;
}
