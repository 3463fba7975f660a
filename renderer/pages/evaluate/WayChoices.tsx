import type { EvaluatedConfiguration, LabelledSetFacts } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useEvaluation } from '../../state/evaluation';
import { useLibrary } from '../../state/library/library';
import { nameOf, useModelNames, useSearchModels } from '../../state/search-models';
import { type OwnWayId, ownWayIds, ownWays, usualWays, wayIds, ways, waysInOrder } from '../../state/ways';
import { CheckRow } from '../../ui/fields';

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

export function WayChoices() {
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

export function OwnWays() {
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

export function ModelChoices({ facts }: { readonly facts: LabelledSetFacts }) {
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
