import {
  type ColumnType,
  columnTypes,
  type EngineEvent,
  type ReviewTable,
  type TableCellDetails,
  type TableSummary,
  type TableTemplate,
  tableTemplates,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { cellText, isBorneOut } from '@shared/review-values';
import { language, t } from '@shared/words/index';
import { saidError } from '@shared/words/said';
import { Option } from 'commander';
import { deliver } from './conversation-commands';
import { facts, leftText, showOver, table } from './render';
import { type Actions, addActions, type MakeCommand, type Session } from './session';
import { addScopeOptions, lookingAt, type ScopeFlags } from './usage';

interface TableFlags extends ScopeFlags {
  readonly template?: TableTemplate;
  readonly title?: string;
  readonly type?: ColumnType;
  readonly many?: boolean;
  readonly choice?: string[];
  readonly format: 'csv' | 'xlsx';
  readonly decimal: 'point' | 'comma';
  readonly out?: string;
}

/** Review tables: TABLE, DOCUMENT and COLUMN are named by id, or by a name or title that only one of them has. */
export function addTableCommands(command: MakeCommand): void {
  const tables = command(
    'table [action] [words...]',
    t('terminal.command.table', { actions: Object.keys(actions).join(' | ') }),
  )
    .addOption(new Option('--template <name>', t('terminal.option.tableTemplate')).choices([...tableTemplates]))
    .option('--title <title>', t('terminal.option.columnTitle'))
    .addOption(new Option('--type <type>', t('terminal.option.columnType')).choices([...columnTypes]))
    .option('--many', t('terminal.option.columnMany'))
    .option('--choice <choice...>', t('terminal.option.columnChoices'))
    .addOption(
      new Option('--format <format>', t('terminal.option.tableFormat')).choices(['csv', 'xlsx']).default('csv'),
    )
    .addOption(
      new Option('--decimal <sign>', t('terminal.option.decimal')).choices(['point', 'comma']).default('point'),
    )
    .option('--out <file>', t('terminal.option.out'));
  addActions(addScopeOptions(tables), actions, { usual: 'list' });
}

const actions: Actions<TableFlags> = {
  async list({ engine }) {
    const tables = await engine.request('table.list', {});
    engine.print({ tables }, () => listText(tables));
  },
  'new NAME': ({ engine, flags }, name: string) => {
    const { template } = flags;
    const asked = { name, ...lookingAt(flags), ...(template ? { template, language: language() } : {}) };
    return engine.show('table.create', asked, tableText);
  },
  async 'add TABLE QUESTION'({ engine, flags }, named: string, question: string) {
    const { title, type, many, choice: choices } = flags;
    const tableId = await tableNamed(engine, named);
    await engine.show('table.addColumn', { tableId, question, title, type, many, choices }, columnsText);
  },
  async 'fill TABLE'({ engine }, named: string) {
    const filled = { tableId: await tableNamed(engine, named), wait: true };
    await engine.show('table.fill', filled, ({ done, total }) => t('tables.progress', { done, total }), told);
  },
  async 'propose TABLE [MODEL]'({ engine }, named: string, proposer: string | null = null) {
    await engine.show('table.change', { tableId: await tableNamed(engine, named), proposer }, columnsText);
  },
  async 'show TABLE'({ engine }, named: string) {
    await engine.show('table.get', { tableId: await tableNamed(engine, named) }, tableText);
  },
  async 'cell TABLE DOCUMENT COLUMN'({ engine }, ...named: string[]) {
    await engine.show('table.cell', await cellNamed(engine, named), cellFacts);
  },
  async 'edit TABLE DOCUMENT COLUMN [VALUE]'({ engine }, ...named: string[]) {
    const edit = { ...(await cellNamed(engine, named)), value: named[3] ?? null };
    await engine.show('table.edit', edit, (cell) => cellText(cell) || t('tables.notFound'));
  },
  async 'why TABLE DOCUMENT COLUMN'({ engine }, ...named: string[]) {
    const place = await cellNamed(engine, named);
    await engine.show('table.why', place, ({ runId }) => t('terminal.keptAs', { id: runId }));
  },
  async 'export TABLE'({ engine, flags: { format, decimal, out } }, named: string) {
    const asked = { tableId: await tableNamed(engine, named), format, decimal, language: language() };
    await deliver(engine, await engine.request('table.export', asked), out);
  },
  async 'remove-column TABLE COLUMN'({ engine }, named: string, column: string) {
    const tableId = await tableNamed(engine, named);
    const columnId = columnNamed(await engine.request('table.get', { tableId }), column);
    await engine.show('table.removeColumn', { tableId, columnId }, columnsText);
  },
  async 'delete TABLE'({ engine }, named: string) {
    const tableId = await tableNamed(engine, named);
    await engine.show('table.remove', { tableId }, () => t('tables.removed', { name: named }));
  },
};

const cellFacts = (cell: TableCellDetails): string =>
  facts([
    [t('stages.answer.name'), cellText(cell) || t('tables.notFound')],
    ...(cell.reason ? [[t('tables.notFound'), t(`tables.reasons.${cell.reason}`)] as const] : []),
    ...(cell.error ? [[t('tables.failed'), saidError(cell.error).message] as const] : []),
    ...(cell.asked && cell.asked.refused === null
      ? [[t('tables.proposedValue'), isBorneOut(cell) ? cell.asked.model : t('tables.notBorneOut')] as const]
      : []),
    ...cell.quotes.map((quote, at) => {
      const page = cell.items[at]?.page ?? null;
      const head = page === null ? t('tables.quote') : `${t('tables.quote')}, ${t('tables.page', { page })}`;
      return [head, quote.replace(/\s+/gu, ' ')] as const;
    }),
  ]);

function told(event: EngineEvent): void {
  if (event.type !== 'table.progress') return;
  const { done, total, msLeft } = event.progress;
  showOver([t('tables.progress', { done, total }), ...leftText(msLeft)].join(', '));
}

/** The id of the table, and of a row and a column in it. Errors: `table-not-found`. */
async function cellNamed(engine: Session, [table = '', row = '', column = '']: readonly string[]) {
  const whole = await engine.request('table.get', { tableId: await tableNamed(engine, table) });
  const documentId = only(whole.rows, ({ documentId, title }) => documentId === row || title === row)?.documentId;
  return { tableId: whole.tableId, documentId: documentId ?? missing('row'), columnId: columnNamed(whole, column) };
}

async function tableNamed(engine: Session, named: string): Promise<string> {
  const tables = await engine.request('table.list', {});
  return only(tables, ({ tableId, name }) => tableId === named || name === named)?.tableId ?? missing();
}

const columnNamed = ({ columns }: ReviewTable, named: string): string =>
  only(columns, ({ columnId, title }) => columnId === named || title === named)?.columnId ?? missing('column');

function only<T>(all: readonly T[], isMeant: (one: T) => boolean): T | null {
  const meant = all.filter(isMeant);
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function missing(why?: 'row' | 'column'): never {
  throw new VitrineError('table-not-found', why ? { why } : {});
}

function listText(tables: readonly TableSummary[]): string {
  if (tables.length === 0) return t('terminal.table.none');
  return table(tables, [
    [t('terminal.column.id'), ({ tableId }) => tableId],
    [t('app.itsName'), ({ name }) => name],
    [t('terminal.column.documents'), ({ rows }) => String(rows)],
    [t('tables.template'), ({ columns }) => String(columns)],
    [t('app.rooms.tables'), ({ done, rows, columns }) => t('tables.progress', { done, total: rows * columns })],
  ]);
}

function columnsText({ columns, tableId }: ReviewTable): string {
  return [
    table(columns, [
      [t('terminal.column.id'), ({ columnId }) => columnId],
      [t('library.columns.title'), ({ title }) => title],
      [
        t('stages.answer.name'),
        ({ type, many }) => [t(`tables.types.${type}`), ...(many ? [t('tables.many')] : [])].join(', '),
      ],
      [t('chat.question'), ({ question }) => question],
    ]),
    t('terminal.table.fill', { tableId }),
  ].join('\n');
}

function tableText(whole: ReviewTable): string {
  const { columns, rows, cells, tableId } = whole;
  if (columns.length === 0) return t('terminal.table.noColumns', { tableId });
  const texts = new Map(cells.map((cell) => [`${cell.documentId} ${cell.columnId}`, cellText(cell)]));
  return [
    table(rows, [
      [t('tables.exportColumns.document'), ({ title }) => title],
      ...columns.map(
        ({ title, columnId }) =>
          [title, ({ documentId }: (typeof rows)[number]) => texts.get(`${documentId} ${columnId}`) ?? ''] as const,
      ),
    ]),
    t('terminal.table.fill', { tableId }),
  ].join('\n');
}
