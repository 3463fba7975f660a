import { type Connection, connect, type FullTextQuery, MatchQuery, type Table } from '@lancedb/lancedb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRows, makeTable } from '../../../../electron/engine/store/search-index/index-rows';
import { nearestHits, textHits } from '../../../../electron/engine/store/search-index/index-search';
import { forAllAsyncWith } from '../../../for-all';
import { temporaryFolder } from '../../../temporary-folder';

const count = 300;
const idOf = (number: number): string => number.toString(16).padStart(16, '0');
/** In an order that is not theirs. */
const ids = Array.from({ length: count }, (_none, number) => idOf((number * 7) % count));

describe('a search among equal rows', () => {
  const folder = temporaryFolder();
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    connection = await connect(folder);
    const rows = ids.map((chunkId) => ({
      chunkId,
      contentId: 'one',
      searchable: 'granite cliffs',
      vector: Float32Array.of(1, 0, 0, 0),
    }));
    const better = { chunkId: 'ffff', contentId: 'two', searchable: 'granite', vector: Float32Array.of(0, 1, 0, 0) };
    table = await makeTable(connection, 'rows', 4, [...rows, better], 100);
  });
  afterAll(async () => {
    table.close();
    connection.close();
  });

  const lowest = (many: number): string[] => Array.from({ length: many }, (_none, number) => idOf(number));

  it('takes those with the lowest ids, by words', async () => {
    const hits = await textHits(table, { text: 'granite', as: 'words' }, 30, null);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['ffff', ...lowest(29)]);
  });

  it('counts words of the same family by half, and finds texts without the others', async () => {
    const byWord = await textHits(table, { text: 'cliffs', as: 'words' }, 30, null);
    const byKin = await textHits(table, { text: 'quarry', as: 'words', lesser: 'cliffs' }, 30, null);
    expect(byKin.map(({ chunkId }) => chunkId)).toEqual(byWord.map(({ chunkId }) => chunkId));
    expect(byKin[0]?.score).toBeCloseTo((byWord[0]?.score ?? 0) / 2, 3);
  });

  it('takes those with the lowest ids, by vectors', async () => {
    const hits = await nearestHits(table, Float32Array.of(1, 0, 0, 0), 40, null);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(lowest(40));
  });

  it('keeps to its scope, and gives what there is where that is less than asked for', async () => {
    const scope = { column: 'content_id' as const, values: ['two'], of: 2 };
    const found = await nearestHits(table, Float32Array.of(1, 0, 0, 0), 40, scope);
    expect(found).toEqual([{ chunkId: 'ffff', score: 0, row: expect.any(Number) }]);
    expect(await textHits(table, { text: 'quarry', as: 'words' }, 40, null)).toEqual([]);
  });
});

describe('a search for words and their kin', () => {
  const vocabulary = ['granite', 'cliff', 'quarry', 'slate', 'harbour', 'lantern', 'meadow', 'orchard'];
  const rowOf = (number: number) => ({
    chunkId: idOf(number),
    contentId: 'one',
    searchable:
      vocabulary.filter((_word, at) => (number * 37) % (at + 2) === 0 || number % 11 === at).join(' ') || 'moss',
    vector: Float32Array.of(1, 0),
  });
  const folder = temporaryFolder();
  let connection: Connection;
  let table: Table;
  beforeAll(async () => {
    connection = await connect(folder);
    table = await makeTable(
      connection,
      'rows',
      2,
      Array.from({ length: 200 }, (_none, at) => rowOf(at)),
      200,
    );
  });
  afterAll(async () => {
    table.close();
    connection.close();
  });

  const scoresOf = async (query: FullTextQuery): Promise<Map<string, number>> => {
    const rows = (await table.query().fullTextSearch(query).select(['chunk_id', '_score']).limit(1000).toArray()) as {
      chunk_id: string;
      _score: number;
    }[];
    return new Map(rows.map(({ chunk_id, _score }) => [chunk_id, _score]));
  };

  it('gives each row what the words give it, and half of what their kin do', async () => {
    const someWords = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 });
    await forAllAsyncWith({ numRuns: 40 })(someWords, someWords, async (asked, kin) => {
      const query = { text: asked.join(' '), as: 'words' as const, lesser: kin.join(' ') };
      const byWords = await scoresOf(new MatchQuery(query.text, 'searchable'));
      const byKin = await scoresOf(new MatchQuery(query.lesser, 'searchable'));
      const hits = await textHits(table, query, 1000, null);
      expect(new Set(hits.map(({ chunkId }) => chunkId))).toEqual(new Set([...byWords.keys(), ...byKin.keys()]));
      for (const { chunkId, score } of hits) {
        expect(score).toBeCloseTo((byWords.get(chunkId) ?? 0) + (byKin.get(chunkId) ?? 0) / 2, 3);
      }
    });
  });

  it('does so in rows too that the text index does not know yet', async () => {
    const added = ['granite', 'slate', 'granite slate'].map((searchable, at) => ({ ...rowOf(1000 + at), searchable }));
    await addRows(table, added);
    const [word, kin] = await Promise.all([
      scoresOf(new MatchQuery('granite', 'searchable')),
      scoresOf(new MatchQuery('slate', 'searchable')),
    ]);
    const hits = await textHits(table, { text: 'granite', as: 'words', lesser: 'slate' }, 1000, null);
    const found = new Map(hits.map(({ chunkId, score }) => [chunkId, score]));
    for (const { chunkId } of added) {
      expect(found.get(chunkId)).toBeCloseTo((word.get(chunkId) ?? 0) + (kin.get(chunkId) ?? 0) / 2, 3);
    }
  });
});

describe('a search in a scope that leaves much of the library', () => {
  const rows = 400;
  const numbers = Array.from({ length: rows }, (_none, number) => number);
  const folder = temporaryFolder();
  let connection: Connection;
  let table: Table;
  let searches = 0;
  beforeAll(async () => {
    connection = await connect(folder);
    const made = numbers.map((number) => ({
      chunkId: idOf(number),
      contentId: `content-${number % 40}`,
      // Five of a kind: there are equal ones at every cut.
      searchable: `granite ${'cliff '.repeat(Math.floor(number / 5) % 50)}`,
      vector: Float32Array.of(Math.cos(number % 80), Math.sin(number % 80)),
    }));
    table = await makeTable(connection, 'rows', 2, made, made.length);
    const query = table.query.bind(table);
    table.query = () => {
      searches += 1;
      return query();
    };
  });
  afterAll(async () => {
    table.close();
    connection.close();
  });

  const bothLanes = async (scope: Parameters<typeof nearestHits>[3], limit: number) => [
    await textHits(table, { text: 'granite cliff', as: 'words' }, limit, scope),
    await nearestHits(table, Float32Array.of(1, 0), limit, scope),
  ];

  it('finds what the index finds where every row is named to it', async () => {
    const scope = fc.oneof(
      fc.subarray(numbers.map(idOf)).map((values) => ({ column: 'chunk_id' as const, values, of: rows })),
      fc
        .subarray(Array.from({ length: 40 }, (_none, number) => `content-${number}`))
        .map((values) => ({ column: 'content_id' as const, values, of: 40 })),
    );
    await forAllAsyncWith({ numRuns: 60 })(scope, fc.integer({ min: 1, max: 60 }), async (one, limit) => {
      expect(await bothLanes(one, limit)).toEqual(await bothLanes({ ...one, of: Number.POSITIVE_INFINITY }, limit));
    });
  });

  it('names the rows where what it read holds too few of them', async () => {
    // The far half of the circle: none of them is among the nearest.
    const values = numbers.filter((number) => Math.cos(number % 80) < 0).map(idOf);
    const scope = { column: 'chunk_id' as const, values, of: rows };
    searches = 0;
    const hits = await nearestHits(table, Float32Array.of(1, 0), 30, scope);
    expect(searches).toBe(2);
    expect(hits).toHaveLength(30);
    expect(hits.every(({ chunkId }) => values.includes(chunkId))).toBe(true);
  });
});
