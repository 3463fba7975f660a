import type { Run } from '@shared/contract/index';
import { stageIds } from '@shared/stage-names';
import { t } from '../strings/index';
import { ModelCalls } from './ModelCalls';

/** What the agents of each stage asked a language model, and what came back. */
export function CallsTab({ run }: { readonly run: Run }) {
  const records = run.stages.filter((record) => record.calls.length > 0);
  if (records.length === 0) return <p className="p-4 text-muted">{t('calls.none')}</p>;
  return records.map(({ stage, calls }) => (
    <section key={stage} className="border-b border-hairline px-4 py-3">
      <h3 className="text-14 font-semibold">
        <span className="tabular mr-2 font-normal text-muted">{stageIds.indexOf(stage) + 1}</span>
        {t(`stages.names.${stage}`)}
      </h3>
      <ModelCalls calls={calls} />
    </section>
  ));
}
