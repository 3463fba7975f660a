import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { GoneDocument, WatchedFolder, WatchState } from '@shared/contract';
import { type ErrorReport, reportOf, VitrineError } from '@shared/errors';
import type { FSWatcher } from 'chokidar';
import { pause } from '../../async';
import { statsOf } from '../../files';

/** Distinguishes two states of a file without reading it: bytes and time of change, ms. */
export type FileStamp = readonly [bytes: number, mtimeMs: number];
export type Looks = ReadonlyMap<string, FileStamp>;

export interface FolderLook {
  /** Device and number of the folder itself: another drive at the same place has another. */
  readonly identity: string;
  readonly files: Looks;
  /** Folders in it that could not be entered: nothing is known of what they hold. */
  readonly closed: readonly string[];
}

/** Null where the folder is not there, or is none. An aborted signal throws its reason. */
export async function lookAtFolder(
  folder: string,
  signal: AbortSignal,
  takesPictures = false,
): Promise<FolderLook | null> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return null;
  const { walk } = await import('../../ingest');
  const walked = await walk([folder], signal, { takesPictures });
  if (walked.missing.includes(folder)) return null;
  const stats = await statsOf(walked.files, signal);
  const files = new Map(
    walked.files.flatMap((path, at): [string, FileStamp][] => {
      const look = stats[at];
      return look ? [[path, [look.size, look.mtimeMs]]] : [];
    }),
  );
  return { identity: `${found.dev}:${found.ino}`, files, closed: walked.missing };
}

/** Whether an empty folder is the place of a drive that is away: it is another folder than last time. */
export function isUnplugged(now: FolderLook, before: Looks, identity: string | null): boolean {
  return before.size > 0 && now.files.size === 0 && now.identity !== identity;
}

export function changedFiles(now: Looks, before: Looks): string[] {
  return [...now]
    .filter(([path, look]) => !sameLook(look, before.get(path)))
    .map(([path]) => path)
    .sort();
}

export const sameLook = (one: FileStamp, other: FileStamp | undefined): boolean =>
  other !== undefined && one[0] === other[0] && one[1] === other[1];

export const isUnder = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** Documents whose file is certainly gone: their folder was read, and the system says so. */
export async function goneDocuments<T extends { readonly path: string }>(
  documents: readonly T[],
  folder: string,
  { files, closed }: FolderLook,
): Promise<T[]> {
  const suspects = documents.filter(
    ({ path }) => isUnder(path, folder) && !files.has(path) && !closed.some((shut) => isUnder(path, shut)),
  );
  const gone: T[] = [];
  for (const document of suspects) {
    const code = await stat(document.path).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'ENOENT' || code === 'ENOTDIR') gone.push(document);
  }
  return gone;
}

export interface KeptFolder
  extends Pick<WatchedFolder, 'folderId' | 'path' | 'collection' | 'polling' | 'addedAt' | 'lastScan'> {
  readonly identity: string | null;
  readonly stay: readonly string[];
}

export interface WatchParts {
  documents(): readonly GoneDocument[];
  takesPictures(): boolean;
  /** Puts files, or the whole folder, in the queue; resolves when the catalogue has them. */
  enqueue(folder: KeptFolder, paths: readonly string[]): Promise<void>;
  keep(folder: KeptFolder): void;
  looks(folderId: string): ReadonlyMap<string, FileStamp>;
  keepLooks(folderId: string, looks: ReadonlyMap<string, FileStamp>): void;
  changed(): void;
  readonly times: WatchTimes;
}

export interface WatchTimes {
  /** A file that has not changed for this long is taken for whole. */
  readonly settle: number;
  /** Between two looks where the system does not tell of changes, and at a folder that is away. */
  readonly poll: number;
}

/** A system whose queue is full drops what it had to tell, in silence: a folder is looked at after so many polls all the same. */
const pollsUnheard = 20;
export const watchTimes: WatchTimes = { settle: 2000, poll: 30_000 };

/** One watched folder. Events only start a look; comparing with the stored last look finds the changes. */
export class FolderWatch {
  private state: WatchState = 'resting';
  private error: ErrorReport | null = null;
  private gone: readonly GoneDocument[] = [];
  private files: number;
  /** Files that have changed and may still be written to: how they looked, and since when, ms. */
  private readonly unsettled = new Map<string, { readonly look: FileStamp; readonly since: number }>();
  private watcher: FSWatcher | null = null;
  private live = false;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private again = false;
  private isTold = false;
  private readonly ending = new AbortController();

  constructor(
    public kept: KeptFolder,
    private readonly parts: WatchParts,
  ) {
    this.files = parts.looks(kept.folderId).size;
  }

  get summary(): WatchedFolder {
    const { folderId, path, collection, polling, addedAt, lastScan } = this.kept;
    const { state, files, gone, error } = this;
    return { folderId, path, collection, polling, addedAt, lastScan, state, files, gone, error };
  }

  get isLive(): boolean {
    return this.live;
  }

  start(): void {
    if (this.live) return;
    this.live = true;
    void this.look();
  }

  /** Looks until nothing is still being written to; at a folder that is written to all the time, for ten times that. */
  async scan(): Promise<void> {
    const { settle } = this.parts.times;
    const end = performance.now() + 10 * settle;
    await this.look();
    while (this.unsettled.size > 0 && performance.now() < end && !this.ending.signal.aborted) {
      await pause(settle, this.ending.signal);
      await this.look();
    }
  }

  stay(documentIds: readonly string[] | null): void {
    const ids = documentIds ?? this.gone.map(({ documentId }) => documentId);
    this.set({ ...this.kept, stay: [...new Set([...this.kept.stay, ...ids])] });
    this.gone = this.gone.filter(({ documentId }) => !ids.includes(documentId));
    this.parts.changed();
  }

  set(kept: KeptFolder): void {
    this.kept = kept;
    this.parts.keep(kept);
  }

  /** Listens to the system, or no longer, from the next look on, which follows at once. */
  async reconfigure(kept: KeptFolder): Promise<void> {
    const isOther = kept.polling !== this.kept.polling;
    this.set(kept);
    if (!isOther) return;
    this.error = null;
    await this.unlisten();
    if (this.live) void this.look();
  }

  /** Removes deleted documents from the offer; true if that changes anything. */
  forgetDeleted(): boolean {
    if (this.gone.length === 0) return false;
    const known = new Set(this.parts.documents().map(({ documentId }) => documentId));
    const left = this.gone.filter(({ documentId }) => known.has(documentId));
    const changed = left.length < this.gone.length;
    this.gone = left;
    return changed;
  }

  async close(): Promise<void> {
    this.live = false;
    this.ending.abort(new VitrineError('cancelled', { why: 'not-watched' }));
    clearTimeout(this.timer);
    await this.watcher?.close();
    await this.looking?.catch(() => undefined);
  }

  /** One look at a time; a call while one is under way makes another one follow it. */
  private look(): Promise<void> {
    if (this.looking) {
      this.again = true;
      return this.looking;
    }
    clearTimeout(this.timer);
    this.looking = this.lookOnce().finally(() => {
      this.looking = null;
      if (this.live) this.plan();
    });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    const { signal } = this.ending;
    do {
      this.again = false;
      this.isTold = false;
      this.tell('scanning');
      try {
        const seen = await lookAtFolder(this.kept.path, signal, this.parts.takesPictures());
        const away = !seen || isUnplugged(seen, this.parts.looks(this.kept.folderId), this.kept.identity);
        if (away) await this.leave();
        else await this.compare(seen);
        if (this.error?.code !== 'watch-incomplete') this.error = null;
        this.tell(away ? 'away' : this.stateHere);
      } catch (error) {
        if (signal.aborted) return;
        this.error = reportOf(error);
        this.tell(this.stateHere);
      }
    } while (this.again && !signal.aborted);
  }

  /** The folder is not there: what the system tells of it from now on is worth nothing. */
  private async leave(): Promise<void> {
    this.unsettled.clear();
    await this.unlisten();
  }

  private async unlisten(): Promise<void> {
    const { watcher } = this;
    this.watcher = null;
    await watcher?.close();
  }

  private async compare(seen: FolderLook): Promise<void> {
    await this.listen();
    const { folderId, lastScan } = this.kept;
    const before = this.parts.looks(folderId);
    const changed = changedFiles(seen.files, before);
    const whole = changed.filter((path) => this.isSettled(path, seen.files.get(path)));
    for (const path of this.unsettled.keys()) if (!changed.includes(path)) this.unsettled.delete(path);
    const isFirst = lastScan === null && whole.length === seen.files.size;
    if (whole.length > 0) await this.parts.enqueue(this.kept, isFirst ? [this.kept.path] : whole);
    const after = new Map([...before].filter(([path]) => seen.files.has(path)));
    for (const path of whole) {
      const look = seen.files.get(path);
      if (look) after.set(path, look);
      this.unsettled.delete(path);
    }
    if (whole.length > 0 || after.size !== before.size) this.parts.keepLooks(folderId, after);
    this.files = seen.files.size;
    const gone = await goneDocuments(this.parts.documents(), this.kept.path, seen);
    // Some of them may have been deleted, or told to stay, during the look.
    const stay = new Set(this.kept.stay);
    this.gone = gone.filter(({ documentId }) => !stay.has(documentId));
    this.forgetDeleted();
    this.set({ ...this.kept, lastScan: new Date().toISOString(), identity: seen.identity });
  }

  /** Old enough, or the same at two looks that are far enough apart: clocks of other machines may be wrong. */
  private isSettled(path: string, look: FileStamp | undefined): boolean {
    if (!look) return false;
    const { settle } = this.parts.times;
    const now = Date.now();
    const age = now - look[1];
    if (age > settle) return true;
    const earlier = this.unsettled.get(path);
    if (earlier && sameLook(earlier.look, look)) return performance.now() - earlier.since >= settle * 0.9;
    this.unsettled.set(path, { look, since: performance.now() });
    return false;
  }

  private canListen(): boolean {
    return this.live && !this.kept.polling && !this.watcher;
  }

  private async listen(): Promise<void> {
    if (!this.canListen()) return;
    const [{ watch }, { isPassedOver }, path] = await Promise.all([
      import('chokidar'),
      import('../../ingest'),
      realpath(this.kept.path),
    ]);
    // It may have been closed or changed in that time.
    if (!this.canListen()) return;
    const ignored = (entry: string) => entry !== path && isPassedOver(entry);
    // Targets of links in it are either in the folder too, or none of its business.
    const watcher = watch(path, { ignoreInitial: true, ignored, ignorePermissionErrors: true, followSymlinks: false });
    this.watcher = watcher;
    watcher.on('all', () => this.soon());
    // It tells of nothing that came after this look and before it was ready.
    watcher.on('ready', () => this.soon());
    watcher.on('error', (error) => {
      // Such as too many folders for the system: what it does not tell is found by looking from time to time.
      this.error = { ...reportOf(new VitrineError('watch-incomplete')), details: { reason: String(error) } };
      void this.leaveForGood();
    });
  }

  private async leaveForGood(): Promise<void> {
    try {
      this.set({ ...this.kept, polling: true });
      await this.leave();
    } catch (error) {
      this.error = reportOf(error);
    }
    this.soon();
  }

  /** Many changes come at once, such as of a copy; they are worth one look. */
  private soon(): void {
    if (!this.live) return;
    this.isTold = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), this.parts.times.settle / 2);
  }

  private plan(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), this.msToNextLook());
  }

  private msToNextLook(): number {
    const { settle, poll } = this.parts.times;
    if (this.isTold) return settle / 2;
    if (this.unsettled.size > 0) return settle;
    return this.watcher ? pollsUnheard * poll : poll;
  }

  private get stateHere(): 'watching' | 'resting' {
    return this.live ? 'watching' : 'resting';
  }

  private tell(state: WatchState): void {
    this.state = state;
    this.parts.changed();
  }
}
