import { z } from 'zod';

/**
 * The algebra: a filter over one table, or two joined ones, and one operation on the rows that pass it. Columns are counted
 * from 0; those of a joined table follow the first one's. Values are texts: numbers as plain decimals (`-1234.5`), times
 * and durations in seconds, dates as far as they are stated (`2021`, `2021-03`, `2021-03-04`, `--03` for any March,
 * `--03-04`).
 */
export const comparisons = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'between', 'empty'] as const;
export type Comparator = (typeof comparisons)[number];

const column = z.int().min(0).max(99_999);
const value = z.string().max(10_000);
const few = z.int().min(1).max(1000);

export interface Comparing {
  readonly column: number;
  readonly is: Comparator;
  readonly values: readonly string[];
}
export type Condition =
  | Comparing
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

const counts: Readonly<Record<Comparator, number>> = {
  '=': 1,
  '!=': 1,
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  contains: 1,
  between: 2,
  empty: 0,
};
const comparing = z
  .strictObject({ column, is: z.enum(comparisons), values: z.array(value).max(2) })
  .refine(({ is, values }) => values.length === counts[is], { path: ['values'], message: 'count' });

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    comparing,
    z.strictObject({ all: z.array(condition).min(1).max(50) }),
    z.strictObject({ any: z.array(condition).min(1).max(200) }),
    z.strictObject({ not: condition }),
  ]),
);

const aggregates = ['sum', 'mean', 'min', 'max'] as const;
const order = z.enum(['highest', 'lowest']);

/** One number: of rows, of a column's values by an aggregate, or of the one cell that the rows have. */
const scalar = z.union([
  z.strictObject({ of: z.literal('count'), filter: condition.optional() }),
  z.strictObject({ of: z.enum([...aggregates, 'cell', 'distinct']), column, filter: condition.optional() }),
  z.strictObject({ of: z.literal('constant'), value }),
]);
export type Scalar = z.infer<typeof scalar>;

const operation = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('select'),
    columns: z.array(column).min(1).max(100),
    distinct: z.boolean().optional(),
  }),
  /** Of rows, or of the different values of a column. */
  z.strictObject({ do: z.literal('count'), distinct: column.optional() }),
  z.strictObject({ do: z.literal('aggregate'), with: z.enum(aggregates), column }),
  /** The rows with the highest or lowest values of `by`, all of those that tie; `skip` 1 begins at the second value. */
  z.strictObject({
    do: z.literal('top'),
    by: column,
    order,
    take: few,
    skip: z.int().min(0).max(1000).optional(),
    columns: z.array(column).min(1).max(100),
  }),
  /** An aggregate for each value of a column, or each year, or month of a year, of its dates; with `order`, only the first `take` and those that tie. */
  z.strictObject({
    do: z.literal('group'),
    by: column,
    part: z.enum(['year', 'month']).optional(),
    with: z.enum(['count', ...aggregates]),
    column: column.optional(),
    order: order.optional(),
    take: few.optional(),
    having: z.strictObject({ is: z.enum(['=', '!=', '<', '<=', '>', '>=']), value }).optional(),
  }),
  /** The row so many rows behind (or, negative, before) the first that `to` holds of, not counting others of which it holds. */
  z.strictObject({
    do: z.literal('neighbour'),
    to: condition,
    step: z
      .int()
      .min(-1000)
      .max(1000)
      .refine((step) => step !== 0),
    columns: z.array(column).min(1).max(100),
  }),
  /** The first or last row, or the one `offset` rows from there. */
  z.strictObject({
    do: z.literal('place'),
    from: z.enum(['first', 'last']),
    offset: z.int().min(0).max(1_000_000),
    columns: z.array(column).min(1).max(100),
  }),
  z.strictObject({ do: z.literal('difference'), left: scalar, right: scalar }),
  z.strictObject({
    do: z.literal('compare'),
    order,
    choices: z
      .array(z.strictObject({ label: value, scalar }))
      .min(2)
      .max(20),
  }),
  z.strictObject({ do: z.literal('test'), left: scalar, is: z.enum(['=', '!=', '<', '<=', '>', '>=']), right: scalar }),
]);
export type Operation = z.infer<typeof operation>;
export type OperationOf<D extends Operation['do']> = Extract<Operation, { do: D }>;

const planSchema = z.strictObject({
  /** A second table whose column `right` (counted from its own 0) has the value of the first one's `left`. */
  join: z.strictObject({ left: column, right: column }).optional(),
  filter: condition.optional(),
  answer: operation,
});
export type Plan = z.infer<typeof planSchema>;

export type PlanFault =
  | 'not-json'
  | 'shape'
  | 'unknown-column'
  | 'not-a-number'
  | 'not-a-value'
  | 'not-one-row'
  | 'no-table'
  | 'no-join'
  | 'too-deep';

/** A plan that cannot be run. `path` leads to the fault: `answer.columns.0`. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
  readonly code = 'bad-plan';
  constructor(
    readonly fault: PlanFault,
    readonly path: string,
  ) {
    super(`bad-plan: ${fault} at ${path}`);
  }
}

const deepest = 20;

/** A plan from outside, as `read` converts it. Errors: `PlanError` with the path of the first fault. */
export function parsePlan(json: unknown, read: (json: unknown) => unknown = (plan) => plan): Plan {
  if (depthOf(json) > deepest) throw new PlanError('too-deep', '');
  const parsed = planSchema.safeParse(read(json));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PlanError('shape', (issue?.path ?? []).join('.'));
}

function depthOf(json: unknown): number {
  let level: unknown[] = [json];
  for (let depth = 0; depth <= deepest + 1; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return depth;
  }
  return deepest + 2;
}

export const isComparing = (one: Condition): one is Comparing => 'column' in one;
