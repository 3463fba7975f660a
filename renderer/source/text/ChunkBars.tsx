import type { DocumentSource } from '@shared/contract/index';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { t } from '../../strings/index';
import { firstIndex, type LitRange } from './cut-segments';

interface Bar {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Whether the chunk begins, or ends, among what is drawn. */
  readonly begins: boolean;
  readonly ends: boolean;
}

interface ChunkBarsProps {
  readonly flow: RefObject<HTMLElement | null>;
  readonly chunks: DocumentSource['chunks'];
  /** What of the text is drawn. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Of the whole text, pixels: another one where something was folded. */
  readonly height: number;
  readonly lit: readonly LitRange[];
  readonly chosen: number | null;
  choose(index: number): void;
}

/** Each chunk as a bar in the margin from its first line to its last; where two overlap, bars stand side by side. */
export function ChunkBars({ flow, chunks, from, to, width, height, lit, chosen, choose }: ChunkBarsProps) {
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

function measuredBars(
  flow: HTMLElement | null,
  chunks: DocumentSource['chunks'],
  from: number,
  to: number,
): readonly Bar[] {
  if (!flow || to <= from) return [];
  const origin = flow.getBoundingClientRect().top;
  // What is folded away has no place.
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
