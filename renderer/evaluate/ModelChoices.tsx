import type { LabelledSetFacts } from '@shared/contract/index';
import { useEffect } from 'react';
import { nameOf, useModelNames } from '../components/model-name';
import { useEvaluation } from '../state/evaluation';
import { useLibrary } from '../state/library';
import { useSearchModels } from '../state/search-models';
import { t } from '../strings/index';

/** With which embedding models a set is measured: any that are here, or the library's own for questions about it. */
export function ModelChoices({ facts }: { readonly facts: LabelledSetFacts }) {
  const { models: chosen, running, setModels } = useEvaluation();
  const own = useLibrary((state) => state.status?.model.id);
  const { models, load } = useSearchModels();
  const modelName = useModelNames();
  useEffect(() => void load(), [load]);
  if (own === undefined) return null;
  if (facts.kind === 'csv') {
    return (
      <p className="text-12 text-muted" data-testid="own-model">
        {t('evaluate.models.own', { model: modelName(own) })}
      </p>
    );
  }
  const here = (models ?? []).filter(({ job, installed }) => job === 'embedding' && installed);
  if (here.length < 2) return null;
  const measured = chosen ?? [own];
  return (
    <fieldset disabled={running !== null} data-testid="model-choices">
      <legend className="text-16 font-semibold">{t('evaluate.models.title')}</legend>
      <p className="mt-1 text-12 text-muted">{t('evaluate.models.help')}</p>
      <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 @[560px]:grid-cols-2">
        {here.map((model) => (
          <li key={model.id}>
            <label className="flex items-start gap-3 py-1">
              <input
                type="checkbox"
                data-testid="measure-with"
                data-model={model.id}
                checked={measured.includes(model.id)}
                onChange={({ target }) =>
                  setModels(
                    here.map(({ id }) => id).filter((id) => (id === model.id ? target.checked : measured.includes(id))),
                  )
                }
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 break-words">
                {nameOf(model)}
                {model.id === own || model.store === undefined ? (
                  <span className="block text-12 text-muted">
                    {t(model.id === own ? 'evaluate.models.ofLibrary' : 'evaluate.models.onServer')}
                  </span>
                ) : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {measured.length === 0 ? (
        <p role="alert" className="mt-1 text-12 text-danger">
          {t('evaluate.models.none')}
        </p>
      ) : null}
    </fieldset>
  );
}
