import type { Connection, Table } from '@lancedb/lancedb';
import type { IndexPlace, IndexPlaces } from './index-place';

/** LanceDB frees removed versions only when it is reopened: half the growth over 1,500 small changes. */
const compactionsAConnection = 8;

/** An opening in progress, and its result. */
interface Opening<T> {
  readonly name: string;
  readonly coming: Promise<T>;
  came: T | null;
}

/** One connection and one table for all callers: a table knows only its own writes. */
export class OpenIndex {
  private connection: Opening<Connection> | null = null;
  private open: Opening<Table> | null = null;
  private compactions = 0;
  private reads = 0;
  /** Closed when the last read that may use them is over. */
  private readonly retired: { close(): void }[] = [];

  /** @param isShared whether another process writes this index: every read then looks for its newest state */
  constructor(
    private readonly places: IndexPlaces,
    private readonly isShared: () => boolean,
  ) {}

  async connect(): Promise<Connection> {
    const place = this.places.now;
    const key = this.keyOf(place);
    if (this.connection?.name !== key) this.renew();
    this.connection ??= this.opening(key, place.connect(this.isShared()));
    return this.connection.coming;
  }

  /** The validity of a connection. */
  private keyOf({ connectionKey }: IndexPlace): string {
    return `${this.isShared() ? 'shared' : 'own'} ${connectionKey}`;
  }

  async table(name: string): Promise<Table> {
    if (this.open?.name !== name || this.connection?.name !== this.keyOf(this.places.now)) {
      const opened = this.connect().then((connection) => connection.openTable(name));
      this.open = this.opening(name, opened);
    }
    return this.open.coming;
  }

  /** A failed opening is repeated at the next use. */
  private opening<T extends { close(): void }>(name: string, coming: Promise<T>): Opening<T> {
    const opening: Opening<T> = { name, coming, came: null };
    coming.then(
      (came) => {
        opening.came = came;
      },
      // The caller gets the error.
      () => this.drop(opening),
    );
    return opening;
  }

  private drop(opening: object): void {
    if (this.open === opening) this.open = null;
    if (this.connection === opening) this.connection = null;
  }

  /** Work on a table that stays open until it has ended. */
  async reading<T>(table: Table, read: (table: Table) => Promise<T>): Promise<T> {
    this.reads += 1;
    try {
      return await read(table);
    } finally {
      this.reads -= 1;
      this.closeRetired();
    }
  }

  /** A table that could not be read is reopened at the next use. */
  forget(table: Table): void {
    if (this.open?.came === table) this.open = null;
  }

  /** Called after every write: a table that a read has reopened meanwhile may be older than the write. */
  wrote(table: Table): void {
    if (this.open?.came !== table) this.open = null;
  }

  /** The table of a rebuild takes over, where it was made by another connection together with that one. */
  take(place: IndexPlace, connection: Connection, name: string, table: Table): void {
    if (this.connection?.came !== connection) this.renew();
    this.connection = { name: this.keyOf(place), coming: Promise.resolve(connection), came: connection };
    this.open = { name, coming: Promise.resolve(table), came: table };
  }

  compacted(): void {
    this.compactions += 1;
    if (this.compactions % compactionsAConnection === 0) this.renew();
  }

  close(): void {
    this.renew();
    for (const used of this.retired.splice(0)) used.close();
  }

  /** LanceDB is reopened from the next use on. */
  private renew(): void {
    for (const used of [this.open, this.connection]) if (used) this.retire(used);
    this.open = null;
    this.connection = null;
    this.closeRetired();
  }

  /** Also an opening in progress, as soon as it is done. */
  private retire({ coming, came }: Opening<{ close(): void }>): void {
    if (came) this.retired.push(came);
    else {
      coming.then(
        (late) => {
          this.retired.push(late);
          this.closeRetired();
        },
        // The caller gets the error.
        () => undefined,
      );
    }
  }

  private closeRetired(): void {
    if (this.reads === 0) for (const used of this.retired.splice(0)) used.close();
  }
}
