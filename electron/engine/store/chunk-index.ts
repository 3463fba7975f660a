import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { VitrineError } from '@shared/errors';
import { folderSize } from './folder-size';
import { storeError } from './store-errors';

/** What the index was made with. Rows made with anything else may not be mixed in (I13). */
export interface IndexManifest {
  readonly schemaVersion: 1;
  readonly modelId: string;
  readonly dimension: number;
  readonly profile: string;
  readonly table: string;
}

export type IndexKind = Pick<IndexManifest, 'modelId' | 'dimension' | 'profile'>;

/** One chunk as the index holds it. */
export interface IndexRow {
  readonly chunkId: string;
  readonly contentId: string;
  /** Title, heading path and text: what the keyword lane reads. */
  readonly searchable: string;
  /** `Float32Array[dimension]`, L2-normalised. */
  readonly vector: Float32Array;
}

export interface LaneHit {
  readonly chunkId: string;
  /** BM25 of the keyword lane; cosine of the vector lane. */
  readonly score: number;
  readonly vector: Float32Array;
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const inList = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} IN (${values.map(quoted).join(',')})`;

/**
 * The LanceDB index: a projection of the catalogue that can be deleted and rebuilt from it. Exact (flat) vector
 * search and BM25 full text; no approximate index below 200,000 chunks (docs/adr/0005).
 */
export class ChunkIndex {
  private connection: Connection | null = null;
  private table: Table | null = null;
  private current: IndexManifest | null = null;

  constructor(private readonly folder: string) {}

  private get manifestFile(): string {
    return join(this.folder, 'manifest.json');
  }

  get manifest(): IndexManifest | null {
    if (!this.current && existsSync(this.manifestFile)) {
      try {
        this.current = JSON.parse(readFileSync(this.manifestFile, 'utf8')) as IndexManifest;
      } catch (error) {
        throw new VitrineError(
          'index-unavailable',
          'The manifest of the search index cannot be read.',
          'Rebuild the index: vitrine reindex.',
          { file: this.manifestFile },
          { cause: error },
        );
      }
    }
    return this.current;
  }

  /** Refuses a model or profile that the index was not made with. Errors: `index-mismatch`. */
  assertMatches(modelId: string, profile: string | null): void {
    const manifest = this.manifest;
    if (!manifest) return;
    if (manifest.modelId !== modelId || (profile !== null && manifest.profile !== profile)) {
      throw new VitrineError(
        'index-mismatch',
        `This library was indexed with ${manifest.modelId} and the chunk profile ${manifest.profile}; ${modelId}${profile ? ` and ${profile}` : ''} cannot be mixed into it.`,
        'Rebuild the library: vitrine reindex --model NAME. Nothing is parsed again, and cached vectors are used.',
        { index: { modelId: manifest.modelId, profile: manifest.profile }, asked: { modelId, profile } },
      );
    }
  }

  private async connect(): Promise<Connection> {
    if (!this.connection) {
      const lancedb = await import('@lancedb/lancedb');
      await mkdir(this.folder, { recursive: true });
      this.connection = await lancedb.connect(this.folder);
    }
    return this.connection;
  }

  /** The open table, or null where nothing was indexed yet. Errors: `index-unavailable`. */
  private async open(): Promise<Table | null> {
    if (this.table) return this.table;
    const manifest = this.manifest;
    if (!manifest) return null;
    try {
      this.table = await (await this.connect()).openTable(manifest.table);
      return this.table;
    } catch (error) {
      throw new VitrineError(
        'index-unavailable',
        'The search index cannot be opened.',
        'Rebuild it from the catalogue: vitrine reindex. No document is lost.',
        { folder: this.folder },
        { cause: error },
      );
    }
  }

  /** An index without rows, for a library that has none yet. */
  async create(kind: IndexKind): Promise<void> {
    await this.rebuild(kind, [], 1);
  }

  /** A new table with these rows; it becomes the current one by one rename of the manifest, and the old one goes. */
  async rebuild(kind: IndexKind, rows: readonly IndexRow[], rowsPerAdd: number): Promise<void> {
    const connection = await this.connect();
    const previous = this.manifest;
    const name = `chunks-${Number(previous?.table.split('-')[1] ?? 0) + 1}`;
    try {
      const table = await connection.createEmptyTable(name, await schemaOf(kind.dimension), { mode: 'overwrite' });
      for (let start = 0; start < rows.length; start += rowsPerAdd) {
        await addTo(table, rows.slice(start, start + rowsPerAdd));
      }
      await this.indexText(table);
      await this.writeManifest({ schemaVersion: 1, ...kind, table: name });
      this.table?.close();
      this.table = table;
      if (previous) await connection.dropTable(previous.table).catch(() => this.removeStray(previous.table));
    } catch (error) {
      throw storeError(error, this.folder);
    }
  }

  /** Forgets the index of a library that holds nothing, so that another model can be chosen. */
  async clear(): Promise<void> {
    this.close();
    this.current = null;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A table that LanceDB would not drop (a reader may hold it on some systems) goes at the next start. */
  private async removeStray(table: string): Promise<void> {
    await rm(join(this.folder, `${table}.lance`), { recursive: true, force: true });
  }

  private async writeManifest(manifest: IndexManifest): Promise<void> {
    const temporary = `${this.manifestFile}.tmp`;
    await writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(temporary, this.manifestFile);
    this.current = manifest;
  }

  private async indexText(table: Table): Promise<void> {
    const { Index } = await import('@lancedb/lancedb');
    await table.createIndex('searchable', {
      config: Index.fts({
        baseTokenizer: 'simple',
        lowercase: true,
        stem: true,
        removeStopWords: true,
        asciiFolding: true,
        withPosition: true,
        language: 'English',
      }),
    });
  }

  async add(rows: readonly IndexRow[]): Promise<void> {
    const table = await this.open();
    if (!table || rows.length === 0) return;
    try {
      await addTo(table, rows);
    } catch (error) {
      throw storeError(error, this.folder);
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
      throw storeError(error, this.folder);
    }
  }

  /** Merges small files, folds new rows into the text index and lets go of old versions (I14). */
  async compact(): Promise<void> {
    const table = await this.open();
    if (!table) return;
    try {
      await table.optimize({ cleanupOlderThan: new Date() });
    } catch (error) {
      throw storeError(error, this.folder);
    }
  }

  async count(): Promise<number> {
    return (await (await this.open())?.countRows()) ?? 0;
  }

  async chunkIds(): Promise<string[]> {
    const table = await this.open();
    if (!table) return [];
    const rows = (await table.query().select(['chunk_id']).toArray()) as { chunk_id: string }[];
    return rows.map((row) => row.chunk_id);
  }

  /** Full-text search by BM25. `scope` is a list of content ids, or null for all. */
  async keyword(query: string, limit: number, scope: readonly string[] | null): Promise<LaneHit[]> {
    const table = await this.open();
    if (!table || limit === 0 || query.trim() === '') return [];
    const { MatchQuery } = await import('@lancedb/lancedb');
    let search = table
      .query()
      .fullTextSearch(new MatchQuery(query, 'searchable'))
      .select(['chunk_id', 'vector', '_score'])
      .limit(limit);
    if (scope) search = search.where(inList('content_id', scope));
    const batches = await search.toArrow();
    return hitsOf(batches, '_score', (score) => score);
  }

  /** Exact cosine search, one list a query vector. */
  async nearest(
    vectors: readonly Float32Array[],
    limit: number,
    scope: readonly string[] | null,
  ): Promise<LaneHit[][]> {
    const table = await this.open();
    if (!table || limit === 0) return vectors.map(() => []);
    return Promise.all(
      vectors.map(async (vector) => {
        let search = table
          .query()
          .nearestTo(vector)
          .column('vector')
          .distanceType('cosine')
          .bypassVectorIndex()
          .select(['chunk_id', 'vector', '_distance'])
          .limit(limit);
        if (scope) search = search.where(inList('content_id', scope));
        return hitsOf(await search.toArrow(), '_distance', (distance) => 1 - distance);
      }),
    );
  }

  /** Files and bytes that the index takes on disk. */
  async size(): Promise<{ files: number; bytes: number }> {
    return folderSize(this.folder);
  }

  close(): void {
    this.table?.close();
    this.connection?.close();
    this.table = null;
    this.connection = null;
  }
}

async function schemaOf(dimension: number) {
  const arrow = await import('apache-arrow');
  const text = (name: string) => new arrow.Field(name, new arrow.Utf8(), false);
  const item = new arrow.Field('item', new arrow.Float32(), true);
  const vector = new arrow.Field('vector', new arrow.FixedSizeList(dimension, item), false);
  return new arrow.Schema([text('chunk_id'), text('content_id'), text('searchable'), vector]);
}

/**
 * Adds rows as one Arrow batch made by LanceDB's own copy of Arrow: a table of another copy (the package has one for
 * `import` and one for `require`) is taken without an error and without its rows.
 */
async function addTo(table: Table, rows: readonly IndexRow[]): Promise<void> {
  const { makeArrowTable } = await import('@lancedb/lancedb');
  const records = rows.map((row) => ({
    chunk_id: row.chunkId,
    content_id: row.contentId,
    searchable: row.searchable,
    vector: row.vector,
  }));
  await table.add(makeArrowTable(records, { schema: await table.schema() }));
}

type ArrowTable = Awaited<ReturnType<ReturnType<Table['query']>['toArrow']>>;

/** Reads lane hits column by column: building one object a row with its vector as an array costs ten times as much. */
function hitsOf(table: ArrowTable, scoreColumn: string, toScore: (value: number) => number): LaneHit[] {
  const hits: LaneHit[] = [];
  for (const batch of table.batches) {
    const ids = batch.getChild('chunk_id');
    const scores = batch.getChild(scoreColumn);
    const vectors = batch.getChild('vector');
    if (!ids || !scores || !vectors) continue;
    for (let row = 0; row < batch.numRows; row += 1) {
      const vector = vectors.get(row) as { toArray(): Float32Array } | null;
      if (!vector) continue;
      hits.push({
        chunkId: String(ids.get(row)),
        score: toScore(Number(scores.get(row))),
        vector: Float32Array.from(vector.toArray()),
      });
    }
  }
  return hits;
}
