import { backingOf } from '@shared/answer-backing';
import type { Answer, Band } from '@shared/contract/index';
import { formatPercent } from '../components/quantities';
import { t } from '../strings/index';
import { isWithoutDocuments } from './without-documents';

const filled: Record<Band, number> = { high: 4, medium: 3, low: 2, 'very-low': 1 };

/** How well the documents carry the answer: in words, as a figure, and why. */
export function Confidence({ answer }: { readonly answer: Answer }) {
  const backing = backingOf(answer);
  const { band } = answer;
  const bars = backing === 'passages' || backing === 'other-words' ? filled[band] : 0;
  return (
    <p
      data-testid="confidence"
      data-band={band}
      data-backing={backing}
      className="flex min-w-0 flex-wrap items-center gap-x-2 text-14"
    >
      <span className="sr-only">{t('chat.confidence')}</span>
      <span aria-hidden className="flex gap-0.5">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            data-filled={bar <= bars}
            className={`confidence-bar h-3 w-1 rounded-full ${bar <= bars ? 'bg-accent' : 'bg-hairline'}`}
          />
        ))}
      </span>
      {backing === 'passages' ? (
        <>
          <span className="font-medium">{t(`chat.bands.${band}`)}</span>
          <span className="tabular text-muted">{formatPercent(answer.confidence)}</span>
          <span className="content text-muted">{reasonOf(answer)}</span>
        </>
      ) : (
        <>
          <span className="font-medium text-caution">{t(`chat.unbacked.${backing}`)}</span>
          {backing === 'other-words' ? (
            <span className="tabular text-muted">{formatPercent(answer.confidence)}</span>
          ) : null}
          <span className="content text-muted">
            {t(`chat.unbackedLong.${backing}`)}
            {backing === 'other-words' ? ` ${ratingOf(answer)}` : ''}
          </span>
        </>
      )}
    </p>
  );
}

/**
 * Why the documents carry it so far; answers of earlier versions have the engine's sentence only. Passages that were
 * weighed and are not cited are told apart, since only the others stand below as sources.
 */
function reasonOf(answer: Answer): string {
  const { basis, band, reason } = answer;
  if (!basis) return isWithoutDocuments(answer) ? t('chat.fromModelAlone') : reason;
  const rests = ratingOf(answer);
  return band === 'high' ? rests : `${rests} ${t('chat.checkSources')}`;
}

/** How many passages there were, and how well the best one fits; nothing of answers of earlier versions. */
function ratingOf({ basis, citations }: Answer): string {
  if (!basis) return '';
  const percent = formatPercent(basis.best);
  const cited = new Set(citations.map(({ chunkId }) => chunkId)).size;
  return cited > 0 && cited < basis.passages
    ? t('chat.weighed', { passages: basis.passages, cited, percent })
    : t('chat.restsOn', { count: basis.passages, percent });
}
