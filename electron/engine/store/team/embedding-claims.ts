import { pause, raceTimeout } from '../../async';
import { EmbeddingCache, type KeptVector } from '../catalogue/computed-results';
import type { RecordedStatement } from '../catalogue/database';
import type { ReplicaState } from './shared-catalogue';

/** Time after which others stop waiting for a desk that has begun to embed a text, s of the server's clock. */
const claimSeconds = 120;
/** How often it is looked whether another desk has come to an end, ms. */
const lookMs = 300;
/** Texts gather to be claimed by one request until there are so many, or until so much time has passed since the last one, ms. */
const claimedAtOnce = 32;
const gatherMs = 250;
/** They go on to gather while this desk has more texts than this to embed. */
const enoughInHand = 8;
/** A vector that no other request takes along goes to the others after this time, ms. */
const giveAfterMs = 1000;

/** Divides the embedding among desks by claims on the server. One request carries all vectors and claims. */
export class EmbeddingClaims {
  /** Texts that this desk has claimed and not embedded yet, by several files. */
  private readonly mine = new Set<string>();
  /** Results of its claims that the server does not have yet. */
  private readonly made = new Map<string, Made>();
  private asked: Asked[] = [];
  private isServing = false;
  private askedAt = Number.NEGATIVE_INFINITY;
  private isStopped = false;
  private wake = (): void => undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;

  constructor(
    private readonly replica: ReplicaState,
    private readonly deskId: string,
  ) {}

  /** Returns the texts that this desk has to embed. Errors: those of the place. */
  async take(model: string, texts: readonly string[]): Promise<string[]> {
    const byKey = new Map(texts.map((text) => [EmbeddingCache.key(model, text).toString('hex'), text]));
    const taken = await this.ask({ keys: [...byKey.keys()], isUrgent: false });
    return taken.map((key) => byKey.get(key) ?? '');
  }

  /** Results of claimed texts: a vector for each, or none after a failure. The server gets them soon. */
  give(model: string, texts: readonly string[], vectors: readonly KeptVector[]): void {
    const vectorOf = new Map(vectors.map(({ text, vector }) => [text, vector]));
    for (const text of texts) {
      const key = EmbeddingCache.key(model, text).toString('hex');
      this.mine.delete(key);
      this.made.set(key, { key, model, vector: vectorOf.get(text) });
    }
    this.giveLater();
    this.wake();
  }

  /** Failed deliveries are repeated later. */
  private giveLater(): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flush().catch(() => undefined);
    }, giveAfterMs).unref();
  }

  /** Resolves when the server has heard of everything that was given before. Errors: those of the place. */
  async flush(): Promise<void> {
    if (this.made.size > 0) await this.ask({ keys: [], isUrgent: true });
  }

  /** Gives everything, and takes in what others have given until then. Errors: those of the place. */
  async settle(): Promise<void> {
    await this.flush();
    await this.replica.sync();
  }

  /** Until another desk may have come to an end. Errors: those of the place; an aborted signal throws its reason. */
  async wait(signal: AbortSignal): Promise<void> {
    // All that wait look together.
    this.looking ??= pause(lookMs)
      .then(() => this.replica.sync())
      .finally(() => {
        this.looking = null;
      });
    await raceTimeout(this.looking, 0, signal);
  }

  /** Gives nothing any more of its own accord: what the server has not heard of, its clock ends. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private ask(what: Pick<Asked, 'keys' | 'isUrgent'>): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      this.asked.push({ ...what, resolve, reject });
      this.wake();
      if (!this.isServing) void this.serve();
    });
  }

  /** One request at a time, until no caller needs more. */
  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.asked.length > 0) {
      const untilMs = this.askedAt + gatherMs - performance.now();
      const count = this.asked.reduce((sum, { keys }) => sum + keys.length, 0);
      const mayGather = count < claimedAtOnce && !this.asked.some(({ isUrgent }) => isUrgent);
      if (mayGather && (untilMs > 0 || this.mine.size > enoughInHand)) {
        const woken = new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        await raceTimeout(woken, Math.max(untilMs, 0));
        continue;
      }
      const group = this.asked;
      this.asked = [];
      this.askedAt = performance.now();
      try {
        const free = await this.exchange(group.flatMap(({ keys }) => keys));
        for (const key of free) this.mine.add(key);
        // Of two files with the same text, one embeds it.
        for (const { keys, resolve } of group) resolve(keys.filter((key) => free.delete(key)));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.isServing = false;
  }

  /** Delivers finished vectors, and claims the free ones of these texts. */
  private async exchange(wanted: readonly string[]): Promise<Set<string>> {
    const made = [...this.made.values()];
    const keys = [...new Set(wanted)].filter((key) => !this.mine.has(key) && !this.made.has(key));
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      const results = await this.replica.write([
        ...vectorRows(made),
        {
          sql: 'DELETE FROM embedding_claims WHERE key IN (SELECT unhex(value) FROM json_each(?))',
          args: [JSON.stringify(made.map(({ key }) => key))],
        },
        {
          sql: `INSERT INTO embedding_claims (key, desk_id, until)
            SELECT unhex(value), ?, unixepoch() + ${claimSeconds} FROM json_each(?)
              WHERE NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.key = unhex(value))
            ON CONFLICT (key) DO UPDATE SET desk_id = excluded.desk_id, until = excluded.until
              WHERE until < unixepoch() OR desk_id = excluded.desk_id
            RETURNING lower(hex(key)) AS key`,
          args: [this.deskId, JSON.stringify(keys)],
        },
      ]);
      for (const { key } of made) this.made.delete(key);
      return new Set((results.at(-1) ?? []).map(({ key }) => String(key)));
    } finally {
      if (this.made.size > 0) this.giveLater();
    }
  }
}

interface Asked {
  readonly keys: readonly string[];
  /** Whether it does not wait for more to gather. */
  readonly isUrgent: boolean;
  resolve(taken: readonly string[]): void;
  reject(error: unknown): void;
}

interface Made {
  /** In hexadecimal digits. */
  readonly key: string;
  readonly model: string;
  readonly vector: Float32Array | undefined;
}

/** One statement a model and length of vectors: as rows of their own they would be parsed one by one. */
function vectorRows(made: readonly Made[]): RecordedStatement[] {
  const kinds = new Map<string, { model: string; bytes: number; keys: string[]; vectors: Float32Array[] }>();
  for (const { key, model, vector } of made) {
    if (!vector) continue;
    const name = `${vector.byteLength} ${model}`;
    const kind = kinds.get(name) ?? { model, bytes: vector.byteLength, keys: [], vectors: [] };
    kind.keys.push(key);
    kind.vectors.push(vector);
    kinds.set(name, kind);
  }
  return [...kinds.values()].map(({ model, bytes, keys, vectors }) => ({
    sql: `INSERT OR REPLACE INTO embeddings (key, model, vector)
      SELECT unhex(value), ?, substr(?, 1 + key * ?, ?) FROM json_each(?)`,
    args: [model, Buffer.concat(vectors.map(bytesOf)), bytes, bytes, JSON.stringify(keys)],
  }));
}

const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
