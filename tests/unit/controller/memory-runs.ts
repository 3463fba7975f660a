import type { Run, StageRecord } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { Controller, type RunKeeper } from '../../../electron/engine/controller';
import type { StageConfig, StageServices } from '../../../electron/engine/stages';
import { aChunk, configOf, servicesOf } from '../stages/memory-library';

/** Runs in the form of the store: as JSON, without shared references. */
export class MemoryRuns implements RunKeeper {
  private readonly runs = new Map<string, string>();

  put(run: Run): void {
    this.runs.set(run.runId, JSON.stringify(run));
  }

  get(runId: string): Run {
    const run = this.runs.get(runId);
    if (run === undefined) throw new VitrineError('run-not-found', { runId });
    return JSON.parse(run) as Run;
  }

  remove(runIds: readonly string[]): number {
    return runIds.filter((runId) => this.runs.delete(runId)).length;
  }
}

export const millLibrary: readonly Chunk[] = [
  aChunk('mill', 'The mill grinds rye. It was opened in 1881. Visitors must not touch the wheel of the mill.'),
  aChunk('copy', 'The mill grinds rye. It was opened in 1881. Visitors must not touch the wheel of the mill!'),
  aChunk('wheel', 'The wheel of the mill is made of oak and turns day and night.'),
  aChunk('baker', 'The baker buys flour of rye from the mill every morning.'),
  aChunk('sky', 'The sky above the harbour is blue in summer.'),
];

export interface Desk {
  readonly controller: Controller;
  readonly runs: MemoryRuns;
  /** Every record that was announced, as `stage state`. */
  readonly announced: string[];
  /** The limits that the next run is started with. */
  limits: Partial<PipelineLimits>;
}

/** A controller over chunks in memory; `change` puts other services in place. */
export function deskOf(
  chunks: readonly Chunk[] = millLibrary,
  change: (services: StageServices) => StageServices = (services) => services,
): Desk {
  const runs = new MemoryRuns();
  const announced: string[] = [];
  let next = 0;
  const desk: Desk = {
    runs,
    announced,
    limits: {},
    controller: new Controller({
      runs,
      newRunId() {
        next += 1;
        return `run-${next}`;
      },
      context: () => ({ libraryVersion: 7, embeddingModel: 'none', chatModel: null }),
      config: async (): Promise<StageConfig> => configOf(desk.limits),
      stageServices: async (_run, config, signal) => change({ ...servicesOf(chunks, config), signal }),
      onStage: (_run: Run, record: StageRecord) => announced.push(`${record.stage} ${record.state}`),
    }),
  };
  return desk;
}

/** A desk with a run that has gone through all stages. */
export async function wholeRun(question: string) {
  const desk = deskOf();
  return { ...desk, run: await desk.controller.auto(await desk.controller.start(question)) };
}

export const statesOf = (run: Run): string => run.stages.map(({ state }) => state).join(' ');
