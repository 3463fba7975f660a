import { readFile } from 'node:fs/promises';
import type { RunImport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type StageId, stageIds } from '@shared/stage-names';
import { type Command, Option } from 'commander';
import { tellWaiting } from './answer-options';
import type { MakeCommand, WithSession } from './commands';
import { parseEdit } from './edits';
import { table } from './render';
import { differencesText, runText, stageText } from './run-text';
import { addScopeOptions, lookingAt, type ScopeFlags } from './scope-options';
import type { Session } from './session';

/** Runs of the stages: make, list, compare, carry to another machine. */
export function addRunCommands(command: MakeCommand, session: WithSession): void {
  const run = command('run [prompt]', 'run the stages on a prompt')
    .addOption(new Option('--until <stage>', 'last stage to run').choices([...stageIds]))
    .option('--from <run>', 'start again from a run, with --set edits')
    .option('--set <path=value...>', 'edit before running on: body.task=…, limits.N3_FINAL_SELECTION_MAX=3')
    .option('--model <provider:model>', 'chat model for the agents');
  addScopeOptions(run).action((prompt: string | undefined, options: RunOptions, self: Command) =>
    session(self, (engine) => runStages(engine, prompt, options, self)),
  );
  command('runs [run]', 'list earlier runs, or look at one')
    .addOption(new Option('--stage <stage>', 'what this stage of the run decided and left').choices([...stageIds]))
    .option('--delete <runs...>', 'delete these')
    .action((runId: string | undefined, options: { stage?: StageId; delete?: string[] }, self: Command) =>
      session(self, (engine) => showRuns(engine, runId, options, self)),
    );
  command('export-run <run>', 'print a run as one JSON document for another machine').action(
    (runId: string, _options: unknown, self: Command) =>
      session(self, async (engine) => {
        const exported = await engine.request('run.export', { runId });
        engine.print(exported, () => JSON.stringify(exported));
      }),
  );
  command('import-run <file>', 'take in an exported run, and say what this library lacks to run it again').action(
    (file: string, _options: unknown, self: Command) =>
      session(self, async (engine) => {
        const imported = await engine.request('run.import', { data: await readJsonFile(file) });
        engine.print(imported, () => importText(imported));
      }),
  );
  const states = ['raw', ...stageIds] as const;
  command('diff <before> <after>', 'compare two runs, or two states of one')
    .addOption(new Option('--stage <stage>', 'only the state behind this stage').choices(states))
    .addOption(new Option('--after-stage <stage>', 'compare it with this one of the second run').choices(states))
    .action((before: string, after: string, options: DiffOptions, self: Command) =>
      session(self, async (engine) => {
        const { stage, afterStage } = options;
        if (afterStage !== undefined && stage === undefined) {
          self.error('error: --after-stage wants --stage', { exitCode: 2 });
        }
        const differences = await engine.request('run.diff', { before, after, stage, afterStage });
        engine.print({ differences }, () => differencesText(differences));
      }),
    );
}

interface DiffOptions {
  readonly stage?: StageId | 'raw';
  readonly afterStage?: StageId | 'raw';
}

async function showRuns(
  engine: Session,
  runId: string | undefined,
  { stage, delete: runIds }: { stage?: StageId; delete?: string[] },
  self: Command,
): Promise<void> {
  if (runIds !== undefined) {
    const result = await engine.request('run.delete', { runIds });
    engine.print(result, () => `Deleted ${result.deleted}.`);
  } else if (runId !== undefined) {
    const run = await engine.request('run.get', { runId });
    const record = run.stages.find((one) => one.stage === stage);
    engine.print(stage === undefined ? { run } : { superPrompt: run.snapshots[stage] ?? null, record }, () =>
      stage === undefined ? runText(run) : stageText(run, stage),
    );
  } else if (stage !== undefined) {
    self.error('error: --stage wants a run', { exitCode: 2 });
  } else {
    const runs = await engine.request('run.list', {});
    engine.print({ runs }, () =>
      table(
        ['run', 'when', 'stages', 'ms', 'prompt'],
        runs.map((run) => [run.runId, run.createdAt, `${run.stagesDone}/8`, run.ms.toFixed(0), run.prompt]),
      ),
    );
  }
}

interface RunOptions extends ScopeFlags {
  readonly until?: StageId;
  readonly from?: string;
  readonly set?: string[];
  readonly model?: string;
}

async function runStages(
  engine: Session,
  prompt: string | undefined,
  options: RunOptions,
  self: Command,
): Promise<void> {
  const edits = (options.set ?? []).map((text) => parseEdit(text, self));
  if ((prompt ?? '').trim() === '' && options.from === undefined)
    self.error('error: a prompt or --from is wanted', { exitCode: 2 });
  const started =
    options.from === undefined
      ? await engine.request('run.start', {
          prompt: prompt ?? '',
          ...lookingAt(options),
          model: options.model,
        })
      : await engine.request('run.edit', { runId: options.from, edits });
  const edited =
    options.from === undefined && edits.length > 0
      ? await (async () => {
          await engine.request('run.stage', { runId: started.runId, stage: 'A0_PreProcessing' });
          return engine.request('run.edit', { runId: started.runId, edits, from: 'A2_PromptShaper' });
        })()
      : started;
  const asked = { runId: edited.runId, until: options.until, model: options.model };
  const run = await engine.request('run.auto', asked, tellWaiting(engine));
  const last = [...run.stages].reverse().find((record) => record.state === 'done');
  const superPrompt = run.snapshots[last?.stage ?? 'raw'];
  const timings = Object.fromEntries(run.stages.map((record) => [record.stage, record.ms]));
  const notices = run.stages.flatMap((record) => record.notices.map((notice) => ({ stage: record.stage, ...notice })));
  engine.print(
    { superPrompt, run: { runId: run.runId, timings, notices } },
    () => `${runText(run)}\n\nKept as ${run.runId}.`,
  );
}

/** Errors: `run-invalid` where the file cannot be read or is no JSON. */
async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new VitrineError(
      'run-invalid',
      `${file} cannot be read as JSON.`,
      'Choose a file that Vitrine exported.',
      { file },
      { cause: error },
    );
  }
}

function importText({ run, missing }: RunImport): string {
  const lacks = [
    ...missing.models.map(({ message }) => message),
    ...missing.documents.map(
      (document) => `Not in this library: ${document.title} (${document.checksum.slice(0, 12)}…).`,
    ),
    ...(missing.configuration ? ['Agents, prompts or prompt schema differ from those of the run.'] : []),
    ...(missing.app === null ? [] : [`It was exported by Vitrine ${missing.app}; this is another version.`]),
  ];
  const again = `Run it again: vitrine run --from ${run.runId} --until Prompt_Builder`;
  return [`Imported as ${run.runId}.`, ...(lacks.length > 0 ? lacks : ['Nothing is missing here.']), again].join('\n');
}
