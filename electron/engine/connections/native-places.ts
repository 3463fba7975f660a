import { VitrineError } from '@shared/errors';
import type { GivenIndex, LibraryTeam } from '../store';
import { type Desk, type DeskKeys, FileStore, teamSchema } from '../team';
import {
  type ConnectionLog,
  connect,
  hostAndPort,
  isLoopback,
  type NetworkPolicy,
  requestScope,
} from './connection-gate';

const refusal = (why: 'index' | 'team', { host }: URL) => new VitrineError('offline', { why, place: host });

/**
 * Returns the check before each use of a native connection, which does not pass the gate. The log lists it without
 * bytes: once for each request, or once until the offline switch changes. Errors: `offline`.
 */
function nativeConnections(connections: ConnectionLog, purpose: 'index' | 'team', isForEachRequest: boolean) {
  let told: string | null = null;
  return (url: URL): void => {
    const staysHere = isLoopback(url);
    const refused = connections.offline && !staysHere;
    const { requestId = null, route = null } = requestScope.getStore() ?? {};
    const use = `${isForEachRequest ? requestId : ''} ${refused}`;
    if (use !== told) {
      told = use;
      const facts = { place: hostAndPort(url), staysHere, purpose, route, requestId, status: null } as const;
      const end = refused
        ? ({ state: 'refused', sent: 0, received: 0 } as const)
        : ({ state: 'done', sent: null, received: null } as const);
      connections.begin({ ...facts, ...end }, () => undefined);
    }
    if (refused) throw refusal(purpose, url);
  };
}

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

interface Stores {
  readonly changes: number;
  storageFor(uri: string): ReturnType<GivenIndex['reach']>['storage'];
}

interface PlacePermissions {
  of(library: string | null): void;
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
  const assertReachable = nativeConnections(connections, 'index', true);
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

/** A server that takes longer for one change is not there any more, ms. */
const patienceMs = 60_000;

export function teamFetch(policy: NetworkPolicy) {
  return (url: URL, init: RequestInit): Promise<Response> =>
    connect(url, init, { purpose: 'team', refusal: () => refusal('team', url) }, policy);
}

/**
 * The servers of a place. Changes and files go through the gate. libSQL's own connection is refused here when offline,
 * and the log lists it without bytes.
 */
export function teamServers(
  replicaThreadFile: string | undefined,
  connections: ConnectionLog,
  desk: Desk,
  keys: DeskKeys,
): LibraryTeam {
  const url = new URL(desk.place.url);
  const policy = {
    get offline() {
      return connections.offline;
    },
    connections,
  };
  const send = teamFetch(policy);
  const assertAllowed = nativeConnections(connections, 'team', false);
  const assertReachable = (): void => {
    // An address that came with a library is not this computer's to call.
    if (keys.token === '') throw new VitrineError('team-refused');
    assertAllowed(url);
  };
  return {
    deskId: desk.deskId,
    desk: `${desk.name}:`,
    readsOnly: desk.member.role === 'reader',
    server: {
      url: desk.place.url,
      token: keys.token,
      schema: teamSchema,
      workerFile: replicaThreadFile ?? '',
      assertReachable,
      async request(request) {
        assertReachable();
        const { method, headers } = request;
        // Its answers are short: to have them packed took a tenth of this desk's time, and more of the server's.
        headers.set('accept-encoding', 'identity');
        const body = method === 'GET' ? null : await request.text();
        return send(new URL(request.url), { method, headers, body, signal: AbortSignal.timeout(patienceMs) });
      },
    },
    files: new FileStore({ ...desk.files, ...keys }, send),
  };
}
