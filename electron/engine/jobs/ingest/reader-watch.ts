import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';

/** What one reading may take. */
export interface ReadingBounds {
  readonly ms: number;
  /** That the process may grow by. */
  readonly bytes: number;
}

const mebibyte = 1024 * 1024;
/** How often is looked: a reader that packs out fills some 100 MB in this time. */
const everyMs = 100;
/** The most that counts between two looks: a computer that slept, or an engine that was busy, is no reader's fault. */
const mostMsALook = 1000;

/** The bounds for a file of so many bytes. */
export function readingBounds(bytes: number, { reading }: Pick<PipelineLimits['ingest'], 'reading'>): ReadingBounds {
  const { secondsAFile, secondsAMebibyte, mebibytes } = reading;
  const seconds = secondsAFile + Math.ceil((secondsAMebibyte * bytes) / mebibyte);
  return { ms: seconds * 1000, bytes: mebibytes * mebibyte };
}

export const readTooLong = ({ ms }: ReadingBounds): VitrineError =>
  new VitrineError('too-slow', { why: 'reading', seconds: ms / 1000 });

export const readTooLarge = ({ bytes }: ReadingBounds): VitrineError =>
  new VitrineError('too-large', { why: 'memory', mebibytes: bytes / mebibyte });

interface Reading {
  readonly bounds: ReadingBounds;
  readonly startBytes: number;
  spentMs: number;
  over(passed: 'time' | 'memory'): void;
}

/**
 * Looks from outside at what readers take, since one that hangs in a loop or fills the memory tells nobody. Memory is
 * that of the process: ended threads give it back, but nothing says which of several takes it, so that all are told.
 */
export class ReaderWatch {
  private readonly readings = new Set<Reading>();
  private timer: NodeJS.Timeout | undefined;
  private lastLook = 0;

  /** Watches a reading that begins now, until what this returns is called or it is over its bounds. */
  begin(bounds: ReadingBounds, over: Reading['over']): () => void {
    const reading: Reading = { bounds, startBytes: process.memoryUsage.rss(), spentMs: 0, over };
    this.readings.add(reading);
    if (this.timer === undefined) {
      this.lastLook = performance.now();
      this.timer = setInterval(() => this.look(), everyMs).unref();
    }
    return () => this.end(reading);
  }

  private look(): void {
    const now = performance.now();
    const passed = Math.min(now - this.lastLook, mostMsALook);
    this.lastLook = now;
    const held = process.memoryUsage.rss();
    for (const reading of [...this.readings]) {
      reading.spentMs += passed;
      const isLarge = held - reading.startBytes > reading.bounds.bytes;
      if (!isLarge && reading.spentMs <= reading.bounds.ms) continue;
      this.end(reading);
      reading.over(isLarge ? 'memory' : 'time');
    }
  }

  private end(reading: Reading): void {
    this.readings.delete(reading);
    if (this.readings.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
