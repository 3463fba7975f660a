import type { EvaluationComparison, EvaluationResult, EvaluationSummary, MeasureName } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { useRef } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { type OutcomeKind, useEvaluation } from '../../state/evaluation';
import { useModelNames } from '../../state/search-models';
import { wayName } from '../../state/ways';
import { Select } from '../../ui/fields';
import { scrollIntoView } from '../../ui/focus';
import { Awaited } from '../../ui/Notices';
import { formatCount, formatDecimals, formatWhen } from '../../ui/quantities';
import { casesOf, chanceOf, figureTitle, Headed, shownMeasures } from './FigureBars';
import { type ComparedSide, QuestionDetails, QuestionTable, questionsOf } from './QuestionTable';

type ComparisonProps = Readonly<{ result: EvaluationResult; others: readonly EvaluationSummary[] }>;

function useCompared({ result, others }: ComparisonProps) {
  const { configurations, evaluationId } = result;
  const { looked } = useEvaluation();
  const resultName = useResultNames();
  // A result that no longer belongs to this set is not compared.
  const chosen = others.find((one) => one.evaluationId === looked.other) ?? null;
  const compared = chosen ?? result;
  const before = looked.before ?? configurations[0]?.name ?? '';
  const after = looked.after ?? configurations.at(-1)?.name ?? '';
  const measures = result.measures.filter((one) => compared.measures.includes(one));
  const measure = measures.find((one) => one === looked.measure) ?? shownMeasures(measures)[0] ?? 'ndcg@10';
  const asked = { evaluationId, before, after, afterEvaluationId: compared.evaluationId, measure };
  const { data, error, current } = useAnswer('evaluate.compare', asked);
  const nameIn = (of: EvaluationSummary, name: string): string => {
    const way = wayIn(of, name);
    if (!chosen) return way;
    // By the model where that tells them apart.
    const told = chosen.model === result.model ? resultName.whole(of) : resultName.model(of);
    return t('evaluate.compare.wayOf', { way, of: told });
  };
  return { chosen, compared, before, after, measures, measure, error, comparison: current ? data : null, nameIn };
}

export function Comparison({ result, others }: ComparisonProps) {
  const { look, other: loaded } = useEvaluation();
  const compared = useCompared({ result, others });
  const { chosen, before, after, comparison, nameIn } = compared;
  return (
    <Headed title={t('evaluate.compare.title')} testId="comparison">
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        <Select
          label={t('evaluate.compare.before')}
          title={nameIn(result, before)}
          value={before}
          options={result.configurations.map(({ name }) => name)}
          nameOf={(name) => wayIn(result, name)}
          choose={(way) => look({ before: way })}
          className="max-w-72"
        />
        <AfterSelect
          result={result}
          others={others}
          title={nameIn(compared.compared, after)}
          value={`${compared.compared.evaluationId} ${after}`}
        />
        <Select<MeasureName>
          label={t('evaluate.compare.measure')}
          options={compared.measures}
          nameOf={figureTitle}
          value={compared.measure}
          choose={(measure) => look({ measure })}
        />
      </div>
      <Awaited error={compared.error} waits={!comparison} text={t('evaluate.compare.loading')} around="mt-3" />
      {comparison ? (
        <Compared
          key={[comparison.before, comparison.afterEvaluationId, comparison.after, comparison.measure].join(' ')}
          comparison={comparison}
          sides={[
            { result, way: comparison.before, name: nameIn(result, comparison.before) },
            {
              result: chosen ? loaded : result,
              way: comparison.after,
              name: nameIn(compared.compared, comparison.after),
            },
          ]}
        />
      ) : null}
    </Headed>
  );
}

function wayIn(of: EvaluationSummary, name: string): string {
  const measured = of.configurations.find((one) => one.name === name);
  return measured ? wayName(measured) : name;
}

function AfterSelect({ result, others, ...shown }: ComparisonProps & Readonly<{ title: string; value: string }>) {
  const compareWith = useEvaluation((state) => state.compareWith);
  const resultName = useResultNames();
  const options = (of: EvaluationSummary) =>
    of.configurations.map((one) => (
      // Ids have no space in them.
      <option key={one.name} value={`${of.evaluationId} ${one.name}`}>
        {of === result ? wayName(one) : t('evaluate.compare.wayOf', { way: wayName(one), of: resultName.model(of) })}
      </option>
    ));
  return (
    <label className="flex items-center gap-2 text-muted">
      {t('evaluate.compare.after')}
      <select
        data-testid="compare-after"
        {...shown}
        onChange={({ target }) => {
          const [evaluationId = '', ...way] = target.value.split(' ');
          void compareWith(evaluationId, way.join(' '));
        }}
        className="h-8 max-w-72 rounded-md border border-edge bg-case px-2 text-14 text-ink"
      >
        {others.length === 0 ? (
          options(result)
        ) : (
          <optgroup label={t('evaluate.compare.here', { model: resultName.model(result) })}>{options(result)}</optgroup>
        )}
        {others.map((one) => (
          <optgroup key={one.evaluationId} label={resultName.whole(one)}>
            {options(one)}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

const Chance = ({ significance: { pValue, method, rounds } }: Pick<EvaluationComparison, 'significance'>) => (
  <>
    <p data-testid="significance" className="mt-2 text-soft">
      {t(pValue < 0.001 ? 'evaluate.compare.small' : 'evaluate.compare.p', {
        chance: t(`evaluate.compare.chance.${chanceOf(pValue)}`),
        p: formatDecimals(Math.max(0.001, pValue), 3),
        ...casesOf(pValue),
      })}
    </p>
    <p data-testid="significance-not" className="mt-1 text-12 text-muted">
      {t('evaluate.compare.notMeant', {
        method: method === 'exact' ? t('evaluate.compare.exact') : t('evaluate.compare.sampled', { rounds }),
      })}
    </p>
  </>
);

type ComparedProps = Readonly<{ comparison: EvaluationComparison; sides: readonly [ComparedSide, ComparedSide] }>;

const differences = ['worse', 'same', 'better'] as const;

function Compared({ comparison, sides }: ComparedProps) {
  const { looked, look } = useEvaluation();
  const only = looked.only !== null && comparison[looked.only] > 0 ? looked.only : null;
  const chosen = looked.question;
  const details = useRef<HTMLDivElement>(null);
  const { evaluationId, afterEvaluationId, measure, difference, significance, wins, losses } = comparison;
  const [one, two] = sides;
  const after = two.name;
  const means = {
    name: after,
    before: formatDecimals(comparison.meanBefore, 4),
    after: formatDecimals(comparison.meanAfter, 4),
  };
  const query = one.result?.queries.find(({ queryId }) => queryId === chosen);
  const isOne = one.result?.evaluationId === afterEvaluationId && one.way === two.way;
  return (
    <>
      <div data-testid="compared" className="content mt-4" aria-live="polite">
        <p className="break-words text-16">
          {t(`evaluate.compare.${differences[Math.sign(difference) + 1] ?? 'same'}`, means)}
        </p>
        <OutcomeCounts comparison={comparison} only={only} />
        {wins + losses > 0 ? <Chance significance={significance} /> : null}
      </div>
      <QuestionTable
        label={t(only === 'losses' ? 'evaluate.compare.listOfLosses' : 'evaluate.compare.list', { name: after })}
        questions={questionsOf(comparison.queries, only)}
        before={one.name}
        after={after}
        place={[evaluationId, one.way, afterEvaluationId, two.way, measure, only].join(' ')}
        opensIn={comparison}
        chosen={chosen}
        choose={(question) => look({ question })}
        // The hit is below the table, perhaps out of view; it is there once it is drawn.
        onPressed={() => requestAnimationFrame(() => scrollIntoView(details.current))}
      />
      {query ? (
        <div ref={details} className="scroll-mb-6">
          <QuestionDetails query={query} sides={isOne ? [one] : sides} />
        </div>
      ) : (
        <p className="mt-3 text-12 text-muted">{t('evaluate.question.choose')}</p>
      )}
    </>
  );
}

function OutcomeCounts({ comparison, only }: Readonly<{ comparison: EvaluationComparison; only: OutcomeKind | null }>) {
  const look = useEvaluation((state) => state.look);
  const counts = [
    ['wins', comparison.wins, 'bg-accent'],
    ['ties', comparison.ties, 'bg-edge'],
    ['losses', comparison.losses, 'bg-caution'],
  ] as const;
  return (
    <>
      <div aria-hidden className="mt-3 flex h-2 gap-px overflow-hidden rounded-full bg-raised">
        {counts.map(([id, count, colour]) =>
          count > 0 ? <span key={id} className={colour} style={{ flexGrow: count, minWidth: 2 }} /> : null,
        )}
      </div>
      <ul aria-label={t('evaluate.compare.onlyOf')} className="tabular mt-2 flex flex-wrap gap-1 text-soft">
        {counts.map(([id, count, colour]) => (
          <li key={id}>
            <button
              type="button"
              data-testid={`only-${id}`}
              aria-pressed={only === id}
              disabled={count === 0}
              title={t('evaluate.compare.onlyOf')}
              onClick={() => look({ only: only === id ? null : id })}
              className="flex h-7 items-center gap-2 rounded-md border border-hairline px-2 enabled:hover:bg-raised disabled:border-transparent disabled:text-muted aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-medium aria-pressed:text-ink"
            >
              <span aria-hidden className={`size-2 shrink-0 rounded-full ${colour}`} />
              {formatCount(count)} {t(`evaluate.compare.${id}`)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function useResultNames() {
  const modelName = useModelNames();
  const now = new Date();
  const model = (result: EvaluationSummary) => modelName(result.model);
  const whole = (result: EvaluationSummary) =>
    t('evaluate.compare.other', { model: model(result), when: formatWhen(result.createdAt, now) });
  return { model, whole };
}
