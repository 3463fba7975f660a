import { resolve } from 'node:path';
import type { EngineEvent, IngestJobSummary, WatchedFolder } from '@shared/contract';
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
      // Work that an earlier command could not finish.
      const { jobs } = await engine.request('ingest.jobs', {});
      const unfinished = jobs.filter(({ state }) => ['interrupted', 'paused', 'stopped'].includes(state)).length;
      if (unfinished > 0) engine.say(t('terminal.jobs.unfinished', { jobs: unfinished }));
    });
  const jobs = command('jobs [action] [id]', t('terminal.command.jobs', { actions: namesOf(jobActions) }))
    .option('--file <path>', t('terminal.option.jobFile'))
    .option('--ocr', t('terminal.option.ocr'));
  addActions(jobs, jobActions, { usual: 'list' });
}

function showProgress(event: EngineEvent): void {
  if (!process.stderr.isTTY) return;
  if (event.type === 'library.vectors' && event.vectors) {
    const { done, passages, msLeft } = event.vectors;
    showOver([t('meaning.done', { done, passages }), ...leftText(msLeft)].join(', '));
  }
  if (event.type !== 'ingest.progress') return;
  const { filesDone, filesTotal, chunksDone, phase, msLeft, pages } = event.progress;
  const parts = [
    t('ingest.files', { done: filesDone, count: filesTotal }),
    t('quantity.chunks', { count: chunksDone }),
    ...(pages ? [t('queue.pages', pages)] : []),
    ...leftText(msLeft),
  ];
  showOver(`${t(`ingest.phases.${phase}`)}: ${parts.join(', ')}`);
}

const printJobs = (engine: Session, jobs: readonly IngestJobSummary[]) => engine.print({ jobs }, () => jobsText(jobs));

const jobActions: Actions<JobFlags> = {
  list: async ({ engine }) => printJobs(engine, (await engine.request('ingest.jobs', {})).jobs),
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
    printJobs(engine, jobs);
    if (jobs.some(({ state }) => state !== 'done')) process.exitCode = 1;
  },
  async 'retry ID'({ engine, flags: { file } }, jobId: string) {
    const again = { jobId, ...(file === undefined ? {} : { paths: [file] }), wait: true };
    printJobs(engine, [await engine.request('ingest.retry', again, showProgress)]);
  },
  'cancel ID': ({ engine }, jobId: string) =>
    engine.show('ingest.cancel', { jobId }, ({ cancelled }) =>
      cancelled ? t('ingest.cancelled') : t('terminal.jobs.nothingToCancel'),
    ),
  'prioritise ID': async ({ engine, flags: { file: path } }, jobId: string) =>
    printJobs(engine, [await engine.request('ingest.prioritise', { jobId, path })]),
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

interface WatchFlags {
  readonly collection?: string;
  readonly polling?: boolean;
}

export function addWatchCommands(command: MakeCommand): void {
  const watch = command('watch [action] [folder]', t('terminal.command.watch', { actions: namesOf(watchActions) }))
    .option('--collection <name>', t('terminal.option.watchCollection'))
    .option('--polling', t('terminal.option.polling'));
  addActions(watch, watchActions, { usual: 'list' });
}

const printFolders = (engine: Session, folders: readonly WatchedFolder[]) =>
  engine.print({ folders }, () => foldersText(folders));

const watchActions: Actions<WatchFlags> = {
  list: async ({ engine }) => printFolders(engine, (await engine.request('watch.list', {})).folders),
  async 'add FOLDER'({ engine, flags: { collection, polling = false } }, path: string) {
    const { folderId } = await engine.request('watch.add', { path, collection, polling });
    printFolders(engine, (await engine.request('watch.scan', { folderId, wait: true })).folders);
  },
  'remove FOLDER': async ({ engine }, folder: string) =>
    engine.show('watch.remove', { folderId: await idOf(engine, folder) }, () => t('terminal.watch.removed')),
  async 'scan [FOLDER]'({ engine }, folder?: string) {
    const folderId = folder === undefined ? undefined : await idOf(engine, folder);
    const { folders } = await engine.request('watch.scan', { folderId, wait: true });
    printFolders(engine, folders);
    if (folders.some(({ state, error }) => state === 'away' || error !== null)) process.exitCode = 1;
  },
  'keep FOLDER': async ({ engine }, folder: string) =>
    printFolders(engine, [await engine.request('watch.keep', { folderId: await idOf(engine, folder) })]),
  run: ({ engine }) => run(engine),
};

/** By id, or by path as it is listed. */
async function idOf(engine: Session, folder: string): Promise<string> {
  const { folders } = await engine.request('watch.list', {});
  const path = resolve(folder);
  return folders.find((one) => one.folderId === folder || one.path === path)?.folderId ?? folder;
}

/** Watches until Ctrl-C; what happens goes to stderr. */
async function run(engine: Session): Promise<void> {
  const end = engine.onEvent((event) => {
    if (event.type === 'ingest.finished') {
      const { indexed, replaced, unchanged, duplicate, failed } = event.report.totals;
      engine.say(t('terminal.watch.looked', { added: indexed + duplicate, replaced, unchanged, failed }));
    }
  });
  const { folders } = await engine.request('watch.start', {});
  engine.say(t('terminal.watch.watching', { folders: folders.length }));
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  end();
}

function foldersText(folders: readonly WatchedFolder[]): string {
  if (folders.length === 0) return t('terminal.watch.none');
  return [
    table(folders, [
      [t('terminal.column.id'), ({ folderId }) => folderId],
      [t('library.columns.state'), ({ state }) => t(`watch.states.${state}`)],
      [t('terminal.column.files'), ({ files }) => String(files)],
      [t('terminal.column.gone'), ({ gone }) => String(gone.length)],
      [t('terminal.column.lastLook'), ({ lastScan }) => lastScan ?? t('watch.neverScanned')],
      [t('terminal.column.folder'), ({ path }) => path],
    ]),
    ...folders.flatMap(({ gone }) =>
      gone.map(({ documentId, path }) => t('terminal.watch.gone', { path, documentId })),
    ),
  ].join('\n');
}
