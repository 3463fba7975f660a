import type { DocumentSource, ExportedFile, ReviewTable, TableCell, TableColumn } from '@shared/contract';
import { factIds, type StatedFacts, statedFacts } from '@shared/document-facts';
import { cellText } from '@shared/review-values';
import { formOf, type SheetCell } from '@shared/value-types';
import { t } from '@shared/words/index';
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node';
import { csvOf, type DecimalSign } from '../../text/table-rows';

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff';
const mostCharacters = 32_000;

/** Returns a table as a file in the current language: stated facts, then value, quote and page of each column. */
export async function exportTable(
  table: ReviewTable,
  sourceOf: (documentId: string) => Pick<DocumentSource, 'text' | 'document'>,
  format: 'csv' | 'xlsx',
  decimal: DecimalSign,
): Promise<ExportedFile> {
  const fileName = `${table.name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80)}.${format}`;
  const rows = rowsOf(table, sourceOf);
  const facts = factIds.filter((id) => rows.some(([{ stated }]) => stated[id] !== null));
  const heads = [
    t('tables.exportColumns.document'),
    ...facts.map((id) => t(`library.columns.${id}`)),
    ...table.columns.flatMap((column) => [
      column.title,
      t('tables.exportColumns.quote', { column: column.title }),
      t('tables.exportColumns.page', { column: column.title }),
      ...(isProposed(table, column) ? [t('tables.exportColumns.note', { column: column.title })] : []),
    ]),
  ];
  if (format === 'csv') {
    const body = rows.map(([{ text: title, stated }, ...cells]) => [
      title,
      ...facts.map((id) => stated[id] ?? ''),
      ...cells.flatMap(({ text, sheet, quote, page, note }) => [
        sheet && 'number' in sheet ? sheet : text,
        quote,
        page,
        ...note,
      ]),
    ]);
    return { fileName, mime: 'text/csv', content: `${byteOrderMark}${csvOf([heads, ...body], decimal)}` };
  }
  const sheet: SheetData = [
    heads.map((value) => ({ value, type: String, fontWeight: 'bold' })),
    ...rows.map(([{ text: title, stated }, ...cells]) => [
      textCell(title),
      ...facts.map((id) => textCell(stated[id] ?? '')),
      ...cells.flatMap((cell) => [
        typedCell(cell),
        textCell(cell.quote),
        textCell(cell.page),
        ...cell.note.map(textCell),
      ]),
    ]),
  ];
  const bytes = await writeXlsxFile(sheet, { stickyRowsCount: 1, stickyColumnsCount: 1 }).toBuffer();
  return { fileName, mime: xlsxMime, content: bytes.toString('base64'), encoding: 'base64' };
}

interface ExportedCell {
  readonly text: string;
  /** A single value that no person has replaced and a spreadsheet can count with; null for words. */
  readonly sheet: SheetCell | null;
  readonly quote: string;
  readonly page: string;
  /** The source of the value, and whether its quote supports it; one member if the column has that, otherwise none. */
  readonly note: readonly string[];
}

type ExportedRow = readonly [{ readonly text: string; readonly stated: StatedFacts }, ...ExportedCell[]];

function rowsOf(table: ReviewTable, sourceOf: Parameters<typeof exportTable>[1]): ExportedRow[] {
  const cells = new Map(table.cells.map((cell) => [`${cell.documentId} ${cell.columnId}`, cell]));
  return table.rows.map(({ documentId, title }) => {
    const { text, document } = sourceOf(documentId);
    const of = (column: TableColumn) => {
      const cell = cells.get(`${documentId} ${column.columnId}`);
      return { ...exportedCell(cell, text), note: isProposed(table, column) ? [noteOf(cell)] : [] };
    };
    return [{ text: title, stated: statedFacts(document) }, ...table.columns.map(of)];
  });
}

const isProposed = ({ cells }: ReviewTable, { columnId }: TableColumn): boolean =>
  cells.some((cell) => cell.columnId === columnId && cell.items.some(({ proposed }) => proposed));

function noteOf(cell: TableCell | undefined): string {
  const by = cell?.edited === null ? cell.items[0]?.proposed : undefined;
  if (!by) return '';
  const who = t('tables.proposedBy', { model: by.model });
  return by.borneOut ? who : `${who} ${t('tables.notBorneOut')}`;
}

function exportedCell(cell: TableCell | undefined, text: string): Omit<ExportedCell, 'note'> {
  if (!cell) return { text: '', sheet: null, quote: '', page: '' };
  const only = cell.edited === null && cell.items.length === 1 ? (cell.items[0]?.value ?? null) : null;
  // In a document that has changed since, the places hold other words now.
  const places = cell.outdated ? [] : cell.items;
  const quotes = places.map(({ quoteStart, quoteEnd }) => text.slice(quoteStart, quoteEnd));
  const pages = places.flatMap(({ page }) => (page === null ? [] : [String(page)]));
  return {
    text: cellText(cell),
    sheet: only === null ? null : (formOf(only.type).cell?.(only) ?? null),
    quote: [...new Set(quotes)].join('\n'),
    page: [...new Set(pages)].join(', '),
  };
}

const textCell = (value: string): Cell =>
  value === '' ? null : { value: value.slice(0, mostCharacters), type: String };

function typedCell({ text, sheet }: ExportedCell): Cell {
  if (sheet === null) return textCell(text);
  if ('date' in sheet) return { value: new Date(`${sheet.date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  const { number, sign } = sheet;
  return sign === undefined ? { value: number, type: Number } : percentCell(number);
}

/** A spreadsheet holds 4.5 % as 0.045 and shows it with its decimals. */
function percentCell(percent: number): Cell {
  const decimals = String(percent).split('.')[1]?.length ?? 0;
  const format = decimals === 0 ? '0%' : `0.${'0'.repeat(decimals)}%`;
  return { value: Number((percent / 100).toPrecision(12)), type: Number, format };
}
