import type { ReadBlock, ReadBlocks } from '../layout-blocks';
import { type ReadContext, tooManyPages } from '../reader-errors';
import { SheetTables } from '../table-pieces';
import { type Attributes, type MarkupHandler, packageFacts, parseMarkup, wholeNumber } from './markup';
import { openOpenDocument } from './odt';

/** XFD and row 1,048,576: the last ones that spreadsheets know. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** More repetitions of a filled cell or row than these mean none of them. */
const MAX_REPEATED = 50;
const unseen = new Set(['annotation', 'shapes', 'forms', 'tracked-changes', 'named-expressions', 'database-ranges']);

/**
 * The sheets of an OpenDocument spreadsheet as pages, each with its name as heading and a table for every block of filled
 * rows, with dates by ISO 8601 and other values as the sheet shows them. Left out: comments, charts, formulas.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readOds(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, content } = await openOpenDocument(bytes, context);
  const handler = new Sheets();
  await parseMarkup(content, 'xml', handler, context);
  if (handler.sheets > context.limits.maxPages) throw tooManyPages(context, handler.sheets);
  return { ...(await packageFacts(zip, 'meta.xml', context)), blocks: handler.blocks, warnings: [] };
}

/** Makes blocks of the body of an OpenDocument spreadsheet (OASIS OpenDocument 1.3 part 3, 9). */
class Sheets implements MarkupHandler {
  readonly blocks: ReadBlock[] = [];
  sheets = 0;
  private name = '';
  private tables = new SheetTables();
  private row = new Map<number, string>();
  private rowNumber = 0;
  private rowRepeated = 1;
  private column = 0;
  private cell: { text: string; readonly date: string; readonly repeated: number } | null = null;
  private inParagraph = 0;

  hides(name: string): boolean {
    return unseen.has(name);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table') {
      this.sheets += 1;
      this.name = attributes['table:name'] ?? '';
      this.tables = new SheetTables();
      this.rowNumber = 0;
      this.blocks.push({ kind: 'page', page: this.sheets });
    } else if (name === 'table-row') {
      this.row = new Map();
      this.column = 0;
      this.rowRepeated = wholeNumber(attributes['table:number-rows-repeated'] ?? '1') ?? MAX_ROWS;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      const repeated = wholeNumber(attributes['table:number-columns-repeated']) ?? 1;
      const date = attributes['office:value-type'] === 'date' ? (attributes['office:date-value'] ?? '') : '';
      this.cell = { text: '', date: date.replace(/T00:00:00(?:\.0+)?$/, '').replace('T', ' '), repeated };
    } else if (name === 'p') {
      if (this.cell && this.cell.text !== '') this.cell.text += '\n';
      this.inParagraph += 1;
    } else if (name === 's' || name === 'tab' || name === 'line-break') this.text(' ');
  }

  close(name: string): void {
    if (name === 'p') this.inParagraph -= 1;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.closeCell();
    else if (name === 'table-row') this.closeRow();
    else if (name === 'table') {
      const tables = this.tables.finish();
      if (tables.length > 0) this.blocks.push({ kind: 'heading', level: 1, text: this.name });
      for (const table of tables) this.blocks.push(table);
    }
  }

  text(text: string): void {
    if (this.cell && this.inParagraph > 0) this.cell.text += text.replace(/[ \t\r\n]+/g, ' ');
  }

  private closeCell(): void {
    const { cell } = this;
    this.cell = null;
    if (!cell) return;
    const shown = cell.date || cell.text;
    const times = cell.repeated > MAX_REPEATED ? 1 : cell.repeated;
    for (let at = 0; at < times && /\S/.test(shown) && this.column + at < MAX_COLUMNS; at += 1) {
      this.row.set(this.column + at, shown);
    }
    this.column += cell.repeated;
  }

  private closeRow(): void {
    const times = this.row.size === 0 || this.rowRepeated > MAX_REPEATED ? 1 : this.rowRepeated;
    for (let at = 1; at <= times && this.row.size > 0; at += 1) this.tables.add(this.rowNumber + at, this.row);
    this.rowNumber += this.rowRepeated;
  }
}
