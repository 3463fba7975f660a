import type { EvaluationSummary } from '@shared/contract/index';
import { t } from '../strings/index';

/** The questions that are not asked, since their documents are not there, and what these are called. */
export function LeftOutQuestions({ set }: { readonly set: EvaluationSummary['set'] }) {
  const { kind, leftOut, queries } = set;
  if (!leftOut) return null;
  const { questions, documents, named } = leftOut;
  const names = named.map((name) => t('evaluate.leftOut.name', { name })).join(', ');
  const more = documents - named.length;
  return (
    <p data-testid="left-out-questions" className="content break-words text-caution">
      {t(`evaluate.leftOut.${kind}`, {
        count: questions,
        total: questions + queries,
        names: more > 0 ? t('evaluate.leftOut.more', { names, count: more }) : names,
      })}
    </p>
  );
}
