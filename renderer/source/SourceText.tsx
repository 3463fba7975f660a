// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentSource } from '@shared/contract/index';
import { frontMatter } from '@shared/front-matter';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import { useWidth } from '../components/use-width';
import { t } from '../strings/index';
import type { SourceMark, SourceTarget } from './source-marks';
import { ChunkBars } from './text/ChunkBars';
import { chunkEdges, firstIndex } from './text/cut-segments';
import { SourceRows } from './text/SourceRows';
import { sourceItems } from './text/source-items';
import { KeptHead } from './text/TableFrame';
import { useKeptPlace } from './text/use-kept-place';

interface SourceTextProps {
  readonly source: DocumentSource;
  /** In order of `startChar`. */
  readonly marks: readonly SourceMark[];
  /** Index of the chunk that is looked at, or null. */
  readonly chunk: number | null;
  readonly target: SourceTarget;
  chooseChunk(index: number): void;
}

/** The text as it was chunked, laid out by what it is: headings, tables, code; chunks drawn in the margin. */
export function SourceText({ source, marks, chunk, target, chooseChunk }: SourceTextProps) {
  const scroller = useRef<HTMLElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
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
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(items[index], width),
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 64,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const top = items[rows.range?.startIndex ?? 0];
  const head = top?.look === 'row' ? heads.get(top.columns) : undefined;
  const { span } = target;
  const lost = span !== null && (span.startChar >= source.text.length || span.endChar <= span.startChar);

  useKeptPlace({
    scroller,
    flow,
    target: useMemo(() => (lost ? { span: null } : target), [lost, target]),
    itemOf: (at) =>
      Math.max(
        0,
        firstIndex(items, (item) => item.to > at),
      ),
    offsetOf: (item) => rows.getOffsetForIndex(item, 'start')?.[0] ?? 0,
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
      <div
        className="source-text"
        style={{ height: rows.getTotalSize(), '--line-digits': `${lines}`.length } as CSSProperties}
      >
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

/** Code, data and logs: their lines have numbers, and their letters are equally wide. */
function isReadByLines({ format, path }: DocumentSource['document']): boolean {
  return format === 'code' || format === 'json' || (format === 'txt' && /\.log$/i.test(path));
}

/** Pixels, before an item was drawn: lines of as many characters as fit. */
function estimatedHeight(item: ReturnType<typeof sourceItems>[number] | undefined, width: number): number {
  if (!item) return 26;
  if (item.look === 'row' || item.look === 'head') return 34;
  if (item.look === 'heading' || item.look === 'front') return 52;
  if (item.line > 0) return 20 * item.parts.length;
  const perLine = Math.max(20, Math.min(68, (width - 92) / 8));
  return 26 * Math.max(1, Math.ceil((item.to - item.from) / perLine));
}
