import type { Run } from '@shared/contract/index';
import { stageIds } from '@shared/stage-names';
import { Download, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { IconButton } from '../components/Button';
import { inspectorTabs, useShell } from '../state/shell';
import { latestSnapshot, type SnapshotKey, useStages } from '../state/stages';
import { t } from '../strings/index';
import { CallsTab } from './CallsTab';
import { ChunksTab } from './ChunksTab';
import { CompareTab } from './compare/CompareTab';
import { DecisionsTab } from './DecisionsTab';
import { EditBar } from './EditBar';
import { FieldsTab } from './FieldsTab';
import { JsonTab } from './JsonTab';
import { PromptTab } from './PromptTab';
import { stateName } from './state-name';

/** A run's state after any stage that ran, to be read to the last field. */
export function Inspector({ close }: { close(): void }) {
  const { run, shown, show, exportRun } = useStages();
  const { inspectorTab, showInspectorTab } = useShell();
  const key = run ? (shown && run.snapshots[shown] ? shown : latestSnapshot(run)) : 'raw';
  const state = run?.snapshots[key];
  return (
    <div data-testid="inspector" className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline pr-2 pl-4">
        <h2 className="text-14 font-semibold">{t('inspector.title')}</h2>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {run ? <StatePicker run={run} current={key} show={show} /> : null}
          {run ? (
            <IconButton label={t('exchange.export')} data-testid="export-run" onClick={() => void exportRun()}>
              <Download size={16} aria-hidden />
            </IconButton>
          ) : null}
          <IconButton label={t('app.close')} onClick={close}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </header>
      {run && state ? (
        <Tabs.Root
          value={inspectorTab}
          onValueChange={(value) => {
            const tab = inspectorTabs.find((known) => known === value);
            if (tab) showInspectorTab(tab);
          }}
          className="flex min-h-0 flex-1 flex-col"
        >
          <Tabs.List
            aria-label={t('inspector.title')}
            className="tab-row flex h-10 shrink-0 gap-2 border-b border-hairline px-3 @md:gap-3 @md:px-4"
          >
            {inspectorTabs.map((tab) => (
              <Tabs.Trigger
                key={tab}
                value={tab}
                data-testid={`inspector-tab-${tab}`}
                className="border-b-2 border-transparent text-14 text-muted transition-colors duration-120 hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
              >
                {t(`inspector.tabs.${tab}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="prompt" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            <PromptTab run={run} state={state} />
          </Tabs.Content>
          <Tabs.Content value="fields" className="min-h-0 flex-1 overflow-y-auto">
            <FieldsTab run={run} state={state} />
          </Tabs.Content>
          <Tabs.Content value="chunks" className="min-h-0 flex-1 overflow-y-auto">
            <ChunksTab state={state} />
          </Tabs.Content>
          <Tabs.Content value="decisions" className="min-h-0 flex-1 overflow-y-auto">
            <DecisionsTab run={run} />
          </Tabs.Content>
          <Tabs.Content value="calls" className="min-h-0 flex-1 overflow-y-auto">
            <CallsTab run={run} />
          </Tabs.Content>
          <Tabs.Content value="compare" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            <CompareTab key={run.runId} run={run} current={key} state={state} />
          </Tabs.Content>
          <Tabs.Content value="json" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            <JsonTab state={state} />
          </Tabs.Content>
          <EditBar />
        </Tabs.Root>
      ) : (
        <p className="p-4 text-muted">{t('inspector.empty')}</p>
      )}
    </div>
  );
}

interface StatePickerProps {
  readonly run: Run;
  readonly current: SnapshotKey;
  show(key: SnapshotKey): void;
}

function StatePicker({ run, current, show }: StatePickerProps) {
  const keys: readonly SnapshotKey[] = ['raw', ...stageIds];
  return (
    <select
      data-testid="inspector-state"
      aria-label={t('inspector.state')}
      value={current}
      onChange={(event) => {
        const key = keys.find((known) => known === event.target.value);
        if (key) show(key);
      }}
      className="h-8 min-w-0 rounded-md border border-edge bg-case px-2 text-14"
    >
      {keys
        .filter((key) => run.snapshots[key] !== undefined)
        .map((key) => (
          <option key={key} value={key}>
            {stateName(key)}
          </option>
        ))}
    </select>
  );
}
