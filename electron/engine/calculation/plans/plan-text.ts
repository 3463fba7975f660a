import type { TableShape } from '../tables/typed-table';
import {
  type Comparator,
  type Condition,
  isComparing,
  type Operation,
  type Plan,
  PlanError,
  parsePlan,
  type Scalar,
} from './plan';
import { PlanScope } from './scope';

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

/** The steps of a plan, as codes and values: other code makes words for people of them. */
export type PlanStep =
  | { readonly step: 'join'; readonly left: string; readonly right: string }
  | { readonly step: 'filter'; readonly parts: readonly FilterPart[] }
  | { readonly step: 'select' | 'distinct'; readonly columns: readonly string[] }
  | { readonly step: 'count'; readonly distinct: string | null }
  | { readonly step: 'sum' | 'mean' | 'min' | 'max'; readonly column: string }
  | {
      readonly step: 'top';
      readonly by: string;
      readonly order: 'highest' | 'lowest';
      readonly take: number;
      readonly skip: number;
      readonly columns: readonly string[];
    }
  | {
      readonly step: 'group';
      readonly by: string;
      readonly part: 'year' | 'month' | null;
      readonly with: string;
      readonly column: string | null;
      readonly order: 'highest' | 'lowest' | null;
    }
  | {
      readonly step: 'neighbour';
      readonly rows: number;
      readonly to: readonly FilterPart[];
      readonly columns: readonly string[];
    }
  | {
      readonly step: 'place';
      readonly from: 'first' | 'last';
      readonly offset: number;
      readonly columns: readonly string[];
    }
  | { readonly step: 'difference'; readonly of: readonly ScalarStep[] }
  | {
      readonly step: 'compare';
      readonly order: 'highest' | 'lowest';
      readonly of: readonly (ScalarStep & { readonly label: string })[];
    }
  | { readonly step: 'test'; readonly is: string; readonly of: readonly ScalarStep[] };

/** One comparison with how it is joined to the one before it, and whether it is denied. */
export interface FilterPart {
  readonly joint: 'and' | 'or';
  readonly denied: boolean;
  readonly column: string;
  readonly is: Comparator;
  readonly values: readonly string[];
}

export interface ScalarStep {
  readonly of: Scalar['of'];
  readonly column: string | null;
  readonly value: string | null;
  readonly filter: readonly FilterPart[];
}

/** The steps of a plan with the names of columns. Errors: `PlanError` for a column that no table has. */
export function planSteps(plan: Plan, tables: readonly TableShape[]): PlanStep[] {
  const scope = new PlanScope(
    tables.map((table, number) => ({ number, table })),
    plan.join,
  );
  const name = (column: number): string => scope.column(column, '').column.name;
  const parts = (condition: Condition | undefined, joint: 'and' | 'or' = 'and', denied = false): FilterPart[] => {
    if (condition === undefined) return [];
    if (isComparing(condition)) {
      const { column, is, values } = condition;
      return [{ joint, denied, column: name(column), is, values }];
    }
    if ('not' in condition) return parts(condition.not, joint, !denied);
    const [inner, between] = 'all' in condition ? ([condition.all, 'and'] as const) : ([condition.any, 'or'] as const);
    return inner.flatMap((one, at) => parts(one, at === 0 ? joint : between, denied));
  };
  const scalar = (one: Scalar): ScalarStep => ({
    of: one.of,
    column: 'column' in one ? name(one.column) : null,
    value: one.of === 'constant' ? one.value : null,
    filter: one.of === 'constant' ? [] : parts(one.filter),
  });
  const steps: PlanStep[] = [];
  if (plan.join)
    steps.push({ step: 'join', left: name(plan.join.left), right: tables[1]?.columns[plan.join.right]?.name ?? '' });
  if (plan.filter) steps.push({ step: 'filter', parts: parts(plan.filter) });
  return [...steps, answerStep(plan.answer, { name, parts, scalar })];
}

interface Naming {
  readonly name: (column: number) => string;
  readonly parts: (condition: Condition | undefined) => FilterPart[];
  readonly scalar: (one: Scalar) => ScalarStep;
}

function answerStep(answer: Operation, { name, parts, scalar }: Naming): PlanStep {
  const names = (columns: readonly number[]) => columns.map(name);
  switch (answer.do) {
    case 'select':
      return { step: answer.distinct ? 'distinct' : 'select', columns: names(answer.columns) };
    case 'count':
      return { step: 'count', distinct: answer.distinct === undefined ? null : name(answer.distinct) };
    case 'aggregate':
      return { step: answer.with, column: name(answer.column) };
    case 'top':
      return {
        step: 'top',
        by: name(answer.by),
        order: answer.order,
        take: answer.take,
        skip: answer.skip ?? 0,
        columns: names(answer.columns),
      };
    case 'group':
      return {
        step: 'group',
        by: name(answer.by),
        part: answer.part ?? null,
        with: answer.with,
        column: answer.column === undefined ? null : name(answer.column),
        order: answer.order ?? null,
      };
    case 'neighbour':
      return { step: 'neighbour', rows: answer.step, to: parts(answer.to), columns: names(answer.columns) };
    case 'place':
      return { step: 'place', from: answer.from, offset: answer.offset, columns: names(answer.columns) };
    case 'difference':
      return { step: 'difference', of: [scalar(answer.left), scalar(answer.right)] };
    case 'compare':
      return {
        step: 'compare',
        order: answer.order,
        of: answer.choices.map(({ label, scalar: one }) => ({ label, ...scalar(one) })),
      };
    case 'test':
      return { step: 'test', is: answer.is, of: [scalar(answer.left), scalar(answer.right)] };
  }
}
