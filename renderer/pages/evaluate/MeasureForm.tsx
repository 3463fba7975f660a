import type {
  EvaluatedConfiguration,
  EvaluationProgress,
  EvaluationSummary,
  LabelledSetFacts,
} from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import { FileSpreadsheet, FolderOpen, Play } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { host } from '../../bridge/host';
import { FoldedListButton, PaneHeader } from '../../panels/Workspace';
import { useEvaluation } from '../../state/evaluation';
import { useLibrary } from '../../state/library/library';
import { nameOf, useModelNames, useSearchModels } from '../../state/search-models';
import { type OwnWayId, ownWayIds, ownWays, usualWays, wayIds, wayName, ways, waysInOrder } from '../../state/ways';
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
          {facts ? <ModelChoices facts={facts} /> : null}
          <WayChoices />
          <OwnWays />
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
  const { facts, inspecting, chosen, models, measure } = useEvaluation();
  const all = chosen ?? usualWays;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="primary"
        data-testid="measure"
        disabled={inspecting || facts === null || all.length === 0 || (facts.kind === 'beir' && models?.length === 0)}
        icon={Play}
        iconSize={16}
        onClick={() => void measure(all)}
      >
        {t('evaluate.start')}
      </Button>
      {facts === null && !inspecting ? <p className="text-12 text-muted">{t('evaluate.setFirst')}</p> : null}
    </div>
  );
}

export function MeasureProgress({ progress }: { readonly progress: EvaluationProgress | null }) {
  const cancel = useEvaluation((state) => state.cancel);
  const model = useEvaluation((state) => state.running?.model ?? null);
  const modelName = useModelNames();
  const phase = phaseText(progress);
  const known = progress !== null && progress.total > 0;
  return (
    <div
      ref={scrollIntoView}
      data-testid="measure-progress"
      className="scroll-mb-12 rounded-md border border-hairline px-4 py-3"
    >
      <TaskProgress
        name={model === null ? phase : t('evaluate.phaseWith', { model: modelName(model), phase })}
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

function useChosenWays() {
  const { chosen, running } = useEvaluation();
  const all = chosen ?? usualWays;
  return {
    all,
    disabled: running !== null,
    put(before: EvaluatedConfiguration | undefined, now: EvaluatedConfiguration | null) {
      const others = all.filter((way) => way !== before);
      useEvaluation.setState({ chosen: waysInOrder(now ? [...others, now] : others) });
    },
  };
}

type ChoiceSetProps = Readonly<{ title: string; note?: string; alert: string | null; children: ReactNode }>;

function ChoiceSet({ title, note, alert, children }: ChoiceSetProps) {
  const disabled = useEvaluation((state) => state.running !== null);
  return (
    <fieldset disabled={disabled}>
      <legend className="text-16 font-semibold">{title}</legend>
      {note ? <p className="mt-1 text-12 text-muted">{note}</p> : null}
      <ul className={`mt-2 ${twoColumns}`}>{children}</ul>
      {alert === null ? null : (
        <p role="alert" className="mt-1 text-12 text-danger">
          {alert}
        </p>
      )}
    </fieldset>
  );
}

const twoColumns = 'grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2';

function WayChoices() {
  const { all, put } = useChosenWays();
  const models = useSearchModels((state) => state.models);
  // Until the engine has told its models, nothing is known to be missing.
  const canRerank =
    models?.some(({ job, active, location }) => job === 'rerank' && active && location !== null) ?? true;
  return (
    <ChoiceSet title={t('evaluate.ways.title')} alert={all.length === 0 ? t('evaluate.ways.none') : null}>
      {wayIds.map((way) => {
        const missing = way === 'hybridRerank' && !canRerank;
        const chosen = all.includes(ways[way]);
        return (
          <li key={way}>
            <CheckRow
              data-testid={`way-${way}`}
              title={t(`evaluate.ways.${way}`)}
              help={t(missing ? 'evaluate.ways.hybridRerankMissing' : `evaluate.ways.${way}Help`)}
              disabled={missing && !chosen}
              checked={chosen}
              turn={(on) => put(ways[way], on ? ways[way] : null)}
              className="py-1.5"
            />
          </li>
        );
      })}
    </ChoiceSet>
  );
}

function OwnWays() {
  const { all, disabled, put } = useChosenWays();
  return (
    <fieldset disabled={disabled} aria-label={t('evaluate.ownWays.title')} className="-mt-4">
      <ul className={twoColumns}>
        {ownWayIds.map((id) => {
          const chosen = all.find((one) => ownWays[id].numberOf(one) !== null);
          return <OwnWay key={id} id={id} chosen={chosen ?? null} put={(way) => put(chosen, way)} />;
        })}
      </ul>
    </fieldset>
  );
}

interface OwnWayProps {
  readonly id: OwnWayId;
  readonly chosen: EvaluatedConfiguration | null;
  put(way: EvaluatedConfiguration | null): void;
}

function OwnWay({ id, chosen, put }: OwnWayProps) {
  const { usual, least, most, step, way, numberOf } = ownWays[id];
  const inUse = chosen ? numberOf(chosen) : null;
  const [draft, setDraft] = useState(String(inUse ?? usual));
  const name = useId();
  const value = numberIn(draft, least, most);
  return (
    <li className="flex items-start gap-3 py-1.5">
      <input
        type="checkbox"
        data-testid={`own-way-${id}`}
        aria-labelledby={name}
        checked={chosen !== null}
        disabled={chosen === null && value === null}
        onChange={(event) => put(event.target.checked && value !== null ? way(value) : null)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span id={name} className="block font-medium">
          {t(`evaluate.ownWays.${id}`)}
        </span>
        <span className="block text-12 text-muted">{t(`evaluate.ownWays.${id}Help`)}</span>
      </span>
      <input
        type="number"
        data-testid={`own-value-${id}`}
        aria-label={t(`evaluate.ownWays.${id}Value`)}
        aria-invalid={value === null}
        min={least}
        max={most}
        step={step}
        value={draft}
        onChange={({ target }) => {
          setDraft(target.value);
          const next = numberIn(target.value, least, most);
          // An invalid number is not measured.
          if (chosen !== null) put(next === null ? null : way(next));
        }}
        className="tabular h-8 w-20 shrink-0 rounded-md border border-hairline bg-raised px-2 text-right aria-invalid:border-danger"
      />
    </li>
  );
}

function numberIn(text: string, least: number, most: number): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : null;
}

function ModelChoices({ facts }: { readonly facts: LabelledSetFacts }) {
  const chosen = useEvaluation((state) => state.models);
  const own = useLibrary((state) => state.status?.model.id);
  const { models, load } = useSearchModels();
  const modelName = useModelNames();
  useEffect(() => void load(), [load]);
  if (own === undefined) return null;
  if (facts.kind === 'csv') {
    return <p className="text-12 text-muted">{t('evaluate.models.own', { model: modelName(own) })}</p>;
  }
  const here = (models ?? []).filter(({ job, installed }) => job === 'embedding' && installed);
  if (here.length < 2) return null;
  const measured = chosen ?? [own];
  const turn = (model: string, on: boolean) => {
    const next = here.map(({ id }) => id).filter((id) => (id === model ? on : measured.includes(id)));
    useEvaluation.setState({ models: next });
  };
  const helpOf = ({ id, store }: (typeof here)[number]) => {
    if (id === own) return t('evaluate.models.ofLibrary');
    return store === undefined ? t('evaluate.models.onServer') : null;
  };
  return (
    <ChoiceSet
      title={t('evaluate.models.title')}
      note={t('evaluate.models.help')}
      alert={measured.length === 0 ? t('evaluate.models.none') : null}
    >
      {here.map((model) => (
        <li key={model.id}>
          <CheckRow
            data-model={model.id}
            title={nameOf(model)}
            help={helpOf(model)}
            checked={measured.includes(model.id)}
            turn={(on) => turn(model.id, on)}
            className="py-1"
          />
        </li>
      ))}
    </ChoiceSet>
  );
}
