import type { KeyState, StoreKeyState, StoreAccess as StoreKeysGiven } from '@shared/contract';
import { bucketOf, type ProviderServers, type ServerId } from '@shared/providers';
import { rememberSecrets } from '@shared/secrets';

interface HeldKey {
  readonly key: string;
  readonly kept: 'encrypted' | 'session';
}

/** Keys of model servers, in memory only. A key goes to the origin that it was entered for and to no other. */
export class ServerKeys {
  readonly #held = new Map<string, HeldKey>();

  /** @param environment the servers that it names, each with the key for it, empty where there is none */
  constructor(private readonly environment: ProviderServers) {
    rememberSecrets(...Object.values(environment).map((server) => server?.apiKey ?? ''));
  }

  /** Whether the environment has the key for this address: that one wins. */
  isPinned(server: ServerId, address: string): boolean {
    return this.ofEnvironment(server, address) !== '';
  }

  keyFor(server: ServerId, address: string): string {
    return this.ofEnvironment(server, address) || (this.#held.get(nameOf(server, address))?.key ?? '');
  }

  set(server: ServerId, address: string, key: string | null, kept: HeldKey['kept']): void {
    const name = nameOf(server, address);
    if (key === null) this.#held.delete(name);
    else {
      rememberSecrets(key);
      this.#held.set(name, { key, kept });
    }
  }

  state(server: ServerId, address: string): KeyState {
    const origin = originOf(address);
    if (this.isPinned(server, address)) return { hasKey: true, kept: 'environment', origin };
    const kept = this.#held.get(nameOf(server, address))?.kept ?? null;
    return { hasKey: kept !== null, kept, origin };
  }

  private ofEnvironment(server: ServerId, address: string): string {
    const { baseUrl, apiKey = '' } = this.environment[server] ?? { baseUrl: '' };
    return originOf(address) === originOf(baseUrl) ? apiKey : '';
  }
}

const nameOf = (server: ServerId, address: string): string => `${server} ${originOf(address)}`;

/** `https://host` with the port where it is not the scheme's own. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

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
