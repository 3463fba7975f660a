import { t } from '../strings/index';
import { type WayId, wayIds } from './ways';

interface WayChoicesProps {
  readonly chosen: readonly WayId[];
  /** Whether nothing at all is chosen. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
  choose(way: WayId, on: boolean): void;
}

/** The ways that are measured side by side, each with what it does. */
export function WayChoices({ chosen, isEmpty, disabled, choose }: WayChoicesProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="text-16 font-semibold">{t('evaluate.ways.title')}</legend>
      <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2">
        {wayIds.map((way) => (
          <li key={way}>
            <label className="flex items-start gap-3 py-1.5">
              <input
                type="checkbox"
                data-testid={`way-${way}`}
                checked={chosen.includes(way)}
                onChange={(event) => choose(way, event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{t(`evaluate.ways.${way}`)}</span>
                <span className="block text-12 text-muted">{t(`evaluate.ways.${way}Help`)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isEmpty ? (
        <p role="alert" className="mt-1 text-12 text-danger">
          {t('evaluate.ways.none')}
        </p>
      ) : null}
    </fieldset>
  );
}
