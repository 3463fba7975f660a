import { setImmediate as breath } from 'node:timers/promises';
import type { EmbeddingCache } from '../catalogue/computed-results';
import type { ContentStore } from '../catalogue/contents';
import type { SqlDatabase } from '../catalogue/database';
import { searchableText } from '../catalogue/records';
import { ifReadable, unlessOffline } from '../errors';
import type { UnsettledChange } from '../library/leftovers';
import type { UploadStore } from '../library/uploads';
import type { ChunkIndex, IndexKind } from '../search-index/chunk-index';
import type { IndexRow } from '../search-index/index-rows';
import { type ReplicaState, type SharedCatalogue, versionIn } from './shared-catalogue';

interface Follower {
  readonly contents: ContentStore;
  readonly embeddings: EmbeddingCache;
  readonly index: ChunkIndex;
  readonly uploads: UploadStore;
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
  change<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  bumpVersion(): void;
  readonly unsettled: Pick<UnsettledChange, 'leave'>;
}

/** The source of this desk's index, for one content. */
interface Followed {
  readonly contentId: string;
  /** Differs after every change of a content. */
  readonly mark: string;
  readonly storedPath: string;
}

/** The version of a place's catalogue that this desk's index has. */
export const followedKey = 'followed-version';

const followed = `SELECT content_id AS contentId, concat_ws(' ', chunks, unembedded, created_at, index_title) AS mark,
  stored_path AS storedPath FROM contents`;

const chunksAtOnce = 2048;

/** Keeps a desk's index in step with its place. Records what it has after the rows: a stopped step is repeated. */
export class PlaceFollower {
  constructor(
    private readonly library: Follower,
    private readonly shared: SharedCatalogue,
    private readonly own: SqlDatabase,
    private readonly replica: ReplicaState,
  ) {}

  /** Changes of the place that this desk's index does not have yet. */
  get behind(): number {
    return versionIn(this.shared.database) - Number(this.library.setting(followedKey) ?? 0);
  }

  /** Takes in others' changes. Errors: `offline`, `team-unreachable`, `team-refused`, those of `Library.change`. */
  async take(signal?: AbortSignal): Promise<boolean> {
    const { library, shared } = this;
    // A copy with a foreign schema cannot be read before the next sync has brought a clean one.
    const before = ifReadable(() => versionIn(shared.database));
    await this.replica.sync();
    await library.uploads.removeOwed().catch(unlessOffline);
    const isMade = library.index.manifest !== null;
    if (isMade && versionIn(shared.database) === before && this.behind === 0) return false;
    return library.change(async () => {
      await this.fitIndex();
      const version = String(versionIn(shared.database));
      const changed = await this.follow();
      library.setSetting(followedKey, version);
      if (changed) library.bumpVersion();
      return true;
    }, signal);
  }

  /** Leaves the place. @param keepsIndex whether the folder's catalogue has the content of the index */
  end(keepsIndex: boolean): void {
    this.forgetAll();
    // The index belongs to another catalogue then.
    if (!keepsIndex) this.library.unsettled.leave();
  }

  /** How the index of each desk is made: with the place's model, from passages that are cut alike. */
  get kind(): IndexKind | null {
    const [kind = null] = this.replica.rows<IndexKind>(
      'SELECT model_id AS modelId, dimension, profile FROM team_place',
    );
    return kind;
  }

  private async fitIndex(): Promise<void> {
    const { index } = this.library;
    const { kind } = this;
    if (!kind || (index.manifest?.modelId === kind.modelId && index.manifest.profile === kind.profile)) return;
    this.forgetAll();
    await index.create(kind);
  }

  /** For a folder that becomes a desk: its index has the content of its catalogue. */
  static hasAll(own: SqlDatabase): void {
    own.run(`INSERT OR REPLACE INTO followed_contents (content_id, mark, stored_path) ${followed}`);
  }

  has(contentIds: readonly string[]): void {
    const of = `${followed} WHERE content_id IN (SELECT value FROM json_each(?))`;
    this.keep(this.shared.database.all<Followed>(of, contentIds));
  }

  /** The index has nothing of the place. */
  private forgetAll(): void {
    this.own.run('DELETE FROM followed_contents');
  }

  private async follow(): Promise<boolean> {
    const { own } = this;
    const { index, uploads } = this.library;
    const wanted = this.wanted();
    const held = new Map(
      own
        .all<Followed>('SELECT content_id AS contentId, mark, stored_path AS storedPath FROM followed_contents')
        .map((one) => [one.contentId, one]),
    );
    const coming = wanted.filter(({ contentId, mark }) => held.get(contentId)?.mark !== mark);
    for (const { contentId } of wanted) held.delete(contentId);
    const gone = [...held.values()];
    if (gone.length > 0) {
      await index.removeContents(gone.map(({ contentId }) => contentId));
      for (const { storedPath } of gone) await uploads.forgetCopy(storedPath);
      this.forget(gone);
    }
    for (let begun = 0; begun < coming.length; ) {
      const group: Followed[] = [];
      const rows: IndexRow[] = [];
      while (begun < coming.length && rows.length < chunksAtOnce) {
        const next = coming[begun] as Followed;
        group.push(next);
        rows.push(...this.rowsOf(next.contentId));
        begun += 1;
      }
      await this.put(group, rows);
      this.keep(group);
      await breath();
    }
    if (gone.length > 0) await index.compactRemoved();
    return gone.length + coming.length > 0;
  }

  /** Rows that are there already, of a content that has changed or of an ingest that was stopped, are replaced. */
  private async put(group: readonly Followed[], rows: readonly IndexRow[]): Promise<void> {
    const { index } = this.library;
    const ids = group.map(({ contentId }) => contentId);
    const there = await index.chunksOf(ids);
    if (there.length === 0) {
      await index.add(rows);
      return;
    }
    await index.put(rows);
    const now = new Set(rows.map(({ chunkId }) => chunkId));
    await index.removeChunks(there.filter((chunkId) => !now.has(chunkId)));
  }

  private rowsOf(contentId: string): IndexRow[] {
    const { contents, embeddings, index } = this.library;
    const { modelId = '', dimension = 0 } = index.manifest ?? {};
    return contents.chunkTexts(contentId).map((chunk) => {
      const searchable = searchableText(chunk.title, chunk);
      const vector = embeddings.get(modelId, searchable, dimension) ?? new Float32Array(dimension);
      return { chunkId: chunk.chunkId, contentId, searchable, vector };
    });
  }

  private wanted(): Followed[] {
    return this.shared.database.all<Followed>(`${followed} ORDER BY rowid`);
  }

  private keep(contents: readonly Followed[]): void {
    const sql = `INSERT OR REPLACE INTO followed_contents (content_id, mark, stored_path)
         SELECT value ->> 'contentId', value ->> 'mark', value ->> 'storedPath' FROM json_each(?)`;
    this.own.run(sql, contents);
  }

  private forget(contents: readonly Followed[]): void {
    const ids = contents.map(({ contentId }) => contentId);
    this.own.run('DELETE FROM followed_contents WHERE content_id IN (SELECT value FROM json_each(?))', ids);
  }
}
