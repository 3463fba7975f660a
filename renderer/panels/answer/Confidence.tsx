import type { Answer, Band } from '@shared/contract/index';
import { backingOf } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { saidRating } from '@shared/words/said';

const filled: Record<Band, number> = { high: 4, medium: 3, low: 2, 'very-low': 1 };

/** The support of the documents for the answer: in words, with the checks. */
export function Confidence({ answer }: { readonly answer: Answer }) {
  const backing = backingOf(answer);
  const { band, whole, survey } = answer;
  const bars = backing === 'passages' || backing === 'other-words' ? filled[band] : 0;
  // Its rightness is not a matter of chance: it describes the named documents.
  if (whole)
    return (
      <p data-testid="confidence" data-band={band} data-backing={backing} className="flex flex-wrap gap-x-2 text-14">
        <span className="font-medium">{t(`chat.wholes.${whole.kind}`)}</span>
        <span className="content text-muted">{saidRating(answer)}</span>
      </p>
    );
  if (survey)
    return (
      <p data-testid="confidence" data-band={band} data-backing={backing} className="flex flex-wrap gap-x-2 text-14">
        <span className="font-medium">{t('chat.wholes.survey')}</span>
        <span className="content text-muted">
          {[
            t('survey.said', { read: survey.read, of: survey.of, count: survey.said }),
            ...(survey.dropped > 0 ? [t('survey.dropped', { count: survey.dropped })] : []),
          ].join(' ')}
        </span>
      </p>
    );
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
          <span className="font-medium">{titleOf(answer)}</span>
          <span className="content text-muted">{reasonOf(answer)}</span>
        </>
      ) : (
        <>
          <span className="font-medium text-caution">{t(`chat.unbacked.${backing}`)}</span>
          <span className="content text-muted">
            {t(`chat.unbackedLong.${backing}`)}
            {backing === 'other-words' ? ` ${saidRating(answer)}` : ''}
          </span>
        </>
      )}
    </p>
  );
}

/** The relevance of passages says nothing about a count or calculation. */
function titleOf({ band, census, calculation }: Answer): string {
  if (census) return t('chat.wholes.census');
  return calculation && calculation.proposedBy === undefined ? t('chat.wholes.calculation') : t(`chat.bands.${band}`);
}

/** Its checks; for an answer without the documents, that fact. */
function reasonOf(answer: Answer): string {
  if (isWithoutDocuments(answer)) return t('chat.fromModelAlone');
  const checked = saidRating(answer);
  return answer.band === 'high' ? checked : `${checked} ${t('chat.checkSources')}`;
}

/** Whether a model has answered from what it knows, because the documents could not be searched. */
export const isWithoutDocuments = ({ notices }: Pick<Answer, 'notices'>): boolean =>
  notices.some(({ code }) => code === 'without-documents');
