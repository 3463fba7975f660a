import type { EvaluationResult } from '@shared/contract/index';
import { isSameSet } from '@shared/labelled-set-facts';
import { t } from '@shared/words/index';
import { FileDown, Plus, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { resultPlace, showInsights, useEvaluation } from '../../state/evaluation';
import { useModelNames } from '../../state/search-models';
import { Button, IconButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { formatBytes, formatDuration, formatPercent, formatWhen } from '../../ui/quantities';
import { SideList } from '../../ui/SideList';
import { useKeptScroll } from '../../ui/scroll-memory';
import { Comparison } from './Comparison';
import { Facts, FigureTable, Headed } from './FigureBars';
import { Insights } from './Insights';
import { LeftOutQuestions, MeasureForm, MeasureProgress } from './MeasureForm';

export function EvaluateRoom() {
  const { result, insights, load } = useEvaluation();
  useEffect(() => void load(), [load]);
  return (
    <Workspace list={<ResultList />} listLabel={t('evaluate.results')}>
      {insights ? <Insights /> : null}
      {!insights && result ? <ResultView key={result.evaluationId} result={result} /> : null}
      {insights || result ? null : <MeasureForm />}
    </Workspace>
  );
}

function ResultList() {
  const { kept, leaving, insights, result, error, open, startNew, remove } = useEvaluation();
  const modelName = useModelNames();
  const now = new Date();
  return (
    <>
      <PaneHeader title={t('app.rooms.evaluate')}>
        <IconButton icon={Plus} label={t('evaluate.new')} data-testid="new-evaluation" data-open onClick={startNew} />
      </PaneHeader>
      <div className="shrink-0 border-b border-hairline">
        <SideList
          label={t('insights.title')}
          testId="insights-row"
          current={insights ? 'insights' : null}
          empty=""
          items={[{ id: 'insights', title: t('insights.title'), note: t('insights.note') }]}
          open={showInsights}
        />
      </div>
      {kept === null ? (
        <p className="px-4 py-3 text-14 text-muted" aria-live="polite">
          {error ? t('evaluate.noResults') : t('evaluate.loading')}
        </p>
      ) : (
        <SideList
          label={t('evaluate.results')}
          testId="evaluation-row"
          current={insights ? null : (result?.evaluationId ?? null)}
          empty={t('evaluate.noResults')}
          items={kept
            .filter(({ evaluationId }) => !leaving.has(evaluationId))
            .map(({ evaluationId, set, createdAt, configurations, model }) => ({
              id: evaluationId,
              title: set.name,
              note: [
                formatWhen(createdAt, now),
                modelName(model),
                t('evaluate.questions', { count: set.queries }),
                t('evaluate.waysCount', { count: configurations.length }),
              ].join(' · '),
            }))}
          open={(id) => void open(id)}
          remove={{ label: (name) => t('evaluate.deleteResult', { name }), run: remove }}
        />
      )}
      <KeptIndexes />
    </>
  );
}

function KeptIndexes() {
  const { sets, leaving, running, removeSet } = useEvaluation();
  const modelName = useModelNames();
  const shown = sets?.sets.filter(({ key }) => !leaving.has(key)) ?? [];
  if (shown.length === 0) return null;
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section
      aria-label={t('evaluate.sets.title')}
      data-testid="kept-indexes"
      className="mt-auto max-h-48 shrink-0 overflow-y-auto border-t border-hairline px-4 py-3 text-12"
    >
      <h3 className="text-muted">
        {t('evaluate.sets.title')} · <span className="tabular">{formatBytes(total)}</span>
      </h3>
      <ul className="mt-1">
        {shown.map(({ key, name, model, documents, bytes }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-ink">{name}</span>
              <span className="tabular block truncate text-muted" title={model}>
                {formatBytes(bytes)} · {t('quantity.documents', { count: documents })} · {modelName(model)}
              </span>
            </span>
            <IconButton
              icon={X}
              iconSize={14}
              label={t('evaluate.sets.remove', { name })}
              data-testid="remove-index"
              disabled={running !== null}
              onClick={() => removeSet(key)}
              className="-mr-2"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AnswerFigures({ answers }: { readonly answers: NonNullable<EvaluationResult['answers']> }) {
  const share = (of: number | null) => (of === null ? t('app.none') : formatPercent(of));
  return (
    <Headed title={t('evaluate.answered.title')}>
      <Facts
        look="mt-2 w-max max-w-full grid-cols-[minmax(0,1fr)_max-content] gap-x-6"
        of={[
          [t('evaluate.answered.questions'), answers.questions],
          [t('insights.outcome.answered'), share(answers.answered)],
          [t('evaluate.answered.span'), share(answers.spanInAnswer)],
          [t('evaluate.answered.citation'), share(answers.firstCitationRight)],
          [t('evaluate.answered.abstention'), share(answers.abstention)],
        ]}
      />
    </Headed>
  );
}

const formats = ['md', 'json', 'csv'] as const;

function ReportButtons() {
  const report = useEvaluation((state) => state.report);
  return formats.map((format) => (
    <Button
      key={format}
      look="ghost"
      data-testid={`report-${format}`}
      aria-label={t(`evaluate.save.${format}`)}
      title={t(`evaluate.save.${format}`)}
      className="px-2! @2xl:px-3!"
      onClick={() => void report(format)}
    >
      <FileDown size={16} className="hidden @2xl:block" />
      {t(`evaluate.as.${format}`)}
    </Button>
  ));
}

function ResultView({ result }: { readonly result: EvaluationResult }) {
  const { error, running, kept, leaving, remove } = useEvaluation();
  const others = (kept ?? []).filter(({ evaluationId: id, set }) => {
    return id !== result.evaluationId && isSameSet(set, result.set) && !leaving.has(id);
  });
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
        <ReportButtons />
        <IconButton
          icon={Trash2}
          label={t('evaluate.deleteResult', { name: set.name })}
          data-testid="delete-evaluation"
          onClick={() => remove(result.evaluationId)}
        />
      </PaneHeader>
      <div ref={pane} data-testid="evaluation-result" className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-col gap-8 px-6 py-6">
          <ErrorNote error={error} />
          {running ? <MeasureProgress progress={running.progress} /> : null}
          <LeftOutQuestions set={set} />
          {result.libraryChanged ? <p className="content text-caution">{t('evaluate.libraryChanged')}</p> : null}
          {set.lacking ? (
            <p data-testid="lacking-judgements" className="content text-caution">
              {t(`evaluate.lacking.${set.kind}`, { count: set.lacking })}
            </p>
          ) : null}
          <FigureTable result={result} />
          {answers ? <AnswerFigures answers={answers} /> : null}
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
