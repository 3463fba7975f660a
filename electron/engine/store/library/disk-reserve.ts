import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, statfsSync, writeSync } from 'node:fs';
import { ownPath, removeOwnNow } from '../../own-files';

const name = 'reserve';
const mebibyte = 2 ** 20;
/** Enough for the journal of a large document that is deleted. */
const reserveBytes = 4 * mebibyte;
/** A disk with less room than this is nearly full, and needs no file more. */
const leastRoom = 16 * reserveBytes;
const tightRoom = mebibyte;

/** Holds room on the disk, because SQLite writes before it deletes. A deletion on a full disk may use it. */
export class DiskReserve {
  constructor(private readonly folder: string) {}

  /** Whether the disk has room for what an answer keeps. A disk that does not tell counts as one with room. */
  get hasRoom(): boolean {
    return this.room >= tightRoom;
  }

  private get room(): number {
    try {
      const { bavail, bsize } = statfsSync(this.folder);
      return bavail * bsize;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }

  keep(): void {
    if (this.room >= leastRoom) this.fill();
  }

  /** Does work that frees room; on a disk that is nearly full, without the reserve until it has ended. */
  lendTo<T>(work: () => T): T {
    if (this.room >= reserveBytes) return work();
    removeOwnNow(this.folder, name);
    const result = work();
    if (result instanceof Promise) return result.finally(() => this.fill()) as T;
    this.fill();
    return result;
  }

  /** As much of it as there is room for. A reserve that cannot be written is none, and nothing else depends on it. */
  private fill(): void {
    const file = ownPath(this.folder, name);
    if (lstatSync(file, { throwIfNoEntry: false })) return;
    try {
      const handle = openSync(file, 'wx', 0o600);
      try {
        // A disk that packs what it holds would give zeros no room.
        for (let done = 0; done < reserveBytes; ) done += writeSync(handle, randomBytes(mebibyte));
      } finally {
        closeSync(handle);
      }
    } catch {
      // Full again, or read-only: the written part stays.
    }
  }
}
