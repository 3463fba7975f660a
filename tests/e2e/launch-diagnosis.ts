import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/**
 * Diagnosis of an app that did not start: its processes by command line, the wait of each thread in the kernel (Linux),
 * the load of the machine, and the app's stderr.
 */
export function launchDiagnosis(settings: string, stderr: readonly string[]): string {
  return [
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    ...processesOf(settings),
    'stderr, its end:',
    stderr.join('').slice(-4000) || '(nothing)',
  ].join('\n');
}

function processesOf(settings: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const lines = readdirSync('/proc')
    .filter((pid) => /^\d+$/u.test(pid) && pid !== String(process.pid))
    .flatMap((pid) => {
      const command = readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
      if (!command.includes(settings)) return [];
      const kind = /--type=(\S+)/u.exec(command)?.[1] ?? 'main';
      return [`${kind} process ${pid}: ${threadsOf(pid)}`];
    });
  return lines.length === 0 ? ['no process of the app is left'] : lines;
}

/** Threads by name, state and the function of the kernel that they wait in; the same ones counted together. */
function threadsOf(pid: string): string {
  const counted = new Map<string, number>();
  for (const thread of listProc(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const state = /^State:\s+(\S)/mu.exec(readProc(`${folder}/status`))?.[1] ?? '?';
    const name = `${readProc(`${folder}/comm`).trim()} ${state} ${readProc(`${folder}/wchan`) || '-'}`;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  return [...counted].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
}

/** A process may end while it is looked at: then there is nothing to say of it. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function listProc(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
