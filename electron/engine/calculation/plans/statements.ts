import type { SqlArgument } from '../../sqlite';
import { conditionSql, numberColumn, type SqlPart } from './condition-sql';
import { type Condition, type OperationOf, type Plan, PlanError, type Scalar } from './plan';
import { PlanScope, type TableInStore } from './scope';

export interface Statement {
  readonly sql: string;
  readonly args: readonly SqlArgument[];
}

/** Rows that a result names at most; further ones are counted. */
export const mostRows = 1000;

interface Kept {
  readonly conditions: readonly SqlPart[];
  readonly scope: PlanScope;
}

/** The kept rows of which a further condition holds. */
const and = ({ scope, conditions }: Kept, sql: string, args: readonly SqlArgument[] = []): Kept => ({
  scope,
  conditions: [...conditions, { sql, args }],
});

/** Makes the statements of one plan: identifiers of its own, values as arguments. */
export class StatementMaker {
  constructor(
    private readonly tables: readonly TableInStore[],
    private readonly plan: Plan,
  ) {}

  scope(): PlanScope {
    return new PlanScope(this.tables, this.plan.join);
  }

  private kept(
    scope: PlanScope,
    further: readonly (readonly [Condition | undefined, string])[],
    withTotals = false,
  ): Kept {
    const conditions = [[this.plan.filter, 'filter'] as const, ...further].flatMap(([condition, path]) =>
      condition === undefined ? [] : [conditionSql(condition, scope, path)],
    );
    return { scope, conditions: withTotals ? conditions : [{ sql: scope.withoutTotals(), args: [] }, ...conditions] };
  }

  private statement(
    what: string,
    { scope, conditions }: Kept,
    behind = '',
    behindArgs: readonly SqlArgument[] = [],
  ): Statement {
    const where = scope.where(conditions.map(({ sql }) => sql));
    return {
      sql: `SELECT ${what} FROM ${scope.from()}${where}${behind}`,
      args: [...conditions.flatMap(({ args }) => args), ...behindArgs],
    };
  }

  /** The filter; a total passes it only where no other row does. */
  private withTotalsAlone(scope: PlanScope): Kept {
    const kept = this.kept(scope, [], true);
    if (scope.tables.every(({ table }) => table.totals.length === 0)) return kept;
    const { sql, args } = this.statement('1', this.kept(this.scope(), []));
    return and(kept, `${scope.withoutTotals()} OR NOT EXISTS (${sql})`, args);
  }

  /** Rows that pass the filter; of a single column each value once where `distinct` says so. */
  select({ columns, distinct }: OperationOf<'select'>): Statement {
    const scope = this.scope();
    const found = columns.map((at, place) => scope.column(at, `answer.columns.${place}`));
    const kept = this.withTotalsAlone(scope);
    const [only] = found;
    if (!distinct || found.length !== 1 || !only)
      return this.statement(scope.rows(), kept, ` ORDER BY ${scope.order()} LIMIT ${mostRows + 1}`);
    const rows = scope.isJoined ? 'min(a0.r) AS r0, b0.r AS r1' : 'min(a0.r) AS r0';
    return this.statement(rows, kept, ` GROUP BY ${scope.distinguishing(only)} ORDER BY 1 LIMIT ${mostRows + 1}`);
  }

  count(distinct: number | undefined, filter: Condition | undefined, path: string): Statement {
    const scope = this.scope();
    const what =
      distinct === undefined
        ? 'count(*)'
        : `count(DISTINCT ${scope.distinguishing(scope.column(distinct, `${path}.distinct`))})`;
    return this.statement(`${what} AS n`, this.kept(scope, [[filter, `${path}.filter`]]));
  }

  evidence(column: number | undefined, filter: Condition | undefined, path: string): Statement {
    const scope = this.scope();
    const kept = this.kept(scope, [[filter, `${path}.filter`]]);
    if (column === undefined) return this.statement(scope.rows(), kept, ` LIMIT ${mostRows}`);
    const value = scope.hasNoValue(scope.column(column, `${path}.column`));
    return this.statement(scope.rows(), and(kept, `NOT (${value})`), ` LIMIT ${mostRows}`);
  }

  /** Count and sum, in millions and the rest: whole numbers of SQLite overflow, these sums do not. */
  sum(column: number, filter: Condition | undefined, path: string): Statement {
    const scope = this.scope();
    const value = scope.value(numberColumn(scope, column, `${path}.column`, 'sum'));
    return this.statement(`count(${value}) AS n, ${sums(value)}`, this.kept(scope, [[filter, `${path}.filter`]]));
  }

  extreme(column: number, order: 'highest' | 'lowest', filter: Condition | undefined, path: string): Statement {
    return this.ordered({ by: column, order, take: 1 }, filter, `${path}.column`, `${path}.filter`);
  }

  top({ by, order, take, skip, columns }: OperationOf<'top'>): Statement {
    const scope = this.scope();
    for (const [place, at] of columns.entries()) scope.column(at, `answer.columns.${place}`);
    return this.ordered({ by, order, take, skip: skip ?? 0 }, undefined, 'answer.by', '');
  }

  private ordered(
    { by, order, take, skip = 0 }: { by: number; order: 'highest' | 'lowest'; take: number; skip?: number },
    filter: Condition | undefined,
    path: string,
    filterPath: string,
  ): Statement {
    const direction = order === 'highest' ? 'DESC' : 'ASC';
    const inner = this.scope();
    const innerValue = inner.value(numberColumn(inner, by, path, 'order'));
    const chosen = this.statement(
      `${skip > 0 ? 'DISTINCT ' : ''}${innerValue} AS v`,
      and(this.kept(inner, [[filter, filterPath]]), `${innerValue} IS NOT NULL`),
      ` ORDER BY v ${direction} LIMIT ${take} OFFSET ${skip}`,
    );
    const scope = this.scope();
    const value = scope.value(numberColumn(scope, by, path, 'order'));
    const kept = this.kept(scope, [[filter, filterPath]]);
    const bound = (name: string) => `(SELECT ${name}(v) FROM (${chosen.sql}))`;
    const range = `${value} BETWEEN ${bound('min')} AND ${bound('max')}`;
    return this.statement(
      `${scope.rows()}, ${value} AS v`,
      and(kept, range, [...chosen.args, ...chosen.args]),
      ` ORDER BY v ${direction}, ${scope.order()} LIMIT ${mostRows + 1}`,
    );
  }

  group({ by, part, with: aggregate, column, order }: OperationOf<'group'>): Statement {
    const scope = this.scope();
    const key = groupKey(scope, by, part);
    const isSummed = aggregate === 'sum' || aggregate === 'mean';
    const value =
      aggregate === 'count'
        ? null
        : scope.value(numberColumn(scope, column ?? -1, 'answer.column', isSummed ? 'sum' : 'order'));
    const figures = isSummed ? sums(value ?? '') : `${aggregate}(${value}) AS v`;
    const what = value === null ? 'count(*) AS n' : `count(${value}) AS n, ${figures}`;
    const by_ = { count: 'n', sum: `total(${value})`, mean: `avg(${value})`, min: 'v', max: 'v' }[aggregate];
    const kept = this.kept(scope, []);
    const sort = order === undefined ? 'r0' : `${by_} ${order === 'highest' ? 'DESC' : 'ASC'}, r0`;
    return this.statement(
      `${key} AS g, min(a0.r) AS r0, ${what}`,
      and(kept, `${key} IS NOT NULL`),
      ` GROUP BY g${value === null ? '' : ' HAVING n > 0'} ORDER BY ${sort} LIMIT ${mostRows + 1}`,
    );
  }

  groupRows({ by, part }: OperationOf<'group'>, key: SqlArgument): Statement {
    const scope = this.scope();
    const kept = and(this.kept(scope, []), `${groupKey(scope, by, part)} = ?`, [key]);
    return this.statement(scope.rows(), kept, ` LIMIT ${mostRows}`);
  }

  neighbour({ to, step, columns }: OperationOf<'neighbour'>): Statement {
    const named = this.scope();
    const anchor = this.statement('a0.r', this.kept(named, [[to, 'answer.to']]), ` ORDER BY a0.r LIMIT 1`);
    const scope = this.scope();
    for (const [place, at] of columns.entries()) scope.column(at, `answer.columns.${place}`);
    const kept = this.kept(scope, []);
    const other = conditionSql({ not: to }, scope, 'answer.to');
    const beyond = `a0.r ${step > 0 ? '>' : '<'} (${anchor.sql}) AND ${other.sql}`;
    return this.statement(
      scope.rows(),
      and(kept, beyond, [...anchor.args, ...other.args]),
      ` ORDER BY ${scope.order(step > 0 ? 'ASC' : 'DESC')} LIMIT 1 OFFSET ${Math.abs(step) - 1}`,
    );
  }

  place({ from, offset, columns }: OperationOf<'place'>): Statement {
    const scope = this.scope();
    for (const [place, at] of columns.entries()) scope.column(at, `answer.columns.${place}`);
    return this.statement(
      scope.rows(),
      this.kept(scope, []),
      ` ORDER BY ${scope.order(from === 'first' ? 'ASC' : 'DESC')} LIMIT 1 OFFSET ${offset}`,
    );
  }

  /** The one row whose cell is asked for; two where there are more, which is a fault. */
  cell(column: number, filter: Condition | undefined, path: string): Statement {
    const scope = this.scope();
    const value = scope.value(numberColumn(scope, column, `${path}.column`, 'order'));
    const kept = this.kept(scope, [[filter, `${path}.filter`]], true);
    return this.statement(`${scope.rows()}, ${value} AS v`, and(kept, `${value} IS NOT NULL`), ` LIMIT 2`);
  }

  scalar(scalar: Scalar, path: string): readonly Statement[] {
    if (scalar.of === 'constant') return [];
    if (scalar.of === 'count')
      return [this.count(undefined, scalar.filter, path), this.evidence(undefined, scalar.filter, path)];
    if (scalar.of === 'distinct')
      return [this.count(scalar.column, scalar.filter, path), this.evidence(scalar.column, scalar.filter, path)];
    if (scalar.of === 'cell') return [this.cell(scalar.column, scalar.filter, path)];
    if (scalar.of === 'min' || scalar.of === 'max')
      return [this.extreme(scalar.column, scalar.of === 'max' ? 'highest' : 'lowest', scalar.filter, path)];
    return [this.sum(scalar.column, scalar.filter, path), this.evidence(scalar.column, scalar.filter, path)];
  }

  statements(): readonly Statement[] {
    const { answer } = this.plan;
    switch (answer.do) {
      case 'select':
        return [this.select(answer)];
      case 'count':
        return [this.count(answer.distinct, undefined, 'answer'), this.evidence(answer.distinct, undefined, 'answer')];
      case 'aggregate':
        return this.scalar({ of: answer.with, column: answer.column }, 'answer');
      case 'top':
        return [this.top(answer)];
      case 'group':
        return [this.group(answer)];
      case 'neighbour':
        return [this.neighbour(answer)];
      case 'place':
        return [this.place(answer)];
      case 'compare':
        return answer.choices.flatMap(({ scalar }, at) => this.scalar(scalar, `answer.choices.${at}.scalar`));
      default:
        return [...this.scalar(answer.left, 'answer.left'), ...this.scalar(answer.right, 'answer.right')];
    }
  }
}

const sums = (value: string): string => `sum(${value} / 1000000) AS millions, sum(${value} % 1000000) AS remainder`;

function groupKey(scope: PlanScope, by: number, part: 'year' | 'month' | undefined): string {
  const column = scope.column(by, 'answer.by');
  if (part === undefined) return scope.distinguishing(column);
  if ((column.column.partly ?? column.column.type) !== 'date') throw new PlanError('not-a-value', 'answer.part');
  const value = scope.value(column);
  // A part that a date does not state is no group.
  return part === 'year' ? `nullif(${value} / 10000, 0)` : `iif(${value} / 100 % 100 = 0, NULL, ${value} / 100)`;
}
