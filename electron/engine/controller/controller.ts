import { canonicalJson, deepFreeze } from '@shared/canonical-json';
import type { ParsedRequestOf, Run, RunDifference, RunSummary, StageRecord } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { type StageId, stageIds } from '@shared/stage-names';
import { type ConversationTurn, emptySuperPrompt, type SuperPrompt } from '@shared/super-prompt';
import { type Stage, type StageConfig, type StageResult, type StageServices, stages } from '../stages';
import { assertInvariants, changedFields } from './invariants';
import { editedLimits, editedPrompt, restartStage, stateBefore } from './run-edits';

/** What the controller needs of the store. */
export interface RunKeeper {
  put(run: Run): void;
  get(runId: string): Run;
  list(limit: number): RunSummary[];
  remove(runIds: readonly string[]): number;
}

export interface RunContext {
  readonly libraryVersion: number;
  readonly embeddingModel: string;
  readonly chatModel: string | null;
}

export interface ControllerServices {
  readonly runs: RunKeeper;
  newRunId(): string;
  context(): RunContext;
  config(): Promise<StageConfig>;
  /** Services for one run: its scope, its models. */
  stageServices(run: Run, config: StageConfig, signal?: AbortSignal): Promise<StageServices>;
  onStage(run: Run, record: StageRecord): void;
}

const waiting = (stage: StageId): StageRecord => ({
  stage,
  state: 'waiting',
  by: null,
  ms: null,
  candidatesIn: null,
  candidatesOut: null,
  decisions: [],
  notices: [],
  calls: [],
  error: null,
});

/** The first stage that is not done is ready when all before it are. */
function withReady(records: readonly StageRecord[]): StageRecord[] {
  const next = records.findIndex((record) => record.state !== 'done');
  return records.map((record, position) => {
    if (position === next && record.state === 'waiting') return { ...record, state: 'ready' };
    return position !== next && record.state === 'ready' ? { ...record, state: 'waiting' } : record;
  });
}

/**
 * Order, invariants and runs: gives each stage the frozen state before it, checks what comes back and keeps every
 * state (S10, S16). Does no stage's work.
 */
export class Controller {
  constructor(private readonly services: ControllerServices) {}

  async start(
    prompt: string,
    options: {
      collection?: string | undefined;
      conversation?: readonly ConversationTurn[];
      parentRunId?: string;
      /** `provider:model` for the agents, null for none; what is set up where absent. */
      chatModel?: string | null | undefined;
    } = {},
  ): Promise<Run> {
    const config = await this.services.config();
    const context = this.services.context();
    const run: Run = {
      runId: this.services.newRunId(),
      createdAt: new Date().toISOString(),
      prompt,
      parentRunId: options.parentRunId ?? null,
      ...context,
      chatModel: options.chatModel === undefined ? context.chatModel : options.chatModel,
      collection: options.collection ?? null,
      limits: config.limits,
      stages: withReady(stageIds.map(waiting)),
      snapshots: { raw: emptySuperPrompt(prompt, options.conversation) },
    };
    this.services.runs.put(run);
    return run;
  }

  /** Runs one stage on what the stage before it left; later results become stale. Errors: `stage-order`, `stage-failed`, `invariant-breach`. */
  async stage(runId: string, stage: StageId, signal?: AbortSignal): Promise<Run> {
    const run = await this.advance(this.services.runs.get(runId), stage, signal);
    this.services.runs.put(run);
    return run;
  }

  /** Runs every stage that is not done, in order, up to and including `until`. The states are written once, at the end. `chatModel` stands in the place of the run's from here on. */
  async auto(
    start: Run | string,
    until: StageId = 'Prompt_Builder',
    signal?: AbortSignal,
    chatModel?: string,
  ): Promise<Run> {
    let run = typeof start === 'string' ? this.services.runs.get(start) : start;
    if (chatModel !== undefined) run = { ...run, chatModel };
    try {
      for (const stage of stageIds) {
        if (run.stages.find((record) => record.stage === stage)?.state !== 'done') {
          run = await this.advance(run, stage, signal, (failed) => {
            run = failed;
          });
        }
        if (stage === until) break;
      }
      return run;
    } finally {
      this.services.runs.put(run);
    }
  }

  /** A new run that shares the states before the first edited stage with its parent. */
  async edit(request: ParsedRequestOf<'run.edit'>): Promise<Run> {
    const parent = this.services.runs.get(request.runId);
    const from = restartStage(request.edits, request.from);
    const limits = editedLimits(parent.limits, request.edits);
    const before = editedPrompt(stateBefore(parent, from), request.edits);
    const kept = stageIds.slice(0, stageIds.indexOf(from));
    const last = kept.at(-1) ?? 'raw';
    const snapshots: Partial<Record<StageId | 'raw', SuperPrompt>> = {};
    for (const stage of ['raw', ...kept] as const) {
      const snapshot = parent.snapshots[stage];
      if (snapshot) snapshots[stage] = snapshot;
    }
    snapshots[last] = before;
    const run: Run = {
      ...parent,
      runId: this.services.newRunId(),
      createdAt: new Date().toISOString(),
      parentRunId: parent.runId,
      ...this.services.context(),
      chatModel: parent.chatModel,
      limits,
      stages: withReady(
        stageIds.map((stage) => {
          const record = parent.stages.find((candidate) => candidate.stage === stage);
          return record && kept.includes(stage) ? record : waiting(stage);
        }),
      ),
      snapshots,
    };
    this.services.runs.put(run);
    return run;
  }

  get(runId: string): Run {
    return this.services.runs.get(runId);
  }

  list(limit: number): RunSummary[] {
    return this.services.runs.list(limit);
  }

  remove(runIds: readonly string[]): number {
    return this.services.runs.remove(runIds);
  }

  /** How two runs differ, state by state; `stage` for one of them. */
  diff(before: string, after: string, stage?: StageId): RunDifference[] {
    const one = this.services.runs.get(before);
    const other = this.services.runs.get(after);
    const compared: (StageId | 'raw')[] = stage ? [stage] : ['raw', ...stageIds];
    return compared.flatMap((name): RunDifference[] => {
      const left = one.snapshots[name];
      const right = other.snapshots[name];
      if (!left || !right) return [];
      const paths = changedFields(left, right);
      return [
        {
          stage: name,
          equal: canonicalJson(left) === canonicalJson(right),
          fields: paths.map((path) => ({ path, before: valueAt(left, path), after: valueAt(right, path) })),
        },
      ];
    });
  }

  private async advance(run: Run, id: StageId, signal?: AbortSignal, onFailed?: (run: Run) => void): Promise<Run> {
    const before = deepFreeze(stateBefore(run, id));
    const config = { ...(await this.services.config()), limits: run.limits };
    const services = await this.services.stageServices(run, config, signal);
    this.services.onStage(run, { ...waiting(id), state: 'running' });
    const started = performance.now();
    try {
      signal?.throwIfAborted();
      const stage = stages[id];
      const result = await stage.run(before, services, config);
      const after = advanced(stage, before, result.prompt);
      assertInvariants(stage, before, result.prompt, run.limits);
      const next = withResult(run, id, after, result, performance.now() - started);
      this.services.onStage(next, recordOf(next, id));
      return next;
    } catch (error) {
      const failure = stageFailure(id, error);
      const failed = withRecord(run, {
        ...waiting(id),
        state: 'failed',
        ms: performance.now() - started,
        error: failure.report(),
      });
      this.services.onStage(failed, recordOf(failed, id));
      if (onFailed) onFailed(failed);
      else this.services.runs.put(failed);
      throw failure;
    }
  }
}

function advanced(stage: Stage, before: SuperPrompt, after: SuperPrompt): SuperPrompt {
  const history = stage.id === 'Prompt_Builder' ? before.history_of_stages : [...before.history_of_stages, stage.to];
  return deepFreeze({ ...after, stage: stage.to, history_of_stages: history });
}

function recordOf(run: Run, id: StageId): StageRecord {
  return run.stages.find((record) => record.stage === id) ?? waiting(id);
}

function withRecord(run: Run, record: StageRecord): Run {
  return { ...run, stages: withReady(run.stages.map((one) => (one.stage === record.stage ? record : one))) };
}

/** The run with this stage done; what came after it earlier is stale, since its input has changed. */
function withResult(run: Run, id: StageId, after: SuperPrompt, result: StageResult, ms: number): Run {
  const position = stageIds.indexOf(id);
  const staled = run.stages.map(
    (record, index): StageRecord =>
      index > position && (record.state === 'done' || record.state === 'stale')
        ? { ...record, state: 'stale' }
        : record,
  );
  const record: StageRecord = {
    stage: id,
    state: 'done',
    by: result.by,
    ms,
    candidatesIn: result.candidatesIn ?? null,
    candidatesOut: result.candidatesOut ?? null,
    decisions: result.decisions,
    notices: result.notices,
    calls: result.calls ?? [],
    error: null,
  };
  return withRecord({ ...run, stages: staled, snapshots: { ...run.snapshots, [id]: after } }, record);
}

function stageFailure(stage: StageId, error: unknown): VitrineError {
  const report = reportOf(error);
  const keep = ['cancelled', 'invariant-breach', 'prompt-empty', 'index-unavailable', 'index-mismatch'];
  const code = keep.includes(report.code) ? report.code : 'stage-failed';
  return new VitrineError(
    code,
    `${stage}: ${report.message}`,
    report.hint,
    { ...report.details, stage, cause: report.code },
    { cause: error },
  );
}

function valueAt(prompt: SuperPrompt, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], prompt);
}
