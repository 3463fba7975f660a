import type { Chunk } from '@shared/chunk';
import type { SuperPrompt } from '@shared/super-prompt';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { chunkName } from '../components/chunk-name';
import { formatPlace } from '../components/place-words';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** The chunks of a state, in full; those chosen for the prompt say so. */
export function ChunksTab({ state }: { readonly state: SuperPrompt }) {
  const { pinned, hovered, pin, hover } = useStages();
  const chosen = new Set(state.final_selection_ids);
  const scroller = useRef<HTMLDivElement>(null);
  const chunks = state.base_context_chunks;
  const rows = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 180,
    overscan: 4,
  });
  if (chunks.length === 0) return <p className="p-4 text-muted">{t('inspector.noChunks')}</p>;
  return (
    <div ref={scroller} className="h-full overflow-y-auto">
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const chunk = chunks[item.index];
          if (!chunk) return null;
          const lit = chunk.id === pinned || chunk.id === hovered;
          return (
            <div
              key={chunk.id}
              ref={rows.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <ChunkCard
                chunk={chunk}
                chosen={chosen.has(chunk.id)}
                lit={lit}
                pin={() => pin(chunk.id)}
                hover={(on) => hover(on ? chunk.id : null)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface ChunkCardProps {
  readonly chunk: Chunk;
  readonly chosen: boolean;
  readonly lit: boolean;
  pin(): void;
  hover(on: boolean): void;
}

function ChunkCard({ chunk, chosen, lit, pin, hover }: ChunkCardProps) {
  return (
    <article
      onMouseEnter={() => hover(true)}
      onMouseLeave={() => hover(false)}
      className={`border-b border-hairline px-4 py-3 ${lit ? 'bg-accent-wash' : ''}`}
    >
      <button type="button" onClick={pin} className="flex w-full items-baseline gap-2 text-left text-14">
        <span className="min-w-0 font-medium wrap-anywhere">{chunkName(chunk)}</span>
        <span className="tabular ml-auto shrink-0 text-12 text-muted">
          {[chosen ? t('inspector.selected') : '', formatPlace(chunk)].filter(Boolean).join(' · ')}
        </span>
      </button>
      <p className="content mt-1 font-serif text-14 break-words whitespace-pre-wrap text-soft">{chunk.text}</p>
      <p className="content mt-1 truncate font-mono text-12 text-muted">{chunk.id}</p>
    </article>
  );
}
