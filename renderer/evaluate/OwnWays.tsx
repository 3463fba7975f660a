import type { EvaluatedConfiguration } from '@shared/contract/index';
import { useId, useState } from 'react';
import { t } from '../strings/index';
import { type OwnWayId, ownWayIds, ownWays } from './ways';

interface OwnWaysProps {
  readonly chosen: readonly EvaluatedConfiguration[];
  readonly disabled: boolean;
  choose(own: readonly EvaluatedConfiguration[]): void;
}

/** Ways with a number of one's own: the weight of meaning, and k of the fusion by rank. */
export function OwnWays({ chosen, disabled, choose }: OwnWaysProps) {
  const put = (id: OwnWayId, way: EvaluatedConfiguration | null) =>
    choose(
      ownWayIds.flatMap((one) => {
        const kept = one === id ? way : chosen.find((other) => ownWays[one].numberOf(other) !== null);
        return kept ? [kept] : [];
      }),
    );
  return (
    <fieldset disabled={disabled} aria-label={t('evaluate.ownWays.title')} className="-mt-4">
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2">
        {ownWayIds.map((id) => (
          <OwnWay
            key={id}
            id={id}
            chosen={chosen.find((one) => ownWays[id].numberOf(one) !== null) ?? null}
            put={(way) => put(id, way)}
          />
        ))}
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
          // A number that is no way is measured by nobody.
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
