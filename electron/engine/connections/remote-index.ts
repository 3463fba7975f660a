import { VitrineError } from '@shared/errors';
import type { EngineOptions } from '../options';
import { isLoopback, placeOf, requestScope } from './connection-gate';
import type { ConnectionLog } from './connection-log';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

/** How an object store is reached, as the environment and the person say. */
interface ReachedStores {
  storageFor(uri: string): Readonly<Record<string, string>>;
  readonly changes: number;
}

/** As the store room takes it. */
interface StoresOfIndex {
  readonly uri: string | null;
  readonly changes: number;
  reach(uri: string): { readonly storage: Readonly<Record<string, string>>; assertReachable(): void };
}

/**
 * The index in an object store, as the host names it. LanceDB's native code makes these connections, so they do not go
 * through `connect` of the gate: offline mode refuses them here, before each use, unless the store is on this computer,
 * and the log hears of each request that uses them once, without bytes, which nobody can count here.
 */
export function remoteIndex(
  { index }: Pick<EngineOptions, 'index'>,
  connections: ConnectionLog,
  stores: ReachedStores,
): StoresOfIndex {
  let told: string | null = null;
  function assertReachable(endpoint: URL): void {
    const staysHere = isLoopback(endpoint);
    const refused = connections.offline && !staysHere;
    const { requestId = null, route = null } = requestScope.getStore() ?? {};
    const use = `${requestId} ${refused}`;
    if (use !== told) {
      told = use;
      const facts = { place: placeOf(endpoint), staysHere, purpose: 'index', route, requestId, status: null } as const;
      connections.begin(
        refused
          ? { ...facts, state: 'refused', sent: 0, received: 0 }
          : { ...facts, state: 'done', sent: null, received: null },
        () => undefined,
      );
    }
    if (!refused) return;
    throw new VitrineError(
      'offline',
      `Offline mode is on: the index at ${endpoint.host} was not contacted.`,
      'Switch offline mode off, or keep the index in the library folder.',
    );
  }
  return {
    uri: index?.uri ?? null,
    get changes() {
      return stores.changes;
    },
    reach(uri) {
      const storage = stores.storageFor(uri);
      const endpoint = new URL(storage.endpoint ?? awsEndpoint);
      return { storage, assertReachable: () => assertReachable(endpoint) };
    },
  };
}
