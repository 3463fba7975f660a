import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EngineEvent, WatchedFolder } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { Permissions } from '../../settings/permissions';
import type { Library } from '../../store';
import type { IngestQueue } from '../ingest/ingest-queue';
import {
  type FileStamp,
  FolderWatch,
  isUnder,
  type KeptFolder,
  type WatchParts,
  type WatchTimes,
  watchTimes,
} from './watched-folder';

export interface WatchedFoldersParts {
  readonly library: Library;
  readonly ingests: IngestQueue;
  /** Folders that came with the library are not looked at before a person allows them. */
  readonly permissions: Permissions;
  takesPictures(): boolean;
  emit(event: EngineEvent): void;
  readonly times?: WatchTimes;
}

export interface WatchOptions {
  readonly collection?: string | undefined;
  readonly polling?: boolean | undefined;
}

const foldersKey = 'watched-folders';
const looksKey = (folderId: string) => `watched-files:${folderId}`;

/** The watched folders of a library. The library stores them; new files in them go into its queue. */
export class WatchedFolders {
  private readonly folders = new Map<string, FolderWatch>();
  private live = false;

  constructor(private readonly parts: WatchedFoldersParts) {
    this.readAnew();
    parts.permissions.asks(() =>
      [...this.folders.values()].map(({ kept }) => ({ use: 'watchedFolder' as const, value: kept.path })),
    );
  }

  /** Another process may have changed them until now: what this one has of them it has only read. */
  readAnew(): void {
    this.folders.clear();
    for (const kept of this.stored()) this.folders.set(kept.folderId, new FolderWatch(kept, this.partsOf()));
  }

  list(): WatchedFolder[] {
    return [...this.folders.values()].map((folder) => this.summaryOf(folder));
  }

  /** Watches all of them that may be until `close`; to be called again when another may be. Errors: `library-locked`. */
  start(): void {
    this.parts.library.assertWritable();
    this.live = true;
    for (const folder of this.folders.values()) if (this.isAllowed(folder)) folder.start();
  }

  /** After an answer of a person: one that may not be watched any more is let go of. */
  async allowedAnew(): Promise<void> {
    const live = [...this.folders.values()].filter((folder) => !this.isAllowed(folder) && folder.isLive);
    for (const folder of live) {
      await folder.close();
      this.folders.set(folder.kept.folderId, new FolderWatch(folder.kept, this.partsOf()));
    }
    if (this.live) this.start();
    this.told();
  }

  /** Errors: `vanished`, `bad-request`, `library-locked`. */
  async add(request: WatchOptions & { path: string }): Promise<WatchedFolder> {
    const { library } = this.parts;
    library.assertWritable();
    const path = resolve(request.path);
    await this.assertFolder(path);
    this.parts.permissions.enter('watchedFolder', path);
    const { collection = '', polling = false } = request;
    const known = [...this.folders.values()].find(({ kept }) => kept.path === path);
    if (known) {
      if (this.live) known.start();
      return this.configure(known.kept.folderId, request);
    }
    const addedAt = new Date().toISOString();
    const unseen = { lastScan: null, identity: null, stay: [] };
    const kept = { folderId: library.newId('watch'), path, collection, polling, addedAt, ...unseen };
    const folder = new FolderWatch(kept, this.partsOf());
    this.folders.set(folder.kept.folderId, folder);
    this.store();
    if (this.live) folder.start();
    else this.told();
    return folder.summary;
  }

  async configure(folderId: string, { collection, polling }: WatchOptions): Promise<WatchedFolder> {
    this.parts.library.assertWritable();
    const folder = this.folder(folderId);
    const { kept } = folder;
    await folder.reconfigure({ ...kept, collection: collection ?? kept.collection, polling: polling ?? kept.polling });
    this.told();
    return this.summaryOf(folder);
  }

  async remove(folderId: string): Promise<void> {
    this.parts.library.assertWritable();
    const folder = this.folder(folderId);
    this.folders.delete(folderId);
    await folder.close();
    this.store();
    this.parts.library.setSetting(looksKey(folderId), '[]');
    this.told();
  }

  /** Errors: `watch-not-found`, `not-allowed`, `library-locked`; the summary has the faults of a folder. */
  async scan(folderId: string | null): Promise<WatchedFolder[]> {
    this.parts.library.assertWritable();
    const one = folderId === null ? null : this.folder(folderId);
    if (one) this.parts.permissions.assertAllowed('watchedFolder', one.kept.path);
    const some = one ? [one] : [...this.folders.values()];
    for (const folder of some) if (this.isAllowed(folder)) await folder.scan();
    return some.map((folder) => this.summaryOf(folder));
  }

  stay(folderId: string, documentIds: readonly string[] | null): WatchedFolder {
    this.parts.library.assertWritable();
    const folder = this.folder(folderId);
    folder.stay(documentIds);
    return this.summaryOf(folder);
  }

  onDeleted(): void {
    const changed = [...this.folders.values()].map((folder) => folder.forgetDeleted());
    if (changed.includes(true)) this.told();
  }

  /** New documents go where those of the collection went. Empty: the default one. */
  moveCollection(from: string, to: string): void {
    for (const folder of this.folders.values()) {
      if (folder.kept.collection === from) folder.set({ ...folder.kept, collection: to });
    }
  }

  async close(): Promise<void> {
    this.live = false;
    await Promise.all([...this.folders.values()].map((folder) => folder.close()));
  }

  private isAllowed({ kept }: FolderWatch): boolean {
    return this.parts.permissions.allows('watchedFolder', kept.path);
  }

  private summaryOf(folder: FolderWatch): WatchedFolder {
    return this.isAllowed(folder) ? folder.summary : { ...folder.summary, state: 'waiting' };
  }

  private folder(folderId: string): FolderWatch {
    const folder = this.folders.get(folderId);
    if (folder) return folder;
    throw new VitrineError('watch-not-found', { folderId });
  }

  private async assertFolder(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (!found) throw new VitrineError('vanished', { why: 'folder', path });
    if (!found.isDirectory()) throw new VitrineError('bad-request', { path, why: 'no-folder' });
    const { folder } = this.parts.library;
    if (path === folder || isUnder(folder, path) || isUnder(path, folder)) {
      throw new VitrineError('bad-request', { path, why: 'holds-library' });
    }
  }

  private partsOf(): WatchParts {
    const { library, ingests, takesPictures, times = watchTimes } = this.parts;
    return {
      times,
      takesPictures,
      documents: () => library.documents.list().map(({ documentId, title, path }) => ({ documentId, title, path })),
      enqueue: async ({ collection, path }, paths) => {
        const jobId = library.newId('job');
        await ingests.enqueue({ jobId, paths, collection, within: [path] }, jobId);
      },
      keep: (kept) => this.keep(kept),
      looks: (folderId) => new Map(JSON.parse(library.setting(looksKey(folderId)) ?? '[]') as [string, FileStamp][]),
      keepLooks: (folderId, looks) => library.setSetting(looksKey(folderId), JSON.stringify([...looks])),
      changed: () => this.told(),
    };
  }

  private keep(kept: KeptFolder): void {
    if (!this.folders.has(kept.folderId)) return;
    this.store();
  }

  private store(): void {
    const kept = [...this.folders.values()].map((folder) => folder.kept);
    this.parts.library.setSetting(foldersKey, JSON.stringify(kept));
  }

  private stored(): KeptFolder[] {
    return JSON.parse(this.parts.library.setting(foldersKey) ?? '[]') as KeptFolder[];
  }

  private told(): void {
    this.parts.emit({ type: 'watch.changed', requestId: '', folders: this.list() });
  }
}
