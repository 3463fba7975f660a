import { VitrineError } from '@shared/errors';
import type { EngineOptions } from '../options';
import { isLoopback, placeOf, requestScope } from './connection-gate';
import type { ConnectionLog } from './connection-log';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

/**
 * The index in an object store, as the host names it. LanceDB's native code makes these connections, so they do not go
 * through `connect` of the gate: offline mode refuses them here, before each use, unless the store is on this computer,
 * and the log hears of each request that uses them once, without bytes, which nobody can count here.
 */
export function remoteIndex({ index }: Pick<EngineOptions, 'index'>, connections: ConnectionLog) {
  const { uri = null, storage = {} } = index ?? {};
  const endpoint = new URL(storage.endpoint ?? awsEndpoint);
  const staysHere = isLoopback(endpoint);
  let told: string | null = null;
  return {
    uri,
    storage,
    assertReachable() {
      const refused = connections.offline && !staysHere;
      const { requestId = null, route = null } = requestScope.getStore() ?? {};
      const use = `${requestId} ${refused}`;
      if (use !== told) {
        told = use;
        const facts = {
          place: placeOf(endpoint),
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
      throw new VitrineError(
        'offline',
        `Offline mode is on: the index at ${endpoint.host} was not contacted.`,
        'Switch offline mode off, or keep the index in the library folder.',
      );
    },
  };
}
