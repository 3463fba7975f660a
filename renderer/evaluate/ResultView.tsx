import type { EvaluationResult } from '@shared/contract/index';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { FoldedListButton } from '../app/FoldedListButton';
import { IconButton } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { useModelNames } from '../components/model-name';
import { PaneHeader } from '../components/PaneHeader';
import { formatDuration, formatPercent } from '../components/quantities';
import { useKeptScroll } from '../components/use-kept-scroll';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';
import { Comparison } from './Comparison';
import { FigureBars } from './FigureBars';
import { FigureTable } from './FigureTable';
import { LeftOutQuestions } from './LeftOutQuestions';
import { MeasureProgress } from './MeasureProgress';
import { resultsOfSameSet } from './other-results';
import { ReportButtons } from './ReportButtons';
import { resultPlace } from './result-places';
import { Fact } from './SetFacts';

/** One kept result: its figures, side by side and two against each other. */
export function ResultView({ result }: { readonly result: EvaluationResult }) {
  const { error, running, kept, leaving, report, remove } = useEvaluation();
  const others = resultsOfSameSet(kept, result, leaving);
  const modelName = useModelNames();
  const { set, configurations, answers } = result;
  const pane = useRef<HTMLDivElement>(null);
  useKeptScroll(pane, resultPlace(result.evaluationId));
  const note = [
    t('evaluate.questions', { count: result.queries.length }),
    t('quantity.chunks', { count: result.chunks }),
    modelName(result.model),
    t('evaluate.took', { time: formatDuration(result.ms) }),
  ].join(' · ');
  return (
    <>
      <PaneHeader title={set.name} note={note} lead={<FoldedListButton />}>
        <ReportButtons
          of="report"
          says={(format) => t(`evaluate.save.${format}`)}
          save={(format) => void report(format)}
        />
        <IconButton
          label={t('evaluate.deleteResult', { name: set.name })}
          data-testid="delete-evaluation"
          onClick={() => remove(result.evaluationId)}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <div ref={pane} data-testid="evaluation-result" className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-col gap-8 px-6 py-6">
          {error ? <ErrorNote error={error} /> : null}
          {running ? <MeasureProgress progress={running.progress} /> : null}
          <LeftOutQuestions set={set} />
          {result.libraryChanged ? (
            <p data-testid="library-changed" className="content text-caution">
              {t('evaluate.libraryChanged')}
            </p>
          ) : null}
          {set.lacking ? (
            <p data-testid="lacking-judgements" className="content text-caution">
              {t(`evaluate.lacking.${set.kind}`, { count: set.lacking })}
            </p>
          ) : null}
          <FigureTable result={result} />
          <FigureBars result={result} />
          {answers ? (
            <section aria-labelledby="evaluate-answers">
              <h3 id="evaluate-answers" className="text-16 font-semibold">
                {t('evaluate.answered.title')}
              </h3>
              <dl className="content mt-2 grid w-max max-w-full grid-cols-[minmax(0,1fr)_max-content] gap-x-6 gap-y-1">
                <Fact name={t('evaluate.answered.questions')}>{answers.questions}</Fact>
                <Fact name={t('evaluate.answered.answered')}>{formatPercent(answers.answered)}</Fact>
                <Fact name={t('evaluate.answered.span')}>{formatPercent(answers.spanInAnswer)}</Fact>
                <Fact name={t('evaluate.answered.citation')}>{formatPercent(answers.firstCitationRight)}</Fact>
                <Fact name={t('evaluate.answered.abstention')}>
                  {answers.abstention === null ? t('app.none') : formatPercent(answers.abstention)}
                </Fact>
              </dl>
            </section>
          ) : null}
          {configurations.length > 1 || others.length > 0 ? (
            <Comparison result={result} others={others} />
          ) : (
            <p className="text-muted">{t('evaluate.compare.only')}</p>
          )}
        </div>
      </div>
    </>
  );
}
