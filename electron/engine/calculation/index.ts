/**
 * calculation: tables with typed columns, plans over them and questions that become plans. Numbers are counted from cells
 * by SQL that is made here; a plan names columns by their place and brings values alone. Knows no document and no route.
 */
import type { Plan } from './plans/plan';
import { type Statement, StatementMaker } from './plans/statements';
import { TableStore } from './table-store';
import type { TableShape } from './tables/typed-table';

export const openTableStore = (path: string): TableStore => TableStore.open(path);

/** The statements of a plan to be shown, with the values in their places. Errors: `PlanError`. */
export function planSql(plan: Plan, tables: readonly TableShape[]): string {
  const maker = new StatementMaker(
    tables.map((table, number) => ({ number, table })),
    plan,
  );
  return maker.statements().map(shown).join(';\n');
}

function shown({ sql, args }: Statement): string {
  const values = [...args];
  return sql.replace(/\?/gu, () => {
    const value = values.shift();
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL');
  });
}

export { type AskedTable, type DocumentTables, keepTables, openDocumentTables, runPlan } from './document-table-cache';
export {
  type Condition,
  type Operation,
  type Plan,
  PlanError,
  type PlanFault,
  parsePlan,
  type Scalar,
} from './plans/plan';
export { type FilterPart, type PlanStep, planOfText, planSteps, planText, type ScalarStep } from './plans/plan-text';
export {
  type Reading,
  readJoinedQuestion,
  readQuestion,
  type UnsureReason,
} from './reading/read-question';
export type { PlanResult, PlanValue, SheetCellPlace } from './run-plan';
export type { KeptTable, TableStore } from './table-store';
export type { ColumnReason, NumberStyle, SheetColumnType, TypedColumn } from './tables/typed-column';
export { type TableReason, type TableShape, type TypedTable, typedTable } from './tables/typed-table';
