import type { Connection, Table } from '@lancedb/lancedb';
import { VitrineError } from '@shared/errors';
import { profileOfId } from '@shared/limits';
import { raceTimeout } from '../../async';
import { segmentation } from '../../text/segmentation';
import type { RowScope } from '../catalogue/records';
import { placeError, storeError, unreadableIndex } from '../errors';
import { type IndexPlace, type IndexPlaces, reachedPlace } from './index-place';
import { addRows, type IndexRow, type LaneHit, makeTable, putInto, someRows } from './index-rows';
import { inList, nearestHits, RowsSeen, type TextQuery, textHits, vectorsOf } from './index-search';
import { OpenIndex } from './open-index';
import { approximateFrom, isToMeasure, type MeasuredVectors, remeasured } from './vector-index';

/** A search that meets files which a compaction or rebuild has just replaced is asked again of the newest state. */
const readTries = 4;
const foldingPatienceMs = 2000;

/** The LanceDB index, which can be rebuilt from the catalogue. Exact vectors up to 50,000 chunks (docs/adr/0005). */
export class ChunkIndex {
  /** Resolves when new rows have a true BM25 score; null if all have. */
  fold: () => Promise<void> | null = () => null;
  approximateFrom = approximateFrom;
  private readonly held: OpenIndex;
  private readonly rowsSeen = new RowsSeen();
  private known: { readonly text: string; readonly manifest: IndexManifest } | null = null;

  /** @param isShared whether another process may write this index now: then every read looks for its newest state */
  constructor(
    readonly places: IndexPlaces,
    private readonly keeper: ManifestKeeper,
    isShared: () => boolean,
  ) {
    this.held = new OpenIndex(places, isShared);
  }

  private get place(): IndexPlace {
    return this.places.now;
  }

  get manifest(): IndexManifest | null {
    const text = this.keeper.read();
    if (text === null) return null;
    if (this.known?.text !== text) this.known = { text, manifest: JSON.parse(text) as IndexManifest };
    return this.known.manifest;
  }

  assertMatches(modelId: string, profile: string | null): void {
    assertMatches(this.manifest, modelId, profile);
  }

  private async open(): Promise<Table | null> {
    const { manifest } = this;
    if (!manifest) return null;
    this.place.assertReachable();
    try {
      return await this.held.table(manifest.table);
    } catch (error) {
      throw unreadableIndex(error, this.place);
    }
  }

  private async reading<T>(nothing: T, read: (table: Table) => Promise<T>): Promise<T> {
    for (let triesLeft = readTries - 1; ; triesLeft -= 1) {
      const table = await this.open();
      if (!table) return nothing;
      try {
        return await this.held.reading(table, read);
      } catch (error) {
        if (triesLeft === 0) throw unreadableIndex(error, this.place);
        this.held.forget(table);
      }
    }
  }

  /** Reads the files as they are on disk, by a new connection. Errors: `index-unavailable`. */
  async lookedAtAnew<T>(read: (table: Table) => Promise<T>): Promise<T> {
    this.place.assertReachable();
    let connection: Connection | null = null;
    try {
      connection = await this.place.connect(false);
      const table = await connection.openTable(this.manifest?.table ?? '');
      try {
        return await read(table);
      } finally {
        table.close();
      }
    } catch (error) {
      throw unreadableIndex(error, this.place);
    } finally {
      connection?.close();
    }
  }

  async create(kind: IndexKind): Promise<void> {
    await this.rebuild(kind, [], 1);
  }

  /**
   * Makes a new table, which `commit` makes the current one, here or at `target`. Errors: `index-unavailable`,
   * `offline`, `disk-full`, `library-read-only`.
   */
  async rebuild(
    kind: IndexKind,
    rows: Iterable<IndexRow> | AsyncIterable<IndexRow>,
    rowsPerAdd: number,
    commit: (switchOver: () => void) => void = (switchOver) => switchOver(),
    target: IndexPlace = this.place,
  ): Promise<void> {
    const from = this.place;
    const moves = target.name !== from.name;
    const previous = this.manifest;
    const name = `chunks-${Number(previous?.table.split('-')[1] ?? 0) + 1}`;
    try {
      const connection = moves ? await reachedPlace(target) : await this.held.connect();
      const table = await makeTable(connection, name, kind.dimension, rows, rowsPerAdd);
      const manifest: IndexManifest = { segmentation, ...kind, table: name };
      await target.showManifest(manifest);
      commit(() => {
        this.keeper.write(JSON.stringify(manifest));
        if (moves) this.places.remember(target);
      });
      this.held.take(target, connection, name, table);
      if (previous && moves) await from.leave(previous.table);
      else if (previous) await target.removeTable(connection, previous.table);
    } catch (error) {
      throw placeError(error, target);
    }
  }

  async removeStrayTables(): Promise<void> {
    const { manifest } = this;
    if (!manifest) return;
    const connection = await this.held.connect();
    for (const name of await connection.tableNames()) {
      if (name !== manifest.table) await this.place.removeTable(connection, name);
    }
  }

  async add(rows: readonly IndexRow[]): Promise<void> {
    await this.write(addRows, rows);
  }

  /** Adds rows, and takes the place of those with the same chunk ids, as one change: no search sees neither or both. */
  async put(rows: readonly IndexRow[]): Promise<void> {
    await this.write(putInto, rows);
  }

  private async write(change: typeof addRows, rows: readonly IndexRow[]): Promise<void> {
    if (rows.length > 0) await this.changing((table) => change(table, rows));
  }

  private async changing(work: (table: Table) => Promise<void>): Promise<void> {
    const table = await this.open();
    if (!table) return;
    try {
      await work(table);
      this.held.wrote(table);
    } catch (error) {
      // Another may have been faster, whose change it does not know.
      this.held.forget(table);
      throw storeError(error, this.place.name);
    }
  }

  async removeContents(contentIds: readonly string[]): Promise<void> {
    await this.remove('content_id', contentIds);
  }

  async removeChunks(chunkIds: readonly string[]): Promise<void> {
    await this.remove('chunk_id', chunkIds);
  }

  private async remove(column: string, values: readonly string[]): Promise<void> {
    const batch = 500;
    await this.changing(async (table) => {
      for (let start = 0; start < values.length; start += batch) {
        await table.delete(inList(column, values.slice(start, start + batch)));
      }
    });
  }

  /** Removes deleted rows from all files: LanceDB skips one that has lost less than a tenth, unless it merges it. */
  async compactRemoved(): Promise<void> {
    const rows = await this.reading([], (table) => someRows(table, 1));
    if (rows.length > 0) {
      await this.write((table, own) => putInto(table, own, true), rows);
      await this.compact();
    }
    await this.compact();
  }

  /** Merges small files, folds new rows into the text index and removes old versions (I14). */
  async compact(): Promise<void> {
    await this.changing(async (table) => {
      await table.optimize({ cleanupOlderThan: new Date() });
      this.rowsSeen.clear();
      this.held.compacted();
    });
  }

  async wantsMeasurement(): Promise<boolean> {
    const table = await this.open();
    return table !== null && isToMeasure(await table.countRows(), this.manifest?.vectors, this.approximateFrom);
  }

  /** Measures how a large table's vectors are best searched, for up to minutes. Nothing for a small one. */
  async measureVectors(): Promise<void> {
    await this.changing(async (table) => {
      const vectors = await remeasured(table, this.manifest?.vectors, this.approximateFrom);
      const { manifest } = this;
      if (manifest && vectors) this.keeper.write(JSON.stringify({ ...manifest, vectors }));
    });
  }

  async count(): Promise<number> {
    return this.reading(0, (table) => table.countRows());
  }

  async chunkIds(): Promise<string[]> {
    return this.idsWhere(null);
  }

  async chunksOf(contentIds: readonly string[]): Promise<string[]> {
    return this.idsWhere(inList('content_id', contentIds));
  }

  private idsWhere(condition: string | null): Promise<string[]> {
    return this.reading([], async (table) => {
      const all = table.query().select(['chunk_id']);
      const rows = condition === null ? all : all.where(condition);
      return ((await rows.toArray()) as { chunk_id: string }[]).map((row) => row.chunk_id);
    });
  }

  /** Waits a short time for new rows to be in the text index. An aborted signal ends it with its reason. */
  async folded(signal?: AbortSignal): Promise<void> {
    const folding = this.fold();
    if (folding) await raceTimeout(folding, foldingPatienceMs, signal);
  }

  /** Full-text search for words or for a phrase, as the index is now. Only rows of the scope are looked at; null for all. */
  async text(query: TextQuery, limit: number, scope: RowScope | null): Promise<LaneHit[]> {
    if (limit === 0 || query.text.trim() === '') return [];
    return this.reading<LaneHit[]>([], (table) => textHits(table, query, limit, scope, this.rowsSeen));
  }

  async nearest(vectors: readonly Float32Array[], limit: number, scope: RowScope | null): Promise<LaneHit[][]> {
    if (limit === 0) return vectors.map(() => []);
    return this.reading<LaneHit[][]>(
      vectors.map(() => []),
      (table) => {
        const how = { search: this.manifest?.vectors?.search ?? null, rowsSeen: this.rowsSeen };
        return Promise.all(vectors.map((vector) => nearestHits(table, vector, limit, scope, how)));
      },
    );
  }

  /** Vectors of chunks, by chunk id; absent for a chunk that the index lacks. */
  async vectors(chunkIds: readonly string[]): Promise<Map<string, Float32Array>> {
    return this.reading(new Map<string, Float32Array>(), (table) => vectorsOf(table, chunkIds, this.rowsSeen));
  }

  async size(): Promise<{ files: number; bytes: number }> {
    return this.place.size((read) => this.reading({ files: 0, bytes: 0 }, read));
  }

  close(): void {
    this.held.close();
  }
}

/** The model and form of the index. Rows of another one may not be mixed in (I13). */
export interface IndexManifest {
  /** The segmentation of its texts (`segmentation`); absent for the first form. */
  readonly segmentation?: number;
  readonly modelId: string;
  readonly dimension: number;
  readonly profile: string;
  readonly table: string;
  readonly vectors?: MeasuredVectors;
}

/** Keeps the manifest in the catalogue: one commit changes the chunks and their table for all processes. */
export interface ManifestKeeper {
  read(): string | null;
  write(manifest: string): void;
}

export type IndexKind = Pick<IndexManifest, 'modelId' | 'dimension' | 'profile'>;

function assertMatches(manifest: IndexManifest | null, modelId: string, profile: string | null): void {
  if (!manifest) return;
  if (manifest.modelId === modelId && (profile === null || manifest.profile === profile)) return;
  const held = profileOfId(manifest.profile).name;
  const wanted = profile === null ? null : profileOfId(profile).name;
  const asked = wanted === null ? modelId : `${modelId}, ${wanted}`;
  throw new VitrineError('index-mismatch', { why: 'model', model: manifest.modelId, profile: held, asked });
}
