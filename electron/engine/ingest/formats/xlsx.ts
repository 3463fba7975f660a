import type { ReadBlock, ReadBlocks } from '../layout-blocks';
import { type ReadContext, tooManyPages } from '../reader-errors';
import { SheetTables } from '../table-pieces';
import {
  type Attributes,
  type MarkupHandler,
  openOffice,
  packageFacts,
  parseMarkup,
  visitElements,
  wholeNumber,
} from './markup';

/**
 * The sheets of a workbook as pages, each with its name as heading and a table for every block of filled rows.
 * Formulas are read as the results that were stored with them. Left out: comments, charts, headers and footers.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readXlsx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const { zip, sheets, strings, kinds, since1904 } = await readWorkbook(bytes, context);
  if (sheets.length > context.limits.maxPages) throw tooManyPages(context, sheets.length);
  const show = (stored: string, type: string, style: number) => {
    if (type === 's') return strings[Number(stored)] ?? '';
    if (type === 'b') return stored === '1' ? 'TRUE' : 'FALSE';
    return type === '' || type === 'n' ? shownNumber(stored, kinds[style] ?? 'number', since1904) : stored;
  };
  const blocks: ReadBlock[] = [];
  for (const [index, { name, part }] of sheets.entries()) {
    blocks.push({ kind: 'page', page: index + 1 });
    if (part === undefined || !zip.has(part)) continue;
    const rows = new SheetRows(show);
    await parseMarkup(await zip.text(part), 'xml', rows, context);
    const tables = rows.tables.finish();
    if (tables.length > 0) blocks.push({ kind: 'heading', level: 1, text: name });
    for (const table of tables) blocks.push(table);
  }
  return { ...(await packageFacts(zip, 'docProps/core.xml', context)), blocks, warnings: [] };
}

async function readWorkbook(bytes: Uint8Array, context: ReadContext) {
  const { zip, main, targets, partOf } = await openOffice(bytes, 'xl/workbook.xml', context);
  const sheets: { name: string; part: string | undefined }[] = [];
  let since1904 = false;
  await visitElements(await zip.text(main), context, (name, attributes) => {
    if (name === 'sheet') sheets.push({ name: attributes.name ?? '', part: targets.get(attributes['r:id'] ?? '') });
    else if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
  });
  const strings = partOf('sharedStrings') ?? '';
  const styles = partOf('styles') ?? '';
  return {
    zip,
    sheets,
    since1904,
    strings: zip.has(strings) ? await sharedStrings(await zip.text(strings), context) : [],
    kinds: zip.has(styles) ? await numberKinds(await zip.text(styles), context) : [],
  };
}

async function sharedStrings(xml: string, context: ReadContext): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  await visitElements(
    xml,
    context,
    () => {},
    (name, text, path) => {
      // Reading aids (rPh) repeat the words in another script.
      if (name === 't' && !path.includes('rPh')) current += text;
      else if (name === 'si') {
        strings.push(current);
        current = '';
      }
    },
  );
  return strings;
}

/** XFD, the last column that spreadsheets know. */
const MAX_COLUMNS = 16_384;

/** Collects the filled cells of one worksheet (ECMA-376 part 1, 18.3), block by block of rows without a gap. */
class SheetRows implements MarkupHandler {
  readonly tables = new SheetTables();
  private row = new Map<number, string>();
  private rowNumber = 0;
  private column = -1;
  private type = '';
  private style = 0;
  private value = '';
  private collecting = false;
  private phonetic = false;

  constructor(private readonly show: (stored: string, type: string, style: number) => string) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.rowNumber = Number.parseInt(attributes.r ?? '', 10) || this.rowNumber + 1;
      this.row = new Map();
      this.column = -1;
    } else if (name === 'c') {
      this.column = columnOf(attributes.r) ?? this.column + 1;
      this.type = attributes.t ?? '';
      this.style = wholeNumber(attributes.s) ?? 0;
      this.value = '';
    } else if (name === 'rPh') this.phonetic = true;
    else if (name === 'v' || name === 't') this.collecting = !this.phonetic;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.collecting = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === 'c') {
      const shown = this.value === '' ? '' : this.show(this.value, this.type, this.style);
      if (/\S/.test(shown) && this.column < MAX_COLUMNS) this.row.set(this.column, shown);
    } else if (name === 'row') this.tables.add(this.rowNumber, this.row);
  }

  text(text: string): void {
    if (this.collecting) this.value += text;
  }
}

/** 0-based column of a cell's reference (`C7` is 2), null where it has none. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}

type NumberKind = 'number' | 'date' | 'percent';

/** Built-in formats that show dates, times and shares (ECMA-376 part 1, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const builtInPercents = new Set([9, 10]);

/** Spreadsheets allow 255. */
const MAX_FORMAT_CHARACTERS = 300;

const MS_A_DAY = 86_400_000;
/** 31 December 9999, the last day that spreadsheets know. */
const LAST_DAY = 2_958_465;
/** Day 0 of the two calendars. The 1900 one counts a 29 February that never was, so days before March 1900 are off by one. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** The number formats of the cell styles, by the style's index. */
async function numberKinds(styles: string, context: ReadContext): Promise<readonly NumberKind[]> {
  const custom = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  await visitElements(styles, context, (name, attributes, path) => {
    const id = wholeNumber(attributes.numFmtId) ?? 0;
    if (name === 'numFmt') custom.set(id, kindOfFormat(attributes.formatCode ?? ''));
    else if (name === 'xf' && path.at(-1) === 'cellXfs') {
      kinds.push(custom.get(id) ?? builtInKind(id));
    }
  });
  return kinds;
}

function builtInKind(id: number): NumberKind {
  if (builtInDates.has(id)) return 'date';
  return builtInPercents.has(id) ? 'percent' : 'number';
}

function kindOfFormat(code: string): NumberKind {
  const bare = code
    .slice(0, MAX_FORMAT_CHARACTERS)
    .replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '')
    .toLowerCase();
  if (/[ymdhs]/.test(bare) && !/general/.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}

/** A stored number as a person reads it: dates by ISO 8601, shares in per cent, others without rounding errors. */
function shownNumber(stored: string, kind: NumberKind, since1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (kind === 'date' && value >= 0 && value <= LAST_DAY) return shownDate(value, since1904);
  if (kind === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  // 15 digits are what spreadsheets keep; more are the rounding of the file format.
  return String(Number(value.toPrecision(15)));
}

function shownDate(value: number, since1904: boolean): string {
  const seconds = Math.round((value % 1) * 86_400) * 1000;
  const day = Math.floor(value) * MS_A_DAY + (since1904 ? DAY_ZERO_1904 : DAY_ZERO_1900);
  const [date = '', time = ''] = new Date(day + seconds).toISOString().split('T');
  const clock = time.slice(0, 'HH:MM:SS'.length).replace(/:00$/, '');
  if (value < 1) return clock;
  return seconds === 0 ? date : `${date} ${clock}`;
}
