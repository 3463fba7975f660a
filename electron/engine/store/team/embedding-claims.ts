import { pause } from '../../async';
import { EmbeddingCache, type KeptVector } from '../catalogue/embedding-cache';
import type { ReplicaState } from './shared-catalogue';

/** A desk that has begun to embed a text and does not come to an end is not waited for any longer, s of the server's clock. */
const claimSeconds = 120;
/** How often it is looked whether another desk has come to an end, ms. */
const lookMs = 150;

/**
 * Who embeds a text where several desks of a place have it at once: whoever has claimed it on the server, whose clock ends
 * the claims of a desk that has died. Vectors go to all at once, before the documents that they are of: so nobody waits
 * for another desk's commit. Requests that come while one is under way go together.
 */
export class EmbeddingClaims {
  /** What this desk embeds now, by several files. */
  private readonly mine = new Set<string>();
  private readonly takings: Together<Claim, ReadonlySet<string>>;
  private readonly givings: Together<readonly Vector[], void>;

  constructor(
    private readonly replica: ReplicaState,
    deskId: string,
  ) {
    this.takings = new Together(async (claims) => {
      const keys = [...new Set(claims.flatMap((claim) => claim.keys))];
      const [got = []] = await replica.write([
        {
          sql: `INSERT INTO embedding_claims (key, desk_id, until)
            SELECT unhex(value), ?, unixepoch() + ${claimSeconds} FROM json_each(?)
              WHERE NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.key = unhex(value))
            ON CONFLICT (key) DO UPDATE SET desk_id = excluded.desk_id, until = excluded.until
              WHERE until < unixepoch() OR desk_id = excluded.desk_id
            RETURNING hex(key) AS key`,
          args: [deskId, JSON.stringify(keys)],
        },
      ]);
      const free = new Set(got.map(({ key }) => String(key).toLowerCase()));
      // Of two files with the same text, one embeds it.
      return claims.map(({ keys: wanted }) => new Set(wanted.filter((key) => free.delete(key) && this.begin(key))));
    });
    this.givings = new Together(async (groups) => {
      const vectors = groups.flat();
      await replica.write([
        ...vectors.flatMap(({ key, model, vector }) =>
          vector
            ? [
                {
                  sql: 'INSERT OR REPLACE INTO embeddings (key, model, vector) VALUES (?, ?, ?)',
                  args: [key, model, vector],
                },
              ]
            : [],
        ),
        {
          sql: 'DELETE FROM embedding_claims WHERE key IN (SELECT unhex(value) FROM json_each(?))',
          args: [JSON.stringify(vectors.map(({ key }) => key.toString('hex')))],
        },
      ]);
      return groups.map(() => undefined);
    });
  }

  private begin(key: string): boolean {
    if (this.mine.has(key)) return false;
    this.mine.add(key);
    return true;
  }

  /** Those of these texts that this desk is to embed; the others are there, or somebody embeds them. Errors: those of the place. */
  async take(model: string, texts: readonly string[]): Promise<string[]> {
    const byKey = new Map(texts.map((text) => [EmbeddingCache.key(model, text).toString('hex'), text]));
    const taken = await this.takings.run({ keys: [...byKey.keys()].filter((key) => !this.mine.has(key)) });
    return [...taken].map((key) => byKey.get(key) ?? '');
  }

  /** What came of what was taken: a vector for each text, or none where it failed. Errors: those of the place. */
  async give(model: string, texts: readonly string[], vectors: readonly KeptVector[]): Promise<void> {
    const made = new Map(vectors.map(({ text, vector }) => [text, vector]));
    const keys = texts.map((text) => ({ text, key: EmbeddingCache.key(model, text) }));
    try {
      await this.givings.run(
        keys.map(({ text, key }) => {
          const vector = made.get(text);
          return { key, model, vector: vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) };
        }),
      );
    } finally {
      for (const { key } of keys) this.mine.delete(key.toString('hex'));
    }
  }

  /** Until another desk may have come to an end. Errors: those of the place; an aborted signal throws its reason. */
  async wait(signal: AbortSignal): Promise<void> {
    await pause(lookMs, signal);
    await this.replica.sync();
  }
}

interface Claim {
  readonly keys: readonly string[];
}

interface Vector {
  readonly key: Buffer;
  readonly model: string;
  readonly vector: Buffer | undefined;
}

/** Work for several who ask at about the same time: while some are served, the next ones gather. */
class Together<I, O> {
  private waiting: { readonly input: I; resolve(output: O): void; reject(error: unknown): void }[] = [];
  private runs = false;

  constructor(private readonly work: (inputs: readonly I[]) => Promise<O[]>) {}

  run(input: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (!this.runs) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.runs = true;
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        const outputs = await this.work(group.map(({ input }) => input));
        for (const [at, { resolve }] of group.entries()) resolve(outputs[at] as O);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.runs = false;
  }
}
