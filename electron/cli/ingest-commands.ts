import type { EngineEvent, IngestJobSummary } from '@shared/contract';
import { t } from '@shared/words/index';
import { ingestText, leftText, showOver, table } from './render';
import { type Actions, addActions, type MakeCommand, namesOf, type Session } from './session';

interface JobFlags {
  readonly file?: string;
}

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
  const jobs = command('jobs [action] [id]', t('terminal.command.jobs', { actions: namesOf(actions) }))
    .option('--file <path>', t('terminal.option.jobFile'))
    .option('--ocr', t('terminal.option.ocr'));
  addActions(jobs, actions, { usual: 'list' });
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

const print = (engine: Session, jobs: readonly IngestJobSummary[]) => engine.print({ jobs }, () => jobsText(jobs));

const actions: Actions<JobFlags> = {
  list: async ({ engine }) => print(engine, (await engine.request('ingest.jobs', {})).jobs),
  'files ID': ({ engine }, jobId: string) =>
    engine.show('ingest.files', { jobId }, ({ files }) =>
      table(files, [
        [t('library.columns.state'), ({ stage }) => t(`queue.stages.${stage}`)],
        [t('terminal.column.became'), ({ report }) => (report ? t(`ingest.statuses.${report.status}`) : '')],
        [t('library.columns.chunks'), ({ report }) => String(report?.chunks ?? '')],
        [t('terminal.column.error'), ({ report }) => report?.error?.code ?? ''],
        [t('terminal.column.path'), ({ path }) => path],
      ]),
    ),
  async 'resume [ID]'({ engine }, jobId?: string) {
    const { jobs } = await engine.request('ingest.resume', { jobId, wait: true }, showProgress);
    print(engine, jobs);
    if (jobs.some(({ state }) => state !== 'done')) process.exitCode = 1;
  },
  async 'retry ID'({ engine, flags: { file } }, jobId: string) {
    const again = { jobId, ...(file === undefined ? {} : { paths: [file] }), wait: true };
    print(engine, [await engine.request('ingest.retry', again, showProgress)]);
  },
  'cancel ID': ({ engine }, jobId: string) =>
    engine.show('ingest.cancel', { jobId }, ({ cancelled }) =>
      cancelled ? t('ingest.cancelled') : t('terminal.jobs.nothingToCancel'),
    ),
  'prioritise ID': async ({ engine, flags: { file: path } }, jobId: string) =>
    print(engine, [await engine.request('ingest.prioritise', { jobId, path })]),
  'forget [ID]': ({ engine }, jobId?: string) =>
    engine.show('ingest.forget', jobId === undefined ? {} : { jobIds: [jobId] }, ({ forgotten }) =>
      t('terminal.jobs.forgotten', { jobs: forgotten }),
    ),
};

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
