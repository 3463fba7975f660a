import { readFile } from 'node:fs/promises';
import type { RequestOf, RunImport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { type Command, Option } from 'commander';
import { type AnswerFlags, addAnswerOptions, settingsOf, tellWaiting } from './ask-command';
import { answerText, table } from './render';
import { differencesText, runText, stageText } from './run-text';
import type { MakeCommand, Session } from './session';
import { addScopeOptions, badUsage, lookingAt, type ScopeFlags } from './usage';

export function addRunCommands(command: MakeCommand): void {
  const run = command('run [prompt]', t('terminal.command.run'))
    .addOption(new Option('--until <stage>', t('terminal.option.until')).choices([...stageIds]))
    .option('--from <run>', t('terminal.option.from'))
    .option('--set <path=value...>', t('terminal.option.set'))
    .option('--model <provider:model>', t('terminal.option.agentModel'))
    .option('--no-llm', t('terminal.option.noLlm'))
    .option('--answer', t('terminal.option.answerRun'));
  addAnswerOptions(addScopeOptions(run)).act((engine, prompt: string | undefined, options: RunOptions, self: Command) =>
    runStages(engine, prompt, options, self),
  );
  command('runs [run]', t('terminal.command.runs'))
    .addOption(new Option('--stage <stage>', t('terminal.option.runStage')).choices([...stageIds]))
    .option('--delete <runs...>', t('terminal.option.deleteThese'))
    .act((engine, runId: string | undefined, options: { stage?: StageId; delete?: string[] }, self: Command) =>
      showRuns(engine, runId, options, self),
    );
  command('export-run <run>', t('terminal.command.exportRun')).act((engine, runId: string) =>
    engine.show('run.export', { runId }, (exported) => JSON.stringify(exported)),
  );
  command('import-run <file>', t('terminal.command.importRun')).act(async (engine, file: string) => {
    await engine.show('run.import', { data: await readJsonFile(file) }, importText);
  });
  const states = ['raw', ...stageIds] as const;
  command('diff <before> <after>', t('terminal.command.diff'))
    .addOption(new Option('--stage <stage>', t('terminal.option.diffStage')).choices(states))
    .addOption(new Option('--after-stage <stage>', t('terminal.option.afterStage')).choices(states))
    .act(async (engine, before: string, after: string, options: DiffOptions, self: Command) => {
      const { stage, afterStage } = options;
      if (afterStage !== undefined && stage === undefined) {
        badUsage(self, () => t('terminal.usage.afterStage'));
      }
      const differences = await engine.request('run.diff', { before, after, stage, afterStage });
      engine.print({ differences }, () => differencesText(differences));
    });
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
    await engine.show('run.delete', { runIds }, ({ deleted }) => t('terminal.deleted', { deleted }));
  } else if (runId !== undefined) {
    const run = await engine.request('run.get', { runId });
    const record = run.stages.find((one) => one.stage === stage);
    engine.print(stage === undefined ? { run } : { superPrompt: run.snapshots[stage] ?? null, record }, () =>
      stage === undefined ? runText(run) : stageText(run, stage),
    );
  } else if (stage !== undefined) {
    badUsage(self, () => t('terminal.usage.stage'));
  } else {
    const runs = await engine.request('run.list', {});
    engine.print({ runs }, () =>
      table(runs, [
        [t('terminal.column.run'), (run) => run.runId],
        [t('terminal.column.when'), ({ createdAt }) => createdAt],
        [t('app.rooms.stages'), ({ stagesDone }) => `${stagesDone}/${stageIds.length}`],
        ['ms', ({ ms }) => ms.toFixed(0)],
        [t('inspector.tabs.prompt'), ({ prompt }) => prompt],
      ]),
    );
  }
}

interface RunOptions extends ScopeFlags, AnswerFlags {
  readonly until?: StageId;
  readonly from?: string;
  readonly set?: string[];
  readonly model?: string;
  readonly llm: boolean;
  readonly answer?: boolean;
}

async function runStages(
  engine: Session,
  prompt: string | undefined,
  options: RunOptions,
  self: Command,
): Promise<void> {
  const edits = (options.set ?? []).map((text) => parseEdit(text, self));
  if ((prompt ?? '').trim() === '' && options.from === undefined) badUsage(self, () => t('terminal.usage.prompt'));
  if (options.answer && options.until !== undefined && options.until !== 'Prompt_Builder') {
    badUsage(self, () => t('terminal.usage.answerUntil'));
  }
  const model = options.llm ? options.model : null;
  const asItStands = options.from !== undefined && options.answer === true && edits.length === 0;
  const begun = async (): Promise<string> => {
    if (asItStands && options.from !== undefined) return options.from;
    if (options.from !== undefined) {
      const { runId } = await engine.request('run.edit', { runId: options.from, edits });
      return runId;
    }
    const { runId } = await engine.request('run.start', { prompt: prompt ?? '', ...lookingAt(options), model });
    if (edits.length === 0) return runId;
    await engine.request('run.stage', { runId, stage: 'A0_PreProcessing' });
    return (await engine.request('run.edit', { runId, edits, from: 'A2_PromptShaper' })).runId;
  };
  const asked = { runId: await begun(), until: options.until, ...(asItStands ? {} : { model }) };
  const run = await engine.request('run.auto', asked, tellWaiting(engine));
  const last = run.stages.findLast((record) => record.state === 'done');
  const superPrompt = run.snapshots[last?.stage ?? 'raw'];
  const timings = Object.fromEntries(run.stages.map((record) => [record.stage, record.ms]));
  const notices = run.stages.flatMap((record) => record.notices.map((notice) => ({ stage: record.stage, ...notice })));
  const how = { model: options.model, noLlm: !options.llm, ...settingsOf(options) };
  const answer = options.answer
    ? await engine.request('run.answer', { runId: run.runId, ...how }, tellWaiting(engine))
    : null;
  engine.print({ superPrompt, run: { runId: run.runId, timings, notices }, ...(answer ? { answer } : {}) }, () =>
    [runText(run), ...(answer ? [answerText(answer)] : []), t('terminal.keptAs', { id: run.runId })].join('\n\n'),
  );
}

/** Errors: `run-invalid` where the file cannot be read or is no JSON. */
async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new VitrineError('run-invalid', { why: 'not-json', file }, { cause: error });
  }
}

function importText({ run, missing }: RunImport): string {
  const lacks = [
    ...missing.models.map(({ job, id }) =>
      id === null ? t(`exchange.without.${job}`) : t(`exchange.models.${job}`, { model: id }),
    ),
    ...(missing.documents.length === 0 ? [] : [t('exchange.documents', { count: missing.documents.length })]),
    ...missing.documents.map(({ title, checksum }) => `  ${title} (${checksum.slice(0, 12)}…)`),
    ...(missing.configuration ? [t('exchange.configuration')] : []),
    ...(missing.app === null ? [] : [t('exchange.app', { version: missing.app })]),
  ];
  return [
    ...(lacks.length > 0 ? [t('exchange.lacks'), ...lacks] : [t('exchange.whole')]),
    t('terminal.run.again', { runId: run.runId }),
  ].join('\n');
}

type Edit = RequestOf<'run.edit'>['edits'][number];

/** `path=value`; a value is a number where the path is a limit. Errors: usage (exit 2). */
function parseEdit(text: string, command: Command): Edit {
  const at = text.indexOf('=');
  if (at < 1) badUsage(command, () => t('terminal.usage.set', { text }));
  const path = text.slice(0, at) as Edit['path'];
  const value = text.slice(at + 1);
  const number = Number(value);
  return { path, value: path.startsWith('limits.') && value.trim() !== '' && !Number.isNaN(number) ? number : value };
}
