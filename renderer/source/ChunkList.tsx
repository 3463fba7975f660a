// biome-ignore-all lint/a11y/useSemanticElements: options of a virtual list are placed by hand, which a <select> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the list, which names the active option
import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../strings/index';
import { chunkFacts } from './chunk-facts';

const rowHeight = 60;
/** Characters of a chunk's text that fit into its row. */
const previewCharacters = 200;

interface ChunkListProps {
  readonly source: DocumentSource;
  readonly chunks: readonly ChunkPlace[];
  readonly chosen: number | null;
  choose(index: number): void;
}

/** A virtual list: arrows move, Enter or a click opens the chunk on its source. */
export function ChunkList({ source, chunks, chosen, choose }: ChunkListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(chosen ?? 0);
  const rows = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: () => (chosen ?? 0) * rowHeight,
  });

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: chunks.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      const next = Math.min(chunks.length - 1, Math.max(0, target));
      setCursor(next);
      rows.scrollToIndex(next);
    } else if (event.key === 'Enter' || event.key === ' ') choose(cursor);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <h3 className="border-t border-hairline px-4 py-2 text-12 text-muted">
        {chunks.length > 0 ? t('document.chunks') : t('document.noChunks')}
      </h3>
      <div
        ref={scroller}
        role="listbox"
        aria-label={t('document.chunks')}
        aria-activedescendant={chunks[cursor] ? `chunk-row-${cursor}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group/list min-h-0 flex-1 overflow-y-auto focus-visible:outline-none"
      >
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const chunk = chunks[item.index];
            if (!chunk) return null;
            const ring = item.index === cursor ? 'group-focus-visible/list:shadow-[inset_0_0_0_2px_var(--accent)]' : '';
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list that holds the option answers to the keys
              <div
                key={chunk.id}
                id={`chunk-row-${item.index}`}
                role="option"
                data-testid="chunk-row"
                aria-selected={item.index === chosen}
                aria-setsize={chunks.length}
                aria-posinset={item.index + 1}
                onClick={() => {
                  setCursor(item.index);
                  choose(item.index);
                }}
                style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
                className={`absolute inset-x-0 top-0 flex gap-3 border-b border-hairline px-4 py-2 ${ring} ${
                  item.index === chosen ? 'bg-accent-wash' : 'hover:bg-ground'
                }`}
              >
                <span className="tabular w-12 shrink-0 text-right text-14 text-muted">{item.index + 1}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-serif text-14">
                    {source.text.slice(chunk.startChar, Math.min(chunk.endChar, chunk.startChar + previewCharacters))}
                  </span>
                  <span className="tabular mt-0.5 block truncate text-12 text-muted">
                    {chunkFacts(source, chunks, item.index).join(' · ')}
                  </span>
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}
