import type { Connection, Table } from '@lancedb/lancedb';
import type { IndexPlace, IndexPlaces } from './index-place';

/**
 * Compactions after which LanceDB is asked anew: what it keeps of versions that are gone it gives back only so. Measured
 * over 1,500 small changes: half the growth of the process.
 */
const compactionsAConnection = 8;

/** What LanceDB has open of an index: one connection and one table, in the place where the index lies now. */
export class OpenIndex {
  private connection: Connection | null = null;
  private connectedTo: string | null = null;
  private open: { readonly name: string; readonly table: Table } | null = null;
  private compactions = 0;
  private reads = 0;
  /** Closed when the last read that may use them is over. */
  private readonly retired: { close(): void }[] = [];

  /** @param shared another process writes this index: every read looks for its newest state */
  constructor(
    private readonly places: IndexPlaces,
    private readonly shared: boolean,
  ) {}

  async connect(): Promise<Connection> {
    const place = this.places.now;
    if (this.connectedTo !== place.name) this.renew();
    if (this.connection) return this.connection;
    this.connection = await place.connect(this.shared);
    this.connectedTo = place.name;
    return this.connection;
  }

  /** Errors: what LanceDB throws at a table that it cannot open. */
  async table(name: string): Promise<Table> {
    if (this.open?.name === name && this.connectedTo === this.places.now.name) return this.open.table;
    const table = await (await this.connect()).openTable(name);
    this.open = { name, table };
    return table;
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

  /** A table that could not be read is opened anew at the next use. */
  forget(table: Table): void {
    if (this.open?.table === table) this.open = null;
  }

  /** The table of a rebuild takes over, where it was made by another connection together with that one. */
  take(place: IndexPlace, connection: Connection, name: string, table: Table): void {
    if (this.connection !== connection) this.renew();
    this.connection = connection;
    this.connectedTo = place.name;
    this.open = { name, table };
  }

  compacted(): void {
    this.compactions += 1;
    if (this.compactions % compactionsAConnection === 0) this.renew();
  }

  close(): void {
    this.renew();
    for (const used of this.retired.splice(0)) used.close();
  }

  /** LanceDB is asked anew from the next use on. */
  private renew(): void {
    for (const used of [this.open?.table, this.connection]) if (used) this.retired.push(used);
    this.open = null;
    this.connection = null;
    this.connectedTo = null;
    this.closeRetired();
  }

  private closeRetired(): void {
    if (this.reads === 0) for (const used of this.retired.splice(0)) used.close();
  }
}
