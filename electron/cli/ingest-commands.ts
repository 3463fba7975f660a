import type { EngineEvent, IngestJobSummary } from '@shared/contract';
import { t } from '@shared/words/index';
import type { Command } from 'commander';
import { ingestText, leftText, showOver, table } from './render';
import type { MakeCommand, Session } from './session';
import { badAction } from './usage';

interface JobFlags {
  readonly file?: string;
}

const actions = ['list', 'files', 'resume', 'retry', 'cancel', 'prioritise', 'forget'] as const;

export function addIngestCommands(command: MakeCommand): void {
  command('ingest <paths...>', t('terminal.command.ingest'))
    .option('--collection <name>', t('terminal.option.intoCollection'))
    .option('--profile <name>', t('terminal.option.chunkProfile'))
    .option('--ocr', t('terminal.option.ocr'))
    .act(async (engine, paths: string[], options: { collection?: string; profile?: string }) => {
      const { collection, profile } = options;
      const { totals } = await engine.show('ingest.run', { paths, collection, profile }, ingestText, showProgress);
      if (totals.failed > 0 && totals.failed === totals.files) process.exitCode = 1;
      await sayUnfinished(engine);
    });
  command('jobs [action] [id]', t('terminal.command.jobs', { actions: actions.join(' | ') }))
    .option('--file <path>', t('terminal.option.jobFile'))
    .option('--ocr', t('terminal.option.ocr'))
    .act((engine, action: string | undefined, id: string | undefined, options: JobFlags, self: Command) =>
      jobs(engine, action ?? 'list', id, options, self),
    );
}

function showProgress(event: EngineEvent): void {
  if (event.type !== 'ingest.progress' || !process.stderr.isTTY) return;
  const { filesDone, filesTotal, chunksDone, phase, msLeft, pages } = event.progress;
  const parts = [
    t('ingest.files', { done: filesDone, count: filesTotal }),
    t('quantity.chunks', { count: chunksDone }),
    ...(pages ? [t('queue.pages', pages)] : []),
    ...leftText(msLeft),
  ];
  showOver(`${t(`ingest.phases.${phase}`)}: ${parts.join(', ')}`);
}

/** Work that an earlier command could not finish, on stderr. */
async function sayUnfinished(engine: Session): Promise<void> {
  const { jobs } = await engine.request('ingest.jobs', {});
  const unfinished = jobs.filter(({ state }) => ['interrupted', 'paused', 'stopped'].includes(state)).length;
  if (unfinished > 0) engine.say(t('terminal.jobs.unfinished', { jobs: unfinished }));
}

async function jobs(
  engine: Session,
  action: string,
  jobId: string | undefined,
  { file }: JobFlags,
  self: Command,
): Promise<void> {
  const print = (some: readonly IngestJobSummary[]) => engine.print({ jobs: some }, () => jobsText(some));
  if (action === 'list' && jobId === undefined) print((await engine.request('ingest.jobs', {})).jobs);
  else if (action === 'resume') {
    const { jobs: gone } = await engine.request('ingest.resume', { jobId, wait: true }, showProgress);
    print(gone);
    if (gone.some(({ state }) => state !== 'done')) process.exitCode = 1;
  } else if (action === 'forget') {
    const which = jobId === undefined ? {} : { jobIds: [jobId] };
    await engine.show('ingest.forget', which, ({ forgotten }) => t('terminal.jobs.forgotten', { jobs: forgotten }));
  } else if (jobId === undefined || !actions.some((known) => known === action)) {
    badAction(self, [action, ...(jobId === undefined ? [] : [jobId])]);
  } else if (action === 'files') {
    await engine.show('ingest.files', { jobId }, ({ files }) =>
      table(files, [
        [t('library.columns.state'), ({ stage }) => t(`queue.stages.${stage}`)],
        [t('terminal.column.became'), ({ report }) => (report ? t(`ingest.statuses.${report.status}`) : '')],
        [t('library.columns.chunks'), ({ report }) => String(report?.chunks ?? '')],
        [t('terminal.column.error'), ({ report }) => report?.error?.code ?? ''],
        [t('terminal.column.path'), ({ path }) => path],
      ]),
    );
  } else if (action === 'retry') {
    const again = { jobId, ...(file === undefined ? {} : { paths: [file] }), wait: true };
    print([await engine.request('ingest.retry', again, showProgress)]);
  } else if (action === 'cancel') {
    await engine.show('ingest.cancel', { jobId }, ({ cancelled }) =>
      cancelled ? t('ingest.cancelled') : t('terminal.jobs.nothingToCancel'),
    );
  } else print([await engine.request('ingest.prioritise', { jobId, path: file })]);
}

function jobsText(some: readonly IngestJobSummary[]): string {
  if (some.length === 0) return t('terminal.jobs.none');
  const filesOf = ({ filesDone, filesFailed, filesTotal: total }: IngestJobSummary) =>
    t('evaluate.progress', { done: filesDone + filesFailed, total });
  return table(some, [
    [t('terminal.column.id'), ({ jobId }) => jobId],
    [t('library.columns.state'), ({ state }) => t(`queue.states.${state}`)],
    [t('terminal.column.files'), filesOf],
    [t('terminal.column.failed'), ({ filesFailed }) => String(filesFailed)],
    [t('library.columns.chunks'), ({ chunks }) => String(chunks)],
    [t('terminal.column.what'), ({ paths }) => paths.join(' ')],
    [t('terminal.column.error'), ({ error }) => error?.code ?? ''],
  ]);
}
