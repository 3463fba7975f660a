import { VitrineError } from '@shared/errors';
import type { LibraryTeam } from '../store';
import { type Desk, type DeskKeys, FileStore, teamSchema } from '../team';
import {
  type ConnectionLog,
  connect,
  hostAndPort,
  isLoopback,
  type NetworkPolicy,
  requestScope,
} from './connection-gate';

const refusal = (url: URL) => new VitrineError('offline', { why: 'team', place: url.host });

/** A server that takes longer for one change is not there any more, ms. */
const patienceMs = 60_000;

const callFor = (url: URL) => ({ purpose: 'team', refusal: () => refusal(url) }) as const;

/** The requests of a place, within the gate. */
export function teamFetch(policy: NetworkPolicy) {
  return (url: URL, init: RequestInit): Promise<Response> => connect(url, init, callFor(url), policy);
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
  let told: boolean | null = null;
  function assertReachable(): void {
    // An address that came with a library is not this computer's to call.
    if (keys.token === '') throw new VitrineError('team-refused');
    const staysHere = isLoopback(url);
    const refused = connections.offline && !staysHere;
    if (told !== refused) {
      told = refused;
      const { requestId = null, route = null } = requestScope.getStore() ?? {};
      const facts = { place: hostAndPort(url), staysHere, purpose: 'team', route, requestId, status: null } as const;
      connections.begin(
        refused
          ? { ...facts, state: 'refused', sent: 0, received: 0 }
          : { ...facts, state: 'done', sent: null, received: null },
        () => undefined,
      );
    }
    if (refused) throw refusal(url);
  }
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
