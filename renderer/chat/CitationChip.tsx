import type { Citation } from '@shared/contract/index';
import { Tooltip } from 'radix-ui';
import { formatPages } from '../components/quantities';
import { t } from '../strings/index';

interface CitationChipProps {
  readonly citation: Citation;
  readonly current: boolean;
  open(marker: number): void;
}

/**
 * `[Citation N]` as a small numbered label; hover or focus previews the passage, a click opens it. A question mark and a dashed
 * edge where the passage does not hold what it is cited for.
 */
export function CitationChip({ citation, current, open }: CitationChipProps) {
  const pages = formatPages(citation.pages);
  const { marker, title } = citation;
  const name = pages ? t('chat.citationOnPages', { marker, title, pages }) : t('chat.citation', { marker, title });
  const weak = citation.support === 'weak';
  return (
    <Tooltip.Root delayDuration={200}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          data-testid="citation-chip"
          data-support={citation.support}
          aria-label={[name, weak ? t('chat.weak') : ''].filter(Boolean).join('. ')}
          onClick={() => open(citation.marker)}
          className={`tabular relative -top-px mx-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-sm px-1 align-middle font-sans text-12 font-semibold transition-colors duration-120 ${
            current
              ? 'bg-accent text-on-accent'
              : weak
                ? 'border border-dashed border-caution bg-caution-wash text-caution'
                : 'bg-accent-wash text-accent hover:bg-accent hover:text-on-accent'
          }`}
        >
          {citation.marker}
          {weak ? <span aria-hidden>?</span> : null}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side="top"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 w-88 max-w-[calc(100vw-24px)] rounded-md border border-hairline bg-case p-4 shadow-float"
        >
          <p className="font-serif text-14 text-ink">{citation.snippet}</p>
          {weak ? <p className="mt-2 text-12 font-medium text-caution">{t('chat.weak')}</p> : null}
          <p className="mt-3 flex items-baseline gap-2 border-t border-hairline pt-2 text-12 text-muted">
            <span className="min-w-0 truncate font-medium text-soft">{citation.title}</span>
            {pages ? <span className="tabular shrink-0">{pages}</span> : null}
          </p>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
