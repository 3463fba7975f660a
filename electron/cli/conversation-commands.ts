import { writeFile } from 'node:fs/promises';
import {
  type Band,
  bands,
  type ConversationSummary,
  type ExportedFile,
  type InsightsReport,
  type Outcome,
  outcomes,
  timedSteps,
} from '@shared/contract';
import { language, t } from '@shared/words/index';
import { Option } from 'commander';
import { decimal, facts, loggedConfidence, table } from './render';
import type { MakeCommand, Session } from './session';
import { numberFrom } from './usage';

const whole = numberFrom(0, 1_000_000_000);

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
    .addOption(new Option('--outcome <outcome>', t('terminal.option.logOutcome')).choices([...outcomes]))
    .addOption(new Option('--support <band>', t('terminal.option.logSupport')).choices([...bands]))
    .option('--model <provider:model>', t('terminal.option.logModel'))
    .option('--notice <code>', t('terminal.option.logNotice'))
    .addOption(new Option('--rated <rating>', t('terminal.option.logRated')).choices(['helpful', 'not']))
    .option('--since <date>', t('terminal.option.since'))
    .option('--before <date>', t('terminal.option.before'))
    .addOption(new Option('--export <format>', t('terminal.option.exportLogs')).choices(['jsonl', 'csv']))
    .option('--out <file>', t('terminal.option.out'))
    .option('--delete <ids...>', t('terminal.option.deleteThese'))
    .option('--delete-older <date>', t('terminal.option.deleteOlder'))
    .option('--delete-all', t('terminal.option.deleteAll'))
    .act((engine, options: LogOptions) => logs(engine, options));
  command('insights', t('terminal.command.insights'))
    .option('--since <date>', t('terminal.option.since'))
    .option('--before <date>', t('terminal.option.before'))
    .option('--delete-all', t('terminal.option.deleteFigures'))
    .act((engine, { deleteAll, ...range }: { since?: string; before?: string; deleteAll?: true }) =>
      deleteAll
        ? engine.show('insights.delete', {}, (gone) => t('insights.deleted', gone))
        : engine.show('insights.get', range, insightsText),
    );
}

const titleOf = ({ title, branchOf }: ConversationSummary): string =>
  branchOf === undefined ? title : `${title} (${t('chat.isBranch')})`;

interface LogOptions {
  readonly limit: number;
  readonly offset: number;
  readonly find?: string;
  readonly outcome?: Outcome;
  readonly support?: Band;
  readonly model?: string;
  readonly notice?: string;
  readonly rated?: 'helpful' | 'not';
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
    const { find: query, since, before, outcome, support: band, notice, rated, offset } = options;
    const model = options.model === 'none' ? null : options.model;
    const chosen = { query, since, before, outcome, band, model, notice };
    const helpful = rated === undefined ? undefined : rated === 'helpful';
    const page = { ...chosen, helpful, limit: Math.max(options.limit, 1), offset };
    const { entries, damaged } = await engine.request('chat.findLogs', page);
    engine.print({ logs: entries, ...(damaged.length > 0 ? { damaged } : {}) }, () =>
      [
        table(entries, [
          [t('terminal.column.message'), ({ messageId }) => messageId],
          [t('terminal.column.when'), ({ createdAt }) => createdAt],
          [t('terminal.column.outcome'), ({ outcome }) => t(`terminal.outcome.${outcome}`)],
          [t('chat.confidence'), loggedConfidence],
          [t('terminal.column.model'), ({ model }) => model ?? ''],
          [
            t('insights.filter.helpful'),
            ({ helpful }) => (helpful === undefined ? '' : t(helpful ? 'insights.rateUp' : 'insights.rateDown')),
          ],
          [t('terminal.column.question'), ({ question }) => question],
        ]),
        ...damaged.map(({ messageId, createdAt }) => t('terminal.damagedLine', { messageId, createdAt })),
      ].join('\n'),
    );
  }
}

/** The content of the window's Insights page: outcomes, times, models and days. */
function insightsText({
  questions,
  outcomes: counts,
  steps,
  models,
  sessions,
  feedback,
  days,
}: InsightsReport): string {
  const ms = (value: number | undefined) => (value === undefined ? t('app.none') : decimal(value, 1));
  const { helpful, notHelpful, looked, citing } = feedback;
  return [
    facts([
      [t('terminal.column.questions'), String(questions)],
      ...outcomes.map((outcome) => [t(`insights.outcome.${outcome}`), String(counts[outcome])] as const),
      [t('palette.groups.conversations'), String(sessions.count)],
      [t('insights.rated'), t('insights.ratedOf', { helpful, rated: helpful + notHelpful })],
      [t('insights.looked'), t('insights.ratedOf', { helpful: looked, rated: citing })],
    ]),
    table(timedSteps, [
      [t('insights.step'), (step) => t(`insights.steps.${step}`)],
      ['p50 ms', (step) => ms(steps[step]?.p50)],
      ['p95 ms', (step) => ms(steps[step]?.p95)],
      ['p99 ms', (step) => ms(steps[step]?.p99)],
    ]),
    table(models, [
      [t('insights.filter.model'), ({ model }) => model ?? t('chat.noModelShort')],
      [t('insights.answers'), ({ answers }) => String(answers)],
      [t('insights.promptTokens'), ({ promptTokens }) => String(promptTokens)],
      [t('insights.answerTokens'), ({ answerTokens }) => String(answerTokens)],
      [t('insights.cost'), ({ cost }) => (cost === null ? t('app.none') : decimal(cost, 4))],
    ]),
    table(days, [
      [t('insights.day'), ({ day }) => day],
      [t('terminal.column.questions'), (day) => String(day.questions)],
      [t('insights.outcome.nothing'), ({ unanswered }) => String(unanswered)],
    ]),
  ].join('\n\n');
}

/** Writes to the named file, otherwise to stdout; with --json as a document that holds the file. */
export async function deliver(engine: Session, file: ExportedFile, out: string | undefined): Promise<void> {
  if (out !== undefined) {
    await writeFile(out, Buffer.from(file.content, file.encoding ?? 'utf8'));
    engine.print({ written: out, mime: file.mime }, () => t('terminal.written', { file: out }));
  } else engine.print(file, () => file.content.trimEnd());
}
