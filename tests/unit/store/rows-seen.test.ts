import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect, type Table } from '@lancedb/lancedb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTo, type IndexRow, indexText, schemaOf } from '../../../electron/engine/store/index-rows';
import { nearestHits, textHits, vectorsOf } from '../../../electron/engine/store/index-search';
import { RowsSeen } from '../../../electron/engine/store/rows-seen';

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
  let folder = '';
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-rows-'));
    connection = await connect(folder);
    table = await connection.createEmptyTable('rows', await schemaOf(2));
    for (let from = 0; from < rows.length; from += 10) await addTo(table, rows.slice(from, from + 10));
    await indexText(table);
  });
  afterAll(async () => {
    table.close();
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are known by either lane, and their vectors are those that are looked for otherwise', async () => {
    const seen = new RowsSeen();
    await textHits(table, { text: 'granite', as: 'words' }, 40, null, seen);
    expect(seen.of(ids)).toHaveLength(20);
    await nearestHits(table, Float32Array.from([0, 1]), 30, null, null, seen);
    expect(seen.of(ids)).toHaveLength(35);
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    expect(await vectorsOf(table, ids)).toEqual(expected);
    expect(await vectorsOf(table, ids.slice(0, 3), seen)).toEqual(new Map([...expected].slice(0, 3)));
  });

  it('that a compaction has moved, or others lie in the place of, are looked for', async () => {
    const seen = new RowsSeen();
    await nearestHits(table, Float32Array.from([0, 1]), 40, null, null, seen);
    const [first, second] = seen.of(['chunk-0', 'chunk-1']);
    expect([first, second]).toEqual([expect.any(BigInt), expect.any(BigInt)]);
    seen.note('chunk-0', second ?? 0n);
    seen.note('chunk-1', first ?? 0n);
    seen.note('chunk-2', 1n << 40n);
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    await table.optimize({ cleanupOlderThan: new Date() });
    expect(await vectorsOf(table, ids, seen)).toEqual(expected);
    await table.delete("chunk_id = 'chunk-3'");
    await nearestHits(table, Float32Array.from([0, 1]), 40, null, null, seen);
    const without = new Map([...expected].filter(([id]) => id !== 'chunk-3'));
    expect(await vectorsOf(table, ids, seen)).toEqual(without);
    expect(await vectorsOf(table, ['chunk-1', 'no such chunk'], seen)).toEqual(new Map([...expected].slice(1, 2)));
  });

  it('are forgotten oldest first, and never grow', () => {
    const seen = new RowsSeen();
    for (let number = 0; number < 10_000; number += 1) seen.note(`${number}`, BigInt(number));
    const known = seen.of(Array.from({ length: 10_000 }, (_none, number) => `${number}`));
    expect(known.length).toBeLessThanOrEqual(4096);
    expect(known.at(-1)).toBe(9999n);
    seen.clear();
    expect(seen.of(['9999'])).toEqual([]);
  });
});
