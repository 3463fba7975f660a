import { VitrineError } from '@shared/errors';
import type { EngineOptions } from '../options';
import type { Permissions } from '../settings/permissions';
import type { StoreKeys } from '../settings/store-keys';
import type { GivenIndex } from '../store';
import { hostAndPort, isLoopback, requestScope } from './connection-gate';
import type { ConnectionLog } from './connection-log';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

/**
 * The index in an object store, as the host names it. LanceDB's native code makes these connections, so they do not go
 * through `connect` of the gate: offline mode refuses them here, before each use, unless the store is on this computer,
 * and the log hears of each request that uses them once, without bytes, which nobody can count here. A place that came
 * with the library is refused before a person allows it.
 */
export function remoteIndex(
  { index }: Pick<EngineOptions, 'index'>,
  connections: ConnectionLog,
  stores: StoreKeys,
  permissions: Permissions,
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
    uri: index?.uri ?? null,
    get changes() {
      return stores.changes;
    },
    of: (library) => permissions.of(library),
    reach(uri) {
      const storage = stores.storageFor(uri);
      const endpoint = new URL(storage.endpoint ?? awsEndpoint);
      const assertAllowed = () => {
        if (uri !== index?.uri) permissions.assertAllowed('indexPlace', uri);
        assertReachable(endpoint);
      };
      return { storage, assertReachable: assertAllowed };
    },
  };
}
