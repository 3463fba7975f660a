import type { Run, StageRecord } from '@shared/contract/index';
import { stageIds } from '@shared/stage-names';
import { useState } from 'react';
import { Button } from '../components/Button';
import { chunkName } from '../components/chunk-name';
import { useModelNames } from '../components/model-name';
import { decisionText, subjectText } from '../stages/decisions-about';
import { saidReason } from '../strings/engine-words';
import { t } from '../strings/index';

/** Decisions drawn for a stage before one asks for all of them. */
const drawn = 30;

/** What each stage decided, about what, and why. */
export function DecisionsTab({ run }: { readonly run: Run }) {
  const records = run.stages.filter((record) => record.decisions.length > 0);
  const chunks =
    [...stageIds]
      .reverse()
      .map((stage) => run.snapshots[stage])
      .find(Boolean)?.base_context_chunks ?? [];
  const titles = new Map(chunks.map((chunk) => [chunk.id, chunkName(chunk)]));
  if (records.length === 0) return <p className="p-4 text-muted">{t('inspector.noDecisions')}</p>;
  return records.map((record) => <StageDecisions key={record.stage} record={record} titles={titles} />);
}

interface StageDecisionsProps {
  readonly record: StageRecord;
  readonly titles: ReadonlyMap<string, string>;
}

function StageDecisions({ record, titles }: StageDecisionsProps) {
  const [all, setAll] = useState(false);
  const modelName = useModelNames();
  const shown = all ? record.decisions : record.decisions.slice(0, drawn);
  return (
    <section className="border-b border-hairline px-4 py-3">
      <h3 className="text-14 font-semibold">
        <span className="tabular mr-2 font-normal text-muted">{stageIds.indexOf(record.stage) + 1}</span>
        {t(`stages.names.${record.stage}`)}
      </h3>
      <ul className="content mt-2 space-y-2">
        {shown.map((decision) => (
          <li key={`${decision.subject} ${decision.decision} ${decision.reason}`} className="text-14">
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 truncate text-soft" title={decision.subject}>
                {titles.get(decision.subject) ?? subjectText(decision.subject)}
              </span>
              <span className="shrink-0 font-medium">{decisionText(decision.decision)}</span>
              <span className="ml-auto shrink-0 text-12 text-muted">{t(`stages.actors.${decision.by}`)}</span>
            </p>
            <p className="text-12 text-muted">{saidReason(decision, (id) => titles.get(id), modelName)}</p>
          </li>
        ))}
      </ul>
      {record.decisions.length > shown.length ? (
        <Button look="ghost" className="mt-2 -ml-3" onClick={() => setAll(true)}>
          {t('inspector.showAllDecisions', { count: record.decisions.length })}
        </Button>
      ) : null}
    </section>
  );
}
