import { randomUUID } from 'node:crypto';
import { isPrivateId } from '@shared/address';
import type { DocumentTraces } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { SerialQueue } from '../../async';
import { assertOwn } from '../../own-files';
import { CatalogueFacts } from '../catalogue/catalogue-facts';
import { ShadowChunks } from '../catalogue/chunk-tables';
import { CollectionStore } from '../catalogue/collections';
import { EmbeddingCache, RecognitionStore } from '../catalogue/computed-results';
import { ContentStore, type Orphans } from '../catalogue/contents';
import { type ConversationStore, TraceStore } from '../catalogue/conversations';
import type { SqlDatabase } from '../catalogue/database';
import { DocumentStore } from '../catalogue/documents';
import { IngestJobStore } from '../catalogue/ingest-jobs';
import type { MemoryStore } from '../catalogue/memory';
import type { QuestionLog } from '../catalogue/question-log';
import { ReviewTableStore } from '../catalogue/review-tables';
import { EvaluationStore, type RunStore } from '../catalogue/runs';
import { SurveyStore } from '../catalogue/surveys';
import type { UseFigures } from '../catalogue/use-figures';
import { ifReadable, unlessDamaged, unlessIndexUnavailable, unlessOffline } from '../errors';
import { BackgroundCompaction } from '../search-index/background-compaction';
import { ChunkIndex } from '../search-index/chunk-index';
import { type GivenIndex, IndexPlaces } from '../search-index/index-place';
import { EmbeddingClaims } from '../team/embedding-claims';
import { PlaceFollower } from '../team/place-follower';
import {
  type LibraryTeam,
  type ReplicaState,
  type SharedCatalogue,
  versionIn,
  versionKey,
} from '../team/shared-catalogue';
import { type Addition, addToCatalogue, type CommitParts, type Committed, searchableTexts } from './additions';
import { type ConversationStores, PrivateConversations, storesOf } from './conversation-stores';
import { DiskReserve } from './disk-reserve';
import { clearIncoming, LostDocuments, removeUnknown, UnsettledChange } from './leftovers';
import { LibraryWriter } from './library-lock';
import { type OpenParts, openParts } from './open-parts';
import { TableFiles, type UploadStore } from './uploads';

const idKey = 'library-id';
const manifestKey = 'index-manifest';
const holdPatienceMs = 10_000;

/** An open library folder. Only the process that holds the lock changes documents; others read and ask. */
export class Library implements ConversationStores {
  readonly documents: DocumentStore;
  readonly contents: ContentStore;
  readonly shadowChunks: ShadowChunks;
  readonly embeddings: EmbeddingCache;
  readonly claims: EmbeddingClaims | null;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly log: QuestionLog;
  readonly useFigures: UseFigures;
  readonly memory: MemoryStore;
  readonly traces: TraceStore;
  readonly private = new PrivateConversations((prefix) => this.newId(prefix));
  readonly collections: CollectionStore;
  readonly jobs: IngestJobStore;
  readonly evaluations: EvaluationStore;
  readonly recognitions: RecognitionStore;
  readonly tables: ReviewTableStore;
  readonly tableFiles: TableFiles;
  readonly surveys: SurveyStore;
  readonly facts: CatalogueFacts;
  readonly index: ChunkIndex;
  /** Takes in what other members of a team place change; null in a folder. */
  readonly place: PlaceFollower | null;
  readonly writer: LibraryWriter;
  readonly folder: string;
  readonly uploads: UploadStore;
  readonly reserve: DiskReserve;
  private readonly database: SqlDatabase;
  private readonly shared: SharedCatalogue;
  onTrouble: (error: unknown) => void = () => undefined;
  private readonly turns = new SerialQueue();
  readonly unsettled = new UnsettledChange(this);
  readonly lost = new LostDocuments(this);
  private readonly compaction = new BackgroundCompaction(
    () => this.change(() => unlessIndexUnavailable(() => this.index.compact())),
    () => unlessIndexUnavailable(() => this.measureVectors()),
    (error) => this.onTrouble(error),
  );

  private settling: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: OpenParts,
    private readonly remote: GivenIndex | null,
  ) {
    const { folder, lock, database, shared, uploads, team, sealed } = parts;
    ({ folder: this.folder, database: this.database, shared: this.shared, uploads: this.uploads } = parts);
    this.reserve = new DiskReserve(folder);
    const library = { folder, inPlace: () => database.inPlace(), takeUp: () => this.takeUp() };
    this.writer = new LibraryWriter(lock, library, sealed);
    this.tableFiles = new TableFiles(folder);
    uploads.onPlacing = (stored) => this.unsettled.add([stored]);
    this.remote?.of(this.id);
    const own = storesOf(database);
    const catalogue = shared.database;
    this.documents = new DocumentStore(catalogue, team?.desk ?? '');
    this.contents = new ContentStore(catalogue);
    this.shadowChunks = new ShadowChunks(catalogue, this.contents);
    this.claims = shared.replica && team ? new EmbeddingClaims(shared.replica, team.deskId) : null;
    this.embeddings = shared.replica ? new EmbeddingCache(catalogue, own.embeddings) : own.embeddings;
    ({
      runs: this.runs,
      memory: this.memory,
      log: this.log,
      useFigures: this.useFigures,
      conversations: this.conversations,
    } = own);
    this.traces = new TraceStore(database, this);
    this.collections = new CollectionStore(catalogue, this.documents, (work) => this.changeCatalogue(work));
    this.jobs = new IngestJobStore(database);
    this.evaluations = new EvaluationStore(database);
    this.recognitions = new RecognitionStore(database);
    this.tables = new ReviewTableStore(database, this.documents);
    this.surveys = new SurveyStore(database, this.contents);
    this.facts = new CatalogueFacts(catalogue);
    const manifest = {
      read: () => this.setting(manifestKey),
      write: (text: string) => this.setSetting(manifestKey, text),
    };
    this.index = new ChunkIndex(new IndexPlaces(this, remote), manifest, () => !this.writable);
    this.index.fold = () => this.compaction.folded();
    this.place = shared.replica ? new PlaceFollower(this, shared, database, shared.replica) : null;
  }

  /**
   * Opens or creates the folder. Errors: `library-linked`, `library-newer`, `library-damaged`, `library-read-only`,
   * `disk-full`, `library-locked`.
   */
  static async open(
    folder: string,
    userId: string,
    remote: GivenIndex | null = null,
    reads = false,
    team: LibraryTeam | null = null,
  ): Promise<Library> {
    const begin = async (parts: OpenParts): Promise<Library> => {
      const library = new Library(parts, remote);
      if (parts.lock.isHeld) await library.tidy();
      return library;
    };
    return openParts({ folder, userId, reads, team }, begin);
  }

  /** Returns the stores for this id; without one, the library's own if its disk takes more. */
  storesOf(id: string | null = null): ConversationStores {
    const isPrivate = id === null ? this.writer.sealed !== null || !this.reserve.hasRoom : isPrivateId(id);
    return isPrivate ? this.private.stores : this;
  }

  /**
   * The stores that take one more answer of the conversation with this id. Errors: `disk-full` for the library's: an answer
   * that cannot be kept is not begun.
   */
  storesForAnswer(conversationId?: string): ConversationStores {
    const stores = this.storesOf(conversationId);
    if (stores !== this || this.reserve.hasRoom) return stores;
    throw new VitrineError('disk-full', { why: 'conversation', place: this.folder });
  }

  /** Its name for this computer, also in copies and backups; null before a process that may write has opened it. */
  get id(): string | null {
    return this.setting(idKey);
  }

  get writable(): boolean {
    return this.writer.isWriter;
  }

  /** Refuses a model that the index was not made with, and chunks of another profile. Errors: `index-mismatch`. */
  assertMatches(modelId: string, profile: string): void {
    this.index.assertMatches(modelId, this.documents.counts().chunks > 0 ? profile : null);
  }

  /** Takes the lock where it has become free. Errors: `library-locked`. */
  assertWritable(): void {
    this.writer.assert();
  }

  assertMayChange(): void {
    this.assertWritable();
    if (this.readsOnly) throw new VitrineError('team-read-only');
  }

  /** Whether this desk may only read its team place. */
  get readsOnly(): boolean {
    return this.parts.team?.readsOnly === true;
  }

  setting(key: string): string | null {
    return this.database.column('SELECT value FROM settings WHERE key = ?', key)[0] ?? null;
  }

  setSetting(key: string, value: string): void {
    this.database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
  }

  get replica(): ReplicaState | null {
    return this.shared.replica;
  }

  /** Grows by one with every change of findable content: the key of caches and part of every run. */
  get version(): number {
    const { database, shared } = this;
    // For a team place, with this desk's changes to its own index.
    return versionIn(shared.database) + (shared.replica ? versionIn(database) : 0);
  }

  bumpVersion(): void {
    const database = this.shared.database.isRecording ? this.shared.database : this.database;
    const next = String(versionIn(database) + 1);
    database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', versionKey, next);
  }

  /**
   * Makes one change at a time, marked until it is settled: the next change or start repairs a half-done one. Errors:
   * `library-locked`, `library-linked`, those of `work`.
   */
  async change<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.assertWritable();
    return this.turns.run(async () => {
      assertOwn(this.folder, ['index']);
      await this.settle();
      this.unsettled.begin();
      const result = await work();
      this.unsettled.end();
      return result;
    }, signal);
  }

  /** A change of the whole catalogue: this folder's own, and the one that is searched. Errors: as `change`. */
  async changeAll<T>(work: (own: SqlDatabase, shared: SharedCatalogue) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.change(() => work(this.database, this.shared), signal);
  }

  /** Puts right what the change before left half done, where it did. Part of a change, or of the start. */
  private async settle(): Promise<void> {
    const inFlight = this.unsettled.files;
    if (!inFlight) return;
    // Before anything goes: a change may have come through whose answer this desk has not heard.
    await this.replica?.sync();
    this.shadowChunks.clear();
    await removeUnknown(this, inFlight);
    this.surveys.forgetUnknown();
    this.unsettled.end();
  }

  /** One commit makes the additions visible; their rows are in the index already. Returns what to let go of. */
  async commit(
    additions: readonly Addition[],
    { createdAt = new Date().toISOString(), along, work, texts = [] }: CommitParts = {},
  ): Promise<Committed> {
    this.assertMayChange();
    const { modelId = '' } = this.index.manifest ?? {};
    const coming = additions.flatMap(({ content }) => content ?? []);
    // Vectors go before the documents, which are then sent without them.
    if (this.claims && coming.length + texts.length > 0) await this.claims.settle();
    const committed = await this.shared.commit(
      () => {
        work?.();
        return addToCatalogue(this, additions, { modelId, texts, createdAt }, () => this.dropOrphans());
      },
      (done) => {
        this.recognitions.forget(done.checksums);
        this.embeddings.forgetOwn([...texts, ...coming.flatMap(searchableTexts)]);
        along?.(done);
      },
    );
    this.place?.has(coming.map(({ contentId }) => contentId));
    return committed;
  }

  private dropOrphans(): Orphans {
    const orphans = this.contents.removeOrphans();
    this.unsettled.add(orphans.storedPaths);
    this.embeddings.forget(orphans.texts);
    this.bumpVersion();
    return orphans;
  }

  /** Errors: `document-not-found`, `library-locked`. */
  rename(documentId: string, title: string) {
    return this.changeCatalogue(() => this.documents.rename(documentId, title));
  }

  private async changeCatalogue<T>(work: () => T): Promise<T> {
    this.assertMayChange();
    return this.shared.commit(() => {
      const result = work();
      this.bumpVersion();
      return result;
    });
  }

  async release(orphans: Orphans): Promise<void> {
    for (const stored of orphans.storedPaths) await this.uploads.remove(stored);
    this.tableFiles.remove(orphans.contentIds);
    if (orphans.contentIds.length === 0) return;
    this.surveys.forget(orphans.contentIds);
    await unlessIndexUnavailable(() => this.index.removeContents(orphans.contentIds));
    // Unfindable rows have taken the places of others in a search since the commit.
    this.bumpVersion();
  }

  /** Deletes documents (I12), and with `withTraces` all that quotes them. Returns the known ids and what went along. */
  async delete(
    documentIds: readonly string[],
    withTraces = false,
  ): Promise<{ readonly deleted: string[]; readonly traces: DocumentTraces }> {
    return this.reserve.lendTo(() => this.deleteNow(documentIds, withTraces));
  }

  private async deleteNow(documentIds: readonly string[], withTraces: boolean) {
    this.assertMayChange();
    return this.change(async () => {
      let traces: DocumentTraces = { runs: 0, answers: 0, logLines: 0 };
      const done = await this.shared.commit(
        () => ({
          paths: this.documents.pathsOf(documentIds),
          deleted: this.documents.removeDocuments(documentIds),
          orphans: this.dropOrphans(),
        }),
        ({ deleted, orphans }) => {
          this.recognitions.forget(orphans.checksums);
          this.tables.forget(deleted);
          if (withTraces) traces = this.traces.remove(documentIds);
        },
      );
      await this.uploads.removeIncoming(done.paths);
      await this.release(done.orphans);
      if (done.orphans.contentIds.length > 0) await unlessIndexUnavailable(() => this.index.compactRemoved());
      this.database.forgetJournal();
      return { deleted: done.deleted, traces };
    });
  }

  /** Work that deletes from the catalogue alone; deleted text is in none of its files after it. */
  forGood<T>(work: () => T): T {
    return this.reserve.lendTo(() => {
      const result = work();
      this.database.forgetJournal();
      return result;
    });
  }

  /** Holds the changes of this process for a short time, so that index and catalogue have one version for a search. */
  holdChanges = (): (() => void) => this.turns.hold(holdPatienceMs);

  /** Work that only reads, while nothing changes: it has its turn among the changes. */
  async still<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.run(work, signal);
  }

  /** Compacts the index beside other work. `searchesWait`: the next search wants the new rows in the text index. */
  compactSoon(searchesWait = false): void {
    if (searchesWait) this.compaction.afterChange();
    else void this.compaction.soon();
  }

  /** Looks how vectors of a library that has become large are best searched. Documents wait for it, searches do not. */
  async measureVectors(): Promise<void> {
    // Rows without vectors would be measured as if all were equally near.
    if (this.contents.withoutVectors().passages > 0) return;
    if (await this.index.wantsMeasurement()) await this.change(() => this.index.measureVectors());
  }

  /** Resolves when no compaction waits or runs; begins at once with one that was put off. */
  async settled(): Promise<void> {
    await this.settling;
    await this.compaction.settled();
  }

  /** Puts right what the last process left half done, as far as the catalogue can be read. */
  private async tidy(): Promise<void> {
    try {
      this.beginWriting();
      await unlessDamaged(() => clearIncoming(this));
      await this.settleRest();
    } catch (error) {
      this.index.close();
      throw error;
    }
  }

  private takeUp(): void {
    this.beginWriting();
    // A write happens in any case: a full disk is reported before the promise.
    this.setSetting(idKey, this.id ?? randomUUID());
    this.settling = this.turns.run(() => this.settleRest()).catch((error: unknown) => this.onTrouble(error));
  }

  /** At once, before any new work can start. Errors: those of the store, except `library-damaged`. */
  private beginWriting(): void {
    if (this.id === null) this.setSetting(idKey, randomUUID());
    this.remote?.of(this.id);
    this.index.places.keepGiven();
    ifReadable(() => this.jobs.interrupt());
    ifReadable(() => this.tableFiles.removeStrays((contentId) => this.contents.isThere(contentId)));
    this.uploads.clearStaging();
    // The contents of a team place are not in this desk's catalogue.
    ifReadable(() => this.jobs.unfinished || this.replica || this.recognitions.forgetStrays());
  }

  private async settleRest(): Promise<void> {
    await unlessDamaged(() => this.settle().catch(unlessOffline));
  }

  /** Makes a rebuilt index the current one, and the chunks that were written down for it, by one commit. */
  takeOver(switchOver: () => void): void {
    this.assertWritable();
    this.database.transaction(() => {
      // Chunks of a team place are never cut again.
      if (!this.replica) this.shadowChunks.takeOver();
      switchOver();
      this.bumpVersion();
      this.place?.has(this.contents.ids());
    });
  }

  newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

  close(): void {
    this.compaction.stop();
    this.claims?.stop();
    this.index.close();
    if (this.shared.replica) this.shared.close();
    this.database.close();
    this.writer.release();
  }
}
