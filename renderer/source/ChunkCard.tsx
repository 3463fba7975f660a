// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { IconButton } from '../components/Button';
import { CopyButton } from '../components/CopyButton';
import { t } from '../strings/index';
import { chunkFacts } from './chunk-facts';

interface ChunkCardProps {
  readonly source: DocumentSource;
  readonly chunks: readonly ChunkPlace[];
  readonly index: number;
  choose(index: number | null): void;
}

/** One chunk below its document: where it stands, under which headings, and its text as it was embedded. */
export function ChunkCard({ source, chunks, index, choose }: ChunkCardProps) {
  const chunk = chunks[index];
  if (!chunk) return null;
  const text = source.text.slice(chunk.startChar, chunk.endChar);
  return (
    <section
      data-testid="chunk-card"
      aria-label={t('source.chunk', { number: index + 1 })}
      className="content flex max-h-2/5 shrink-0 flex-col border-t border-edge bg-ground"
    >
      <div className="flex min-h-10 items-center gap-1 pr-2 pl-4">
        <h3 className="tabular min-w-0 flex-1 truncate text-14 font-semibold" aria-live="polite">
          {t('document.chunkOf', { number: index + 1, total: chunks.length })}
        </h3>
        <IconButton label={t('document.previousChunk')} disabled={index === 0} onClick={() => choose(index - 1)}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton
          label={t('document.nextChunk')}
          disabled={index === chunks.length - 1}
          onClick={() => choose(index + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </IconButton>
        <CopyButton text={() => text} label={t('document.copyChunk')} />
        <IconButton label={t('document.closeChunk')} onClick={() => choose(null)}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <p data-testid="chunk-facts" className="tabular px-4 text-12 text-muted">
        {chunkFacts(source, chunks, index).join(' · ')}
      </p>
      {chunk.headings.length > 0 ? <p className="px-4 text-12 text-soft">{chunk.headings.join(' › ')}</p> : null}
      <section
        tabIndex={0}
        aria-label={t('document.chunkOf', { number: index + 1, total: chunks.length })}
        data-testid="chunk-text"
        className="mt-1 min-h-0 overflow-y-auto px-4 pb-3 font-serif text-14 whitespace-pre-wrap [overflow-wrap:anywhere] focus-visible:outline-offset-[-3px]"
      >
        {text}
      </section>
    </section>
  );
}
