import type { Run } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { stageIds } from '@shared/stage-names';
import type { SuperPrompt } from '@shared/super-prompt';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { chunkName } from '../../components/chunk-name';
import { ErrorNote } from '../../components/ErrorNote';
import { formatWhen } from '../../components/quantities';
import { host } from '../../state/host';
import { oneLine } from '../../state/run-list';
import { type SnapshotKey, useStages } from '../../state/stages';
import { t } from '../../strings/index';
import { stateName } from '../state-name';
import { compareStates } from './compare-states';
import { RankDifference, TextDifference } from './Differences';

interface CompareTabProps {
  readonly run: Run;
  readonly current: SnapshotKey;
  readonly state: SuperPrompt;
}

const keys: readonly SnapshotKey[] = ['raw', ...stageIds];

/** The state at hand beside another one, of this run or of any other. */
export function CompareTab({ run, current, state }: CompareTabProps) {
  const runs = useStages((stages) => stages.runs);
  const [chosenRun, setChosenRun] = useState<string>(run.parentRunId ?? run.runId);
  const known = runs.some((summary) => summary.runId === chosenRun) ? chosenRun : run.runId;
  const { other, error } = useRun(known, run);
  const reached = other ? keys.filter((key) => other.snapshots[key] !== undefined) : [];
  const [chosenState, setChosenState] = useState<SnapshotKey | null>(null);
  const usual = known === run.runId ? (keys[keys.indexOf(current) - 1] ?? 'raw') : current;
  const key = chosenState && reached.includes(chosenState) ? chosenState : usual;
  const against = other?.snapshots[key];
  const now = new Date();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap gap-2 border-b border-hairline px-4 py-2">
        <Choice testId="compare-run" label={t('compare.withRun')} value={known} choose={setChosenRun}>
          <option value={run.runId}>{t('compare.thisRun')}</option>
          {runs
            .filter((summary) => summary.runId !== run.runId)
            .map((summary) => (
              <option key={summary.runId} value={summary.runId}>
                {t('compare.runOf', {
                  when: formatWhen(summary.createdAt, now),
                  prompt: oneLine(summary.prompt).slice(0, 60),
                })}
              </option>
            ))}
        </Choice>
        <Choice
          testId="compare-state"
          label={t('compare.withState')}
          value={key}
          choose={(value) => setChosenState(keys.find((one) => one === value) ?? null)}
        >
          {reached.map((one) => (
            <option key={one} value={one}>
              {stateName(one)}
            </option>
          ))}
        </Choice>
      </div>
      <div className="content relative min-h-0 flex-1 overflow-y-auto">
        {error ? (
          <div className="p-4">
            <ErrorNote error={error} />
          </div>
        ) : null}
        {against ? <Comparison before={against} after={state} /> : null}
        {other && !against ? <p className="p-4 text-muted">{t('compare.noState')}</p> : null}
      </div>
    </div>
  );
}

function Comparison({ before, after }: { readonly before: SuperPrompt; readonly after: SuperPrompt }) {
  const { changed, equal } = useMemo(() => compareStates(before, after), [before, after]);
  const titles = useMemo(
    () =>
      new Map(
        [...before.base_context_chunks, ...after.base_context_chunks].map((chunk) => [chunk.id, chunkName(chunk)]),
      ),
    [before, after],
  );
  return (
    <div data-testid="comparison">
      <p className="border-b border-hairline px-4 py-2 text-12 text-muted">
        {changed.length === 0 ? t('compare.same') : t('compare.changed', { count: changed.length })}
      </p>
      {changed.map((change) => (
        <section key={change.path} data-testid="changed-field" className="border-b border-hairline px-4 py-3">
          <h3 className="font-mono text-12 font-semibold">{change.path}</h3>
          {change.kind === 'ranks' ? (
            <RankDifference moves={change.moves} titles={titles} />
          ) : (
            <TextDifference before={change.before} after={change.after} />
          )}
        </section>
      ))}
      {equal.length > 0 ? (
        <details className="px-4 py-3 text-12 text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">
            {t('compare.equalFields', { count: equal.length })}
          </summary>
          <p className="mt-2 font-mono leading-[18px]">{equal.join(', ')}</p>
        </details>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  readonly testId: string;
  readonly label: string;
  readonly value: string;
  choose(value: string): void;
  readonly children: ReactNode;
}

function Choice({ testId, label, value, choose, children }: ChoiceProps) {
  return (
    <label className="flex min-w-32 flex-1 flex-col gap-1 text-12 text-muted">
      {label}
      <select
        data-testid={testId}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="h-8 min-h-8 w-full min-w-0 rounded-md border border-edge bg-case px-2 text-14 text-ellipsis text-ink"
      >
        {children}
      </select>
    </label>
  );
}

/** The chosen run; the open one is at hand, any other is fetched. */
function useRun(runId: string, own: Run): { readonly other: Run | null; readonly error: ErrorReport | null } {
  const [fetched, setFetched] = useState<{ id: string; other: Run | null; error: ErrorReport | null }>();
  useEffect(() => {
    if (runId === own.runId) return;
    let current = true;
    void host()
      .request('run.get', { runId })
      .then((result) => {
        if (!current) return;
        setFetched({ id: runId, other: result.ok ? result.data : null, error: result.ok ? null : result.error });
      });
    return () => {
      current = false;
    };
  }, [runId, own.runId]);
  if (runId === own.runId) return { other: own, error: null };
  return fetched?.id === runId ? fetched : { other: null, error: null };
}
