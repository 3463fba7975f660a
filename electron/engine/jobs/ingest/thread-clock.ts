import { readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/** Processor time of another thread of this process, ms; null where nothing new is known. */
export type ThreadClock = () => number | null;

/** Returns the number that Linux gives to the thread that calls this; null on other systems. */
export function ownThreadNumber(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const [, number = ''] = /\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    return number === '' ? null : Number(number);
  } catch {
    // No /proc, as in some containers: the thread is measured as on other systems.
    return null;
  }
}

/** A worker of Node 24 tells its processor time by itself, also in the middle of a loop. */
interface MeasuredWorker {
  cpuUsage(): Promise<{ readonly user: number; readonly system: number }>;
}
const isMeasured = (worker: object): worker is MeasuredWorker => 'cpuUsage' in worker;

/**
 * Returns the clock of a worker's thread. On Linux it reads /proc; elsewhere it asks the worker, where Node can, and
 * tells each answer once.
 *
 * @param number what `ownThreadNumber` returned in that thread
 */
export function clockOf(worker: Worker, number: number | null): ThreadClock {
  if (number !== null) return linuxClock(number);
  return isMeasured(worker) ? askedClock(worker) : () => null;
}

function linuxClock(number: number): ThreadClock {
  const file = `/proc/self/task/${number}/schedstat`;
  return () => {
    try {
      const nanoseconds = Number(readFileSync(file, 'latin1').split(' ')[0]);
      return Number.isFinite(nanoseconds) && nanoseconds > 0 ? nanoseconds / 1e6 : null;
    } catch {
      // A kernel without the figure, or a thread that has just ended.
      return null;
    }
  };
}

function askedClock(worker: MeasuredWorker): ThreadClock {
  let answer: number | null = null;
  let asks = false;
  return () => {
    const told = answer;
    answer = null;
    if (!asks) {
      asks = true;
      worker
        .cpuUsage()
        .then(({ user, system }) => {
          answer = (user + system) / 1000;
          asks = false;
        })
        // The thread has ended: there is nothing left to ask.
        .catch(() => undefined);
    }
    return told;
  };
}
