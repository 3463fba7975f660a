import { isPrivateId } from '@shared/address';
import type { ExchangePlace, ExportedFile, Run, RunImport, RunSummary, StageRecord } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { host, newId } from '../bridge/host';
import {
  type ChatScope,
  chatScopeOfRun,
  everywhere,
  isSameScope,
  scopeOfRequest,
  useAnswerSettings,
} from './chat/question-draft';
import { editRequest, editsOf, useRunEdits } from './run-edits';
import { useShell } from './shell';
import { slice } from './slice';
import { saveFile } from './toasts';
import { deleteWithUndo, leavingIn } from './undo';

export type SnapshotKey = StageId | 'raw';
export const snapshotKeys: readonly SnapshotKey[] = ['raw', ...stageIds];

const runsListed = 200;

export const promptLine = (prompt: string): string => prompt.trim().replaceAll(/\s+/g, ' ').slice(0, 160);

function runFile(prompt: string, exported: unknown): ExportedFile {
  const name = promptLine(prompt)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const content = JSON.stringify(exported, null, 2);
  return { fileName: `${name || 'run'}.vitrine-run.json`, mime: 'application/json', content };
}

/** The content of a run's file; text that is no JSON is passed on: the engine names the fault. */
async function readRunFile(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

const first = {
  runs: [] as readonly RunSummary[],
  leaving: new Set() as ReadonlySet<string>,
  run: null as Run | null,
  draft: '',
  scope: everywhere as ChatScope,
  conversationId: null as string | null,
  /** The model that was chosen since the run was opened, for what runs from here on; undefined where none was. */
  model: undefined as string | null | undefined,
  /** The running work: the request to cancel, and the one stage, `all`, or the answer with its text so far. */
  busy: null as { readonly requestId: string; readonly what: StageId | 'all' | 'answer' } | null,
  streamed: '',
  answerShown: false,
  error: null as ErrorReport | null,
  /** The state the inspector shows; null follows the latest. */
  shown: null as SnapshotKey | null,
  hovered: null as string | null,
  pinned: null as string | null,
  /** The open run was opened to see why its answer is what it is. */
  asksWhy: false,
  /** Parts of an imported run that the library lacks for the same result; null otherwise. */
  missing: null as RunImport['missing'] | null,
  breakpoints: new Set() as ReadonlySet<StageId>,
};

/** The last stage whose state the run holds, or `raw`. */
export const latestSnapshot = (run: Run): SnapshotKey =>
  snapshotKeys.findLast((key) => run.snapshots[key] !== undefined) ?? 'raw';

const opened = (run: Run) =>
  ({
    run,
    draft: run.prompt,
    scope: chatScopeOfRun(run),
    conversationId: conversationOf(run),
    model: undefined,
    shown: null,
    error: null,
    pinned: null,
    hovered: null,
    asksWhy: false,
    // A run of the chat was only read there; one made here was worked on.
    answerShown: run.answer !== undefined || run.parentRunId !== null,
  }) as const;

/** The conversation that goes along with a run; null for its first question. */
const conversationOf = ({ memory }: Run): string | null =>
  memory && memory.exchanges > 0 ? memory.conversationId : null;

type Asking = Pick<typeof first, 'run' | 'draft' | 'scope' | 'conversationId'>;

export const isCurrent = ({ run, draft, scope, conversationId }: Asking): boolean =>
  run !== null &&
  run.prompt === draft &&
  isSameScope(chatScopeOfRun(run), scope) &&
  conversationOf(run) === conversationId;

/** Whether this request is still the one under way: the run may have been left meanwhile. */
const isAt = (requestId: string): boolean => get().busy?.requestId === requestId;

function take(result: Result<Run>, requestId: string): void {
  if (isAt(requestId)) set(result.ok ? { run: result.data, shown: null } : { error: result.error });
}

function done(requestId: string): void {
  if (isAt(requestId)) set({ busy: null, streamed: '' });
}

async function loadRuns(): Promise<void> {
  const result = await host().request('run.list', { limit: runsListed });
  set(result.ok ? { runs: result.data } : { error: result.error });
}

/** Returns the run that the next stage belongs to: the open one, or a new one if the prompt has changed. */
async function runFor(requestId: string, fresh: boolean, prompt: string): Promise<Run | null> {
  const { run, scope, conversationId } = get();
  if (run && !fresh && isCurrent({ ...get(), draft: prompt })) return run;
  const look = {
    ...scopeOfRequest(scope),
    ...(conversationId === null ? {} : { conversationId }),
    // In its conversation it has the open run's place: the result of that one was not said before it.
    ...(run?.memory && conversationOf(run) === conversationId ? { after: run.memory.after } : {}),
    ...(isPrivateId(run?.runId ?? '') ? { private: true } : {}),
  };
  const started = await host().request('run.start', { prompt, ...look }, { requestId });
  if (!isAt(requestId)) return null;
  take(started, requestId);
  set({ pinned: null, hovered: null, model: undefined, answerShown: false });
  if (!started.ok) return null;
  // None where the conversation is gone.
  if (get().conversationId === conversationId) set({ conversationId: conversationOf(started.data) });
  return started.data;
}

interface Work {
  readonly what: StageId | 'all';
  /** Whether a new run is made, even if the prompt has not changed. */
  readonly fresh?: boolean;
  readonly prompt?: string;
  step(run: Run, requestId: string): Promise<Result<Run>>;
}

async function work({ what, fresh = false, prompt = get().draft, step }: Work): Promise<void> {
  if (get().busy || prompt.trim() === '') return;
  const requestId = newId();
  set({ busy: { requestId, what }, error: null });
  const run = await runFor(requestId, fresh, prompt);
  if (run) await carryOut(run, requestId, step);
  done(requestId);
  await loadRuns();
}

async function carryOut(run: Run, requestId: string, step: Work['step']): Promise<void> {
  const result = await step(run, requestId);
  take(result, requestId);
  if (result.ok) return;
  // A failure leaves its cause in the run's own record; the pane shows it.
  const current = await host().request('run.get', { runId: run.runId });
  if (current.ok && get().run?.runId === run.runId) set({ run: current.data });
}

function asChosen() {
  const { model } = get();
  return model === undefined ? {} : { model };
}

const toBreakpoint = () => ({ stopBefore: [...get().breakpoints], ...asChosen() });

/** Runs what is not done up to the next breakpoint; a run that waits at one continues past it. */
const runOn: Work['step'] = ({ runId }, requestId) =>
  host().request('run.auto', { runId, ...toBreakpoint() }, { requestId });

const startNew = (): void =>
  set({
    run: null,
    draft: '',
    scope: everywhere,
    conversationId: null,
    model: undefined,
    busy: null,
    shown: null,
    error: null,
    pinned: null,
    hovered: null,
    missing: null,
  });

async function openRun(runId: string, asksWhy = false): Promise<void> {
  const result = await host().request('run.get', { runId });
  set(result.ok ? { ...opened(result.data), asksWhy, missing: null } : { error: result.error });
}

/** Opens a new run in Stages, from another room. */
export async function goToRun(runId: string): Promise<void> {
  await openRun(runId);
  useShell.getState().go('stages');
  await loadRuns();
}

const actions = {
  loadRuns,
  startNew,
  openRun,
  runStage: (stage: StageId): Promise<void> =>
    work({
      what: stage,
      step: ({ runId }, requestId) => host().request('run.stage', { runId, stage, ...asChosen() }, { requestId }),
    }),
  async runAll(): Promise<void> {
    const fresh = get().run?.stages.every((record) => record.state === 'done') ?? false;
    await work({ what: 'all', fresh, step: runOn });
  },
  /** Runs this prompt in the place of the open run's; a draft of something else stays. */
  async runInstead(prompt: string): Promise<void> {
    const { run, draft, busy } = get();
    if (busy) return;
    if (run?.prompt === draft) set({ draft: prompt });
    await work({ what: 'all', fresh: true, step: runOn, prompt });
  },
  /** Runs the stale stages again, up to the next breakpoint. */
  catchUp: (): Promise<void> =>
    work({
      what: 'all',
      step: ({ runId }, requestId) => host().request('run.catchUp', { runId, ...toBreakpoint() }, { requestId }),
    }),
  /** Makes a new run of the edits of the open one, opens it and runs it to its end. */
  async runEdited(): Promise<void> {
    const { run, busy } = get();
    const edits = editsOf(useRunEdits.getState(), run);
    if (!run || busy || edits.size === 0) return;
    const requestId = newId();
    set({ busy: { requestId, what: 'all' }, error: null });
    const made = await host().request('run.edit', editRequest(run.runId, edits), { requestId });
    if (!isAt(requestId)) return;
    if (made.ok) {
      useRunEdits.getState().discard();
      set({ run: made.data, draft: made.data.prompt, shown: null, answerShown: true });
      await carryOut(made.data, requestId, runOn);
    } else set({ error: made.error });
    done(requestId);
    await loadRuns();
  },
  stop(): void {
    const { busy } = get();
    if (busy) host().cancel(busy.requestId);
  },
  async answerRun(): Promise<void> {
    const { run, busy } = get();
    if (!run || busy) return;
    const requestId = newId();
    set({ busy: { requestId, what: 'answer' }, streamed: '', answerShown: true, error: null });
    const asked = { runId: run.runId, ...useAnswerSettings.getState().settings };
    const result = await host().request('run.answer', asked, { requestId });
    if (result.ok && get().run?.runId === run.runId) set({ run: { ...run, answer: result.data } });
    else if (!result.ok && isAt(requestId)) set({ error: result.error });
    done(requestId);
  },
  /** Puts the answer of the open run into its conversation; resolves to its place there, null for a refusal. */
  async answerToChat(): Promise<ExchangePlace | null> {
    const { run } = get();
    if (!run) return null;
    const result = await host().request('run.toChat', { runId: run.runId });
    if (!result.ok) set({ error: result.error });
    return result.ok ? result.data : null;
  },
  onToken: (requestId: string, token: string): void =>
    set(({ busy, streamed }) => (busy?.requestId === requestId ? { streamed: streamed + token } : {})),
  removeRun(runId: string): void {
    const prompt = get().runs.find((known) => known.runId === runId)?.prompt ?? '';
    deleteWithUndo({
      text: t('library.deletedTitle', { title: promptLine(prompt) }),
      ...leavingIn(set, [runId], () => get().run?.runId === runId && startNew()),
      carryOut: () => host().request('run.delete', { runIds: [runId] }),
      reload: loadRuns,
    });
  },
  /** Opens the run of the last window, if it still exists and no other was started. */
  async reopen(runId: string, look: Pick<typeof first, 'shown' | 'pinned'>): Promise<void> {
    const result = await host().request('run.get', { runId });
    if (result.ok && get().run === null && get().draft === '') set({ ...opened(result.data), ...look });
  },
  async exportRun(): Promise<void> {
    const { run } = get();
    if (!run) return;
    const result = await host().request('run.export', { runId: run.runId });
    if (result.ok) saveFile(runFile(run.prompt, result.data));
    else set({ error: result.error });
  },
  async importRun(file: File): Promise<void> {
    const result = await host().request('run.import', { data: await readRunFile(file) });
    set(result.ok ? { ...opened(result.data.run), missing: result.data.missing } : { error: result.error });
    await loadRuns();
  },
  setDraft: (draft: string): void => set({ draft }),
  setScope: (scope: ChatScope): void => set({ scope }),
  toggleBreakpoint: (stage: StageId): void =>
    set(({ breakpoints: before }) => {
      const breakpoints = new Set(before);
      if (!breakpoints.delete(stage)) breakpoints.add(stage);
      return { breakpoints };
    }),
  show: (shown: SnapshotKey | null): void => set({ shown }),
  hover: (hovered: string | null): void => set({ hovered }),
  pin: (pinned: string | null): void => set((state) => ({ pinned: state.pinned === pinned ? null : pinned })),
  onStage: (runId: string, record: StageRecord): void =>
    set(({ run, busy }) => {
      // An event may come after the result that it led to, which knows better.
      if (run?.runId !== runId || busy === null) return {};
      const stages = run.stages.map((known) => (known.stage === record.stage ? record : known));
      // The stage's old result is not its new one: the new state comes with the run.
      const { [record.stage]: _, ...others } = run.snapshots;
      return { run: { ...run, stages, snapshots: record.state === 'running' ? others : run.snapshots } };
    }),
};

export const useStages = slice(first, () => actions);
const { setState: set, getState: get } = useStages;

export function answerGate(asking: Asking & Pick<typeof first, 'busy'>): Gate {
  if (asking.busy) return { allowed: false, reason: t('stages.reasons.busy') };
  const isDone = asking.run?.stages.every(({ state }) => state === 'done') ?? false;
  if (!isDone || !isCurrent(asking)) return { allowed: false, reason: t('stages.answer.needsAll') };
  return { allowed: true, reason: t('stages.answer.runsNow') };
}

interface Gate {
  readonly allowed: boolean;
  readonly reason: string;
}

/**
 * Whether a stage may be run now. The order is the pipeline's: a stage runs when every stage before it is done;
 * with no run yet, or after the prompt or where it looks was changed, only the first may.
 */
export function stageGate(asking: Asking & Pick<typeof first, 'busy'>, stage: StageId): Gate {
  const { run, draft, busy } = asking;
  if (busy) return { allowed: false, reason: t('stages.reasons.busy') };
  if (draft.trim() === '') return { allowed: false, reason: t('stages.reasons.empty') };
  const index = stageIds.indexOf(stage);
  const current = run !== null && isCurrent(asking);
  if (!current && index > 0) {
    const reason =
      run === null
        ? t('stages.reasons.order', { name: t(`stages.names.${stageIds[0]}`) })
        : t('stages.reasons.changed');
    return { allowed: false, reason };
  }
  const missing = current ? run.stages.slice(0, index).find((record) => record.state !== 'done') : undefined;
  if (missing)
    return { allowed: false, reason: t('stages.reasons.order', { name: t(`stages.names.${missing.stage}`) }) };
  const state = current ? run.stages[index]?.state : undefined;
  if (state === 'stale') return { allowed: true, reason: t('stages.anew') };
  return { allowed: true, reason: state === 'done' ? t('stages.again') : t('stages.runsNow') };
}
