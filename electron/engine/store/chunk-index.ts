import type { Connection, Table } from '@lancedb/lancedb';
import { VitrineError } from '@shared/errors';
import type { IndexPlace } from './index-place';
import { addTo, type IndexRow, indexText, type LaneHit, schemaOf } from './index-rows';
import { inList, nearestHits, type TextQuery, textHits, vectorsOf } from './index-search';
import type { RowScope } from './records';
import { storeError } from './store-errors';
import { approximateFrom, type MeasuredVectors, remeasured } from './vector-index';

/** What the index was made with. Rows made with anything else may not be mixed in (I13). */
export interface IndexManifest {
  readonly schemaVersion: 1;
  readonly modelId: string;
  readonly dimension: number;
  readonly profile: string;
  readonly table: string;
  /** How vectors are searched; absent where all are compared. */
  readonly vectors?: MeasuredVectors;
}

/**
 * Where the manifest is kept: in the catalogue, so that one commit changes the chunks and the table they are in, other
 * processes see it at once, and a deleted index folder takes no knowledge with it.
 */
export interface ManifestKeeper {
  read(): string | null;
  write(manifest: string): void;
}

export type IndexKind = Pick<IndexManifest, 'modelId' | 'dimension' | 'profile'>;

/** A search that meets files which a compaction or rebuild has just replaced is asked again of the newest state. */
const readTries = 4;
const foldingPatienceMs = 2000;

/**
 * The LanceDB index: a projection of the catalogue that can be deleted and rebuilt from it. Exact (flat) vector
 * search and BM25 full text; an approximate index of the vectors above 200,000 chunks, where it is measured to find
 * what an exact search finds (docs/adr/0005).
 */
export class ChunkIndex {
  /** Resolves when the text index knows the rows of every ingest: until then, new rows have no true BM25 score. */
  fold: () => Promise<void> = async () => undefined;
  /** Rows from which on an approximate search is tried. */
  approximateFrom = approximateFrom;
  private connection: Connection | null = null;
  private table: { readonly name: string; readonly open: Table } | null = null;
  private known: { readonly text: string; readonly manifest: IndexManifest } | null = null;

  /** @param shared another process writes this index: every read looks for its newest state */
  constructor(
    private readonly place: IndexPlace,
    private readonly keeper: ManifestKeeper,
    private readonly shared: boolean,
  ) {}

  get manifest(): IndexManifest | null {
    const text = this.keeper.read();
    if (text === null) return null;
    if (this.known?.text !== text) this.known = { text, manifest: JSON.parse(text) as IndexManifest };
    return this.known.manifest;
  }

  /** Refuses a model or profile that the index was not made with. Errors: `index-mismatch`. */
  assertMatches(modelId: string, profile: string | null): void {
    const manifest = this.manifest;
    if (!manifest) return;
    if (manifest.modelId !== modelId || (profile !== null && manifest.profile !== profile)) {
      throw new VitrineError(
        'index-mismatch',
        `This library was indexed with ${manifest.modelId} and the chunk profile ${manifest.profile}; ${modelId}${profile ? ` and ${profile}` : ''} cannot be mixed into it.`,
        'Rebuild the library in Settings under Storage, or with vitrine reindex --model NAME. Nothing is parsed again, and cached vectors are used.',
        { index: { modelId: manifest.modelId, profile: manifest.profile }, asked: { modelId, profile } },
      );
    }
  }

  private async connect(): Promise<Connection> {
    this.connection ??= await this.place.connect(this.shared);
    return this.connection;
  }

  /** The open table, or null where nothing was indexed yet. Errors: `index-unavailable`. */
  private async open(): Promise<Table | null> {
    const { manifest } = this;
    if (!manifest) return null;
    this.place.assertReachable();
    if (this.table?.name === manifest.table) return this.table.open;
    try {
      const open = await (await this.connect()).openTable(manifest.table);
      this.table = { name: manifest.table, open };
      return open;
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  private unavailable(cause: unknown): VitrineError {
    return new VitrineError(
      'index-unavailable',
      'The search index cannot be read.',
      'Rebuild it from the catalogue, in Settings under Storage or with vitrine reindex. No document is lost.',
      { place: this.place.name },
      { cause },
    );
  }

  /** Reads the newest state. Errors: `index-unavailable`. */
  private async reading<T>(nothing: T, read: (table: Table) => Promise<T>): Promise<T> {
    for (let triesLeft = readTries - 1; ; triesLeft -= 1) {
      const table = await this.open();
      if (!table) return nothing;
      try {
        return await read(table);
      } catch (error) {
        if (triesLeft === 0) throw this.unavailable(error);
        if (this.table?.open === table) this.table = null;
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
      throw this.unavailable(error);
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
   * current, and goes then.
   */
  async rebuild(
    kind: IndexKind,
    rows: Iterable<IndexRow> | AsyncIterable<IndexRow>,
    rowsPerAdd: number,
    commit: (switchOver: () => void) => void = (switchOver) => switchOver(),
  ): Promise<void> {
    const connection = await this.connect();
    const previous = this.manifest;
    const name = `chunks-${Number(previous?.table.split('-')[1] ?? 0) + 1}`;
    try {
      const table = await connection.createEmptyTable(name, await schemaOf(kind.dimension), { mode: 'overwrite' });
      let batch: IndexRow[] = [];
      for await (const row of rows) {
        batch.push(row);
        if (batch.length < rowsPerAdd) continue;
        await addTo(table, batch);
        batch = [];
      }
      if (batch.length > 0) await addTo(table, batch);
      await indexText(table);
      const manifest: IndexManifest = { schemaVersion: 1, ...kind, table: name };
      await this.place.showManifest(manifest);
      commit(() => this.keeper.write(JSON.stringify(manifest)));
      this.table = { name, open: table };
      if (previous) await this.place.removeTable(connection, previous.table);
    } catch (error) {
      throw storeError(error, this.place.name);
    }
  }

  /** Removes what a rebuild that was stopped has left. */
  async removeStrayTables(): Promise<void> {
    const { manifest } = this;
    if (!manifest) return;
    const connection = await this.connect();
    for (const name of await connection.tableNames()) {
      if (name !== manifest.table) await this.place.removeTable(connection, name);
    }
  }

  async add(rows: readonly IndexRow[]): Promise<void> {
    const table = await this.open();
    if (!table || rows.length === 0) return;
    try {
      await addTo(table, rows);
    } catch (error) {
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
    const table = await this.open();
    if (!table) return;
    const batch = 500;
    try {
      for (let start = 0; start < values.length; start += batch) {
        await table.delete(inList(column, values.slice(start, start + batch)));
      }
    } catch (error) {
      throw storeError(error, this.place.name);
    }
  }

  /** Merges small files, folds new rows into the text index and lets go of old versions (I14). */
  async compact(): Promise<void> {
    const table = await this.open();
    if (!table) return;
    try {
      await table.optimize({ cleanupOlderThan: new Date() });
      const { manifest } = this;
      const vectors = await remeasured(table, manifest?.vectors, this.approximateFrom);
      if (manifest && vectors) this.keeper.write(JSON.stringify({ ...manifest, vectors }));
    } catch (error) {
      throw storeError(error, this.place.name);
    }
  }

  async count(): Promise<number> {
    return this.reading(0, (table) => table.countRows());
  }

  async chunkIds(): Promise<string[]> {
    return this.reading([], async (table) => {
      const rows = (await table.query().select(['chunk_id']).toArray()) as { chunk_id: string }[];
      return rows.map((row) => row.chunk_id);
    });
  }

  /** Waits for the text index to know the rows of the last ingest, but not long: a large index is searched as it is. */
  private async folded(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, foldingPatienceMs);
    });
    await Promise.race([this.fold(), late]);
    clearTimeout(timer);
  }

  /** Full-text search by BM25. Only rows of the scope are looked at; null for all. */
  async keyword(query: string, limit: number, scope: RowScope | null): Promise<LaneHit[]> {
    return this.text({ text: query, as: 'words' }, limit, scope);
  }

  /** Full-text search for words or for a phrase. Only rows of the scope are looked at; null for all. */
  async text(query: TextQuery, limit: number, scope: RowScope | null): Promise<LaneHit[]> {
    if (limit === 0 || query.text.trim() === '') return [];
    await this.folded();
    return this.reading<LaneHit[]>([], (table) => textHits(table, query, limit, scope));
  }

  /** Cosine search, one list a query vector. */
  async nearest(vectors: readonly Float32Array[], limit: number, scope: RowScope | null): Promise<LaneHit[][]> {
    if (limit === 0) return vectors.map(() => []);
    return this.reading<LaneHit[][]>(
      vectors.map(() => []),
      (table) => {
        const search = this.manifest?.vectors?.search ?? null;
        return Promise.all(vectors.map((vector) => nearestHits(table, vector, limit, scope, search)));
      },
    );
  }

  /** Vectors of chunks, by chunk id; absent for a chunk that the index lacks. */
  async vectors(chunkIds: readonly string[]): Promise<Map<string, Float32Array>> {
    return this.reading(new Map<string, Float32Array>(), (table) => vectorsOf(table, chunkIds));
  }

  /** Files and bytes that the index takes on disk. */
  async size(): Promise<{ files: number; bytes: number }> {
    return this.place.size((read) => this.reading({ files: 0, bytes: 0 }, read));
  }

  close(): void {
    this.table?.open.close();
    this.connection?.close();
    this.table = null;
    this.connection = null;
  }
}
