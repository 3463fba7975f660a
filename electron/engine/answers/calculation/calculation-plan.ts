import { VitrineError } from '@shared/errors';
import { factsOf } from '@shared/formats';
import type { PromptExtras } from '@shared/prompt/super-prompt';
import {
  type AskedTable,
  type DocumentTables,
  openDocumentTables,
  type Plan,
  PlanError,
  type PlanFault,
  type PlanResult,
  planOfText,
  planSql,
  planText,
  type Reading,
  readJoinedQuestion,
  readQuestion,
  runPlan,
  type TableShape,
} from '../../calculation';
import { Lru } from '../../lru';
import type { AnswerParts } from '../way';

/** The calculation that a run has found. */
export type FoundCalculation = NonNullable<PromptExtras['calculation']>;

/**
 * Readings of unseen tables are right this often (docs/benchmarks.md), so that no reading is surer: how sure a reading
 * is was fitted on the tables that its rules were made with.
 */
const surest = 0.82;

type Library = AnswerParts['library'];

/** A table is read once for a content, which never changes. */
const readBefore = new WeakMap<Library, Lru<string, DocumentTables>>();

/** The typed tables of a document. Errors: `document-not-found`. */
export function typedTablesOf(library: Library, documentId: string): DocumentTables {
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

/** Returns the parts of a calculation that follow from its plan. Errors: `PlanError`. */
const plannedOn = (plan: Plan, tables: readonly TableShape[]): Pick<FoundCalculation, 'plan' | 'text' | 'sql'> => ({
  plan,
  text: planText(plan, tables),
  sql: planSql(plan, tables),
});

/** The tables of a calculation, the joined one second, with the document of each. */
interface CalculatedTables {
  readonly documentIds: readonly string[];
  readonly tables: readonly AskedTable['table'][];
  /** Errors: `PlanError`. */
  run(plan: Plan): PlanResult;
  /** As `DocumentTables.places`, of the first table or of the joined one. */
  places(side: number, rows: readonly number[]): ReturnType<DocumentTables['places']>;
}

/** Null where a table is gone. Errors: `document-not-found`. */
export function calculatedTables(
  library: Library,
  { documentId, table, joined }: Pick<FoundCalculation, 'documentId' | 'table' | 'joined'>,
): CalculatedTables | null {
  const meant = [{ documentId, table }, ...(joined ? [joined] : [])].map((one) => {
    const opened = typedTablesOf(library, one.documentId);
    return { ...one, opened, asked: opened.tables[one.table] };
  });
  const asked = meant.flatMap((one) => one.asked ?? []);
  const [first] = meant;
  if (asked.length < meant.length || !first) return null;
  return {
    documentIds: meant.map((one) => one.documentId),
    tables: asked.map((one) => one.table),
    run: (plan) =>
      joined
        ? runPlan(
            plan,
            asked.map(({ sample }) => sample),
          )
        : first.opened.run(plan, first.table),
    places: (side, rows) => meant[side]?.opened.places(meant[side].table, rows) ?? [],
  };
}

/** The table that a question is about, with its calculation where the grammar is sure of one. */
export interface ReadTable {
  readonly documentId: string;
  readonly table: number;
  /** Null where no reading is sure enough. */
  readonly found: FoundCalculation | null;
  /** The question names something in the table, although no reading is sure. */
  readonly isNamed: boolean;
  /** Rows whose cells the question names, the best first. */
  readonly nearest: readonly number[];
}

/** So many of the best documents with rows are asked. */
const mostAsked = 3;
/** Half of a question fits many tables: one of another document than the best is meant if its reading leaves nothing open. */
const sureElsewhere = 0.9;

/** Returns the question's plan for the tables of the best of these documents; null without a whole table. */
export function readTableFor(
  { library }: Pick<AnswerParts, 'library'>,
  question: string,
  documentIds: readonly string[],
): ReadTable | null {
  const [documentId, ...others] = [...new Set(documentIds)].slice(0, mostAsked);
  if (documentId === undefined) return null;
  const reading = readingIn(library, question, documentId);
  const read = joinedFor(library, question, documentIds, reading) ?? readTable(library, documentId, reading);
  if (read?.found) return read;
  for (const other of others) {
    const elsewhere = readingIn(library, question, other);
    if (elsewhere.kind === 'plan' && elsewhere.confidence >= sureElsewhere)
      return readTable(library, other, elsewhere) ?? read;
  }
  return read;
}

function readingIn(library: Library, question: string, documentId: string): Reading {
  const { tables } = typedTablesOf(library, documentId);
  return readQuestion(
    question,
    tables.map(({ sample }) => sample),
  );
}

/** Returns the table that a reading is of; null where it may not be all of it: a part, or a sheet of one kind. */
function readTable(library: Library, documentId: string, reading: Reading): ReadTable | null {
  const { tables } = typedTablesOf(library, documentId);
  const meant = tables[reading.table]?.table;
  if (!meant || tables.some(({ table: other }) => other !== meant && sameColumns(other, meant))) return null;
  const place = { documentId, table: reading.table };
  if (reading.kind !== 'plan') {
    const { reason, nearest } = reading;
    return { ...place, found: null, isNamed: reason === 'not-sure' || nearest.length > 0, nearest };
  }
  const found = { ...place, ...plannedOn(reading.plan, [meant]), confidence: Math.min(reading.confidence, surest) };
  return { ...place, found, isNamed: true, nearest: [] };
}

/** Documents among the best that may have a table whose rows another one names. */
const mostJoined = 6;
/** Formats that are tables and nothing else: other documents are not opened for a table that may be beside. */
const isSheet = (format: string): boolean => factsOf(format)?.kind === 'sheet';

/** A question over two tables, of the best documents, of which one names rows of the other. */
function joinedFor(
  library: Library,
  question: string,
  documentIds: readonly string[],
  alone: Reading,
): ReadTable | null {
  const whole = documentIds.slice(0, mostJoined).flatMap((documentId, at) => {
    if (at > 0 && !isSheet(library.documents.byId(documentId).format)) return [];
    return typedTablesOf(library, documentId).tables.flatMap(({ table, sample }, number) =>
      table.rowCount === sample.rows.length ? [{ documentId, table: number, shape: table, sample }] : [],
    );
  });
  if (whole.length < 2) return null;
  const reading = readJoinedQuestion(
    question,
    whole.map(({ sample }) => sample),
    alone,
  );
  const [left, right] = reading ? [whole[reading.left], whole[reading.right]] : [];
  if (!reading || !left || !right) return null;
  const place = { documentId: left.documentId, table: left.table };
  const joined = { documentId: right.documentId, table: right.table };
  const confidence = Math.min(reading.confidence, surest);
  const found = { ...place, joined, ...plannedOn(reading.plan, [left.shape, right.shape]), confidence };
  return { ...place, found, isNamed: true, nearest: [] };
}

const sameColumns = (one: TableShape, other: TableShape): boolean =>
  one.columns.map(({ name }) => name).join('\n') === other.columns.map(({ name }) => name).join('\n');

/**
 * Tells whether the result of a plan answers a question. “How many people …”: where one row is meant, it may be its
 * number that is asked for, and the row says it.
 */
export function isTelling({ answer, filter }: Plan, { values, verdict }: PlanResult, byHand = false): boolean {
  if (values.length === 0 && verdict === null) return false;
  return byHand || answer.do !== 'count' || !filter || Number(values[0]?.number) > 1;
}

/** The words for the faults of a plan. */
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
export function editedCalculation(
  parts: Pick<AnswerParts, 'library'>,
  found: FoundCalculation,
  text: string,
): FoundCalculation {
  const { result: _result, ...checked } = checkedCalculation(parts, found, text);
  const { proposedBy: _, ...rest } = found;
  return { ...rest, ...checked, confidence: 1, byHand: true };
}

type Checked = Pick<FoundCalculation, 'text' | 'sql'> & { readonly plan: Plan; readonly result: PlanResult };

/**
 * A plan from outside, parsed and held against its table. It is run once, so that its errors show now.
 * Errors: `edit-invalid`.
 */
export function checkedCalculation(
  { library }: Pick<AnswerParts, 'library'>,
  found: Pick<FoundCalculation, 'documentId' | 'table' | 'joined'>,
  text: string,
): Checked {
  try {
    const over = calculatedTables(library, found);
    if (!over) throw new PlanError('no-table', '');
    const plan = planOfText(text, over.tables);
    return { ...plannedOn(plan, over.tables), plan, result: over.run(plan) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const { fault, path } = error;
    // Each of them says where.
    const why = whyOf[fault] as 'plan-form';
    throw new VitrineError('edit-invalid', { why, path: 'calculation.plan', at: path || 'answer' }, { cause: error });
  }
}
