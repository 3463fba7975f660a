import type { NetworkConnection, NetworkReport } from '@shared/contract';

/** Connections that the list holds; older ones are only counted. */
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

  /** Notes a connection; `stop` ends it from outside. Returns its id. */
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

  /** Notes how far a connection is; nothing for one that has ended. */
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
