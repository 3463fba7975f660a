import type { LabelledQuestion } from '@shared/contract/index';
import { useEffect } from 'react';
import { focusWhenThere } from '../app/focus-when-there';
import { hasKeptScroll } from '../components/use-kept-scroll';
import { resultPlace } from '../evaluate/result-places';
import { wayName } from '../evaluate/ways';
import { isKept, useEvaluation } from '../state/evaluation';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import type { Candidate } from './candidates';
import { foundOf } from './right-documents';

/** Says of a run that was made of a labelled question which set and way it is of, and how many right documents came. */
export function LabelledNote({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const question = useStages((state) => state.run?.ofSet);
  if (!question) return null;
  const { set, way, relevant } = question;
  const { found, first } = foundOf(relevant, candidates);
  return (
    <p data-testid="labelled-run" className="flex flex-wrap gap-x-2 px-4 pt-2 text-12 text-soft">
      <span>{t('stages.labelled.of', { set, way: wayName(way) })}</span>
      <span>
        {first === null
          ? t('stages.labelled.none', { count: relevant.length })
          : t('stages.labelled.found', { found, count: relevant.length, place: first })}
      </span>
      <BackToResult question={question} />
    </p>
  );
}

/** The way back, where the result is kept here: it may be deleted, or the run of another machine. */
function BackToResult({ question }: { readonly question: LabelledQuestion }) {
  const { evaluationId } = question;
  const kept = useEvaluation((state) => isKept(state, evaluationId));
  useEffect(() => {
    if (!isKept(useEvaluation.getState(), evaluationId)) void useEvaluation.getState().load();
  }, [evaluationId]);
  if (kept === null) return null;
  if (!kept) return <span data-testid="result-gone">{t('stages.labelled.gone')}</span>;
  return (
    <button
      type="button"
      data-testid="to-evaluation"
      onClick={() => void backTo(question)}
      className="rounded-sm font-medium text-accent underline underline-offset-3"
    >
      {t('stages.labelled.back')}
    </button>
  );
}

/** Shows the result with this question chosen, and goes on with the keys in the list where it stands. */
async function backTo({ evaluationId, queryId }: LabelledQuestion): Promise<void> {
  await useEvaluation.getState().showQuestion(evaluationId, queryId);
  useShell.getState().go('evaluate');
  focusWhenThere('[data-testid="question-table"]', { preventScroll: hasKeptScroll(resultPlace(evaluationId)) });
}
