import type { Citation } from '@shared/contract/index';
import { formatPlace } from '../components/place-words';
import { formatPercent } from '../components/quantities';
import { toldApart } from '../components/told-apart';
import { t } from '../strings/index';
import type { MarkerPlace } from './citation-stops';

interface SourceListProps {
  readonly citations: readonly Citation[];
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/** The passages an answer stands on, by number. */
export function SourceList({ citations, current, open }: SourceListProps) {
  const sorted = [...citations].sort((a, b) => a.marker - b.marker);
  const files = toldApart(citations);
  return (
    <ol aria-label={t('chat.sources')} className="-mx-2">
      {sorted.map((citation) => (
        <li key={citation.marker}>
          <button
            type="button"
            onClick={() => open({ marker: citation.marker, sentence: null })}
            aria-current={citation.marker === current ? 'true' : undefined}
            className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-left text-14 hover:bg-raised aria-[current=true]:bg-accent-wash"
          >
            <span className="tabular w-4 shrink-0 text-right text-12 font-semibold text-accent">
              {citation.marker}
              {citation.origin === 'found' ? <span aria-hidden>*</span> : null}
            </span>
            <span className="min-w-0 truncate text-soft">
              {placeInDocument(citation)}
              {files.has(citation.documentId) ? (
                <span className="ml-2 text-12 text-muted">{files.get(citation.documentId)}</span>
              ) : null}
            </span>
            {citation.origin === 'found' ? (
              <span className="shrink-0 text-12 font-medium text-accent">{t('chat.foundShort')}</span>
            ) : null}
            {citation.support === 'weak' ? (
              <span className="shrink-0 text-12 font-medium text-caution">{t('chat.weakShort')}</span>
            ) : null}
            <span className="tabular ml-auto shrink-0 text-12 text-muted">
              {[formatPlace(citation), formatPercent(citation.score)].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The title and the section; a page's own title that stands over all of it is said by the title, also as its first line. */
function placeInDocument({ title, headings }: Citation): string {
  const section = headings.at(-1);
  if (section === undefined) return title;
  const isTitle = section === title || (headings.length === 1 && `${title} `.startsWith(`${section} `));
  return isTitle ? title : `${title} › ${section}`;
}
