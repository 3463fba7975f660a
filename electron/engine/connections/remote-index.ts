import { VitrineError } from '@shared/errors';
import type { GivenIndex } from '../store';
import { hostAndPort, isLoopback, requestScope } from './connection-gate';
import type { ConnectionLog } from './connection-log';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

/** How object stores are reached, by their addresses. */
interface Stores {
  /** Grows with every change of these. */
  readonly changes: number;
  storageFor(uri: string): ReturnType<GivenIndex['reach']>['storage'];
}

/** The allowed targets of the library. */
interface PlacePermissions {
  of(library: string | null): void;
  /** Errors: `not-allowed`. */
  assertAllowed(use: 'indexPlace', uri: string): void;
}

/**
 * Returns the access to an index in an object store. LanceDB's native code makes these connections, so they do not go
 * through `connect` of the gate. Offline mode refuses them here before each use, unless the store is on this computer.
 * The log lists them once for each request that uses them, without bytes, which cannot be counted here. A place that came
 * with the library is refused until a person allows it.
 *
 * @param given the address that the host names
 */
export function remoteIndex(
  given: string | null,
  connections: ConnectionLog,
  stores: Stores,
  permissions: PlacePermissions,
): GivenIndex {
  let told: string | null = null;
  function assertReachable(endpoint: URL): void {
    const staysHere = isLoopback(endpoint);
    const refused = connections.offline && !staysHere;
    const { requestId = null, route = null } = requestScope.getStore() ?? {};
    const use = `${requestId} ${refused}`;
    if (use !== told) {
      told = use;
      const facts = {
        place: hostAndPort(endpoint),
        staysHere,
        purpose: 'index',
        route,
        requestId,
        status: null,
      } as const;
      connections.begin(
        refused
          ? { ...facts, state: 'refused', sent: 0, received: 0 }
          : { ...facts, state: 'done', sent: null, received: null },
        () => undefined,
      );
    }
    if (!refused) return;
    throw new VitrineError('offline', { why: 'index', place: endpoint.host });
  }
  return {
    uri: given,
    get changes() {
      return stores.changes;
    },
    of: (library) => permissions.of(library),
    reach(uri) {
      const storage = stores.storageFor(uri);
      const endpoint = new URL(storage.endpoint ?? awsEndpoint);
      const assertAllowed = () => {
        if (uri !== given) permissions.assertAllowed('indexPlace', uri);
        assertReachable(endpoint);
      };
      return { storage, assertReachable: assertAllowed };
    },
  };
}
