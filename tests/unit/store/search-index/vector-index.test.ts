import { join } from 'node:path';
import { type Connection, connect, Index, type Table } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../../bench/synthetic-text';
import { ChunkIndex, type ManifestKeeper } from '../../../../electron/engine/store/search-index/chunk-index';
import { IndexPlaces } from '../../../../electron/engine/store/search-index/index-place';
import { makeTable } from '../../../../electron/engine/store/search-index/index-rows';
import { nearestHits } from '../../../../electron/engine/store/search-index/index-search';
import { leastRecall, measuredVectorSearch } from '../../../../electron/engine/store/search-index/vector-index';
import { temporaryFolder } from '../../../temporary-folder';

const dimension = 16;
const count = 600;
const random = randomNumbers(7);
const unit = (): Float32Array => {
  const values = Array.from({ length: dimension }, () => random() - 0.5);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const rows = Array.from({ length: count }, (_none, number) => ({
  chunkId: `chunk-${number}`,
  contentId: number % 2 === 0 ? 'even' : 'odd',
  searchable: 'granite',
  vector: unit(),
}));
const query = unit();

describe('an index of vectors', () => {
  const folder = temporaryFolder();
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    connection = await connect(join(folder, 'table'));
    table = await makeTable(connection, 'rows', dimension, rows, rows.length);
  });
  afterAll(async () => {
    table.close();
    connection.close();
  });

  it('gives by all of its partitions what an exact search gives, and by one of them a part of it', async () => {
    await table.createIndex('vector', { config: Index.ivfFlat({ distanceType: 'cosine', numPartitions: 8 }) });
    const exact = await nearestHits(table, query, count, null);
    const whole = await nearestHits(table, query, count, null, { search: { nprobes: 8 } });
    const part = await nearestHits(table, query, count, null, { search: { nprobes: 1 } });
    expect(exact).toHaveLength(count);
    expect(new Set(whole.map(({ chunkId }) => chunkId))).toEqual(new Set(exact.map(({ chunkId }) => chunkId)));
    expect(part.length).toBeLessThan(count);
    const scores = new Map(exact.map(({ chunkId, score }) => [chunkId, score]));
    for (const { chunkId, score } of part) expect(score).toBeCloseTo(scores.get(chunkId) ?? 0, 5);
  });

  it('is not asked where a scope leaves only some of the rows', async () => {
    const scope = { column: 'content_id' as const, values: ['even'] };
    expect(await nearestHits(table, query, count, scope, { search: { nprobes: 1 } })).toHaveLength(count / 2);
  });

  it('stays only where it finds enough of the nearest rows, in less time', async () => {
    const { search, recall, exactMs, chosenMs } = await measuredVectorSearch(table);
    const indexed = (await table.listIndices()).some(({ columns }) => columns.includes('vector'));
    expect(indexed).toBe(search !== null);
    expect(search === null || (recall >= leastRecall && chosenMs < exactMs)).toBe(true);
  });

  it('is measured when a library has become large, and again when it has doubled', async () => {
    const kept: string[] = [];
    const keeper: ManifestKeeper = { read: () => kept.at(-1) ?? null, write: (manifest) => kept.push(manifest) };
    const settings = new Map<string, string>();
    const places = new IndexPlaces(
      { folder, setting: (key) => settings.get(key) ?? null, setSetting: (key, value) => settings.set(key, value) },
      null,
    );
    const index = new ChunkIndex(places, keeper, () => false);
    index.approximateFrom = 300;
    await index.create({ modelId: 'any', dimension, profile: 'balanced' });
    const measuredAt: (number | undefined)[] = [];
    for (const [from, to] of [
      [0, 200],
      [200, 310],
      [310, 400],
      [400, 600],
      [600, 600],
    ]) {
      await index.add(rows.slice(from, to));
      if (to === 600 && from === 600)
        await index.add(rows.slice(0, 40).map((row) => ({ ...row, chunkId: `${row.chunkId}-b` })));
      await index.compact();
      if (await index.wantsMeasurement()) await index.measureVectors();
      measuredAt.push(index.manifest?.vectors?.rows);
    }
    expect(measuredAt).toEqual([undefined, 310, 310, 310, 640]);
    const [hits = []] = await index.nearest([query], 5, null);
    expect(hits).toHaveLength(5);
    index.close();
  });
});
