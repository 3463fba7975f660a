import {
  mostColumns,
  type ReviewTable,
  type reviewTableRequests,
  type TableColumn,
  type TableRow,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { formOf } from '@shared/value-types';
import { inLanguage, t } from '@shared/words/index';
import { controllerOf } from '../answers/run-controller';
import { chosenModel } from '../answers/run-look';
import type { Uses } from '../engine-context';
import { templateColumns } from '../jobs/tables/table-templates';
import type { StoredRow, StoredTable } from '../store';
import type { RoutesOf } from './lazy-routes';

type Routes = RoutesOf<keyof typeof reviewTableRequests>;

function shown({ library, tables }: Uses<'library' | 'tables'>, tableId: string): ReviewTable {
  const table = library.tables.get(tableId);
  const rows = library.tables.rows(table);
  return {
    ...table,
    filling: tables.stateOf(table),
    done: tables.counts(table, rows).done,
    rows: rows.map(({ contentId, ...row }): TableRow => row),
    cells: library.tables.cells(tableId, rows),
  };
}

function keep(parts: Uses<'library' | 'tables' | 'emit'>, table: StoredTable, requestId: string): ReviewTable {
  parts.library.tables.put(table);
  parts.emit({ type: 'table.changed', requestId, tableId: table.tableId });
  return shown(parts, table.tableId);
}

/** Errors: `table-not-found`. */
function placeOf({ library }: Uses<'library'>, tableId: string, columnId: string, documentId: string) {
  const table = library.tables.get(tableId);
  return { table, column: columnOf(table, columnId), row: rowOf(library.tables.rows(table), documentId) };
}

function columnOf({ columns }: StoredTable, columnId: string): TableColumn {
  const column = columns.find((one) => one.columnId === columnId);
  if (column) return column;
  throw new VitrineError('table-not-found', { why: 'column', columnId });
}

function rowOf(rows: readonly StoredRow[], documentId: string): StoredRow {
  const row = rows.find((one) => one.documentId === documentId);
  if (row) return row;
  throw new VitrineError('table-not-found', { why: 'row', documentId });
}

/** Errors: `bad-request` for a choice between nothing. */
function assertChoices({ type, choices }: Pick<TableColumn, 'type' | 'choices'>): void {
  if (formOf(type).takesChoices && choices.length === 0) throw new VitrineError('bad-request', { why: 'no-choices' });
}

/** Changes columns or rows between two documents, not in the middle of one; the filling continues after it. */
async function between(parts: Uses<'tables'>, tableId: string, requestId: string, work: () => void): Promise<void> {
  const goesOn = await parts.tables.stop(tableId);
  try {
    work();
  } finally {
    if (goesOn) parts.tables.fill(tableId, requestId);
  }
}

export const tableRoutes: Routes = {
  'table.list': async ({ library, tables }) =>
    library.tables.list().map((table) => {
      const { tableId, name, createdAt, columns } = table;
      const rows = library.tables.rows(table);
      const { done } = tables.counts(table, rows);
      const filling = tables.stateOf(table);
      return { tableId, name, createdAt, rows: rows.length, columns: columns.length, done, filling };
    }),

  'table.create': async (parts, { name, scope = null, filters = null, template, language = 'en' }, { requestId }) => {
    const columns = template === undefined ? [] : await inLanguage(language, () => templateColumns(template));
    const table: StoredTable = {
      tableId: parts.library.newId('table'),
      name,
      createdAt: new Date().toISOString(),
      scope,
      filters,
      columns: columns.map((column) => ({ ...column, columnId: parts.library.newId('column') })),
      filling: 'idle',
      proposer: null,
    };
    return keep(parts, table, requestId);
  },
  'table.get': async (parts, { tableId }) => shown(parts, tableId),
  'table.change': async (parts, { tableId, ...change }, { requestId }) => {
    chosenModel(parts, change.proposer);
    parts.library.tables.get(tableId);
    await between(parts, tableId, requestId, () =>
      parts.library.tables.put({ ...parts.library.tables.get(tableId), ...change }),
    );
    return keep(parts, parts.library.tables.get(tableId), requestId);
  },
  'table.remove': async (parts, { tableId }, { requestId }) => {
    parts.library.tables.get(tableId);
    await parts.tables.stop(tableId);
    parts.library.forGood(() => parts.library.tables.remove(tableId));
    parts.emit({ type: 'table.changed', requestId, tableId });
    return { removed: tableId };
  },

  'table.propose': async (_parts, { question }) => proposalOf(question),
  'table.addColumn': async (parts, { tableId, question, ...given }, { requestId }) => {
    const table = parts.library.tables.get(tableId);
    if (table.columns.length >= mostColumns) {
      throw new VitrineError('bad-request', { why: 'many-columns', most: mostColumns });
    }
    const proposal = await proposalOf(question);
    const { title = proposal.title, type = proposal.type, many = proposal.many, choices = [] } = given;
    const column = { columnId: parts.library.newId('column'), question, title, type, many, choices };
    assertChoices(column);
    return keep(parts, { ...table, columns: [...table.columns, column] }, requestId);
  },
  'table.changeColumn': async (parts, { tableId, columnId, position, ...change }, { requestId }) => {
    const before = columnOf(parts.library.tables.get(tableId), columnId);
    const column: TableColumn = { ...before, ...change };
    assertChoices(column);
    const asksAnother = (['question', 'type', 'many', 'choices'] as const).some(
      (part) => JSON.stringify(column[part]) !== JSON.stringify(before[part]),
    );
    await between(parts, tableId, requestId, () => {
      const table = parts.library.tables.get(tableId);
      const at = table.columns.findIndex((one) => one.columnId === columnId);
      const columns = table.columns.filter((one) => one.columnId !== columnId);
      columns.splice(position ?? at, 0, column);
      if (asksAnother) parts.library.tables.emptyColumn(tableId, columnId);
      parts.library.tables.put({ ...table, columns });
    });
    return keep(parts, parts.library.tables.get(tableId), requestId);
  },
  'table.removeColumn': async (parts, { tableId, columnId }, { requestId }) => {
    columnOf(parts.library.tables.get(tableId), columnId);
    await between(parts, tableId, requestId, () => {
      const table = parts.library.tables.get(tableId);
      parts.library.tables.put({ ...table, columns: table.columns.filter((one) => one.columnId !== columnId) });
      parts.library.tables.removeColumn(tableId, columnId);
    });
    return keep(parts, parts.library.tables.get(tableId), requestId);
  },

  'table.estimate': async ({ tables }, { tableId }) => tables.estimate(tableId),
  'table.fill': async ({ tables }, { tableId, wait = false }, { requestId, signal }) => {
    tables.fill(tableId, requestId);
    if (wait) await tables.over(tableId, signal);
    return tables.progress(tableId);
  },
  'table.pause': async ({ tables }, { tableId }) => {
    await tables.pause(tableId);
    return tables.progress(tableId);
  },

  'table.edit': async (parts, { tableId, columnId, documentId, value }, { requestId }) => {
    const { row } = placeOf(parts, tableId, columnId, documentId);
    parts.library.tables.edit(tableId, row, columnId, value);
    parts.emit({ type: 'table.changed', requestId, tableId });
    return parts.library.tables.cell(tableId, row, columnId);
  },
  'table.cell': async (parts, { tableId, columnId, documentId }) => {
    const { row } = placeOf(parts, tableId, columnId, documentId);
    const cell = parts.library.tables.cell(tableId, row, columnId);
    const { text } = parts.library.documents.source(documentId);
    // In a document that has changed since, the places hold other words now.
    const quotes = cell.outdated ? [] : cell.items.map(({ quoteStart, quoteEnd }) => text.slice(quoteStart, quoteEnd));
    return { ...cell, quotes };
  },
  'table.why': async (parts, { tableId, columnId, documentId }, context) => {
    const { column } = placeOf(parts, tableId, columnId, documentId);
    const controller = controllerOf(parts, context);
    const scope = { documentIds: [documentId] };
    const begun = await controller.start(column.question, { scope, chatModel: null, answeredBy: null });
    return controller.auto(begun, undefined, context.signal);
  },
  'table.export': async (parts, { tableId, format, decimal = 'point', language = 'en' }) => {
    const { exportTable } = await import('../jobs/tables/export-table');
    const table = shown(parts, tableId);
    const sourceOf = (documentId: string) => parts.library.documents.source(documentId);
    return inLanguage(language, () => exportTable(table, sourceOf, format, decimal));
  },
};

const mostOfTitle = 40;

/** The title is the question until a person gives a shorter one. */
async function proposalOf(question: string) {
  const { proposeType } = await import('../extraction');
  const bare = question.replace(/^[¿\s]+|[?\s.:]+$/gu, '');
  const title = bare.length <= mostOfTitle ? bare : `${bare.slice(0, mostOfTitle - 1).trimEnd()}…`;
  return { title: title === '' ? t('chat.question') : title, ...proposeType(question) };
}
