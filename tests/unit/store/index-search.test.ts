import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect, type Table } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTo, indexText, schemaOf } from '../../../electron/engine/store/index-rows';
import { nearestHits, textHits } from '../../../electron/engine/store/index-search';

const count = 300;
const idOf = (number: number): string => number.toString(16).padStart(16, '0');
/** In an order that is not theirs. */
const ids = Array.from({ length: count }, (_none, number) => idOf((number * 7) % count));

describe('a search among equal rows', () => {
  let folder = '';
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-ties-'));
    connection = await connect(folder);
    table = await connection.createEmptyTable('rows', await schemaOf(4));
    const rows = ids.map((chunkId) => ({
      chunkId,
      contentId: 'one',
      searchable: 'granite cliffs',
      vector: Float32Array.of(1, 0, 0, 0),
    }));
    const better = { chunkId: 'ffff', contentId: 'two', searchable: 'granite', vector: Float32Array.of(0, 1, 0, 0) };
    for (let start = 0; start < count; start += 100) await addTo(table, rows.slice(start, start + 100));
    await addTo(table, [better]);
    await indexText(table);
  });
  afterAll(async () => {
    table.close();
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  const lowest = (many: number): string[] => Array.from({ length: many }, (_none, number) => idOf(number));

  it('takes those with the lowest ids, by words', async () => {
    const hits = await textHits(table, { text: 'granite', as: 'words' }, 30, null);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['ffff', ...lowest(29)]);
  });

  it('takes those with the lowest ids, by vectors', async () => {
    const hits = await nearestHits(table, Float32Array.of(1, 0, 0, 0), 40, null);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(lowest(40));
  });

  it('keeps to its scope, and gives what there is where that is less than asked for', async () => {
    const scope = { column: 'content_id' as const, values: ['two'] };
    expect(await nearestHits(table, Float32Array.of(1, 0, 0, 0), 40, scope)).toEqual([{ chunkId: 'ffff', score: 0 }]);
    expect(await textHits(table, { text: 'quarry', as: 'words' }, 40, null)).toEqual([]);
  });
});
