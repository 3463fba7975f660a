import type {
  CellItem,
  FillingState,
  NotFoundReason,
  ReviewTable,
  SearchFilters,
  SearchScope,
  TableCell,
  TableColumn,
  TableRow,
} from '@shared/contract';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import { text } from './database';
import type { DocumentStore } from './documents';
import { list } from './records';

/** A table as it is kept: without its rows, which are whatever documents lie where it looks. */
export interface StoredTable extends Pick<ReviewTable, 'tableId' | 'name' | 'createdAt' | 'filling' | 'proposer'> {
  readonly scope: SearchScope | null;
  readonly filters: SearchFilters | null;
  readonly columns: readonly TableColumn[];
}

export interface StoredRow extends TableRow {
  readonly contentId: string;
}

export interface CellFinding {
  readonly items: readonly CellItem[];
  readonly reason: NotFoundReason | null;
  readonly error: ErrorReport | null;
  readonly asked?: NonNullable<TableCell['asked']>;
}

export interface NewCell extends CellFinding {
  readonly columnId: string;
  readonly documentId: string;
  readonly contentId: string;
}

const nothing: CellFinding = { items: [], reason: null, error: null };
const parsed = <T>(value: unknown): T | null => (typeof value === 'string' ? (JSON.parse(value) as T) : null);

export class ReviewTableStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly documents: DocumentStore,
  ) {}

  list(): StoredTable[] {
    return this.database.all('SELECT * FROM review_tables ORDER BY created_at, table_id').map(tableOf);
  }

  get(tableId: string): StoredTable {
    const row = this.database.get('SELECT * FROM review_tables WHERE table_id = ?', tableId);
    if (row) return tableOf(row);
    throw new VitrineError('table-not-found', { tableId });
  }

  put({ tableId, createdAt, ...columns }: StoredTable): void {
    this.database.insert(
      'review_tables',
      { table_id: tableId, created_at: createdAt, ...columns },
      `ON CONFLICT (table_id) DO UPDATE SET name = excluded.name, scope = excluded.scope, filters = excluded.filters,
         columns = excluded.columns, filling = excluded.filling, proposer = excluded.proposer`,
    );
  }

  setFilling(tableId: string, filling: FillingState): void {
    this.database.run('UPDATE review_tables SET filling = ? WHERE table_id = ?', filling, tableId);
  }

  remove(tableId: string): void {
    this.get(tableId);
    this.database.run('DELETE FROM review_tables WHERE table_id = ?', tableId);
  }

  rows({ scope, filters }: Pick<StoredTable, 'scope' | 'filters'>): StoredRow[] {
    return this.documents
      .list({ ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) })
      .filter(({ state, contentId }) => state !== 'failed' && contentId !== null)
      .map(({ documentId, title, collections, contentId }) => {
        return { documentId, title, collections, contentId: contentId ?? '' };
      });
  }

  cells(tableId: string, rows: readonly StoredRow[]): TableCell[] {
    const contents = new Map(rows.map(({ documentId, contentId }) => [documentId, contentId]));
    return this.database
      .all('SELECT * FROM review_cells WHERE table_id = ?', tableId)
      .filter((row) => contents.has(text(row.document_id)))
      .map((row) => cellOf(row, contents.get(text(row.document_id)) ?? ''));
  }

  cell(tableId: string, { documentId, contentId }: StoredRow, columnId: string): TableCell {
    const sql = 'SELECT * FROM review_cells WHERE table_id = ? AND document_id = ? AND column_id = ?';
    const row = this.database.get(sql, tableId, documentId, columnId);
    return row ? cellOf(row, contentId) : { documentId, columnId, ...nothing, edited: null, outdated: false };
  }

  /** Returns the searched columns by document. @param proposer the model that had to be asked; null for none */
  upToDate(tableId: string, rows: readonly StoredRow[], proposer: string | null = null): Map<string, Set<string>> {
    const contents = new Map(rows.map(({ documentId, contentId }) => [documentId, contentId]));
    const done = new Map<string, Set<string>>();
    const looked = `SELECT document_id, column_id, content_id FROM review_cells WHERE table_id = ?1 AND found IS NOT NULL
      AND (?2 IS NULL OR json_array_length(found, '$.items') > 0 OR found ->> '$.asked.model' = ?2
        OR coalesce(found ->> '$.reason', 'failed') IN ('failed', 'empty-document'))`;
    for (const row of this.database.all(looked, tableId, proposer)) {
      const documentId = text(row.document_id);
      if (contents.get(documentId) !== row.content_id) continue;
      const columns = done.get(documentId) ?? new Set();
      done.set(documentId, columns.add(text(row.column_id)));
    }
    return done;
  }

  putCells(tableId: string, cells: readonly NewCell[]): void {
    this.database.transaction(() => {
      for (const { documentId, columnId, contentId, ...found } of cells) {
        const sql = `INSERT INTO review_cells (table_id, document_id, column_id, content_id, found) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET content_id = excluded.content_id, found = excluded.found`;
        this.database.run(sql, tableId, documentId, columnId, contentId, found);
      }
    });
  }

  edit(tableId: string, { documentId }: StoredRow, columnId: string, edited: string | null): void {
    const sql = `INSERT INTO review_cells (table_id, document_id, column_id, edited) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET edited = excluded.edited`;
    this.database.run(sql, tableId, documentId, columnId, edited);
  }

  /** Found values of a column belong to another question: they go, and a person's values stay. */
  emptyColumn(tableId: string, columnId: string): void {
    this.database.transaction(() => {
      const column = 'WHERE table_id = ? AND column_id = ?';
      this.database.run(`DELETE FROM review_cells ${column} AND edited IS NULL`, tableId, columnId);
      this.database.run(`UPDATE review_cells SET found = NULL, content_id = NULL ${column}`, tableId, columnId);
    });
  }

  forgetFailed(tableId: string): void {
    const sql =
      "UPDATE review_cells SET found = NULL, content_id = NULL WHERE table_id = ? AND found ->> '$.error' IS NOT NULL";
    this.database.run(sql, tableId);
  }

  hasFindings(tableId: string): boolean {
    return this.database.has('SELECT 1 FROM review_cells WHERE table_id = ? AND found IS NOT NULL LIMIT 1', tableId);
  }

  removeColumn(tableId: string, columnId: string): void {
    this.database.run('DELETE FROM review_cells WHERE table_id = ? AND column_id = ?', tableId, columnId);
  }

  forget(documentIds: readonly string[]): void {
    this.database.run('DELETE FROM review_cells WHERE document_id IN (SELECT value FROM json_each(?))', documentIds);
  }

  forgetUnknown(): void {
    const mentioned = this.database.column('SELECT DISTINCT document_id FROM review_cells');
    const known = new Set(this.documents.known(mentioned));
    const gone = mentioned.filter((documentId) => !known.has(documentId));
    if (gone.length > 0) this.forget(gone);
  }
}

const tableOf = (row: Record<string, unknown>): StoredTable => ({
  tableId: text(row.table_id),
  name: text(row.name),
  createdAt: text(row.created_at),
  scope: parsed<SearchScope>(row.scope),
  filters: parsed<SearchFilters>(row.filters),
  columns: list<TableColumn>(row.columns),
  filling: text(row.filling) as FillingState,
  proposer: typeof row.proposer === 'string' ? row.proposer : null,
});

const cellOf = (row: Record<string, unknown>, contentId: string): TableCell => {
  const found = parsed<CellFinding>(row.found);
  return {
    documentId: text(row.document_id),
    columnId: text(row.column_id),
    ...(found ?? nothing),
    edited: typeof row.edited === 'string' ? row.edited : null,
    outdated: found !== null && row.content_id !== contentId,
  };
};
