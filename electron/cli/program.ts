import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DocumentTraces, type Results, type SearchMode, searchModes } from '@shared/contract';
import { type FactFilters, factIds } from '@shared/document-facts';
import { t } from '@shared/words/index';
import { languages } from '@shared/words/languages';
import { type Command, Option } from 'commander';
import { version } from '../../package.json';
import { addAskCommand } from './ask-command';
import { addCollectionCommands } from './collection-commands';
import { addConversationCommands } from './conversation-commands';
import { addEvaluationCommands } from './evaluation-commands';
import { addIngestCommands, addWatchCommands } from './ingest-commands';
import { addCareCommands, type StatusFlags, showRebuild, showStatus } from './library-care';
import { addModelCommands, duration, estimateText } from './model-commands';
import { answerText, documentsText, ingestText, noDocuments, searchText } from './render';
import { addRunCommands } from './run-commands';
import { stagesTable } from './run-text';
import { type GlobalOptions, type MakeCommand, notInLibrary, Session, SessionCommand } from './session';
import { addSettingsCommands } from './settings-commands';
import { addSurveyCommand } from './survey-command';
import { addTableCommands } from './table-commands';
import { addTeamCommands } from './team-commands';
import {
  addScopeOptions,
  asStored,
  inTerminalLanguage,
  lookingAt,
  numberFrom,
  oneMore,
  type ScopeFlags,
} from './usage';

/** Every command of the command line, in the language that is spoken now. Usage errors throw CommanderError (exit 2). */
export function buildProgram(): Command {
  const languageOption = () =>
    new Option('--language <language>', t('terminal.option.language')).choices([...languages]);
  const program = inTerminalLanguage(new SessionCommand('vitrine'))
    .description(t('terminal.description'))
    .option('--library <folder>', t('terminal.option.library'))
    .option('--index <uri>', t('terminal.option.index'))
    .addOption(languageOption())
    .option('--json', t('terminal.option.json'))
    .version(version, '-V, --version', t('terminal.option.version'))
    .exitOverride()
    .showHelpAfterError();
  /** The options of all commands can come before or after the command. */
  const command: MakeCommand = (signature, description) =>
    program
      .command(signature)
      .description(description)
      .addOption(new Option('--library <folder>').hideHelp())
      .addOption(new Option('--index <uri>').hideHelp())
      .addOption(languageOption().hideHelp())
      .addOption(new Option('--json').hideHelp());
  addIngestCommands(command);
  addWatchCommands(command);
  addLibraryCommands(command);
  addCareCommands(command);
  addQuestionCommands(command);
  addRunCommands(command);
  addConversationCommands(command);
  addEvaluationCommands(command);
  addTableCommands(command);
  addSurveyCommand(command);
  addCollectionCommands(command);
  addModelCommands(command);
  addOtherCommands(command);
  addTeamCommands(command);
  addSettingsCommands(command);
  return program;
}

function addLibraryCommands(command: MakeCommand): void {
  const documents = command('documents', t('terminal.command.documents'))
    .option('--collection <name>', t('terminal.option.onlyCollection'), asStored)
    .option('--tag <name>', t('terminal.option.onlyTags'), oneMore);
  for (const id of factIds)
    documents.option(`--${id} <text>`, t('terminal.option.onlyFact', { fact: t(`library.columns.${id}`) }));
  documents.act(async (engine, { tag: tags, ...input }: FactFilters & { collection?: string; tag?: string[] }) => {
    const documents = await engine.request('library.list', { ...input, tags });
    engine.print({ documents }, () => documentsText(documents));
  });
  command('delete <ids...>', t('terminal.command.delete'))
    .option('--keep-traces', t('terminal.option.keepTraces'))
    .option('--traces', t('terminal.option.traces'))
    .act(async (engine, ids: string[], options: { keepTraces?: boolean; traces?: boolean }) => {
      if (options.traces) {
        await engine.show('library.traces', { documentIds: ids }, tracesText);
        return;
      }
      const result = await engine.request('library.delete', { documentIds: ids, traces: !options.keepTraces });
      const deleted = () => `${t('library.deleted', { count: result.deleted.length })} ${tracesText(result.traces)}`;
      engine.printDone(result, deleted, notInLibrary(ids, result.deleted));
    });
  command('reindex', t('terminal.command.reindex'))
    .option('--model <id>', t('terminal.option.embeddingModel'))
    .option('--profile <name>', t('terminal.option.profile'))
    .option('--get [folder]', t('terminal.option.getModel'))
    .option('--estimate', t('terminal.option.estimate'))
    .act(async (engine, options: { model?: string; profile?: string; get?: string | true; estimate?: boolean }) => {
      const { model, profile, get } = options;
      const asked = model || profile ? { model, profile } : {};
      const from = get === undefined ? {} : { from: get === true ? '' : resolve(get) };
      if (options.estimate) await engine.show('library.rebuildEstimate', asked, estimateText);
      else await engine.show('library.reindex', { ...asked, ...from }, reindexText, showRebuild);
    });
  command('status', t('terminal.command.status'))
    .option('--check', t('terminal.option.check'))
    .option('--plan', t('terminal.option.plan'))
    .option('--repair', t('terminal.option.repair'))
    .act((engine, options: StatusFlags) => showStatus(engine, options));
}

function addQuestionCommands(command: MakeCommand): void {
  const search = command('search <query>', t('terminal.command.search'))
    .option('--top <n>', t('terminal.option.howMany'), numberFrom(1, 1_000_000), 10)
    .addOption(new Option('--mode <mode>', t('terminal.option.mode')).choices([...searchModes]).default('hybrid'));
  addScopeOptions(search).act(
    async (engine, query: string, options: ScopeFlags & { top: number; mode: SearchMode }) => {
      const { top, mode } = options;
      const found = await engine.request('search.run', { query, top, mode, ...lookingAt(options) });
      const isEmpty = found.results.length === 0 && (await engine.request('library.list', {})).length === 0;
      engine.print(found, () => (isEmpty ? noDocuments() : searchText(found)));
    },
  );
  addAskCommand(command);
}

function addOtherCommands(command: MakeCommand): void {
  command('serve', t('terminal.command.serve'))
    .option('--port <port>', t('terminal.option.port'), numberFrom(0, 65_535))
    .option('--api', t('terminal.option.api'))
    .option('--api-port <port>', t('terminal.option.apiPort'), numberFrom(0, 65_535))
    .action((options: { port?: number; api?: boolean; apiPort?: number }, self: Command) => {
      const { port = 0, api, apiPort } = options;
      const ports = ['--port', String(port), ...(apiPort === undefined ? [] : ['--api-port', String(apiPort)])];
      return becomeHost('web', [...ports, ...(api ? ['--api'] : [])], self.optsWithGlobals<GlobalOptions>());
    });
  command('mcp', t('terminal.command.mcp'))
    .option('--offline', t('terminal.option.offline'))
    .option('--allow-ingest <folder>', t('terminal.option.allowIngest'), oneMore)
    .action((options: { offline?: boolean; allowIngest?: string[] }, self: Command) => {
      const folders = (options.allowIngest ?? []).flatMap((folder) => ['--allow-ingest', folder]);
      const args = [...(options.offline ? ['--offline'] : []), ...folders];
      return becomeHost('mcp', args, self.optsWithGlobals<GlobalOptions>());
    });
  command('demo', t('terminal.command.demo')).action((_options: unknown, self: Command) =>
    runDemo(self.optsWithGlobals<GlobalOptions>()),
  );
}

/** The main job in a terminal, on the sample library, in a folder that goes again unless --library names one. */
async function runDemo(options: GlobalOptions): Promise<void> {
  const temporary = options.library === undefined ? await mkdtemp(join(tmpdir(), 'vitrine-demo-')) : null;
  try {
    await Session.run({ ...options, library: options.library ?? temporary ?? '' }, async (session) => {
      const report = await session.request('ingest.sample', {});
      session.say(`# ${t('terminal.demo.sample')}`);
      session.say(ingestText(report));
      const { questions } = await session.request('library.questions', {});
      const answers = [];
      for (const question of questions) {
        const answer = await session.request('chat.ask', { question });
        answers.push(answer);
        session.say(`\n# ${question}`);
        session.say(answerText(answer));
      }
      const last = answers.at(-1);
      const run = last?.runId ? await session.request('run.get', { runId: last.runId }) : null;
      session.print(
        { ingest: report.totals, answers },
        () => `\n# ${t('terminal.demo.stages')}\n${run ? stagesTable(run) : ''}`,
      );
    });
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}

const reindexText = ({ chunks, documents, embedded, ms }: Results['library.reindex']): string =>
  t('rebuild.done', { chunks, documents, embedded, time: duration(ms) });

const tracesText = ({ runs, answers, logLines: lines }: DocumentTraces): string =>
  t('terminal.traces', { runs, answers, lines });

/**
 * Turns this process into another host, which serves the same library in the same language and ends the process itself:
 * the caller of a server talks to the started process, by its pipes and by signals.
 */
function becomeHost(
  name: 'web' | 'mcp',
  args: readonly string[],
  { library, language, index }: GlobalOptions,
): Promise<never> {
  const file = join(__dirname, `${name}.cjs`);
  if (index !== undefined) process.env.VITRINE_INDEX = index;
  const same = [
    ...(library === undefined ? [] : ['--library', library]),
    ...(language === undefined ? [] : ['--language', language]),
  ];
  process.argv = [process.execPath, file, ...args, ...same];
  createRequire(__filename)(file);
  return new Promise(() => undefined);
}
