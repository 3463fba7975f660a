import { VitrineError } from '@shared/errors';
import type { GivenIndex } from '../store';
import { type ConnectionLog, hostAndPort, isLoopback, requestScope } from './connection-gate';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

interface Stores {
  /** Grows with every change of these. */
  readonly changes: number;
  storageFor(uri: string): ReturnType<GivenIndex['reach']>['storage'];
}

interface PlacePermissions {
  of(library: string | null): void;
  /** Errors: `not-allowed`. */
  assertAllowed(use: 'indexPlace', uri: string): void;
}

/**
 * Returns the access to an index in a store. LanceDB connects by itself, so offline mode refuses it here, and the log
 * lists each use without bytes. A place of the library waits for a yes. @param given by the host
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
