import { type Block, type Cell, tableOrContents } from './document-blocks';

interface Table {
  readonly rows: Cell[][];
  row: Cell[];
}

/** The tables that have begun and not ended while the XML of an office document is read, the innermost last. */
export class OpenTables {
  private readonly tables: Table[] = [];

  begin(): void {
    this.tables.push({ rows: [], row: [] });
  }

  beginRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    table.row = [];
    table.rows.push(table.row);
  }

  /** Where a cell goes; undefined outside of tables. */
  get row(): Cell[] | undefined {
    return this.tables.at(-1)?.row;
  }

  /** Ends the innermost table and gives it as a block, or what its cells hold. */
  end(): Block[] {
    return tableOrContents(this.tables.pop()?.rows ?? []);
  }
}
