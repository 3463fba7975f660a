import { ArrowDown, ArrowUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../components/Button';
import { formatPercent } from '../../components/quantities';
import { t } from '../../strings/index';

interface PdfToolbarProps {
  readonly lead: ReactNode;
  readonly number: number;
  readonly last: number;
  readonly scale: number;
  readonly fits: boolean;
  go(page: number): void;
  zoomBy(by: 1 | -1): void;
  fit(): void;
}

/** Which page, how large. */
export function PdfToolbar({ lead, number, last, scale, fits, go, zoomBy, fit }: PdfToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('pdf.toolbar')}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 border-b border-hairline pr-2 pl-4"
    >
      {lead}
      <span className="ml-auto flex items-center gap-1">
        <IconButton label={t('pdf.previousPage')} disabled={number <= 1} onClick={() => go(number - 1)}>
          <ArrowUp size={16} aria-hidden />
        </IconButton>
        <PageField number={number} go={go} />
        <span className="tabular text-12 whitespace-nowrap text-muted">{t('pdf.ofPages', { pages: last })}</span>
        <IconButton label={t('pdf.nextPage')} disabled={number >= last} onClick={() => go(number + 1)}>
          <ArrowDown size={16} aria-hidden />
        </IconButton>
      </span>
      <span className="flex items-center">
        <IconButton label={t('pdf.zoomOut')} onClick={() => zoomBy(-1)}>
          <ZoomOut size={16} aria-hidden />
        </IconButton>
        <span data-testid="pdf-zoom" className="tabular w-11 text-center text-12 text-muted" aria-live="polite">
          {formatPercent(scale)}
        </span>
        <IconButton label={t('pdf.zoomIn')} onClick={() => zoomBy(1)}>
          <ZoomIn size={16} aria-hidden />
        </IconButton>
        <IconButton label={t('pdf.fitWidth')} aria-pressed={fits} onClick={fit} className="aria-pressed:text-accent">
          <MoveHorizontal size={16} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

function PageField({ number, go }: { readonly number: number; go(page: number): void }) {
  const [text, setText] = useState(String(number));
  useEffect(() => setText(String(number)), [number]);

  function commit(): void {
    const wanted = Number.parseInt(text, 10);
    if (Number.isNaN(wanted)) setText(String(number));
    else go(wanted);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    commit();
  }

  return (
    <input
      data-testid="pdf-page-number"
      inputMode="numeric"
      aria-label={t('pdf.pageNumber')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target.select()}
      className="tabular h-7 w-10 rounded-sm border border-edge bg-case text-center text-12"
    />
  );
}
