import type { StoreKeyState, StoreAccess as StoreKeysGiven } from '@shared/contract';
import { bucketOf } from '@shared/providers';
import { rememberSecrets } from '@shared/secrets';

type Storage = Readonly<Record<string, string>>;

interface HeldKeys {
  readonly keys: StoreKeysGiven;
  readonly kept: StoreKeyState['kept'];
}

/** Keys of S3 stores, in memory only, each for one bucket and endpoint. Keys of the environment win. */
export class StoreKeys {
  readonly #held = new Map<string, HeldKeys>();
  #changes = 0;

  /** @param fromEnvironment in LanceDB's words: `endpoint`, `region`, `accessKeyId` … */
  constructor(private readonly fromEnvironment: Storage) {
    const { secretAccessKey = '', sessionToken = '' } = fromEnvironment;
    rememberSecrets(secretAccessKey, sessionToken);
  }

  get pinned(): boolean {
    return 'accessKeyId' in this.fromEnvironment;
  }

  /** Grows with every change: users of old keys must reopen. */
  get changes(): number {
    return this.#changes;
  }

  /** How LanceDB reaches the store of an index's address. */
  storageFor(uri: string): Storage {
    const bucket = bucketOf(uri);
    const held = bucket === null ? undefined : this.#held.get(bucket);
    if (this.pinned || !held) return this.fromEnvironment;
    const { endpoint, region, accessKeyId, secretAccessKey } = held.keys;
    return {
      ...this.fromEnvironment,
      accessKeyId,
      secretAccessKey,
      ...(region ? { region } : {}),
      ...(endpoint ? { endpoint, allowHttp: String(endpoint.startsWith('http:')) } : {}),
    };
  }

  /** Null forgets them. */
  set(uri: string, keys: StoreKeysGiven | null, kept: StoreKeyState['kept']): void {
    const bucket = bucketOf(uri);
    if (bucket === null) return;
    if (keys === null) this.#held.delete(bucket);
    else {
      rememberSecrets(keys.secretAccessKey);
      this.#held.set(bucket, { keys, kept });
    }
    this.#changes += 1;
  }

  states(): StoreKeyState[] {
    return [...this.#held].map(([bucket, { keys, kept }]) => ({
      bucket,
      kept,
      endpoint: keys.endpoint ?? null,
      region: keys.region ?? null,
    }));
  }
}
