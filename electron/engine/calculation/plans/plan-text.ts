import type { TableShape } from '../tables/typed-table';
import { type Plan, PlanError, parsePlan } from './plan';

/** The columns of a plan. A join's are separate: each counts in its own table. */
const columnKeys: ReadonlySet<string> = new Set(['column', 'by', 'distinct', 'columns']);

type Renamed = (column: unknown, path: string) => unknown;

function renamed(value: unknown, column: Renamed, path = ''): unknown {
  const under = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((one, at) => renamed(one, column, under(at)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!columnKeys.has(key)) return [key, renamed(one, column, under(key))];
      if (Array.isArray(one)) return [key, one.map((each, at) => column(each, `${under(key)}.${at}`))];
      return [key, column(one, under(key))];
    }),
  );
}

/** The columns that a plan names, as it counts them; not those of its join. */
export function columnsInPlan(plan: Plan): Set<number> {
  const found = new Set<number>();
  renamed(plan, (column) => {
    if (typeof column === 'number') found.add(column);
    return column;
  });
  return found;
}

const namesOf = (tables: readonly TableShape[]): string[] =>
  tables.flatMap(({ columns }) => columns.map(({ name }) => name));

/** A plan as a person reads and edits it: JSON in which a column has its name, where that is no other's. */
export function planText(plan: Plan, tables: readonly TableShape[]): string {
  const names = namesOf(tables);
  const named = renamed(plan, (column) => {
    const name = typeof column === 'number' ? (names[column] ?? '') : '';
    return name === '' || names.indexOf(name) !== names.lastIndexOf(name) ? column : name;
  });
  return JSON.stringify(named, null, 2);
}

/** Reads the text of `planText`, with a column by its name or its number from 0. Errors: `PlanError`. */
export function planOfText(text: string, tables: readonly TableShape[]): Plan {
  const names = namesOf(tables);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PlanError('not-json', '');
  }
  return parsePlan(json, (plan) =>
    renamed(plan, (column, path) => {
      if (typeof column !== 'string') return column;
      const at = names.indexOf(column);
      if (at < 0 || at !== names.lastIndexOf(column)) throw new PlanError('unknown-column', path);
      return at;
    }),
  );
}
