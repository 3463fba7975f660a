import type { SqlDatabase } from './database';
import { indexUriKey } from './index-place';

export const manifestKey = 'index-manifest';
export const versionKey = 'library-version';

/** What only the process with the lock writes, and a search asks for twenty times. */
const heldKeys: ReadonlySet<string> = new Set([manifestKey, versionKey, indexUriKey]);

/** A library's own small values, which are part of its catalogue. */
export class LibrarySettings {
  private readonly held = new Map<string, string | null>();
  private heldSince = 0;

  /** @param holds whether this process has the lock now: while it has, nobody else writes what is held in memory */
  constructor(
    private readonly database: SqlDatabase,
    private readonly holds: () => boolean,
  ) {}

  /** What is held may be from before another process had the lock. */
  readAnew(): void {
    this.held.clear();
  }

  get(key: string): string | null {
    if (!this.holds() || !heldKeys.has(key)) return this.read(key);
    // What was written or read in a transaction that was taken back has never been.
    if (this.heldSince !== this.database.rollbacks) this.held.clear();
    this.heldSince = this.database.rollbacks;
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const value = this.read(key);
    this.held.set(key, value);
    return value;
  }

  set(key: string, value: string): void {
    this.held.delete(key);
    this.database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
  }

  private read(key: string): string | null {
    const value = this.database.get('SELECT value FROM settings WHERE key = ?', key)?.value;
    return typeof value === 'string' ? value : null;
  }
}
