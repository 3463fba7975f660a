import { writeFile } from 'node:fs/promises';
import type { ConversationSummary, ExportedFile } from '@shared/contract';
import { language, t } from '@shared/words/index';
import { Option } from 'commander';
import { loggedConfidence, table } from './render';
import type { MakeCommand, Session } from './session';
import { numberFrom } from './usage';

const whole = numberFrom(0, 1_000_000_000);

/** Conversations and the log of questions: list, find, carry out, delete. */
export function addConversationCommands(command: MakeCommand): void {
  command('conversations', t('terminal.command.conversations'))
    .option('--find <words>', t('terminal.option.findConversations'))
    .act(async (engine, options: { find?: string }) => {
      const conversations =
        options.find === undefined
          ? await engine.request('chat.conversations', {})
          : await engine.request('chat.search', { query: options.find });
      engine.print({ conversations }, () =>
        table(conversations, [
          [t('terminal.column.conversation'), ({ conversationId }) => conversationId],
          [t('terminal.column.when'), ({ updatedAt }) => updatedAt],
          [t('terminal.column.questions'), ({ messages }) => String(messages)],
          [t('library.columns.title'), titleOf],
        ]),
      );
    });
  command('export <conversation>', t('terminal.command.export'))
    .addOption(new Option('--format <format>', t('terminal.option.exportFormat')).choices(['md', 'json']).default('md'))
    .option('--out <file>', t('terminal.option.out'))
    .act(async (engine, conversationId: string, options: { format: 'md' | 'json'; out?: string }) => {
      const file = await engine.request('chat.export', {
        conversationId,
        format: options.format,
        language: language(),
      });
      await deliver(engine, file, options.out);
    });
  command('logs', t('terminal.command.logs'))
    .option('--limit <n>', t('terminal.option.howMany'), whole, 50)
    .option('--offset <n>', t('terminal.option.offset'), whole, 0)
    .option('--find <words>', t('terminal.option.findLogs'))
    .option('--since <date>', t('terminal.option.since'))
    .option('--before <date>', t('terminal.option.before'))
    .addOption(new Option('--export <format>', t('terminal.option.exportLogs')).choices(['jsonl', 'csv']))
    .option('--out <file>', t('terminal.option.out'))
    .option('--delete <ids...>', t('terminal.option.deleteThese'))
    .option('--delete-older <date>', t('terminal.option.deleteOlder'))
    .option('--delete-all', t('terminal.option.deleteAll'))
    .act((engine, options: LogOptions) => logs(engine, options));
}

const titleOf = ({ title, branchOf }: ConversationSummary): string =>
  branchOf === undefined ? title : `${title} (${t('chat.isBranch')})`;

interface LogOptions {
  readonly limit: number;
  readonly offset: number;
  readonly find?: string;
  readonly since?: string;
  readonly before?: string;
  readonly export?: 'jsonl' | 'csv';
  readonly out?: string;
  readonly delete?: string[];
  readonly deleteOlder?: string;
  readonly deleteAll?: true;
}

async function logs(engine: Session, options: LogOptions): Promise<void> {
  const { delete: messageIds, deleteOlder: olderThan, deleteAll: all } = options;
  if (messageIds || olderThan !== undefined || all) {
    const wanted = { messageIds, olderThan, all };
    await engine.show('chat.deleteLogs', wanted, ({ deleted }) => t('terminal.deleted', { deleted }));
  } else if (options.export) {
    const format = options.export === 'csv' ? 'csv' : 'json';
    await deliver(engine, await engine.request('chat.exportLogs', { format }), options.out);
  } else {
    const { find: query, since, before, offset } = options;
    const page = { query, since, before, limit: Math.max(options.limit, 1), offset };
    const { entries, damaged } = await engine.request('chat.findLogs', page);
    engine.print({ logs: entries, ...(damaged.length > 0 ? { damaged } : {}) }, () =>
      [
        table(entries, [
          [t('terminal.column.message'), ({ messageId }) => messageId],
          [t('terminal.column.when'), ({ createdAt }) => createdAt],
          [t('terminal.column.outcome'), ({ outcome }) => t(`terminal.outcome.${outcome}`)],
          [t('chat.confidence'), loggedConfidence],
          [t('terminal.column.model'), ({ model }) => model ?? ''],
          [t('terminal.column.question'), ({ question }) => question],
        ]),
        ...damaged.map(({ messageId, createdAt }) => t('terminal.damagedLine', { messageId, createdAt })),
      ].join('\n'),
    );
  }
}

/** To the file that was named, else to stdout; with --json as a document that holds the file. */
async function deliver(engine: Session, file: ExportedFile, out: string | undefined): Promise<void> {
  if (out !== undefined) {
    await writeFile(out, file.content);
    engine.print({ written: out, mime: file.mime }, () => t('terminal.written', { file: out }));
  } else engine.print(file, () => file.content.trimEnd());
}
