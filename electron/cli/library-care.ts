import type { RepairReport } from '@shared/contract';
import { statusText } from './render';
import type { Session } from './session';

/** What the library holds; with `check` or `repair`, exit code 1 where something is wrong or stays wrong. */
export async function showStatus(engine: Session, options: { check?: boolean; repair?: boolean }): Promise<void> {
  const repair = options.repair ? await engine.request('library.repair', {}) : undefined;
  const check = options.check === true || options.repair === true;
  const status = await engine.request('app.status', check ? { check } : {});
  engine.print(repair ? { ...status, repair } : status, () =>
    [...(repair ? [repairText(repair)] : []), statusText(status)].join('\n'),
  );
  if ((status.check?.findings.length ?? 0) > 0) process.exitCode = 1;
}

function repairText({ before, done, jobId }: RepairReport): string {
  if (before.findings.length === 0) return 'Nothing had to be repaired.';
  return [
    ...before.findings.map(({ message }) => `Found       ${message}`),
    ...done.map(({ message }) => `Done        ${message}`),
    ...(jobId === null ? [] : [`Reading     files again: vitrine jobs resume ${jobId}`]),
  ].join('\n');
}
