import type { Answer } from '@shared/contract/index';
import { SearchX } from 'lucide-react';
import { Notices } from '../components/Notices';
import { filesToRead, useQueue } from '../state/ingest-queue';
import { t } from '../strings/index';
import { WhyButton } from './AnswerCard';
import { useAskedAgain } from './asked-again';
import { ExchangeActions } from './ExchangeActions';

interface FallbackCardProps {
  readonly answer: Answer;
  ask(question: string): void;
}

/** No answer: drawn so that nobody takes it for one. No serif, no confidence, a dashed edge. */
export function FallbackCard({ answer, ask }: FallbackCardProps) {
  const asked = useAskedAgain(answer);
  return (
    <div
      data-testid="answer"
      data-outcome="fallback"
      className="max-w-[68ch] rounded-md border border-edge border-dashed px-5 py-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p data-testid="no-answer" className="flex min-w-0 items-center gap-3 font-semibold">
          <SearchX size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-caution" />
          {t('chat.fallback')}
        </p>
        <div className="ml-auto flex items-center">
          <WhyButton runId={answer.runId} label={t('chat.whyNone')} name={t('chat.whyNoneLong')} />
          <ExchangeActions answer={answer} />
        </div>
      </div>
      <p className="content mt-2 whitespace-pre-wrap text-soft">{t('chat.notFound')}</p>
      <StillReading />
      {answer.suggestions.length > 0 ? (
        <div className="mt-4">
          <p className="text-12 text-muted">{t('chat.tryInstead')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {answer.suggestions.map((suggestion) => (
              <button
                key={suggestion}
                type="button"
                data-testid="suggestion"
                aria-disabled={asked.waits}
                onClick={() => ask(suggestion)}
                className="rounded-md border border-edge px-3 py-1 text-left text-14 transition-colors duration-120 not-aria-disabled:hover:bg-raised aria-disabled:text-muted"
              >
                {suggestion}
              </button>
            ))}
          </div>
        </div>
      ) : null}
      <div className="mt-3 empty:hidden">
        <Notices notices={answer.notices} asked={asked} foldsUsual />
      </div>
    </div>
  );
}

/** The answer may stand in what is not read yet: nobody should take the library for complete. */
function StillReading() {
  const count = useQueue(({ jobs, progress }) => filesToRead(jobs, progress));
  if (count === 0) return null;
  return (
    <p data-testid="still-reading" className="content mt-1 text-14 text-caution">
      {t('chat.stillReading', { count })}
    </p>
  );
}
