import type { EvaluationComparison, EvaluationResult, MeasureName } from '@shared/contract/index';
import { ErrorNote } from '../components/ErrorNote';
import { formatCount, formatDecimals } from '../components/quantities';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';
import { FigureChoice } from './FigureChoice';
import { chanceOf, shownMeasures } from './figures';
import { QuestionDetails } from './QuestionDetails';
import { QuestionTable } from './QuestionTable';
import { useComparison } from './use-comparison';
import { wayName } from './ways';

/** Two ways against each other: who wins how often, whether that is chance, and on which questions. */
export function Comparison({ result }: { readonly result: EvaluationResult }) {
  const { configurations, measures } = result;
  const { looked, look } = useEvaluation();
  const before = looked.before ?? configurations[0]?.name ?? '';
  const after = looked.after ?? configurations.at(-1)?.name ?? '';
  const measure: MeasureName = looked.measure ?? shownMeasures(measures)[0] ?? 'ndcg@10';
  const { comparison, error } = useComparison(result.evaluationId, before, after, measure);
  const nameOf = (name: string): string => {
    const measured = configurations.find((one) => one.name === name);
    return measured ? wayName(measured) : name;
  };
  const choices = [
    { id: 'before', label: t('evaluate.compare.before'), value: before },
    { id: 'after', label: t('evaluate.compare.after'), value: after },
  ] as const;
  return (
    <section aria-labelledby="evaluate-compare" data-testid="comparison">
      <h3 id="evaluate-compare" className="text-16 font-semibold">
        {t('evaluate.compare.title')}
      </h3>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        {choices.map(({ id, label, value }) => (
          <label key={id} className="flex items-center gap-2 text-muted">
            {label}
            <select
              data-testid={`compare-${id}`}
              value={value}
              onChange={(event) =>
                look(id === 'before' ? { before: event.target.value } : { after: event.target.value })
              }
              className="h-8 max-w-56 rounded-md border border-edge bg-case px-2 text-14 text-ink"
            >
              {configurations.map((one) => (
                <option key={one.name} value={one.name}>
                  {wayName(one)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <FigureChoice<MeasureName>
          label={t('evaluate.compare.measure')}
          testId="compare-measure"
          names={measures}
          value={measure}
          choose={(name) => look({ measure: name })}
        />
      </div>
      {error ? (
        <div className="mt-3">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {comparison ? (
        <Compared
          key={`${comparison.before} ${comparison.after} ${comparison.measure}`}
          result={result}
          comparison={comparison}
          nameOf={nameOf}
        />
      ) : error ? null : (
        <p className="mt-3 text-muted" aria-live="polite">
          {t('evaluate.compare.loading')}
        </p>
      )}
    </section>
  );
}

interface ComparedProps {
  readonly result: EvaluationResult;
  readonly comparison: EvaluationComparison;
  nameOf(name: string): string;
}

function Compared({ result, comparison, nameOf }: ComparedProps) {
  const { looked, look } = useEvaluation();
  const chosen = looked.question;
  const { difference, significance, wins, losses } = comparison;
  const after = nameOf(comparison.after);
  const means = {
    name: after,
    before: formatDecimals(comparison.meanBefore, 4),
    after: formatDecimals(comparison.meanAfter, 4),
  };
  const counts = [
    ['wins', comparison.wins, 'bg-accent'],
    ['ties', comparison.ties, 'bg-edge'],
    ['losses', comparison.losses, 'bg-caution'],
  ] as const;
  const query = result.queries.find(({ queryId }) => queryId === chosen);
  return (
    <>
      <div data-testid="compared" className="content mt-4" aria-live="polite">
        <p className="text-16">
          {t(
            difference > 0
              ? 'evaluate.compare.better'
              : difference < 0
                ? 'evaluate.compare.worse'
                : 'evaluate.compare.same',
            means,
          )}
        </p>
        <div aria-hidden className="mt-3 flex h-2 gap-px overflow-hidden rounded-full bg-raised">
          {counts.map(([id, count, colour]) =>
            count > 0 ? <span key={id} className={colour} style={{ flexGrow: count, minWidth: 2 }} /> : null,
          )}
        </div>
        <ul className="tabular mt-1 flex flex-wrap gap-x-4 text-soft">
          {counts.map(([id, count, colour]) => (
            <li key={id} className="flex items-center gap-2">
              <span aria-hidden className={`size-2 shrink-0 rounded-full ${colour}`} />
              {formatCount(count)} {t(`evaluate.compare.${id}`)}
            </li>
          ))}
        </ul>
        {wins + losses > 0 ? (
          <p data-testid="significance" className="mt-2 text-soft">
            {t(significance.pValue < 0.001 ? 'evaluate.compare.small' : 'evaluate.compare.p', {
              chance: t(`evaluate.compare.chance.${chanceOf(significance.pValue)}`),
              p: formatDecimals(Math.max(0.001, significance.pValue), 3),
              method:
                significance.method === 'exact'
                  ? t('evaluate.compare.exact')
                  : t('evaluate.compare.sampled', { rounds: significance.rounds }),
            })}
          </p>
        ) : null}
      </div>
      <QuestionTable
        questions={comparison.queries}
        before={nameOf(comparison.before)}
        after={after}
        opensIn={comparison.after}
        chosen={chosen}
        choose={(question) => look({ question })}
      />
      {query ? (
        <QuestionDetails
          result={result}
          query={query}
          ways={[...new Set([comparison.before, comparison.after])]}
          nameOf={nameOf}
        />
      ) : (
        <p className="mt-3 text-12 text-muted">{t('evaluate.question.choose')}</p>
      )}
    </>
  );
}
