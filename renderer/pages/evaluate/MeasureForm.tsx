import type { EvaluationProgress, EvaluationSummary, LabelledSetFacts } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import { FileSpreadsheet, FolderOpen, Play } from 'lucide-react';
import { useEffect } from 'react';
import { host } from '../../bridge/host';
import { FoldedListButton, PaneHeader } from '../../panels/Workspace';
import { useEvaluation } from '../../state/evaluation';
import { useSearchModels } from '../../state/search-models';
import { wayIds, wayName } from '../../state/ways';
import { Button } from '../../ui/Button';
import { CheckRow, Select } from '../../ui/fields';
import { scrollIntoView } from '../../ui/focus';
import { ErrorNote } from '../../ui/Notices';
import { formatCount, formatTimeLeft } from '../../ui/quantities';
import { TaskProgress } from '../../ui/TaskProgress';
import { Facts, Headed } from './FigureBars';

export function MeasureForm() {
  const { kept, facts, unread, running, error, answers, inspect, load } = useEvaluation();
  // The form shows the faults of a set that could be read.
  const ofMeasuring = error !== null && facts !== null;
  const readAgain =
    unread === null ? null : <Button onClick={() => void inspect(unread)}>{t('evaluate.readAgain')}</Button>;

  return (
    <>
      <PaneHeader title={t('evaluate.title')} lead={<FoldedListButton />} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-180 flex-col gap-6 px-6 py-6">
          <p className="text-14 text-soft">{t('evaluate.intro')}</p>
          {error && !ofMeasuring ? (
            <ErrorNote
              error={error}
              action={kept === null ? <Button onClick={() => void load()}>{t('app.retry')}</Button> : readAgain}
            />
          ) : null}
          <SetChoice />
          <WayChoices />
          {facts?.hasAnswers ? (
            <CheckRow
              title={t('evaluate.answers')}
              help={t('evaluate.answersHelp')}
              checked={answers}
              disabled={running !== null}
              turn={(on) => useEvaluation.setState({ answers: on })}
            />
          ) : null}
          {ofMeasuring ? <ErrorNote error={error} /> : null}
          {running ? <MeasureProgress progress={running.progress} /> : <MeasureStart />}
        </div>
      </div>
    </>
  );
}

function SetChoice() {
  const { facts, inspecting, running, choose } = useEvaluation();
  const desktop = host().host === 'desktop';
  const busy = running !== null || inspecting;
  return (
    <Headed title={t('evaluate.set')} note={t(desktop ? 'evaluate.folderHint' : 'evaluate.browserHint')}>
      <div className="mt-3 flex flex-wrap gap-2">
        {desktop ? (
          <Button
            data-testid="choose-set-folder"
            disabled={busy}
            icon={FolderOpen}
            iconSize={16}
            onClick={() => void choose('folder')}
          >
            {t('evaluate.chooseFolder')}
          </Button>
        ) : null}
        <Button
          data-testid="choose-set-file"
          disabled={busy}
          icon={FileSpreadsheet}
          iconSize={16}
          onClick={() => void choose('files')}
        >
          {t('evaluate.chooseFile')}
        </Button>
      </div>
      <div aria-live="polite">
        {inspecting ? <p className="mt-3 text-muted">{t('evaluate.phases.reading')}</p> : null}
        {facts ? <SetFacts facts={facts} /> : null}
      </div>
    </Headed>
  );
}

function MeasureStart() {
  const { facts, inspecting, chosen, measure } = useEvaluation();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="primary"
        data-testid="measure"
        disabled={inspecting || facts === null || chosen.length === 0}
        icon={Play}
        iconSize={16}
        onClick={() => void measure()}
      >
        {t('evaluate.start')}
      </Button>
      {facts === null && !inspecting ? <p className="text-12 text-muted">{t('evaluate.setFirst')}</p> : null}
    </div>
  );
}

export function MeasureProgress({ progress }: { readonly progress: EvaluationProgress | null }) {
  const cancel = useEvaluation((state) => state.cancel);
  const known = progress !== null && progress.total > 0;
  return (
    <div
      ref={scrollIntoView}
      data-testid="measure-progress"
      className="scroll-mb-12 rounded-md border border-hairline px-4 py-3"
    >
      <TaskProgress
        name={phaseText(progress)}
        look="truncate font-medium"
        cancelTestId="cancel-measure"
        cancel={cancel}
        share={known ? progress : null}
        facts={known ? factsOf(progress) : ''}
      />
    </div>
  );
}

function phaseText(progress: EvaluationProgress | null): string {
  if (progress === null) return t('evaluate.starting');
  const { phase, way } = progress;
  return phase === 'searching'
    ? t('evaluate.phases.searching', { name: way ? wayName(way) : '' })
    : t(`evaluate.phases.${phase}`);
}

function factsOf({ done, total, msLeft }: EvaluationProgress): string {
  const far = t('evaluate.progress', { done, total });
  return msLeft === null || done === total ? far : `${far} · ${t('app.timeLeft', { time: formatTimeLeft(msLeft) })}`;
}

function SetFacts({ facts }: { readonly facts: LabelledSetFacts }) {
  const { running, inspect } = useEvaluation();
  const { kind, queries, unjudged, repeated, askers, judgements, highestGain, lacking, splits, split } = facts;
  const asked = [
    formatCount(queries),
    unjudged > 0 ? t('evaluate.facts.unjudged', { count: unjudged }) : '',
    repeated ? t('evaluate.facts.repeated', { count: repeated }) : '',
    askers ? t('evaluate.facts.askers', { count: askers }) : '',
  ];
  const graded = highestGain > 1 ? `, ${t('evaluate.facts.graded', { gain: highestGain })}` : '';
  const judged = [
    `${formatCount(judgements)}${graded}`,
    lacking ? t(`evaluate.facts.lacking.${kind}`, { count: lacking }) : '',
  ];
  const index = t(facts.indexed ? 'evaluate.facts.indexed' : 'evaluate.facts.notIndexed');
  const choice =
    splits.length > 1 && split !== null ? (
      <Select
        aria-label={t('evaluate.split')}
        value={split}
        options={splits}
        disabled={running !== null}
        choose={(one) => void inspect(facts.path, one)}
      />
    ) : null;
  return (
    <div data-testid="set-facts" className="content mt-3 rounded-md border border-hairline px-4 py-3">
      <h4 className="mb-2 truncate font-semibold">{facts.name}</h4>
      <Facts
        look="grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-4"
        of={[
          [t('evaluate.facts.kind'), t(`evaluate.facts.${kind}`)],
          [
            t('evaluate.facts.path'),
            <span key="path" className="break-all">
              {facts.path}
            </span>,
          ],
          [t('palette.groups.documents'), formatCount(facts.documents)],
          [t('terminal.column.questions'), asked.filter(Boolean).join('; ')],
          [t('evaluate.facts.judgements'), judged.filter(Boolean).join('; ')],
          ...(kind === 'beir' ? [[t('evaluate.facts.index'), index] as const] : []),
          ...(choice ? [[t('evaluate.split'), choice] as const] : []),
        ]}
      />
      <div className="mt-2 empty:hidden">
        <LeftOutQuestions set={facts} />
      </div>
    </div>
  );
}

export function LeftOutQuestions({ set }: { readonly set: EvaluationSummary['set'] }) {
  const said = saidLeftOut(set);
  return said === null ? null : <p className="content break-words text-caution">{said}</p>;
}

function WayChoices() {
  const { chosen, running } = useEvaluation();
  const models = useSearchModels((state) => state.models);
  const load = useSearchModels((state) => state.load);
  useEffect(() => void load(), [load]);
  // Until the engine has told its models, nothing is known to be missing.
  const canRerank =
    models?.some(({ job, active, location }) => job === 'rerank' && active && location !== null) ?? true;
  return (
    <fieldset disabled={running !== null}>
      <legend className="text-16 font-semibold">{t('evaluate.ways.title')}</legend>
      <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2">
        {wayIds.map((way) => {
          const missing = way === 'hybridRerank' && !canRerank;
          return (
            <li key={way}>
              <CheckRow
                data-testid={`way-${way}`}
                title={t(`evaluate.ways.${way}`)}
                help={t(missing ? 'evaluate.ways.hybridRerankMissing' : `evaluate.ways.${way}Help`)}
                disabled={missing && !chosen.includes(way)}
                checked={chosen.includes(way)}
                turn={(on) => {
                  const next = wayIds.filter((id) => (id === way ? on : chosen.includes(id)));
                  useEvaluation.setState({ chosen: next });
                }}
                className="py-1.5"
              />
            </li>
          );
        })}
      </ul>
      {chosen.length === 0 ? (
        <p role="alert" className="mt-1 text-12 text-danger">
          {t('evaluate.ways.none')}
        </p>
      ) : null}
    </fieldset>
  );
}
