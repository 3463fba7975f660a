import type { LabelledQuestion } from '@shared/contract/index';
import { focusWhenThere } from '../app/focus-when-there';
import { wayName } from '../evaluate/ways';
import { useEvaluation } from '../state/evaluation';
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
      <button
        type="button"
        data-testid="to-evaluation"
        onClick={() => void backTo(question)}
        className="rounded-sm font-medium text-accent underline underline-offset-3"
      >
        {t('stages.labelled.back')}
      </button>
    </p>
  );
}

/** Shows the result with this question chosen, and goes on with the keys in the list where it stands. */
async function backTo({ evaluationId, queryId }: LabelledQuestion): Promise<void> {
  const evaluation = useEvaluation.getState();
  const ofOther = [evaluation.result?.evaluationId, evaluation.looked.other].every((id) => id !== evaluationId);
  if (ofOther) await evaluation.open(evaluationId);
  evaluation.look({ question: queryId });
  useShell.getState().go('evaluate');
  focusWhenThere('[data-testid="question-table"]');
}
