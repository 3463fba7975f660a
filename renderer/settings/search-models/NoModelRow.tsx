import type { ModelSummary } from '@shared/contract/index';
import { Button } from '../../components/Button';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { InUse } from './InUse';

interface NoModelRowProps {
  readonly job: 'rerank' | 'nli';
  readonly active: boolean;
  /** How the engine lists it, where it does. */
  readonly model?: ModelSummary | undefined;
}

/** To do without a model. */
export function NoModelRow({ job, active, model }: NoModelRowProps) {
  const { use, withoutNli, busy } = useSearchModels();
  return (
    <li
      data-testid="no-search-model"
      data-job={job}
      data-active={active}
      className="flex flex-wrap items-start gap-3 border-b border-hairline py-4 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {t('searchModels.none')}
          {active ? <InUse /> : null}
        </p>
        <p className="text-12 text-soft">
          {job === 'rerank' ? t('searchModels.noRerankNote') : t('searchModels.noNliNote')}
        </p>
      </div>
      {active || (job === 'rerank' && !model) ? null : (
        <Button
          data-testid="use-none"
          aria-disabled={busy !== null}
          onClick={() => void (model ? use(model) : withoutNli())}
        >
          {t('searchModels.stopUsing')}
        </Button>
      )}
    </li>
  );
}
