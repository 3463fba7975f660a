import { type Connection, connect, type Table } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndexRow, makeTable } from '../../../../electron/engine/store/search-index/index-rows';
import {
  nearestHits,
  RowsSeen,
  textHits,
  vectorsOf,
} from '../../../../electron/engine/store/search-index/index-search';
import { temporaryFolder } from '../../../temporary-folder';

const rowOf = (number: number, x: number): IndexRow => ({
  chunkId: `chunk-${number}`,
  contentId: `content-${number}`,
  searchable: number % 2 === 0 ? 'granite' : 'basalt',
  vector: Float32Array.from([x, Math.sqrt(1 - x * x)]),
});
const rows = Array.from({ length: 40 }, (_none, number) => rowOf(number, number / 40));
const ids = rows.map(({ chunkId }) => chunkId);
const expected = new Map(rows.map(({ chunkId, vector }) => [chunkId, vector]));

describe('rows that a search has met', () => {
  const folder = temporaryFolder();
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    connection = await connect(folder);
    table = await makeTable(connection, 'rows', 2, rows, 10);
  });
  afterAll(async () => {
    table.close();
    connection.close();
  });

  it('are known by either lane, and their vectors are those that are looked for otherwise', async () => {
    const seen = new RowsSeen();
    await textHits(table, { text: 'granite', as: 'words' }, 40, null, seen);
    expect(seen.of(ids)).toHaveLength(20);
    await nearestHits(table, Float32Array.from([0, 1]), 30, null, { rowsSeen: seen });
    expect(seen.of(ids)).toHaveLength(35);
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    expect(await vectorsOf(table, ids)).toEqual(expected);
    expect(await vectorsOf(table, ids.slice(0, 3), seen)).toEqual(new Map([...expected].slice(0, 3)));
  });

  it('that a compaction has moved, or others lie in the place of, are looked for', async () => {
    const seen = new RowsSeen();
    await nearestHits(table, Float32Array.from([0, 1]), 40, null, { rowsSeen: seen });
    const [first, second] = seen.of(['chunk-0', 'chunk-1']);
    expect([first, second]).toEqual([expect.any(Number), expect.any(Number)]);
    seen.note([
      { chunkId: 'chunk-0', row: second ?? 0 },
      { chunkId: 'chunk-1', row: first ?? 0 },
      { chunkId: 'chunk-2', row: 2 ** 40 },
    ]);
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    await table.optimize({ cleanupOlderThan: new Date() });
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    await table.delete("chunk_id = 'chunk-3'");
    await nearestHits(table, Float32Array.from([0, 1]), 40, null, { rowsSeen: seen });
    const without = new Map([...expected].filter(([id]) => id !== 'chunk-3'));
    expect(await vectorsOf(table, ids, seen)).toEqual(without);
    expect(await vectorsOf(table, ['chunk-1', 'no such chunk'], seen)).toEqual(new Map([...expected].slice(1, 2)));
  });

  it('are forgotten oldest first, and never grow', () => {
    const numbers = Array.from({ length: 10_000 }, (_none, number) => number);
    const all = numbers.map(String);
    // Asked for now and again, at the end alone, and many at once.
    for (const [many, askedEvery] of [
      [1, 700],
      [1, 20_000],
      [5000, 2],
    ] as const) {
      const seen = new RowsSeen();
      for (let from = 0; from < numbers.length; from += many) {
        const met = numbers.slice(from, from + many);
        seen.note(met.map((row) => ({ chunkId: `${row}`, row })));
        if (from % askedEvery === askedEvery - 1) seen.of(all.slice(0, 1));
      }
      const known = seen.of(all);
      expect(known.length).toBeGreaterThanOrEqual(2048);
      expect(known.length).toBeLessThanOrEqual(4096);
      expect(known.at(-1)).toBe(9999);
      seen.clear();
      expect(seen.of(all)).toEqual([]);
    }
  });
});
