import { useSearchModels } from '../state/search-models';
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
  const models = useSearchModels((state) => state.models);
  // Until the engine has told its models, nothing is known to be missing.
  const canRerank =
    models === null || models.some(({ job, active, location }) => job === 'rerank' && active && location !== null);
  return (
    <fieldset disabled={disabled}>
      <legend className="text-16 font-semibold">{t('evaluate.ways.title')}</legend>
      <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2">
        {wayIds.map((way) => {
          const missing = way === 'hybridRerank' && !canRerank;
          return (
            <li key={way}>
              <label className="flex items-start gap-3 py-1.5">
                <input
                  type="checkbox"
                  disabled={missing && !chosen.includes(way)}
                  data-testid={`way-${way}`}
                  checked={chosen.includes(way)}
                  onChange={(event) => choose(way, event.target.checked)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span>
                  <span className="block font-medium">{t(`evaluate.ways.${way}`)}</span>
                  <span className="block text-12 text-muted">
                    {t(missing ? 'evaluate.ways.hybridRerankMissing' : `evaluate.ways.${way}Help`)}
                  </span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {isEmpty ? (
        <p role="alert" className="mt-1 text-12 text-danger">
          {t('evaluate.ways.none')}
        </p>
      ) : null}
    </fieldset>
  );
}
