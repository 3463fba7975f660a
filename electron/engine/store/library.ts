import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BackgroundCompaction } from './background-compaction';
import { CatalogueFacts } from './catalogue-facts';
import { ChunkIndex } from './chunk-index';
import { CollectionStore } from './collections';
import { ContentStore, type Orphans } from './contents';
import { ConversationStore } from './conversations';
import { SqlDatabase } from './database';
import { type Addition, DocumentCommits } from './document-commits';
import { DocumentStore } from './documents';
import { EmbeddingCache } from './embedding-cache';
import { EvaluationStore } from './evaluations';
import { folderSize, sizesOf } from './folder-size';
import { HeadingWeights } from './heading-words';
import { type GivenIndex, IndexPlaces } from './index-place';
import { IngestJobStore } from './ingest-jobs';
import { clearIncoming, clearLeftBehind } from './left-behind';
import { LibraryChanges } from './library-changes';
import { LibraryLock, makeFolder } from './library-lock';
import { LibrarySettings, manifestKey, versionKey } from './library-settings';
import { LibraryWriter } from './library-writer';
import { MemoryStore } from './memory';
import { NextChunks } from './next-chunks';
import { QuestionLog } from './question-log';
import { unlessDamaged } from './read-or';
import { RecognitionStore } from './recognitions';
import { RunStore } from './runs';
import { compareIndex, takeOutUnknown } from './unknown-to-catalogue';
import { unlessOffline, unlessUnreadable } from './unless-unreadable';
import { UploadStore } from './uploads';

/**
 * An open library folder. Two processes may open one folder; only the one that holds the lock may change
 * documents, the other reads, asks and keeps its runs until it can take the lock itself (`writer`).
 */
export class Library {
  readonly documents: DocumentStore;
  readonly contents: ContentStore;
  readonly nextChunks: NextChunks;
  readonly embeddings: EmbeddingCache;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly log: QuestionLog;
  readonly memory: MemoryStore;
  readonly collections: CollectionStore;
  readonly jobs: IngestJobStore;
  readonly evaluations: EvaluationStore;
  readonly recognitions: RecognitionStore;
  readonly facts: CatalogueFacts;
  readonly headings: HeadingWeights;
  readonly index: ChunkIndex;
  readonly writer: LibraryWriter;
  /** What goes wrong beside other work, where nobody waits for a result. */
  onTrouble: (error: unknown) => void = () => undefined;
  private readonly settings: LibrarySettings;
  private readonly changes: LibraryChanges;
  private readonly commits: DocumentCommits;
  private readonly compaction = new BackgroundCompaction(
    () => this.change(() => unlessUnreadable(() => this.index.compact())),
    () => unlessUnreadable(() => this.measureVectors()),
    (error) => this.onTrouble(error),
  );

  private settling: Promise<void> = Promise.resolve();

  private constructor(
    readonly folder: string,
    private readonly database: SqlDatabase,
    readonly uploads: UploadStore,
    lock: LibraryLock,
    remote: GivenIndex | null,
  ) {
    this.writer = new LibraryWriter(lock, {
      folder,
      inPlace: () => database.inPlace(),
      takeUp: () => this.takeUp(),
    });
    this.settings = new LibrarySettings(database, () => this.writable);
    this.changes = new LibraryChanges(this.settings, () => this.recover());
    this.documents = new DocumentStore(database);
    this.contents = new ContentStore(database);
    this.nextChunks = new NextChunks(database, this.contents);
    this.embeddings = new EmbeddingCache(database);
    this.runs = new RunStore(database);
    this.memory = new MemoryStore(database, this.embeddings);
    this.log = new QuestionLog(database, this.memory);
    this.conversations = new ConversationStore(database, this.memory, this.log);
    this.collections = new CollectionStore(database, (work) => this.changeCatalogue(work));
    this.jobs = new IngestJobStore(database);
    this.evaluations = new EvaluationStore(database);
    this.recognitions = new RecognitionStore(database);
    this.facts = new CatalogueFacts(database);
    this.headings = new HeadingWeights(database, this);
    const manifest = {
      read: () => this.setting(manifestKey),
      write: (text: string) => this.setSetting(manifestKey, text),
    };
    this.index = new ChunkIndex(new IndexPlaces(this, remote), manifest, () => !this.writable);
    this.commits = new DocumentCommits(this, database, () => this.bumpVersion());
    this.index.fold = () => this.compaction.folded();
  }

  /**
   * Opens or creates the folder. Errors: `library-newer`, `library-damaged`, `library-read-only`, `disk-full`,
   * `library-locked` where another process writes for longer than is waited.
   */
  static async open(folder: string, userId: string, remote: GivenIndex | null = null, reads = false): Promise<Library> {
    makeFolder(folder);
    const lock = new LibraryLock(folder, reads);
    const isFirst = lock.take();
    try {
      const database = SqlDatabase.open(join(folder, 'catalogue.db'));
      let library: Library | null = null;
      try {
        library = new Library(folder, database, new UploadStore(folder, userId), lock, remote);
        if (isFirst) await library.tidy();
        return library;
      } catch (error) {
        library?.index.close();
        database.close();
        throw error;
      }
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get writable(): boolean {
    return this.writer.isWriter;
  }

  /** Takes the lock where it has become free. Errors: `library-locked`. */
  assertWritable(): void {
    this.writer.assert();
  }

  setting(key: string): string | null {
    return this.settings.get(key);
  }

  setSetting(key: string, value: string): void {
    this.settings.set(key, value);
  }

  /** Grows by one with every change of what can be found: the key of caches and part of every run. */
  get version(): number {
    return Number(this.setting(versionKey) ?? 0);
  }

  /** What searches kept by version holds no longer. */
  bumpVersion(): void {
    this.database.transaction(() => this.headings.follow(() => this.setSetting(versionKey, String(this.version + 1))));
  }

  /**
   * One change of index, catalogue and stored files at a time. An aborted signal ends the waiting for its turn. Errors:
   * `library-locked`, and those of `work`.
   */
  async change<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.assertWritable();
    return this.changes.change(work, signal);
  }

  /**
   * One commit makes the additions visible; their rows are in the index already. `along` is part of it. Returns what
   * to let go of.
   */
  commit(
    additions: readonly Addition[],
    createdAt = new Date().toISOString(),
    along: () => void = () => undefined,
  ): Orphans {
    this.assertWritable();
    return this.commits.add(additions, createdAt, along);
  }

  moveDocument(documentId: string, collection: string): void {
    this.changeCatalogue(() => this.documents.move(documentId, collection));
  }

  /** One transaction that changes what can be found, and nothing but the catalogue. Errors: `library-locked`. */
  private changeCatalogue<T>(work: () => T): T {
    this.assertWritable();
    return this.database.transaction(() => {
      const result = work();
      this.bumpVersion();
      return result;
    });
  }

  /** Lets go of what a commit orphaned, on disk. Part of a change; readers never see any of it. */
  release(orphans: Orphans): Promise<void> {
    return this.commits.release(orphans);
  }

  /**
   * Deletes documents: invisible with the commit, gone from disk when this resolves (I12). Returns the ids of those that
   * were there.
   */
  async delete(documentIds: readonly string[]): Promise<string[]> {
    return this.change(() => this.commits.remove(documentIds));
  }

  /**
   * No change of this process begins until what this returns is called, but not for long: for a search that the changes
   * leave no moment in which index and catalogue are of one version. What another process changes is not held.
   */
  holdChanges = (): (() => void) => this.changes.hold();

  /** Work that only reads, while nothing changes: it has its turn among the changes. */
  async still<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.changes.still(work, signal);
  }

  /** Rows of the index that the catalogue does not know, and chunks that the index lacks. */
  compare(): Promise<{ strayRows: string[]; missingRows: string[] }> {
    return compareIndex(this.contents, this.index);
  }

  /**
   * Merges small files of the index and folds new rows into its text index, beside other work. `searchesWait`: at the
   * end of an ingest, so that a search right after it ranks by the new rows too; then it may be put off until that
   * search. What went wrong is put right by the next change.
   */
  compactSoon(searchesWait = false): void {
    if (searchesWait) this.compaction.afterChange();
    else void this.compaction.soon();
  }

  /** Looks how vectors of a library that has become large are best searched. Documents wait for it, searches do not. */
  async measureVectors(): Promise<void> {
    if (await this.index.wantsMeasurement()) await this.change(() => this.index.measureVectors());
  }

  /** Resolves when no compaction waits or runs; begins at once with one that was put off. */
  async settled(): Promise<void> {
    await this.settling;
    await this.compaction.settled();
  }

  /** Bytes on disk of everything in the folder. */
  size = async (): Promise<number> => (await folderSize(this.folder)).bytes;

  /** Bytes on disk of stored files, index and catalogue. */
  sizes = () => sizesOf(this.folder, this.index.size());

  /** Puts right what the last process left half done, as far as the catalogue can be read. */
  private async tidy(): Promise<void> {
    this.index.places.keepGiven();
    clearLeftBehind(this);
    await clearIncoming(this);
    await this.settleRest();
  }

  /** The same in a library that this process has had open to read, as far as it can be done at once. */
  private takeUp(): void {
    this.settings.readAnew();
    this.index.places.keepGiven();
    clearLeftBehind(this);
    this.settling = this.changes.still(() => this.settleRest()).catch((error: unknown) => this.onTrouble(error));
  }

  private async settleRest(): Promise<void> {
    await unlessDamaged(() => this.changes.settle().catch(unlessOffline));
  }

  private async recover(): Promise<void> {
    this.nextChunks.clear();
    await takeOutUnknown(this.contents, this.uploads, this.index);
  }

  /** Makes a rebuilt index the current one, and the chunks that were written down for it, by one commit. */
  takeOver(switchOver: () => void): void {
    this.assertWritable();
    this.database.transaction(() => {
      this.nextChunks.takeOver();
      switchOver();
      this.bumpVersion();
    });
  }

  newId(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  }

  /** `last` is called when the catalogue is closed and nobody else may change it yet. */
  close(last: () => void = () => undefined): void {
    this.compaction.stop();
    this.index.close();
    this.database.close();
    last();
    this.writer.release();
  }
}
