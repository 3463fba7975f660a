import { createHash } from 'node:crypto';
import { canonicalJson, deepFreeze } from '@shared/canonical-json';
import type { ParsedRequestOf, Run, RunDifference, StageRecord } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { type StageId, stageIds, stageTable } from '@shared/prompt/stage-names';
import {
  type ChosenWay,
  type ConversationTurn,
  emptySuperPrompt,
  type PromptExtras,
  type SuperPrompt,
} from '@shared/prompt/super-prompt';
import { type Stage, type StageConfig, type StageServices, stages } from '../stages';
import { assertInvariants, differences, type StateName } from './invariants';
import {
  catchUpTarget,
  editedRun,
  planOf,
  recordOf,
  stateBefore,
  waiting,
  wayChoice,
  withFailure,
  withReady,
  withResult,
} from './run-edits';

export interface RunKeeper {
  put(run: Run): void;
  get(runId: string): Run;
}

export type RunContext = Pick<Run, 'libraryVersion' | 'embeddingModel' | 'chatModel'>;

export interface AutoOptions {
  /** `provider:model`, null for none; replaces the run's from here on. */
  readonly chatModel?: string | null | undefined;
  readonly stopBefore?: readonly StageId[] | undefined;
}

export interface ControllerServices {
  readonly runs: RunKeeper;
  newRunId(): string;
  context(): RunContext;
  config(): Promise<StageConfig>;
  stageServices(run: Run, config: StageConfig, signal?: AbortSignal): Promise<StageServices>;
  onStage(run: Run, record: StageRecord): void;
  /** A calculation with a plan that a person has written. Absent where there are no tables. Errors: `edit-invalid`. */
  calculationWith?(found: Calculation, text: string): Promise<Calculation>;
  /**
   * The way to answer a prompt: the one that a person wants, the one that the prompt asks for where `wanted` is null.
   * Absent where there is no library. Errors: `edit-invalid` for a way that cannot answer it.
   */
  wayWith?(run: Run, prompt: SuperPrompt, wanted: string | null): Promise<ChosenWay>;
}

type Calculation = NonNullable<PromptExtras['calculation']>;

interface StageTools {
  readonly config: StageConfig;
  readonly services: StageServices;
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
      scope?: Run['scope'];
      filters?: Run['filters'];
      instructions?: Run['instructions'];
      memory?: Run['memory'];
      asPassages?: Run['asPassages'];
      /** `provider:model` for the agents, null for none; the chosen model if absent. */
      chatModel?: string | null | undefined;
      answeredBy?: string | null;
    } = {},
  ): Promise<Run> {
    const config = await this.services.config();
    const context = this.services.context();
    const chatModel = options.chatModel === undefined ? context.chatModel : options.chatModel;
    const run: Run = {
      runId: this.services.newRunId(),
      createdAt: new Date().toISOString(),
      prompt,
      parentRunId: options.parentRunId ?? null,
      ...context,
      chatModel,
      answeredBy: options.answeredBy === undefined ? chatModel : options.answeredBy,
      configuration: configurationOf(config),
      collection: options.collection ?? null,
      ...(options.scope ? { scope: options.scope } : {}),
      ...(options.filters ? { filters: options.filters } : {}),
      ...(options.instructions ? { instructions: options.instructions } : {}),
      ...(options.memory ? { memory: options.memory } : {}),
      ...(options.asPassages ? { asPassages: true } : {}),
      limits: config.limits,
      stages: withReady(stageIds.map(waiting)),
      snapshots: { raw: emptySuperPrompt(prompt, options.conversation) },
    };
    this.services.runs.put(run);
    return run;
  }

  /** Runs one stage; later results become stale. Errors: `stage-order`, `stage-failed`, `invariant-breach`. */
  async stage(runId: string, stage: StageId, signal?: AbortSignal, chatModel?: string | null): Promise<Run> {
    const kept = this.services.runs.get(runId);
    const before = chatModel === undefined ? kept : { ...kept, chatModel };
    const run = await this.advance(before, stage, await this.toolsOf(before, signal), signal);
    this.services.runs.put(run);
    return run;
  }

  /** Builds the prompt of a finished run again, with the rule for weak evidence. Errors: as `stage`. */
  async withWeakEvidence(finished: Run, signal?: AbortSignal): Promise<Run> {
    const before: Run = { ...finished, weakEvidence: true };
    const run = await this.advance(before, 'Prompt_Builder', await this.toolsOf(before, signal), signal);
    this.services.runs.put(run);
    return run;
  }

  /**
   * Runs every unfinished stage, in order, up to and including `until`. The states are written once, at the end. A
   * stage in `stopBefore` is a breakpoint: the run stops before it, unless this call begins with it, so the next call
   * continues.
   */
  async auto(start: Run | string, until: StageId = 'Prompt_Builder', signal?: AbortSignal, how: AutoOptions = {}) {
    let run = typeof start === 'string' ? this.services.runs.get(start) : start;
    if (how.chatModel !== undefined) run = { ...run, chatModel: how.chatModel };
    let begun = false;
    // Made once: reading a dozen files and looking for models before each stage took longer than most of the stages.
    let tools: StageTools | null = null;
    try {
      for (const stage of stageIds) {
        if (recordOf(run, stage).state !== 'done') {
          if (begun && how.stopBefore?.includes(stage)) break;
          begun = true;
          tools ??= await this.toolsOf(run, signal);
          run = await this.advance(run, stage, tools, signal, (failed) => {
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

  /** Runs the stale stages again: up to the last stale one, or, after an edit, the parent's last one. */
  async catchUp(runId: string, signal?: AbortSignal, how: AutoOptions = {}): Promise<Run> {
    const run = this.services.runs.get(runId);
    const target = catchUpTarget(run, this.parentOf(run));
    return target === null ? run : this.auto(run, target, signal, how);
  }

  async edit(request: ParsedRequestOf<'run.edit'>): Promise<Run> {
    const parent = this.services.runs.get(request.runId);
    const config = await this.services.config();
    const found = parent.snapshots.Retrieval?.extras.calculation;
    const plan = planOf(request.edits);
    const calculation = found && plan !== null ? await this.services.calculationWith?.(found, plan) : null;
    const choice = wayChoice(parent, request);
    const way = choice && (await this.services.wayWith?.(parent, choice.prompt, choice.wanted));
    const run: Run = {
      ...editedRun(parent, request, config.agents.A2_PromptShaper, { calculation, way }),
      configuration: configurationOf(config),
      runId: this.services.newRunId(),
      createdAt: new Date().toISOString(),
      parentRunId: parent.runId,
      ...this.services.context(),
      chatModel: parent.chatModel,
    };
    this.services.runs.put(run);
    return run;
  }

  /** How two runs, or two states of one, differ; `stage` for one pair, `afterStage` for two of different name. */
  diff(before: string, after: string, stage?: StateName, afterStage?: StateName): RunDifference[] {
    return differences(this.services.runs.get(before), this.services.runs.get(after), stage, afterStage);
  }

  /** Null without a parent, or with a deleted one. */
  private parentOf({ parentRunId }: Run): Run | null {
    if (parentRunId === null) return null;
    try {
      return this.services.runs.get(parentRunId);
    } catch (error) {
      if (reportOf(error).code === 'run-not-found') return null;
      throw error;
    }
  }

  private async toolsOf(run: Run, signal: AbortSignal | undefined): Promise<StageTools> {
    const config = { ...(await this.services.config()), limits: run.limits };
    return { config, services: await this.services.stageServices(run, config, signal) };
  }

  private async advance(
    run: Run,
    id: StageId,
    { config, services }: StageTools,
    signal?: AbortSignal,
    onFailed?: (run: Run) => void,
  ): Promise<Run> {
    const before = deepFreeze(stateBefore(run, id));
    this.services.onStage(run, { ...waiting(id), state: 'running' });
    const started = performance.now();
    try {
      signal?.throwIfAborted();
      const stage = stages[id];
      const result = await stage.run(before, services, config);
      const after = advanced(stage, before, result.prompt);
      assertInvariants(stage, before, result.prompt, run.limits);
      const done = withResult(run, id, after, result, performance.now() - started);
      const found = id === 'Retrieval' ? withoutSet(done) : done;
      const next = id === 'ReRanker' ? { ...found, reranker: services.reranker?.id ?? null } : found;
      this.services.onStage(next, recordOf(next, id));
      return next;
    } catch (error) {
      const failure = stageFailure(id, error);
      const failed = withFailure(run, id, performance.now() - started, failure.report());
      this.services.onStage(failed, recordOf(failed, id));
      if (onFailed) onFailed(failed);
      else this.services.runs.put(failed);
      throw failure;
    }
  }
}

/** New results are of this library, and not of the labelled set of the run. */
function withoutSet({ ofSet: _ofSet, ...run }: Run): Run {
  return run;
}

function advanced(stage: Stage, before: SuperPrompt, after: SuperPrompt): SuperPrompt {
  const { leaves } = stageTable[stage.id];
  const history = leaves === null ? before.history_of_stages : [...before.history_of_stages, leaves];
  return deepFreeze({ ...after, stage: leaves ?? before.stage, history_of_stages: history });
}

function stageFailure(stage: StageId, error: unknown): VitrineError {
  const report = reportOf(error);
  const keep = ['cancelled', 'invariant-breach', 'prompt-empty', 'index-unavailable', 'index-mismatch'];
  if (keep.includes(report.code)) {
    return VitrineError.of({ ...report, details: { ...report.details, stage } }, { cause: error });
  }
  const { code, details = {} } = report;
  return new VitrineError('stage-failed', { why: 'stage', stage, cause: { code, details } }, { cause: error });
}

/** The files as last read; every run uses them until one changes. */
let last: { readonly of: Pick<StageConfig, 'agents' | 'schema' | 'system'>; readonly hash: string } | null = null;

/** sha256 of what a run is configured with beside its limits, hex: the same on every machine for the same files. */
export function configurationOf({ agents, schema, system }: StageConfig): string {
  const same = last?.of.agents === agents && last.of.schema === schema && last.of.system === system;
  if (last === null || !same) {
    const hash = createHash('sha256').update(canonicalJson({ agents, schema, system })).digest('hex');
    last = { of: { agents, schema, system }, hash };
  }
  return last.hash;
}
