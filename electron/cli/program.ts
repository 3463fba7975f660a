import type { SearchMode } from '@shared/contract';
import { searchModes } from '@shared/contract';
import { leftOutText } from '@shared/left-out-questions';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addAskCommand } from './ask-command';
import { addCollectionCommands } from './collection-commands';
import type { MakeCommand, WithSession } from './commands';
import { addConversationCommands } from './conversation-commands';
import { runDemo } from './demo';
import { addEvaluationCommands } from './evaluation-commands';
import { addIngestCommands } from './ingest-commands';
import { addCareCommands, type StatusFlags, showRebuild, showStatus } from './library-care';
import { addModelCommands, estimateText } from './model-commands';
import { documentsText, noDocuments, searchText, table } from './render';
import { addRunCommands } from './run-commands';
import { addScopeOptions, lookingAt, oneMore, type ScopeFlags } from './scope-options';
import { becomeMcpServer, spawnServer } from './serve';
import { type GlobalOptions, Session } from './session';
import { addSettingsCommands } from './settings-commands';
import { addWatchCommands } from './watch-commands';

const positive = (value: string): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('A whole number above 0 is wanted.');
};

const portNumber = (value: string): number => {
  const number = Number(value);
  if (/^\d+$/u.test(value) && number <= 65_535) return number;
  throw new InvalidArgumentError('A number from 0 to 65535 is wanted.');
};

/** Every command of the command line. Usage errors throw CommanderError (exit 2). */
export function buildProgram(): Command {
  const program = new Command('vitrine')
    .description('Ask your own documents, and see every step to the answer.')
    .option('--library <folder>', 'library folder (default: in your user data)')
    .option('--index <uri>', 'keep the index in an object store, such as s3://bucket/prefix')
    .option('--json', 'print exactly one JSON document on stdout')
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true });
  const session = (command: Command, work: (session: Session) => Promise<void>) =>
    Session.run(command.optsWithGlobals<GlobalOptions>(), work);
  /** `--library` and `--json` may stand before or behind the command. */
  const command = (signature: string, description: string): Command =>
    program
      .command(signature)
      .description(description)
      .addOption(new Option('--library <folder>').hideHelp())
      .addOption(new Option('--index <uri>').hideHelp())
      .addOption(new Option('--json').hideHelp());
  addIngestCommands(command, session);
  addWatchCommands(command, session);
  addLibraryCommands(command, session);
  addCareCommands(command, session);
  addQuestionCommands(command, session);
  addRunCommands(command, session);
  addConversationCommands(command, session);
  addEvaluationCommands(command, session);
  addCollectionCommands(command, session);
  addModelCommands(command, session);
  addOtherCommands(command, session);
  addSettingsCommands(command, session);
  return program;
}

function addLibraryCommands(command: MakeCommand, session: WithSession): void {
  command('documents', 'list the documents')
    .option('--collection <name>', 'only this collection')
    .action((options: { collection?: string }, self: Command) =>
      session(self, async (engine) => {
        const documents = await engine.request('library.list', { collection: options.collection });
        engine.print({ documents }, () => documentsText(documents));
      }),
    );
  command('delete <ids...>', 'delete documents by id').action((ids: string[], _options: unknown, self: Command) =>
    session(self, async (engine) => {
      const result = await engine.request('library.delete', { documentIds: ids });
      const missing = ids.filter((id) => !result.deleted.includes(id));
      const error = {
        code: 'document-not-found',
        message: `Not in the library: ${missing.join(', ')}.`,
        hint: 'See vitrine documents for the ids.',
      };
      engine.print(missing.length > 0 ? { ...result, error } : result, () =>
        [`Deleted ${result.deleted.length} of ${ids.length}.`, ...(missing.length > 0 ? [error.message] : [])].join(
          ' ',
        ),
      );
      if (missing.length > 0) process.exitCode = 1;
    }),
  );
  command('reindex', 'rebuild the index from the catalogue')
    .option('--model <id>', 'embedding model')
    .option('--profile <name>', 'chunk profile')
    .option('--estimate', 'only say what it would take')
    .action((options: { model?: string; profile?: string; estimate?: boolean }, self: Command) =>
      session(self, async (engine) => {
        const asked = options.model || options.profile ? { model: options.model, profile: options.profile } : {};
        if (options.estimate) {
          const estimate = await engine.request('library.rebuildEstimate', asked);
          engine.print(estimate, () => estimateText(estimate));
          return;
        }
        const report = await engine.request('library.reindex', asked, showRebuild);
        if (process.stderr.isTTY) engine.say('');
        engine.print(
          report,
          () =>
            `Indexed ${report.chunks} chunks of ${report.documents} documents, ${report.embedded} embedded anew, in ${report.ms} ms.`,
        );
      }),
    );
  command('status', 'what the library holds and how it is')
    .option('--check', 'hold index and stored files against the catalogue, row by row')
    .option('--plan', 'say what a repair would do, and change nothing')
    .option('--repair', 'put right what such a check finds')
    .action((options: StatusFlags, self: Command) => session(self, (engine) => showStatus(engine, options)));
}

function addQuestionCommands(command: MakeCommand, session: WithSession): void {
  const search = command('search <query>', 'find passages')
    .option('--top <n>', 'how many', positive, 10)
    .addOption(new Option('--mode <mode>', 'lanes to search').choices([...searchModes]).default('hybrid'));
  addScopeOptions(search).action(
    (query: string, options: ScopeFlags & { top: number; mode: SearchMode }, self: Command) =>
      session(self, async (engine) => {
        const { top, mode } = options;
        const found = await engine.request('search.run', { query, top, mode, ...lookingAt(options) });
        const isEmpty = found.results.length === 0 && (await engine.request('library.list', {})).length === 0;
        engine.print(found, () => (isEmpty ? noDocuments : searchText(found)));
      }),
  );
  addAskCommand(command, session);
}

function addOtherCommands(command: MakeCommand, session: WithSession): void {
  command('evaluate', 'measure retrieval on a labelled set (BEIR layout)')
    .requiredOption('--corpus <file>', 'corpus.jsonl')
    .requiredOption('--queries <file>', 'queries.jsonl')
    .requiredOption('--qrels <file>', 'qrels, tab-separated')
    .addOption(new Option('--modes <modes...>', 'modes to compare').choices([...searchModes]))
    .option('--model <id>', 'embedding model')
    .action(
      (
        options: { corpus: string; queries: string; qrels: string; modes?: SearchMode[]; model?: string },
        self: Command,
      ) =>
        session(self, async (engine) => {
          const { corpus, queries, qrels, modes, model } = options;
          const report = await engine.request('evaluate.run', { corpus, queries, qrels, modes, model });
          const { leftOut, queries: asked } = report;
          engine.print(report, () =>
            [
              ...(leftOut ? [`${leftOutText(leftOut, { asked, kind: 'beir' })}.`] : []),
              table(
                ['mode', ...Object.keys(Object.values(report.modes)[0] ?? {})],
                Object.entries(report.modes).map(([mode, figures]) => [mode, ...Object.values(figures).map(String)]),
              ),
            ].join('\n'),
          );
        }),
    );
  command('serve', 'serve the app to a browser on 127.0.0.1')
    .option('--port <port>', 'port (default: a free one)', portNumber)
    .action((options: { port?: number }, self: Command) =>
      spawnServer(options.port ?? 0, self.optsWithGlobals<GlobalOptions>()),
    );
  command('mcp', 'let other assistants ask the library, by the Model Context Protocol on stdin and stdout')
    .option('--offline', 'refuse every connection except to this machine')
    .option('--allow-ingest <folder>', 'let them add files from this folder; may be repeated', oneMore)
    .action((options: { offline?: boolean; allowIngest?: string[] }, self: Command) => {
      const folders = (options.allowIngest ?? []).flatMap((folder) => ['--allow-ingest', folder]);
      const args = [...(options.offline ? ['--offline'] : []), ...folders];
      becomeMcpServer(args, self.optsWithGlobals<GlobalOptions>());
    });
  command('demo', 'ingest the sample library, ask three questions, show the stages').action(
    (_options: unknown, self: Command) => runDemo(self.optsWithGlobals<GlobalOptions>()),
  );
}
