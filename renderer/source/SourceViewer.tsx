import type { DocumentSource } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes, formatPages } from '../components/quantities';
import { host } from '../state/host';
import { type SourceStop, useShell } from '../state/shell';
import { t } from '../strings/index';
import { PdfViewer } from './pdf/PdfViewer';
import { SourceText } from './SourceText';

interface SourceViewerProps {
  readonly stops: readonly SourceStop[];
  readonly at: number;
  step(by: 1 | -1): void;
  close(): void;
}

/** A document opened at a passage: a PDF on its pages, everything as the text that was cut into chunks. */
export function SourceViewer({ stops, at, step, close }: SourceViewerProps) {
  const stop = stops[at];
  const { source, error } = useSource(stop?.documentId ?? '');
  const sourceAs = useShell((state) => state.sourceAs);
  if (!stop) return null;
  const hasPages = source?.document.format === 'pdf';
  const pages = formatPages(stop.pages);
  return (
    <>
      <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <h2 className="truncate text-14 font-semibold">{source?.document.title ?? stop.title}</h2>
          <p className="tabular truncate text-12 text-muted">
            {pages ? <span className="font-medium text-accent">{pages} · </span> : null}
            {source
              ? [
                  source.document.pages > 0 ? t('quantity.pages', { count: source.document.pages }) : '',
                  t('quantity.chunks', { count: source.chunks.length }),
                  formatBytes(source.document.bytes),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : ''}
          </p>
        </div>
        {stops.length > 1 ? (
          <>
            <IconButton label={t('source.previous')} disabled={at === 0} onClick={() => step(-1)}>
              <ChevronLeft size={16} aria-hidden />
            </IconButton>
            <span className="tabular text-12 text-muted" aria-live="polite">
              <span className="sr-only">{t('source.citationOf', { at: at + 1, total: stops.length })}</span>
              <span aria-hidden>
                {at + 1} / {stops.length}
              </span>
            </span>
            <IconButton label={t('source.next')} disabled={at === stops.length - 1} onClick={() => step(1)}>
              <ChevronRight size={16} aria-hidden />
            </IconButton>
          </>
        ) : null}
        <IconButton label={t('app.close')} onClick={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {error ? (
        <div className="p-4">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {source && hasPages && sourceAs === 'page' ? (
        <PdfViewer source={source} stop={stop} lead={<ViewSwitch />} />
      ) : null}
      {source && hasPages && sourceAs === 'text' ? (
        <div className="flex h-10 shrink-0 border-b border-hairline px-4">
          <ViewSwitch />
        </div>
      ) : null}
      {source && !(hasPages && sourceAs === 'page') ? <SourceText source={source} span={stop.span} /> : null}
      {!source && !error ? <p className="p-4 text-muted">{t('source.loading')}</p> : null}
    </>
  );
}

function ViewSwitch() {
  const { sourceAs, showSourceAs } = useShell();
  const views = [
    ['page', t('source.asPage')],
    ['text', t('source.asText')],
  ] as const;
  return (
    <fieldset className="flex h-10 shrink-0 gap-4">
      <legend className="sr-only">{t('source.views')}</legend>
      {views.map(([view, name]) => (
        <button
          key={view}
          type="button"
          data-testid={`source-as-${view}`}
          aria-pressed={sourceAs === view}
          onClick={() => showSourceAs(view)}
          className="h-10 border-b-2 border-transparent text-14 text-muted transition-colors duration-120 hover:text-ink focus-visible:outline-offset-[-2px] aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function useSource(documentId: string): { readonly source: DocumentSource | null; readonly error: ErrorReport | null } {
  const [loaded, setLoaded] = useState<{ id: string; source: DocumentSource | null; error: ErrorReport | null }>();
  useEffect(() => {
    let current = true;
    void host()
      .request('library.source', { documentId })
      .then((result) => {
        if (!current) return;
        setLoaded({
          id: documentId,
          source: result.ok ? result.data : null,
          error: result.ok ? null : result.error,
        });
      });
    return () => {
      current = false;
    };
  }, [documentId]);
  if (loaded?.id !== documentId) return { source: null, error: null };
  return loaded;
}
