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

/**
 * The LanceDB index: a projection of the catalogue that can be deleted and rebuilt from it. Exact (flat) vector
 * search and BM25 full text; an approximate index of the vectors above 50,000 chunks, where it is measured to find
 * what an exact search finds (docs/adr/0005).
 */
export class ChunkIndex {
  /**
   * Resolves when the text index knows the rows of every ingest: until then, new rows have no true BM25 score. Null
   * where it knows them.
   */
  fold: () => Promise<void> | null = () => null;
  /** Rows from which on an approximate search is tried. */
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

  /** Refuses a model or profile that the index was not made with. Errors: `index-mismatch`. */
  assertMatches(modelId: string, profile: string | null): void {
    assertMatches(this.manifest, modelId, profile);
  }

  /** The open table, or null where nothing was indexed yet. Errors: `index-unavailable`. */
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

  /** Reads the newest state. Errors: `index-unavailable`. */
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

  /**
   * Reads the files as they are on disk now, by a connection of its own that remembers nothing: what a check wants.
   * Errors: `index-unavailable`, where `read` throws too.
   */
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

  /** An index without rows, for a library that has none yet. */
  async create(kind: IndexKind): Promise<void> {
    await this.rebuild(kind, [], 1);
  }

  /**
   * A new table with these rows; the old one answers until `commit` has called its argument, which makes the new one
   * current, and goes then. With a `target`, it is made there, and the index is moved. Errors: `index-unavailable` for a
   * store that refuses or does not answer, `offline`, `disk-full`, `library-read-only`.
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

  /** Removes what a rebuild that was stopped has left. */
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

  /** Work on the table, where there is one. Errors: `index-unavailable`, those of `storeError`. */
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

  /**
   * Compacts until no file holds removed rows. LanceDB does not touch a file with less than a tenth of its rows
   * removed. One row beside it makes LanceDB merge the two, up to a million rows a file, once the text index has that
   * row.
   */
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

  /** Whether the vectors of so many rows have to be measured, for the first time or again. */
  async wantsMeasurement(): Promise<boolean> {
    const table = await this.open();
    return table !== null && isToMeasure(await table.countRows(), this.manifest?.vectors, this.approximateFrom);
  }

  /**
   * Looks how the vectors of a table that has become large are best searched, and remembers it; does nothing where that
   * was not called for. Takes up to minutes.
   */
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

  /** Ids of the rows of these contents. */
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

  /**
   * Waits for the text index to know the rows of the last ingest, but not long: a large index is searched as it is. An
   * aborted signal ends the waiting with its reason.
   */
  async folded(signal?: AbortSignal): Promise<void> {
    const folding = this.fold();
    if (folding) await raceTimeout(folding, foldingPatienceMs, signal);
  }

  /** Full-text search for words or for a phrase, as the index is now. Only rows of the scope are looked at; null for all. */
  async text(query: TextQuery, limit: number, scope: RowScope | null): Promise<LaneHit[]> {
    if (limit === 0 || query.text.trim() === '') return [];
    return this.reading<LaneHit[]>([], (table) => textHits(table, query, limit, scope, this.rowsSeen));
  }

  /** Cosine search, one list a query vector. */
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

  /** Files and bytes that the index takes on disk. */
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
  /** Id of the chunk profile (`profileId`). */
  readonly profile: string;
  readonly table: string;
  /** How vectors are searched; absent where all are compared. */
  readonly vectors?: MeasuredVectors;
}

/**
 * The place of the manifest: in the catalogue. One commit changes the chunks and their table, other processes see it at
 * once, and a deleted index folder takes no knowledge with it.
 */
export interface ManifestKeeper {
  read(): string | null;
  write(manifest: string): void;
}

export type IndexKind = Pick<IndexManifest, 'modelId' | 'dimension' | 'profile'>;

/** Refuses a model or profile that an index was not made with; null: any profile. Errors: `index-mismatch`. */
function assertMatches(manifest: IndexManifest | null, modelId: string, profile: string | null): void {
  if (!manifest) return;
  if (manifest.modelId === modelId && (profile === null || manifest.profile === profile)) return;
  const held = profileOfId(manifest.profile).name;
  const wanted = profile === null ? null : profileOfId(profile).name;
  const asked = wanted === null ? modelId : `${modelId}, ${wanted}`;
  throw new VitrineError('index-mismatch', { why: 'model', model: manifest.modelId, profile: held, asked });
}
