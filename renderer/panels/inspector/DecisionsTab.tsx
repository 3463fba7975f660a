import type { Run, StageDecision, StageRecord } from '@shared/contract/index';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { saidReason } from '@shared/words/said';
import { type ReactNode, useState } from 'react';
import { useModelNames } from '../../state/search-models';
import { latestSnapshot } from '../../state/stages';
import { Button } from '../../ui/Button';
import { chunkName } from '../../ui/names';
import { PlanField, WayField } from './EditableFields';

const drawn = 30;

export function DecisionsTab({ run }: { readonly run: Run }) {
  const records = run.stages.filter((record) => record.decisions.length > 0);
  const chunks = run.snapshots[latestSnapshot(run)]?.base_context_chunks ?? [];
  const titles = new Map(
    chunks.flatMap((chunk) => [[chunk.documentId, chunk.title] as const, [chunk.id, chunkName(chunk)] as const]),
  );
  if (records.length === 0) return <p className="p-4 text-muted">{t('inspector.noDecisions')}</p>;
  return records.map((record) => <StageDecisions key={record.stage} run={run} record={record} titles={titles} />);
}

type StageDecisionsProps = Readonly<{ run: Run; record: StageRecord; titles: ReadonlyMap<string, string> }>;

function StageDecisions({ run, record, titles }: StageDecisionsProps) {
  const [all, setAll] = useState(false);
  const modelName = useModelNames();
  const shown = all ? record.decisions : record.decisions.slice(0, drawn);
  const calculation = record.stage === 'Retrieval' ? run.snapshots.Retrieval?.extras.calculation : undefined;
  const isPlan = ({ decision }: StageDecision): boolean => calculation !== undefined && decision === calculation.sql;
  const way = record.stage === 'A0_PreProcessing' ? run.snapshots.A0_PreProcessing?.extras.way : undefined;
  const isWay = ({ subject, decision }: StageDecision): boolean => subject === 'way' && decision === way?.id;
  return (
    <OfStage stage={record.stage}>
      <ul className="content mt-2 space-y-2">
        {shown.map((decision) => (
          <li key={`${decision.subject} ${decision.decision} ${decision.reason.code}`} className="text-14">
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 truncate text-soft" title={decision.subject}>
                {titles.get(decision.subject) ?? subjectText(decision.subject)}
              </span>
              {isPlan(decision) || isWay(decision) ? null : (
                <span className="shrink-0 font-medium">{decisionText(decision.decision)}</span>
              )}
              <span className="ml-auto shrink-0 text-12 text-muted">{t(`stages.actors.${decision.by}`)}</span>
            </p>
            <p className="text-12 text-muted">{saidReason(decision.reason, (id) => titles.get(id), modelName)}</p>
            {way && isWay(decision) ? <WayField run={run} way={way} /> : null}
            {calculation && isPlan(decision) ? (
              <>
                <pre className="mt-1 rounded-sm bg-raised px-2 py-1 font-mono text-12 leading-[18px] break-words whitespace-pre-wrap">
                  {calculation.sql}
                </pre>
                <PlanField run={run} calculation={calculation} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {record.decisions.length > shown.length ? (
        <Button look="ghost" className="mt-2 -ml-3" onClick={() => setAll(true)}>
          {t('inspector.showAllDecisions', { count: record.decisions.length })}
        </Button>
      ) : null}
    </OfStage>
  );
}

export const OfStage = ({ stage, children }: { readonly stage: StageId; readonly children: ReactNode }) => (
  <section className="border-b border-hairline px-4 py-3">
    <h3 className="text-14 font-semibold">
      <span className="tabular mr-2 font-normal text-muted">{stageIds.indexOf(stage) + 1}</span>
      {t(`stages.names.${stage}`)}
    </h3>
    {children}
  </section>
);

type StageAndDecision = Readonly<{ stage: StageId; decision: StageDecision }>;

export const decisionsAbout = (run: Run, chunkId: string): readonly StageAndDecision[] =>
  run.stages
    .filter(({ state }) => state === 'done')
    .flatMap(({ stage, decisions }) =>
      decisions.filter(({ subject }) => subject === chunkId).map((decision) => ({ stage, decision })),
    );

const known = {
  keep: 'keep',
  drop_irrelevant: 'drop_irrelevant',
  drop_duplicate: 'drop_duplicate',
  drop_conflict: 'drop_conflict',
  dropped: 'dropped',
  recalled: 'recalled',
  unknown: 'unknown',
  restated: 'restated',
  estimated: 'estimated',
  'counted exactly': 'counted',
  'not used': 'notUsed',
  answer: 'answer',
  'no answer': 'noAnswer',
  reordered: 'reordered',
  'line refused': 'lineRefused',
  'follow-up': 'followUp',
  expanded: 'expanded',
  'counts less': 'countsLess',
} as const;

const isKnown = (decision: string): decision is keyof typeof known => Object.hasOwn(known, decision);

const subjects = { '(text without header)': 'noHeader', 'vector lane': 'vectorLane', relevance: 'relevance' } as const;

const isNamed = (subject: string): subject is keyof typeof subjects => Object.hasOwn(subjects, subject);

const subjectText = (subject: string): string => {
  if (subject === 'way') return t('ways.label');
  return isNamed(subject) ? t(`journey.${subjects[subject]}`) : subject;
};

export function decisionText(decision: string): string {
  if (decision === '(empty)') return t('inspector.emptyValue');
  return isKnown(decision) ? t(`journey.decisions.${known[decision]}`) : decision;
}
