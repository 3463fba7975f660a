import { beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingCache } from '../../../../electron/engine/store/catalogue/computed-results';
import { SqlDatabase } from '../../../../electron/engine/store/catalogue/database';
import { EmbeddingClaims } from '../../../../electron/engine/store/team/embedding-claims';
import type { ReplicaState } from '../../../../electron/engine/store/team/shared-catalogue';
import { teamSchema } from '../../../../electron/engine/team';

const model = 'a model';
const vectorOf = (text: string) => Float32Array.from([text.length / 100, 0.5]);
const kept = (texts: readonly string[]) => texts.map((text) => ({ text, vector: vectorOf(text) }));

describe('claims of texts', () => {
  let server: SqlDatabase;
  let requests: number;
  let isThere: boolean;
  let claims: EmbeddingClaims;

  const rowsOf = (table: string) => Number(server.get(`SELECT count(*) AS count FROM ${table}`)?.count);

  beforeEach(() => {
    server = SqlDatabase.inMemory();
    for (const sql of teamSchema) server.execute(sql);
    requests = 0;
    isThere = true;
    const write: ReplicaState['write'] = async (statements) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (!isThere) throw new Error('no server');
      requests += 1;
      return server.transaction(() => statements.map(({ sql, args }) => server.all(sql, ...args)));
    };
    const nothing = async () => undefined;
    const replica = { syncedAt: null, trouble: null, sync: nothing, clean: nothing, rows: () => [], write };
    claims = new EmbeddingClaims(replica, 'this desk');
  });

  it('go to the server together, and give each text to one of those that want it', async () => {
    const wanted = Array.from({ length: 200 }, (_none, at) => `text ${at % 100}`);
    const taken = await Promise.all(
      wanted.map(async (text) => {
        const mine = await claims.take(model, [text]);
        claims.give(model, mine, kept(mine));
        return mine;
      }),
    );
    expect(taken.flat().sort()).toEqual([...new Set(wanted)].sort());
    await claims.flush();
    expect(requests).toBeLessThan(20);
    expect([rowsOf('embeddings'), rowsOf('embedding_claims')]).toEqual([100, 0]);
    const cache = new EmbeddingCache(server);
    for (const text of wanted) expect(cache.get(model, text, 2)).toEqual(vectorOf(text));
    expect(cache.get(model, 'text 7', 3), 'a vector of another length').toBeNull();
    expect(await claims.take(model, ['text 7'])).toEqual([]);
    claims.stop();
  });

  it('are free again where nothing came of them, and stay where another desk has them', async () => {
    const [failed] = await claims.take(model, ['one that fails']);
    claims.give(model, [failed ?? ''], []);
    await claims.flush();
    const other = new EmbeddingCache(server);
    expect(other.get(model, 'one that fails')).toBeNull();
    server.run(
      `INSERT INTO embedding_claims VALUES (?, 'another desk', unixepoch() + 60)`,
      EmbeddingCache.key(model, 'theirs'),
    );
    expect(await claims.take(model, ['one that fails', 'theirs'])).toEqual(['one that fails']);
    claims.stop();
  });

  it('give what they hold when the server is there again', async () => {
    const mine = await claims.take(model, ['a text']);
    isThere = false;
    claims.give(model, mine, kept(mine));
    await expect(claims.flush()).rejects.toThrow('no server');
    isThere = true;
    await expect.poll(() => rowsOf('embeddings'), { timeout: 5000 }).toBe(1);
    expect(rowsOf('embedding_claims')).toBe(0);
    claims.stop();
  });
});
