import type { Run } from '@shared/contract/index';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { t } from '@shared/words/index';
import { saidWhy } from '@shared/words/said';
import { Download, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { inspectorTabs, useShell } from '../../state/shell';
import { latestSnapshot, type SnapshotKey, snapshotKeys, useStages } from '../../state/stages';
import { CopyButton, IconButton } from '../../ui/Button';
import { Select } from '../../ui/fields';
import { formatDuration } from '../../ui/quantities';
import { CompareTab, stateName } from './CompareTab';
import { DecisionsTab, OfStage } from './DecisionsTab';
import { EditBar, FieldsTab } from './EditableFields';
import { PromptTab } from './PromptTab';

export function Inspector() {
  const { run, shown } = useStages();
  const inspectorTab = useShell((state) => state.inspectorTab);
  const latest = run ? latestSnapshot(run) : 'raw';
  const key = shown && run?.snapshots[shown] ? shown : latest;
  const state = run?.snapshots[key];
  return (
    <div data-testid="inspector" className="flex min-h-0 flex-1 flex-col">
      <InspectorHeader run={run} current={key} />
      {run && state ? (
        <Tabs.Root
          value={inspectorTab}
          onValueChange={(value) => {
            const tab = inspectorTabs.find((known) => known === value);
            if (tab) useShell.setState({ inspectorTab: tab });
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
          <TabContents run={run} current={key} state={state} />
          <EditBar />
        </Tabs.Root>
      ) : (
        <p className="p-4 text-muted">{t('inspector.empty')}</p>
      )}
    </div>
  );
}

type InspectorTab = (typeof inspectorTabs)[number];

const inner: readonly InspectorTab[] = ['prompt', 'compare', 'json'];

function TabContents({ run, current, state }: Readonly<{ run: Run; current: SnapshotKey; state: SuperPrompt }>) {
  const contents: Readonly<Record<InspectorTab, ReactNode>> = {
    prompt: <PromptTab run={run} state={state} />,
    fields: <FieldsTab run={run} state={state} />,
    decisions: <DecisionsTab run={run} />,
    calls: <CallsTab run={run} />,
    compare: <CompareTab key={run.runId} run={run} current={current} state={state} />,
    json: <JsonTab state={state} />,
  };
  return inspectorTabs.map((tab) => (
    <Tabs.Content
      key={tab}
      value={tab}
      {...(inner.includes(tab) ? { tabIndex: -1 } : {})}
      className={`min-h-0 flex-1 ${inner.includes(tab) ? 'flex flex-col' : 'overflow-y-auto'}`}
    >
      {contents[tab]}
    </Tabs.Content>
  ));
}

function InspectorHeader({ run, current }: Readonly<{ run: Run | null; current: SnapshotKey }>) {
  const { show, exportRun } = useStages.getState();
  const { closeSidePanel } = useShell.getState();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline pr-2 pl-4">
      <h2 className="text-14 font-semibold">{t('inspector.title')}</h2>
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {run ? (
          <>
            <Select
              aria-label={t('library.columns.state')}
              value={current}
              options={snapshotKeys.filter((key) => run.snapshots[key] !== undefined)}
              nameOf={stateName}
              choose={(key) => show(key)}
            />
            <IconButton
              icon={Download}
              label={t('exchange.export')}
              data-testid="export-run"
              onClick={() => void exportRun()}
            />
          </>
        ) : null}
        <IconButton icon={X} label={t('app.close')} command="close-layer" onClick={() => closeSidePanel()} />
      </div>
    </header>
  );
}

function JsonTab({ state }: { readonly state: SuperPrompt }) {
  const text = useMemo(() => JSON.stringify(state, null, 2), [state]);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center border-b border-hairline pr-2 pl-4">
        <p className="tabular text-12 text-muted">{t('inspector.characters', { count: text.length })}</p>
        <div className="ml-auto">
          <CopyButton text={() => text} label={t('inspector.copyJson')} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="json-text">
        {text}
      </pre>
    </>
  );
}

function CallsTab({ run }: { readonly run: Run }) {
  const records = run.stages.filter((record) => record.calls.length > 0);
  if (records.length === 0) return <p className="p-4 text-muted">{t('calls.none')}</p>;
  return records.map(({ stage, calls }) => (
    <OfStage key={stage} stage={stage}>
      {calls.map(({ model, outcome, ms, promptTokens: asked, outputTokens: said, reason, messages, raw }, index) => (
        // Calls are a log: they never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be the same in everything else
        <details key={index} className="mt-2 text-14">
          <summary className="cursor-pointer text-soft">
            {t('calls.title', { model, outcome: t(`calls.outcomes.${outcome}`) })}{' '}
            <span className="tabular text-12 text-muted">
              {formatDuration(ms)}
              {asked === null || said === null ? '' : ` · ${t('calls.tokens', { asked, said })}`}
            </span>
          </summary>
          {reason === null ? null : <p className="mt-1 text-12 text-muted">{saidWhy(reason)}</p>}
          {[...messages.map(({ role, content }) => [t(`calls.roles.${role}`), content]), [t('calls.raw'), raw]].map(
            ([title, text], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and keep their order
              <CallText key={at} title={title} text={text} />
            ),
          )}
        </details>
      ))}
    </OfStage>
  ));
}

const CallText = ({ title, text }: Readonly<{ title: string | undefined; text: string | undefined }>) => (
  <>
    <h4 className="mt-2 text-12 font-medium text-muted">{title}</h4>
    <pre
      dir="auto"
      className="mt-1 overflow-x-auto rounded-md border border-hairline p-2 text-12 break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  </>
);
