import type { EngineEvent, IngestJobSummary } from '@shared/contract';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { ingestText, leftText, table } from './render';
import type { Session } from './session';

interface JobFlags {
  readonly file?: string;
}

/** Measured: 5 s of a processor for a dense page of A4. */
const ocrWords = 'recognise text on scans and pictures: about 5 s a page (languages: settings set ingest.ocrLanguages)';

const actions = ['list', 'files', 'resume', 'retry', 'cancel', 'prioritise', 'forget'] as const;

/** Adding files, and the queue of ingests that outlives the command. */
export function addIngestCommands(command: MakeCommand, session: WithSession): void {
  command('ingest <paths...>', 'add files and folders')
    .option('--collection <name>', 'collection to put them in')
    .option('--profile <name>', 'chunk profile: balanced, fine or sections')
    .option('--ocr', ocrWords)
    .action((paths: string[], options: { collection?: string; profile?: string }, self: Command) =>
      session(self, async (engine) => {
        const { collection, profile } = options;
        const report = await engine.request('ingest.run', { paths, collection, profile }, showProgress);
        if (process.stderr.isTTY) engine.say('');
        engine.print(report, () => ingestText(report));
        if (report.totals.failed > 0 && report.totals.failed === report.totals.files) process.exitCode = 1;
        await sayUnfinished(engine);
      }),
    );
  command('jobs [action] [id]', `${actions.join(' | ')} ingests (default: list)`)
    .option('--file <path>', 'retry, prioritise: this file')
    .option('--ocr', ocrWords)
    .action((action: string | undefined, id: string | undefined, options: JobFlags, self: Command) =>
      session(self, (engine) => jobs(engine, action ?? 'list', id, options, self)),
    );
}

function showProgress(event: EngineEvent): void {
  if (event.type !== 'ingest.progress' || !process.stderr.isTTY) return;
  const { filesDone, filesTotal, chunksDone, phase, msLeft, pages } = event.progress;
  const page = pages ? `, page ${pages.done} of ${pages.of} recognised` : '';
  process.stderr.write(
    `\r${phase}: ${filesDone} of ${filesTotal} files, ${chunksDone} chunks${page}${leftText(msLeft)}   `,
  );
}

/** What an earlier command could not finish, on stderr. */
async function sayUnfinished(engine: Session): Promise<void> {
  const { jobs } = await engine.request('ingest.jobs', {});
  const unfinished = jobs.filter(({ state }) => ['interrupted', 'paused', 'stopped'].includes(state)).length;
  if (unfinished > 0) engine.say(`${unfinished} earlier ingest(s) not finished: vitrine jobs resume`);
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
    const result = await engine.request('ingest.forget', jobId === undefined ? {} : { jobIds: [jobId] });
    engine.print(result, () => `Forgot ${result.forgotten} jobs; their documents stay.`);
  } else if (jobId === undefined || !actions.some((known) => known === action)) {
    self.error(`error: unknown or incomplete action ${action}`, { exitCode: 2 });
  } else if (action === 'files') {
    const listed = await engine.request('ingest.files', { jobId });
    engine.print(listed, () =>
      table(
        ['stage', 'status', 'chunks', 'error', 'path'],
        listed.files.map(({ stage, report, path }) => [
          stage,
          report?.status ?? '',
          String(report?.chunks ?? ''),
          report?.error?.code ?? '',
          path,
        ]),
      ),
    );
  } else if (action === 'retry') {
    const again = { jobId, ...(file === undefined ? {} : { paths: [file] }), wait: true };
    print([await engine.request('ingest.retry', again, showProgress)]);
  } else if (action === 'cancel') {
    const result = await engine.request('ingest.cancel', { jobId });
    engine.print(result, () =>
      result.cancelled ? 'Cancelled; what was added stays.' : 'There was nothing to cancel.',
    );
  } else print([await engine.request('ingest.prioritise', { jobId, path: file })]);
}

function jobsText(some: readonly IngestJobSummary[]): string {
  if (some.length === 0) return 'No ingests.';
  return table(
    ['id', 'state', 'files', 'failed', 'chunks', 'what', 'error'],
    some.map((job) => [
      job.jobId,
      job.state,
      `${job.filesDone + job.filesFailed} of ${job.filesTotal}`,
      String(job.filesFailed),
      String(job.chunks),
      job.paths.join(' '),
      job.error?.code ?? '',
    ]),
  );
}
