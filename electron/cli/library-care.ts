import { resolve } from 'node:path';
import type { BackupReport, CareProgress, EngineEvent, MoveReport, RepairReport } from '@shared/contract';
import { t } from '@shared/words/index';
import { saidFinding } from '@shared/words/said';
import type { Command } from 'commander';
import { facts, leftText, showOver, sizeText, statusText } from './render';
import { type GlobalOptions, type MakeCommand, Session } from './session';

export function addCareCommands(command: MakeCommand): void {
  command('backup <file>', t('terminal.command.backup'))
    .option('--replace', t('terminal.option.replaceFile'))
    .act(async (engine, path: string, { replace }: { replace?: boolean }) => {
      await engine.show('library.backup', { path: resolve(path), replace }, backupText, showCare);
    });
  command('restore <file>', t('terminal.command.restore'))
    .option('--replace', t('terminal.option.replaceLibrary'))
    .action((path: string, { replace = false }: { replace?: boolean }, self: Command) =>
      Session.restore(self.optsWithGlobals<GlobalOptions>(), {
        path: resolve(path),
        replace,
        onProgress: showProgress,
      }),
    );
  command('move-library <folder>', t('terminal.command.moveLibrary')).act(async (engine, folder: string) => {
    const report = await engine.move(resolve(folder), showProgress);
    engine.print(report, () => moveText(report));
  });
}

function moveText({ folder, left }: MoveReport): string {
  return [t('care.moved', { folder }), ...(left === null ? [] : [t('care.movedLeft', { folder: left })])].join('\n');
}

function backupText({ path, documents, files, bytes, missing, changed }: BackupReport): string {
  const odd = missing + changed;
  const made = t('terminal.care.backedUp', { documents, files, size: sizeText(bytes), path });
  return odd > 0 ? `${made}\n${t('terminal.care.odd', { count: odd })}` : made;
}

const showCare = (event: EngineEvent): void => {
  if (event.type === 'library.care') showProgress(event.progress);
};

function showProgress({ task, filesDone, filesTotal, bytesDone, bytesTotal }: CareProgress): void {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesDone / bytesTotal) * 100);
  const files = t('ingest.files', { done: filesDone, count: filesTotal });
  showOver(`${t(`care.running.${task}`)}: ${files}, ${t('app.percent', { percent })}`);
}

export function showRebuild(event: EngineEvent): void {
  if (event.type !== 'library.rebuild' || event.rebuild?.state !== 'running') return;
  const { phase, share, msLeft } = event.rebuild;
  const parts = [t('app.percent', { percent: Math.floor(share * 100) }), ...leftText(msLeft)];
  showOver(`${phase === 'embedding' ? t('ingest.phases.embedding') : t(`rebuild.${phase}`)}: ${parts.join(', ')}`);
}

export interface StatusFlags {
  readonly check?: boolean;
  readonly plan?: boolean;
  readonly repair?: boolean;
}

/** Prints the library's facts; with a flag, exit code 1 if a fault exists or remains. */
export async function showStatus(engine: Session, options: StatusFlags): Promise<void> {
  engine.saidHealth = true;
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
      ? t('terminal.care.nothingToRepair')
      : facts([
          ...findings.map(({ kind, count }) => [t('care.found'), saidFinding(kind, count)] as const),
          ...plan.steps.map(({ act, count }) => [t('care.would'), t(`care.plan.${act}`, { count })] as const),
        ]),
  );
  if (findings.length > 0) process.exitCode = 1;
}

function repairText({ before, done, jobId, setAside }: RepairReport): string {
  if (before.findings.length === 0) return t('care.nothingToDo');
  const found = before.findings.map(({ kind, count }) => [t('care.found'), saidFinding(kind, count)] as const);
  const steps = done.map(({ act, count }) => [t('care.did'), t(`care.done.${act}`, { count })] as const);
  return [
    facts([...found, ...steps]),
    ...(setAside === null ? [] : [t('care.setAside', { folder: setAside })]),
    ...(jobId === null ? [] : [t('terminal.care.readAgain', { jobId })]),
  ].join('\n');
}
