import { writeFile } from 'node:fs/promises';
import {
  type ColumnType,
  columnTypes,
  type EngineEvent,
  type ReviewTable,
  type TableColumn,
  type TableSummary,
  type TableTemplate,
  tableTemplates,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { cellText, isBorneOut } from '@shared/review-values';
import { language, t } from '@shared/words/index';
import { saidError } from '@shared/words/said';
import { type Command, Option } from 'commander';
import { facts, leftText, showOver, table } from './render';
import { addScopeOptions, lookingAt, type ScopeFlags } from './scope-options';
import type { MakeCommand, Session } from './session';
import { badAction } from './usage';

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

const actions = [
  'list',
  'new NAME',
  'add TABLE QUESTION',
  'fill TABLE',
  'propose TABLE [MODEL]',
  'show TABLE',
  'cell TABLE DOCUMENT COLUMN',
  'edit TABLE DOCUMENT COLUMN [VALUE]',
  'why TABLE DOCUMENT COLUMN',
  'export TABLE',
  'remove-column TABLE COLUMN',
  'delete TABLE',
];

/** Review tables: TABLE, DOCUMENT and COLUMN are named by id, or by a name or title that only one of them has. */
export function addTableCommands(command: MakeCommand): void {
  const tables = command('table [action] [words...]', t('terminal.command.table', { actions: actions.join(' | ') }))
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
  addScopeOptions(tables).act(
    async (engine, action: string | undefined, words: string[], flags: TableFlags, self: Command) => {
      if (!(await act(engine, action ?? 'list', words, flags))) badAction(self, ['table', action ?? '', ...words]);
    },
  );
}

/** False for words that name no action. */
async function act(engine: Session, action: string, words: readonly string[], flags: TableFlags): Promise<boolean> {
  const [first, second, third, fourth] = words;
  if (action === 'list' && words.length === 0) {
    const tables = await engine.request('table.list', {});
    engine.print({ tables }, () => listText(tables));
    return true;
  }
  if (first === undefined) return false;
  if (action === 'new' && words.length === 1) {
    const { template } = flags;
    const asked = { name: first, ...lookingAt(flags), ...(template ? { template, language: language() } : {}) };
    await engine.show('table.create', asked, tableText);
    return true;
  }
  const { tableId } = await tableNamed(engine, first);
  if (action === 'add' && second !== undefined && words.length === 2) {
    const { title, type, many, choice: choices } = flags;
    await engine.show('table.addColumn', { tableId, question: second, title, type, many, choices }, columnsText);
  } else if (action === 'fill' && words.length === 1) {
    await engine.show(
      'table.fill',
      { tableId, wait: true },
      ({ done, total }) => t('tables.progress', { done, total }),
      told,
    );
  } else if (action === 'propose' && words.length <= 2) {
    await engine.show('table.change', { tableId, proposer: second ?? null }, columnsText);
  } else if (action === 'show' && words.length === 1) {
    await engine.show('table.get', { tableId }, tableText);
  } else if (action === 'export' && words.length === 1) {
    await exported(engine, tableId, flags);
  } else if (action === 'delete' && words.length === 1) {
    await engine.show('table.remove', { tableId }, () => t('tables.removed', { name: first }));
  } else if (action === 'remove-column' && second !== undefined && words.length === 2) {
    const { columnId } = columnNamed(await engine.request('table.get', { tableId }), second);
    await engine.show('table.removeColumn', { tableId, columnId }, columnsText);
  } else if (second !== undefined && third !== undefined) {
    const whole = await engine.request('table.get', { tableId });
    const place = { tableId, documentId: rowNamed(whole, second), columnId: columnNamed(whole, third).columnId };
    return actOnCell(engine, action, place, fourth, words.length);
  } else return false;
  return true;
}

async function actOnCell(
  engine: Session,
  action: string,
  place: { readonly tableId: string; readonly documentId: string; readonly columnId: string },
  value: string | undefined,
  count: number,
): Promise<boolean> {
  if (action === 'cell' && count === 3) {
    await engine.show('table.cell', place, (cell) =>
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
      ]),
    );
  } else if (action === 'edit' && count <= 4) {
    await engine.show(
      'table.edit',
      { ...place, value: value ?? null },
      (cell) => cellText(cell) || t('tables.notFound'),
    );
  } else if (action === 'why' && count === 3) {
    await engine.show('table.why', place, ({ runId }) => t('terminal.keptAs', { id: runId }));
  } else return false;
  return true;
}

function told(event: EngineEvent): void {
  if (event.type !== 'table.progress') return;
  const { done, total, msLeft } = event.progress;
  showOver([t('tables.progress', { done, total }), ...leftText(msLeft)].join(', '));
}

async function exported(engine: Session, tableId: string, { format, decimal, out }: TableFlags): Promise<void> {
  const file = await engine.request('table.export', { tableId, format, decimal, language: language() });
  if (out === undefined) {
    engine.print(file, () => file.content.trimEnd());
    return;
  }
  await writeFile(out, Buffer.from(file.content, file.encoding ?? 'utf8'));
  engine.print({ written: out, mime: file.mime }, () => t('terminal.written', { file: out }));
}

/** Errors: `table-not-found`. */
async function tableNamed(engine: Session, named: string): Promise<TableSummary> {
  const tables = await engine.request('table.list', {});
  return only(tables, ({ tableId, name }) => tableId === named || name === named) ?? missing();
}

const rowNamed = ({ rows }: ReviewTable, named: string): string =>
  only(rows, ({ documentId, title }) => documentId === named || title === named)?.documentId ?? missing('row');

const columnNamed = ({ columns }: ReviewTable, named: string): TableColumn =>
  only(columns, ({ columnId, title }) => columnId === named || title === named) ?? missing('column');

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
