import { VitrineError } from '@shared/errors';
import type { PromptExtras } from '@shared/prompt/super-prompt';
import {
  type DocumentTables,
  openDocumentTables,
  type Plan,
  PlanError,
  type PlanFault,
  type PlanResult,
  planOfText,
  planSql,
  planText,
  readQuestion,
  type TableShape,
} from '../../calculation';
import type { EngineContext } from '../../engine-context';
import { Lru } from '../../lru';

/** What a run has found to be calculated. */
export type FoundCalculation = NonNullable<PromptExtras['calculation']>;

/** What is read off one cell is quoted with its row, as any passage is: there is nothing to calculate. */
const reads: ReadonlySet<string> = new Set(['lookup', 'number']);
/**
 * Nobody is told to be surer than readings of unseen tables are right (docs/benchmarks.md): how sure a reading is was fitted
 * on the tables that its rules were made with.
 */
const surest = 0.82;

type Library = EngineContext['library'];

/** A table is read once for a content, which never changes. */
const readBefore = new WeakMap<Library, Lru<string, DocumentTables>>();

/** The typed tables of a document. Errors: `document-not-found`. */
export function tablesOf(library: Library, documentId: string): DocumentTables {
  const { documents, tableFiles } = library;
  const contentId = documents.byId(documentId).contentId ?? '';
  const read = readBefore.get(library) ?? new Lru<string, DocumentTables>(8);
  readBefore.set(library, read);
  const known = read.get(contentId);
  if (known?.isThere()) return known;
  const opened = openDocumentTables(tableFiles.path(contentId), () => documents.source(documentId));
  read.set(contentId, opened);
  return opened;
}

/** What of a calculation follows from its plan. Errors: `PlanError`. */
export const plannedOn = (plan: Plan, table: TableShape): Pick<FoundCalculation, 'plan' | 'text' | 'sql'> => ({
  plan,
  text: planText(plan, [table]),
  sql: planSql(plan, [table]),
});

/** The table that a question is about, with its calculation where the grammar is sure of one. */
export interface ReadTable {
  readonly documentId: string;
  readonly table: number;
  /** Null where no reading is sure enough. */
  readonly found: FoundCalculation | null;
  /** Whether the question says something of what is in the table, although no reading is sure. */
  readonly isNamed: boolean;
  /** Rows whose cells the question names, the best first. */
  readonly nearest: readonly number[];
}

/**
 * What a question asks of the tables of the first of these documents; null where it has none that is whole, and where the
 * question is read off one cell.
 */
export function readTableFor(
  { library }: EngineContext,
  question: string,
  documentIds: readonly string[],
): ReadTable | null {
  // Another document's table has columns of its own, and half of a question fits many: the best one is meant, or none.
  const [documentId] = documentIds;
  if (documentId === undefined) return null;
  const { tables } = tablesOf(library, documentId);
  const reading = readQuestion(
    question,
    tables.map(({ sample }) => sample),
  );
  const meant = tables[reading.table]?.table;
  if (!meant || (reading.kind === 'plan' && reads.has(reading.form))) return null;
  // Parts of one table, or sheets of one kind: nobody knows that one of them is all.
  if (tables.some(({ table: other }) => other !== meant && sameColumns(other, meant))) return null;
  const place = { documentId, table: reading.table };
  if (reading.kind !== 'plan') {
    const { reason, nearest } = reading;
    return { ...place, found: null, isNamed: reason === 'not-sure' || nearest.length > 0, nearest };
  }
  const found = { ...place, ...plannedOn(reading.plan, meant), confidence: Math.min(reading.confidence, surest) };
  return { ...place, found, isNamed: true, nearest: [] };
}

const sameColumns = (one: TableShape, other: TableShape): boolean =>
  one.columns.map(({ name }) => name).join('\n') === other.columns.map(({ name }) => name).join('\n');

/**
 * Whether what comes of a plan answers a question. “How many people …”: where one row is meant, it may be its number that
 * is asked for, and the row says it.
 */
export function isTelling({ answer, filter }: Plan, { values, verdict }: PlanResult, byHand = false): boolean {
  if (values.length === 0 && verdict === null) return false;
  return byHand || answer.do !== 'count' || !filter || Number(values[0]?.number) > 1;
}

/** The words that say what is wrong with a plan. */
const whyOf = {
  'not-json': 'plan-json',
  shape: 'plan-form',
  'too-deep': 'plan-form',
  'unknown-column': 'plan-column',
  'no-table': 'plan-column',
  'no-join': 'plan-column',
  'not-a-number': 'plan-value',
  'not-a-value': 'plan-value',
  'not-one-row': 'plan-rows',
} as const satisfies Record<PlanFault, string>;

/** A calculation with the plan that a person has written in the place of its own. Errors: `edit-invalid`. */
export function editedCalculation(parts: EngineContext, found: FoundCalculation, text: string): FoundCalculation {
  const { result: _result, ...checked } = checkedCalculation(parts, found, text);
  const { proposedBy: _, ...rest } = found;
  return { ...rest, ...checked, confidence: 1, byHand: true };
}

type Checked = Pick<FoundCalculation, 'text' | 'sql'> & { readonly plan: Plan; readonly result: PlanResult };

/**
 * A plan from outside, parsed and held against its table. It is run once, so that what is wrong with it is told now.
 * Errors: `edit-invalid`.
 */
export function checkedCalculation(
  { library }: EngineContext,
  found: Pick<FoundCalculation, 'documentId' | 'table'>,
  text: string,
): Checked {
  try {
    const opened = tablesOf(library, found.documentId);
    const table = opened.tables[found.table]?.table;
    if (!table) throw new PlanError('no-table', '');
    const plan = planOfText(text, [table]);
    const result = opened.run(plan, found.table);
    return { ...plannedOn(plan, table), plan, result };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const { fault, path } = error;
    // Each of them says where.
    const why = whyOf[fault] as 'plan-form';
    throw new VitrineError('edit-invalid', { why, path: 'calculation.plan', at: path || 'answer' }, { cause: error });
  }
}
