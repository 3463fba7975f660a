import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const file = '/proc/thread-self/schedstat';

function readable(): boolean {
  try {
    return /^\d+ /u.test(readFileSync(file, 'utf8'));
  } catch {
    // Not Linux, or a kernel without the figure.
    return false;
  }
}

const told = readable();

/** The counts of `threadMs`. */
export const threadClock = told ? 'processor time of the thread' : 'time on the wall';

/**
 * ms that this thread has had a processor, which other programs do not lengthen; where the system does not tell, ms on
 * the wall.
 */
export function threadMs(): number {
  if (!told) return performance.now();
  const [nanoseconds = '0'] = readFileSync(file, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
