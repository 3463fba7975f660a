import { z } from 'zod';
import type { ErrorReport } from '../errors';
import { type ColumnType, columnTypes, type TypedValue } from '../value-types';
import { languages } from '../words/languages';
import type { ExportedFile } from './chat';
import type { DocumentSummary } from './documents';
import type { Run } from './runs';
import { lookingFields } from './search';
import { id, name, route } from './values';

export { type ColumnType, columnTypes, type TypedValue };

export const tableTemplates = ['contract', 'paper', 'invoice'] as const;
export type TableTemplate = (typeof tableTemplates)[number];

export type NotFoundReason = 'no-such-words' | 'no-value-of-type' | 'too-unsure' | 'empty-document';

const question = z.string().trim().min(1).max(1000);
const choices = z.array(name).min(1).max(100);
const columnParts = {
  title: name.optional(),
  type: z.enum(columnTypes).optional(),
  many: z.boolean().optional(),
  choices: choices.optional(),
};
const cell = { tableId: id, columnId: id, documentId: id } as const;

export const mostColumns = 100;

/** Review tables: rows are documents, columns are questions, a cell is a value with the quote that it rests on. */
export const reviewTableRequests = {
  'table.list': route<readonly TableSummary[]>()({}),
  /** The whole library where neither `scope` nor `filters` is given. The template's questions are asked in `language`. */
  'table.create': route<ReviewTable>()({
    name,
    ...lookingFields,
    template: z.enum(tableTemplates).optional(),
    language: z.enum(languages).optional(),
  }),
  /** Errors: `table-not-found`, as of all requests below. */
  'table.get': route<ReviewTable>()({ tableId: id }),
  /**
   * `null` for `scope` and `filters` means the whole library again; absent ones stay. `proposer`: a model,
   * `provider:model`, for cells without a found value; null for none.
   */
  'table.change': route<ReviewTable>()({
    tableId: id,
    name: name.optional(),
    proposer: name.nullable().optional(),
    scope: lookingFields.scope.nullable(),
    filters: lookingFields.filters.nullable(),
  }),
  'table.remove': route<{ readonly removed: string }>()({ tableId: id }),
  /** Type and choices that a question asks for; stores nothing. */
  'table.propose': route<ColumnProposal>()({ question }),
  /** Absent members are proposed. Errors: `bad-request` for too many columns, and for `choice` without choices. */
  'table.addColumn': route<ReviewTable>()({ tableId: id, question, ...columnParts }),
  /** Another question, type or other choices empty the column's cells but for those edited by hand. `position`: 0-based. */
  'table.changeColumn': route<ReviewTable>()({
    tableId: id,
    columnId: id,
    question: question.optional(),
    position: z.number().int().min(0).max(mostColumns).optional(),
    ...columnParts,
  }),
  'table.removeColumn': route<ReviewTable>()({ tableId: id, columnId: id }),
  'table.estimate': route<TableEstimate>()({ tableId: id }),
  /** Fills empty cells and those of an older state of their document; `wait`: until that is done. */
  'table.fill': route<TableProgress>()({ tableId: id, wait: z.boolean().optional() }),
  /** Finished cells stay. */
  'table.pause': route<TableProgress>()({ tableId: id }),
  /** A person's value, which stays; null for the value that was found. */
  'table.edit': route<TableCell>()({ ...cell, value: z.string().trim().max(2000).nullable() }),
  'table.cell': route<TableCellDetails>()(cell),
  /** The cell's question as a run of the stages scoped to its document, which is kept. */
  'table.why': route<Run>()(cell),
  'table.export': route<ExportedFile>()({
    tableId: id,
    format: z.enum(['csv', 'xlsx']),
    decimal: z.enum(['point', 'comma']).optional(),
    language: z.enum(languages).optional(),
  }),
} as const;

export interface ColumnProposal {
  readonly title: string;
  readonly type: ColumnType;
  readonly many: boolean;
}

export interface TableColumn extends ColumnProposal {
  readonly columnId: string;
  readonly question: string;
  readonly choices: readonly string[];
}

/** A value and its place in the document's text: the value itself, and the sentence or row that supports it. */
export interface CellItem {
  readonly value: TypedValue;
  readonly startChar: number;
  readonly endChar: number;
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly page: number | null;
  /** 0–1: the evidence for it in the document, whatever its source. */
  readonly confidence: number;
  readonly proposed?: ProposedBy;
}

export interface ProposedBy {
  readonly model: string;
  /** Whether the quote states the value: the type's own reader finds it there. */
  readonly borneOut: boolean;
}

/** The model named no value, its words are not in the document, or they are no value of the type. */
export type ProposalRefusal = 'nothing' | 'quote-not-found' | 'no-value' | 'no-answer';

export interface TableCell {
  readonly documentId: string;
  readonly columnId: string;
  /** Empty where nothing was found, which `reason` says, or where it could not be looked for, which `error` says. */
  readonly items: readonly CellItem[];
  readonly reason: NotFoundReason | null;
  readonly error: ErrorReport | null;
  /** The model that was asked, since nothing was found, and what came of it: null for a value. Absent where none was. */
  readonly asked?: { readonly model: string; readonly refused: ProposalRefusal | null };
  readonly edited: string | null;
  readonly outdated: boolean;
}

export interface TableCellDetails extends TableCell {
  /** Of `items`, word for word as in the document. */
  readonly quotes: readonly string[];
}

export type TableRow = Pick<DocumentSummary, 'documentId' | 'title' | 'collections'>;

/** `interrupted`: the program ended while it was filled; it goes on with `table.fill`. */
export type FillingState = 'idle' | 'running' | 'paused' | 'interrupted';

export interface TableSummary {
  readonly tableId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly rows: number;
  readonly columns: number;
  /** Cells that are up to date. */
  readonly done: number;
  readonly filling: FillingState;
}

export interface ReviewTable extends Omit<TableSummary, 'rows' | 'columns'> {
  readonly scope: z.infer<typeof lookingFields.scope> | null;
  readonly filters: z.infer<typeof lookingFields.filters> | null;
  readonly proposer: string | null;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Those that were looked for or edited, in no order. */
  readonly cells: readonly TableCell[];
}

export interface TableProgress {
  readonly tableId: string;
  readonly filling: FillingState;
  readonly done: number;
  readonly total: number;
  readonly msLeft: number | null;
  /** Why the model could not be asked, which has paused the filling. */
  readonly error: ErrorReport | null;
  readonly cells: readonly TableCell[];
}

export type TableEstimate = Readonly<Record<'cells' | 'documents' | 'ms', number>>;
