import { writeFile } from 'node:fs/promises';
import type { ConversationSummary, ExportedFile } from '@shared/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { loggedConfidence, table } from './render';
import type { Session } from './session';

const whole = (value: string): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new InvalidArgumentError('A whole number is wanted.');
};

/** Conversations and the log of questions: list, find, carry out, delete. */
export function addConversationCommands(command: MakeCommand, session: WithSession): void {
  command('conversations', 'list the conversations')
    .option('--find <words>', 'only those that hold every word')
    .action((options: { find?: string }, self: Command) =>
      session(self, async (engine) => {
        const conversations =
          options.find === undefined
            ? await engine.request('chat.conversations', {})
            : await engine.request('chat.search', { query: options.find });
        engine.print({ conversations }, () =>
          table(
            ['conversation', 'when', 'questions', 'title'],
            conversations.map((one) => [one.conversationId, one.updatedAt, String(one.messages), titleOf(one)]),
          ),
        );
      }),
    );
  command('export <conversation>', 'write a conversation as a document')
    .addOption(new Option('--format <format>', 'Markdown or JSON').choices(['md', 'json']).default('md'))
    .option('--out <file>', 'file to write (default: stdout)')
    .action((conversationId: string, options: { format: 'md' | 'json'; out?: string }, self: Command) =>
      session(self, async (engine) => {
        const file = await engine.request('chat.export', { conversationId, format: options.format });
        await deliver(engine, file, options.out);
      }),
    );
  command('logs', 'every question asked here, newest first')
    .option('--limit <n>', 'how many', whole, 50)
    .option('--offset <n>', 'how many to pass over', whole, 0)
    .option('--find <words>', 'only those that hold every word in question or answer')
    .option('--since <date>', 'only those logged from this day or moment on (ISO 8601)')
    .option('--before <date>', 'only those logged before this day or moment')
    .addOption(new Option('--export <format>', 'all of them, as JSON Lines or CSV').choices(['jsonl', 'csv']))
    .option('--out <file>', 'file to write the export to (default: stdout)')
    .option('--delete <ids...>', 'delete these')
    .option('--delete-older <date>', 'delete what was logged before')
    .option('--delete-all', 'delete everything')
    .action((options: LogOptions, self: Command) => session(self, (engine) => logs(engine, options)));
}

const titleOf = ({ title, branchOf }: ConversationSummary): string =>
  branchOf === undefined ? title : `${title} (branch)`;

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
    const result = await engine.request('chat.deleteLogs', { messageIds, olderThan, all });
    engine.print(result, () => `Deleted ${result.deleted}.`);
  } else if (options.export) {
    const format = options.export === 'csv' ? 'csv' : 'json';
    await deliver(engine, await engine.request('chat.exportLogs', { format }), options.out);
  } else {
    const { find: query, since, before, offset } = options;
    const page = { query, since, before, limit: Math.max(options.limit, 1), offset };
    const { entries, damaged } = await engine.request('chat.findLogs', page);
    engine.print({ logs: entries, ...(damaged.length > 0 ? { damaged } : {}) }, () =>
      [
        table(
          ['message', 'when', 'outcome', 'confidence', 'model', 'question'],
          entries.map((entry) => [
            entry.messageId,
            entry.createdAt,
            entry.outcome,
            loggedConfidence(entry),
            entry.model ?? '',
            entry.question,
          ]),
        ),
        ...damaged.map(({ messageId, createdAt }) => `${messageId} of ${createdAt} is damaged and left out.`),
      ].join('\n'),
    );
  }
}

/** To the file that was named, else to stdout; with --json as a document that holds the file. */
async function deliver(engine: Session, file: ExportedFile, out: string | undefined): Promise<void> {
  if (out !== undefined) {
    await writeFile(out, file.content);
    engine.print({ written: out, mime: file.mime }, () => `Written to ${out}.`);
  } else engine.print(file, () => file.content.trimEnd());
}
