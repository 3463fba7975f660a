import type { DocumentSource } from '@shared/contract/index';
import { ChevronLeft, ChevronRight, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../components/Button';
import { formatBytes } from '../components/quantities';
import { t } from '../strings/index';
import { pageCount, pageNames } from './page-name';

interface SourceHeaderProps {
  readonly title: string;
  readonly pages: readonly number[];
  readonly source: DocumentSource | null;
  /** Which passage of how many, from 1. */
  readonly place: number;
  readonly total: number;
  /** Stands among the tools. */
  readonly jump: ReactNode;
  step(by: 1 | -1): void;
  find(): void;
  close(): void;
}

/** What is open, and the way from one cited passage to the next. */
export function SourceHeader({ title, pages, source, place, total, jump, step, find, close }: SourceHeaderProps) {
  const cited = source ? pageNames(source.document.format, pages) : '';
  const facts = source
    ? [
        source.document.pages > 0 ? pageCount(source.document.format, source.document.pages) : '',
        t('quantity.chunks', { count: source.chunks.length }),
        formatBytes(source.document.bytes),
      ].filter(Boolean)
    : [];
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <h2 className="truncate text-14 font-semibold">{source?.document.title ?? title}</h2>
        <p className="tabular truncate text-12 text-muted">
          {cited ? <span className="font-medium text-accent">{cited} · </span> : null}
          {facts.join(' · ')}
        </p>
      </div>
      {total > 1 ? (
        <>
          <IconButton
            label={t('source.previous')}
            data-testid="source-previous"
            disabled={place <= 1}
            onClick={() => step(-1)}
          >
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <span data-testid="source-place" className="tabular text-12 text-muted" aria-live="polite">
            <span className="sr-only">{t('source.citationOf', { at: place, total })}</span>
            <span aria-hidden>
              {place} / {total}
            </span>
          </span>
          <IconButton
            label={t('source.next')}
            data-testid="source-next"
            disabled={place >= total}
            onClick={() => step(1)}
          >
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
      {jump}
      <IconButton
        label={t('source.findButton')}
        data-testid="source-open-find"
        disabled={!source || source.text === ''}
        onClick={find}
      >
        <Search size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('app.close')} onClick={close}>
        <X size={16} aria-hidden />
      </IconButton>
    </header>
  );
}
