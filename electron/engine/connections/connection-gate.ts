import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionPurpose, NetworkConnection, NetworkReport } from '@shared/contract';
import type { VitrineError } from '@shared/errors';

const kept = 500;
/** Many begin and end in the same moment: those who listen hear of them together, after so many ms. */
const gatherMs = 200;

type Facts = Omit<NetworkConnection, 'id' | 'at'>;

/** The engine's last connections and refusals, in memory only: addresses and sizes, never content. */
export class ConnectionLog {
  #last = 0;
  readonly #list = new Map<number, NetworkConnection>();
  readonly #open = new Map<number, () => void>();
  #telling: NodeJS.Timeout | undefined;
  readonly #totals = { onThisComputer: 0, elsewhere: 0, refused: 0 };

  /** @param onChange called soon after a beginning or an end, once for many */
  constructor(
    private readonly isOffline: () => boolean,
    private readonly onEnd: (connection: NetworkConnection) => void = () => undefined,
    private readonly onChange: (totals: NetworkReport['totals']) => void = () => undefined,
  ) {}

  get offline(): boolean {
    return this.isOffline();
  }

  begin(facts: Facts, stop: () => void): number {
    this.#last += 1;
    const id = this.#last;
    const connection = { id, at: new Date().toISOString(), ...facts };
    this.#list.set(id, connection);
    for (const oldest of this.#list.keys()) {
      if (this.#list.size <= kept) break;
      this.#list.delete(oldest);
    }
    if (facts.state === 'refused') this.#totals.refused += 1;
    else if (facts.staysHere) this.#totals.onThisComputer += 1;
    else this.#totals.elsewhere += 1;
    if (facts.state === 'open' && !facts.staysHere) this.#open.set(id, stop);
    this.#changed(connection);
    return id;
  }

  note(id: number, news: Partial<Pick<NetworkConnection, 'state' | 'status' | 'received'>>): void {
    const connection = this.#list.get(id);
    if (news.state && news.state !== 'open') this.#open.delete(id);
    if (connection?.state !== 'open') return;
    const next = { ...connection, ...news };
    this.#list.set(id, next);
    if (next.state !== 'open') this.#changed(next);
  }

  #changed(connection: NetworkConnection): void {
    if (connection.state !== 'open') this.onEnd(connection);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.onChange({ ...this.#totals });
    }, gatherMs).unref();
  }

  /** Ends every connection that leaves this computer: what offline mode does when it is switched on. */
  stopElsewhere(): void {
    for (const stop of [...this.#open.values()]) stop();
  }

  report(limit: number = kept): NetworkReport {
    return {
      offline: this.offline,
      connections: [...this.#list.values()].reverse().slice(0, limit),
      totals: { ...this.#totals },
    };
  }
}

/** Read at every connection, so a switch counts at once. */
export interface NetworkPolicy {
  readonly offline: boolean;
  readonly connections?: ConnectionLog;
}

export interface Call {
  readonly purpose: ConnectionPurpose;
  refusal(): VitrineError;
}

/** The request that a connection is made for: set by the engine around every route. */
export const requestScope = new AsyncLocalStorage<{ readonly requestId: string; readonly route: string }>();

/** Whether an address leads to this machine, where the offline switch does not reach. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname);
}

/** `host:port`, the port also where it is the scheme's own. */
export const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

/**
 * The one way out of the engine (the layer check and a test hold that). Offline mode refuses other computers before
 * anything is sent and ends open connections. Redirects are not followed. Errors: `offline`, those of `fetch`.
 */
export async function connect(url: URL, init: RequestInit, call: Call, policy: NetworkPolicy): Promise<Response> {
  const log = policy.connections;
  const staysHere = isLoopback(url);
  // The log knows of a switch that came after the policy was copied.
  const refused = (policy.offline || log?.offline === true) && !staysHere;
  const stopper = new AbortController();
  const { requestId = null, route = null } = requestScope.getStore() ?? {};
  const id = log?.begin(
    {
      place: hostAndPort(url),
      staysHere,
      purpose: call.purpose,
      route,
      requestId,
      state: refused ? 'refused' : 'open',
      status: null,
      sent: refused ? 0 : bytesOf(init.body),
      received: refused ? 0 : null,
    },
    () => stopper.abort(call.refusal()),
  );
  if (refused) throw call.refusal();
  const ends = (state: 'done' | 'failed', received: number): void => {
    if (id !== undefined) log?.note(id, { state, received });
  };
  const signal = init.signal ? AbortSignal.any([init.signal, stopper.signal]) : stopper.signal;
  const redirect = init.redirect === 'manual' ? 'manual' : 'error';
  try {
    const response = await fetch(url, { ...init, redirect, signal });
    if (id !== undefined) log?.note(id, { status: response.status });
    return counted(response, signal, init.signal ?? null, ends);
  } catch (error) {
    ends('failed', 0);
    stopper.signal.throwIfAborted();
    throw error;
  }
}

function bytesOf(body: RequestInit['body']): number | null {
  if (body === undefined || body === null) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body, 'utf8') : null;
}

/** Counts a body while it is read. Listens to the signal itself: after a garbage collection fetch no longer did. */
function counted(
  response: Response,
  stopped: AbortSignal,
  own: AbortSignal | null,
  ends: (state: 'done' | 'failed', received: number) => void,
): Response {
  if (!response.body || response.headers.get('content-length') === '0') {
    ends('done', 0);
    return response;
  }
  const reader = response.body.getReader();
  let received = 0;
  let over = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = ({ target }: Event): void => {
        if (over) return;
        over = true;
        const { reason } = target as AbortSignal;
        ends('failed', received);
        controller.error(reason);
        // The connection is given up; what it says to that is of no use.
        reader.cancel(reason).catch(() => {});
      };
      for (const signal of [stopped, own]) signal?.addEventListener('abort', stop, { once: true });
    },
    async pull(controller) {
      try {
        const part = await reader.read();
        if (over) return;
        if (part.done) {
          over = true;
          ends('done', received);
          controller.close();
          return;
        }
        received += part.value.byteLength;
        controller.enqueue(part.value);
      } catch (error) {
        if (over) return;
        ends('failed', received);
        controller.error(error);
      }
    },
    async cancel(reason) {
      over = true;
      ends('done', received);
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers, url } = response;
  const copy = new Response(body, { status, statusText, headers });
  // A made response has no address of its own.
  return Object.defineProperty(copy, 'url', { value: url });
}
