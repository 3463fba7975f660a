import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import { ChunkIndex } from './chunk-index';
import { ConversationStore } from './conversations';
import { SqlDatabase } from './database';
import { DocumentStore, type Orphans } from './documents';
import { EmbeddingCache } from './embedding-cache';
import { folderSize } from './folder-size';
import { LibraryLock } from './library-lock';
import type { NewContent, NewDocument } from './records';
import { RunStore } from './runs';
import { UploadStore } from './uploads';

export interface Addition {
  readonly document: NewDocument;
  /** Absent where the content is already in the library. */
  readonly content?: NewContent;
}

/**
 * An open library folder. Two processes may open one folder; only the one that holds the lock may change
 * documents, the other reads, asks and keeps its runs.
 */
export class Library {
  readonly documents: DocumentStore;
  readonly embeddings: EmbeddingCache;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;

  private constructor(
    readonly folder: string,
    private readonly database: SqlDatabase,
    readonly index: ChunkIndex,
    readonly uploads: UploadStore,
    private readonly lock: LibraryLock | null,
  ) {
    this.documents = new DocumentStore(database);
    this.embeddings = new EmbeddingCache(database);
    this.runs = new RunStore(database);
    this.conversations = new ConversationStore(database);
  }

  /** Opens or creates the folder. Errors: `library-newer`, `library-damaged`, `library-read-only`, `disk-full`. */
  static async open(folder: string, userId: string): Promise<Library> {
    const lock = LibraryLock.take(folder);
    try {
      const database = SqlDatabase.open(join(folder, 'catalogue.db'));
      const library = new Library(
        folder,
        database,
        new ChunkIndex(join(folder, 'index')),
        new UploadStore(folder, userId),
        lock,
      );
      if (lock) await library.recover();
      return library;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  get writable(): boolean {
    return this.lock !== null;
  }

  /** Errors: `library-locked`. */
  assertWritable(): void {
    if (!this.lock) {
      throw new VitrineError(
        'library-locked',
        'Another Vitrine has this library open.',
        'Make the change there, close it first, or use another --library folder.',
        { folder: this.folder },
      );
    }
  }

  setting(key: string): string | null {
    const value = this.database.get('SELECT value FROM settings WHERE key = ?', key)?.value;
    return typeof value === 'string' ? value : null;
  }

  setSetting(key: string, value: string): void {
    this.database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
  }

  /** Grows by one with every change of what can be found: the key of caches and part of every run. */
  get version(): number {
    return Number(this.setting('library-version') ?? 0);
  }

  private bumpVersion(): void {
    this.setSetting('library-version', String(this.version + 1));
  }

  /** Marks the index as possibly ahead of the catalogue until `settled`; a start in between repairs it. */
  private set unsettled(value: boolean) {
    this.setSetting('index-unsettled', value ? '1' : '0');
  }

  /** Notes that rows are about to enter the index. Comes before `index.add`. */
  beginChange(): void {
    this.assertWritable();
    this.unsettled = true;
  }

  /** One commit makes the additions visible; their rows are in the index already. Returns stored files to let go of. */
  commit(additions: readonly Addition[]): Orphans {
    this.assertWritable();
    const createdAt = new Date().toISOString();
    return this.database.transaction(() => {
      for (const { document, content } of additions) {
        if (content) this.documents.addContent(content, createdAt);
        this.documents.putDocument(document, createdAt);
      }
      const orphans = this.documents.removeOrphanedContents();
      this.bumpVersion();
      return orphans;
    });
  }

  /** Lets go of what a commit orphaned, and compacts the index unless more is coming. Readers never see any of it. */
  async settle(orphans: Orphans, compact = true): Promise<void> {
    await this.index.removeContents(orphans.contentIds);
    for (const stored of orphans.storedPaths) await this.uploads.remove(stored);
    this.embeddings.forget(this.index.manifest?.modelId ?? '', orphans.texts);
    if (compact) await this.index.compact();
    this.unsettled = false;
  }

  /** Deletes documents: invisible with the commit, gone from disk when this resolves (I12). */
  async delete(documentIds: readonly string[]): Promise<string[]> {
    this.assertWritable();
    const { removed, orphans } = this.database.transaction(() => {
      this.unsettled = true;
      const gone = this.documents.removeDocuments(documentIds);
      const left = this.documents.removeOrphanedContents();
      this.bumpVersion();
      return { removed: gone, orphans: left };
    });
    await this.settle(orphans);
    return removed;
  }

  /** Rows of the index that the catalogue does not know, and chunks that the index lacks. */
  async compare(): Promise<{ strayRows: string[]; missingRows: string[] }> {
    const known = this.documents.chunkIds();
    const indexed = new Set(await this.index.chunkIds());
    return {
      strayRows: [...indexed].filter((id) => !known.has(id)),
      missingRows: [...known].filter((id) => !indexed.has(id)),
    };
  }

  /** Bytes on disk of everything in the folder. */
  async size(): Promise<number> {
    return (await folderSize(this.folder)).bytes;
  }

  private async recover(): Promise<void> {
    if (this.setting('index-unsettled') !== '1') return;
    if (existsSync(join(this.folder, 'index', 'manifest.json'))) {
      await this.index.removeChunks((await this.compare()).strayRows);
      await this.index.compact();
    }
    const known = new Set<string>();
    for (const contentId of this.documents.contentIds()) known.add(this.documents.storedPath(contentId));
    await this.uploads.removeStrays(known);
    this.unsettled = false;
  }

  /** Replaces a content's chunks in place, for a change of profile. Part of one transaction. */
  replaceContents(contents: readonly NewContent[]): void {
    this.assertWritable();
    const createdAt = new Date().toISOString();
    this.database.transaction(() => {
      for (const content of contents) {
        this.documents.removeContent(content.contentId);
        this.documents.addContent(content, createdAt);
      }
      this.bumpVersion();
    });
  }

  newId(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  }

  close(): void {
    this.index.close();
    this.database.close();
    this.lock?.release();
  }
}
