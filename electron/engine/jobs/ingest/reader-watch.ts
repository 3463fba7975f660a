import { readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';

export interface ReadingBounds {
  readonly ms: number;
  /** Processor time between two signs of progress. */
  readonly stillMs: number;
  readonly bytes: number;
}

export type Passed = 'time' | 'progress' | 'memory' | 'waiting';

const mebibyte = 1024 * 1024;
/** Time between two looks. A reader that unpacks fills some 100 MB in it. */
const everyMs = 100;
/** The most that counts between two looks: a computer that slept, or an engine that was busy, is no reader's fault. */
const mostMsALook = 1000;
/** A thread that waits for ever uses no processor: so many times its processor time is the most on the wall. */
const wallFactor = 10;
/** A thread that got less of a processor than this share of the time had to wait for other programs. */
const busyShare = 0.7;
/** The cause of an error whose reading was stopped while the computer was busy. */
const busyComputer = new Error('other programs had the processors');

export function readingBounds({ reading }: Pick<PipelineLimits['ingest'], 'reading'>): ReadingBounds {
  const { secondsAFile, secondsAPart, mebibytes } = reading;
  return { ms: secondsAFile * 1000, stillMs: secondsAPart * 1000, bytes: mebibytes * mebibyte };
}

/** Returns the error of a stopped reading. @param isBusy whether other programs had the processors */
export function readingStopped(passed: Passed, { ms, stillMs, bytes }: ReadingBounds, isBusy = false): VitrineError {
  if (passed === 'memory') return new VitrineError('too-large', { why: 'memory', mebibytes: bytes / mebibyte });
  if (passed === 'waiting') return new VitrineError('too-slow');
  const seconds = (passed === 'time' ? ms : stillMs) / 1000;
  return new VitrineError('too-slow', { why: 'reading', seconds }, isBusy ? { cause: busyComputer } : {});
}

/** Whether a file was stopped by the watch: alone, it may be read. */
export function wasStopped(error: unknown): boolean {
  if (!(error instanceof VitrineError)) return false;
  return error.code === 'too-slow' || (error.code === 'too-large' && error.details?.why === 'memory');
}

export const wasBusy = (error: unknown): boolean => error instanceof Error && error.cause === busyComputer;

class Reading {
  readonly startBytes = process.memoryUsage.rss();
  startMs: number | null;
  /** Processor time so far: as the clock tells it, and as it is estimated since. */
  spentMs = 0;
  progressMs = 0;
  wallMs = 0;

  constructor(
    readonly bounds: ReadingBounds,
    readonly clock: ThreadClock,
    readonly over: (passed: Passed, isBusy: boolean) => void,
  ) {
    this.startMs = clock();
  }
}

export interface WatchedReading {
  goesOn(): void;
  end(): void;
}

/** Watches readers from outside. Time is processor time: a busy computer stops no file. Memory is the process's. */
export class ReaderWatch {
  private readonly readings = new Set<Reading>();
  private timer: NodeJS.Timeout | undefined;
  private lastLook = 0;
  private lastProcessMs = 0;

  begin(bounds: ReadingBounds, clock: ThreadClock, over: Reading['over']): WatchedReading {
    const reading = new Reading(bounds, clock, over);
    this.readings.add(reading);
    if (this.timer === undefined) {
      this.lastLook = performance.now();
      this.lastProcessMs = processMs();
      this.timer = setInterval(() => this.look(), everyMs).unref();
    }
    return {
      goesOn: () => {
        reading.progressMs = reading.spentMs;
      },
      end: () => this.end(reading),
    };
  }

  private look(): void {
    const now = performance.now();
    const used = processMs();
    const isLate = now - this.lastLook > mostMsALook;
    const passedMs = Math.min(now - this.lastLook, mostMsALook);
    // No thread uses more than the whole process does.
    const atMostMs = Math.min(passedMs, used - this.lastProcessMs);
    this.lastLook = now;
    this.lastProcessMs = used;
    const held = process.memoryUsage.rss();
    for (const reading of [...this.readings]) {
      count(reading, passedMs, atMostMs);
      // Signs of progress wait where this thread was busy.
      if (isLate) reading.progressMs = reading.spentMs;
      const passed = passedBy(reading, held);
      if (passed === null) continue;
      this.end(reading);
      reading.over(passed, reading.spentMs < busyShare * reading.wallMs);
    }
  }

  private end(reading: Reading): void {
    this.readings.delete(reading);
    if (this.readings.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Counts what the clock tells; until it tells something, the most that the thread may have used. */
function count(reading: Reading, passedMs: number, atMostMs: number): void {
  const told = reading.clock();
  reading.wallMs += passedMs;
  if (told === null) {
    reading.spentMs += atMostMs;
    return;
  }
  reading.startMs ??= told - reading.spentMs;
  reading.spentMs = told - reading.startMs;
}

function passedBy({ bounds, startBytes, spentMs, progressMs, wallMs }: Reading, held: number): Passed | null {
  if (held - startBytes > bounds.bytes) return 'memory';
  if (spentMs > bounds.ms) return 'time';
  if (spentMs - progressMs > bounds.stillMs) return 'progress';
  return wallMs > wallFactor * bounds.ms ? 'waiting' : null;
}

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

/** A worker of Node 24 reports its processor time itself, also in the middle of a loop. */
interface MeasuredWorker {
  cpuUsage(): Promise<{ readonly user: number; readonly system: number }>;
}
const isMeasured = (worker: object): worker is MeasuredWorker => 'cpuUsage' in worker;

/** Returns a thread's clock: Linux tells it in /proc, elsewhere the worker if Node can. @param number in Linux */
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
