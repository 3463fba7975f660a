import { resolve } from 'node:path';
import type { CareProgress, EngineEvent, RepairReport } from '@shared/contract';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { leftText, statusText } from './render';
import { type GlobalOptions, Session } from './session';

/** Backups, and libraries made from them. */
export function addCareCommands(command: MakeCommand, session: WithSession): void {
  command('backup <file>', 'the library as one file, without its index and models')
    .option('--replace', 'write over a file that is there')
    .action((path: string, { replace }: { replace?: boolean }, self: Command) =>
      session(self, async (engine) => {
        const made = await engine.request('library.backup', { path: resolve(path), replace }, (event) => {
          if (event.type === 'library.care') showProgress(event.progress);
        });
        if (process.stderr.isTTY) engine.say('');
        const odd = made.missing + made.changed;
        engine.print(made, () =>
          [
            `Backed up ${made.documents} documents in ${made.files} files, ${made.bytes} bytes, to ${made.path}.`,
            ...(odd > 0 ? [`${odd} stored files are gone or damaged: see vitrine status --check.`] : []),
          ].join('\n'),
        );
      }),
    );
  command('restore <file>', 'make a library of a backup, in the --library folder')
    .option('--replace', 'let a library that is there give way; it is kept beside the new one')
    .action((path: string, { replace = false }: { replace?: boolean }, self: Command) =>
      Session.restore(self.optsWithGlobals<GlobalOptions>(), {
        path: resolve(path),
        replace,
        onProgress: showProgress,
      }),
    );
}

function showProgress({ task, filesDone, filesTotal, bytesDone, bytesTotal }: CareProgress): void {
  if (!process.stderr.isTTY) return;
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesDone / bytesTotal) * 100);
  process.stderr.write(`\r${task}: ${filesDone} of ${filesTotal} files, ${percent} %   `);
}

/** How far a rebuild of the index is, on a terminal's stderr. */
export function showRebuild(event: EngineEvent): void {
  if (event.type !== 'library.rebuild' || event.rebuild?.state !== 'running' || !process.stderr.isTTY) return;
  const { phase, share, msLeft } = event.rebuild;
  process.stderr.write(`\r${phase}: ${Math.floor(share * 100)} %${leftText(msLeft)}   `);
}

export interface StatusFlags {
  readonly check?: boolean;
  readonly plan?: boolean;
  readonly repair?: boolean;
}

/** What the library holds; with a flag, exit code 1 where something is wrong or stays wrong. */
export async function showStatus(engine: Session, options: StatusFlags): Promise<void> {
  if (options.plan === true && options.repair !== true) return showPlan(engine);
  const repair = options.repair ? await engine.request('library.repair', {}) : undefined;
  const check = options.check === true || options.repair === true;
  const status = await engine.request('app.status', check ? { check } : {});
  engine.print(repair ? { ...status, repair } : status, () =>
    [...(repair ? [repairText(repair)] : []), statusText(status)].join('\n'),
  );
  if ((status.check?.findings.length ?? 0) > 0) process.exitCode = 1;
}

async function showPlan(engine: Session): Promise<void> {
  const plan = await engine.request('library.repairPlan', {});
  const { findings } = plan.check;
  engine.print(plan, () =>
    findings.length === 0
      ? 'Nothing has to be repaired.'
      : [
          ...findings.map(({ message }) => `Found       ${message}`),
          ...plan.steps.map(({ message }) => `Would       ${message}`),
        ].join('\n'),
  );
  if (findings.length > 0) process.exitCode = 1;
}

function repairText({ before, done, jobId }: RepairReport): string {
  if (before.findings.length === 0) return 'Nothing had to be repaired.';
  return [
    ...before.findings.map(({ message }) => `Found       ${message}`),
    ...done.map(({ message }) => `Done        ${message}`),
    ...(jobId === null ? [] : [`Reading     files again: vitrine jobs resume ${jobId}`]),
  ].join('\n');
}
