import type { ModelSummary } from '@shared/contract/index';
import { useState } from 'react';
import { ErrorNote } from '../../components/ErrorNote';
import { nameOf } from '../../components/model-name';
import { usePull } from '../../state/model-pull';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { InUse } from './InUse';
import { MeasuringRow } from './MeasuringRow';
import { MissingModel } from './MissingModel';
import { ModelActions } from './ModelActions';
import { ModelFigures } from './ModelFigures';
import { noteOf } from './model-facts';
import { PullRow } from './PullRow';
import { RemovePanel } from './RemovePanel';
import { SwitchPanel } from './SwitchPanel';

interface ModelRowProps {
  readonly model: ModelSummary;
  readonly slowest: number;
  /** The one of its kind that is in use. */
  readonly current: ModelSummary | null;
}

/** One model: what it is, what it costs, what can be done with it, and what is being done. */
export function ModelRow({ model, slowest, current }: ModelRowProps) {
  const { busy, refused, use } = useSearchModels();
  const pulls = usePull((state) => state.model === model.id);
  const [panel, setPanel] = useState<'switch' | 'remove' | null>(null);
  const name = nameOf(model);
  const close = () => setPanel(null);

  async function choose(): Promise<void> {
    if ((await use(model)) === 'rebuild') setPanel('switch');
  }

  return (
    <li
      data-testid="search-model"
      data-model={model.id}
      data-installed={model.installed}
      data-active={model.active}
      className="border-b border-hairline py-4 last:border-b-0"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            <span className="min-w-0 break-words">{name}</span>
            {model.active ? <InUse missing={!model.installed} /> : null}
          </p>
          <p className="tabular break-words text-12 text-soft">{noteOf(model)}</p>
        </div>
        <ModelActions model={model} choose={choose} askToRemove={() => setPanel('remove')} />
      </div>
      {model.active && !model.installed ? <MissingModel model={model} /> : null}
      <ModelFigures model={model} slowest={slowest} />
      {model.calibrated === false ? <p className="mt-1 text-12 text-caution">{t('searchModels.unmeasured')}</p> : null}
      {busy?.model === model.id && busy.what === 'measuring' ? <MeasuringRow name={name} /> : null}
      {pulls ? <PullRow name={name} isHere={model.installed} /> : null}
      {refused?.model === model.id ? (
        <div className="mt-3">
          <ErrorNote error={refused.error} />
        </div>
      ) : null}
      {panel === 'remove' ? <RemovePanel model={model} close={close} /> : null}
      {panel === 'switch' ? <SwitchPanel model={model} current={current} close={close} /> : null}
    </li>
  );
}
