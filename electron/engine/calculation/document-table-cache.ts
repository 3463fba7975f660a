import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plan } from './plans/plan';
import { PlanError } from './plans/plan';
import type { PlanResult } from './run-plan';
import { type KeptTable, TableStore } from './table-store';
import { documentTables, type PlacedTable, type RowPlace, type TextWithBlocks } from './tables/document-tables';
import { type TypedTable, typedTable } from './tables/typed-table';

export interface AskedTable {
  readonly table: KeptTable;
  /** All of it, or of a long one the rows that tell what a question may name. */
  readonly sample: TypedTable;
}

export interface DocumentTables {
  readonly tables: readonly AskedTable[];
  /** False where the file that they are read from is gone. */
  isThere(): boolean;
  /** Errors: `PlanError`. */
  run(plan: Plan, number: number): PlanResult;
  /** Positions of a table's rows in the text, by their numbers without its header. Errors: `PlanError`. */
  places(number: number, rows: readonly number[]): (RowPlace | null)[];
}

/** Fewer cells are typed in some hundredths of a second: at the question, without a file. */
const leastKept = 20_000;

const cellCount = (tables: readonly PlacedTable[]): number =>
  tables.reduce((sum, { rows }) => sum + rows.length * (rows[0]?.length ?? 0), 0);

/** Types the long tables of a document once, into a file; writes none for a document without. Errors: the file system's. */
export function keepTables(path: string, document: TextWithBlocks): void {
  const tables = documentTables(document);
  if (cellCount(tables) >= leastKept) keep(path, tables);
}

function keep(path: string, tables: readonly PlacedTable[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Another process may make the same at this moment.
  const partial = `${path}.${randomUUID()}`;
  try {
    const store = TableStore.open(partial);
    try {
      for (const table of tables) store.addTable(typedTable(table.rows), table);
      store.complete();
    } finally {
      store.close();
    }
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** The tables of a document: from the file at `path`, otherwise from its text; long ones are stored there. */
export function openDocumentTables(path: string, document: () => TextWithBlocks): DocumentTables {
  const kept = fromFile(path);
  if (kept) return kept;
  const tables = documentTables(document());
  if (cellCount(tables) >= leastKept) {
    try {
      keep(path, tables);
      const made = fromFile(path);
      if (made) return made;
    } catch {
      // A disk that is full, or a library that is only read: the tables are in memory this time.
    }
  }
  return inMemory(tables);
}

function fromFile(path: string): DocumentTables | null {
  if (!existsSync(path)) return null;
  try {
    return within(path, (store) => {
      if (!store.isComplete) return null;
      const tables = store.tables.map((table, number) => ({ table, sample: store.sample(number) }));
      return {
        tables,
        isThere: () => existsSync(path),
        run: (plan, number) => within(path, (opened) => opened.run(plan, [number])),
        places: (number, rows) => within(path, (opened) => opened.places(number, rows)),
      };
    });
  } catch {
    return null;
  }
}

/** The file is open no longer than it is read: its document may be deleted at any time. */
function within<T>(path: string, work: (store: TableStore) => T): T {
  if (!existsSync(path)) throw new PlanError('no-table', '');
  const store = TableStore.open(path);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

function inMemory(found: readonly PlacedTable[]): DocumentTables {
  const tables = found.map(({ rows, page, cells }): AskedTable => {
    const sample = typedTable(rows);
    return { table: { ...sample, rowCount: sample.rows.length, page, cells }, sample };
  });
  const at = (number: number): AskedTable => {
    const table = tables[number];
    if (!table) throw new PlanError('no-table', '');
    return table;
  };
  return {
    tables,
    isThere: () => true,
    run: (plan, number) => runPlan(plan, [at(number).sample]),
    places: (number, rows) => {
      const { headerRows } = at(number).table;
      return rows.map((row) => found[number]?.places[headerRows + row] ?? null);
    },
  };
}

/** A plan over small tables, loaded for this one time. Errors: `PlanError`. */
export function runPlan(plan: Plan, tables: readonly TypedTable[]): PlanResult {
  const store = TableStore.open(':memory:');
  try {
    return store.run(
      plan,
      tables.map((table) => store.addTable(table)),
    );
  } finally {
    store.close();
  }
}
