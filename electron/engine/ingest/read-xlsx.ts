import { type NumberKind, numberKinds, shownNumber } from './cell-values';
import type { Block, ReadBlocks } from './document-blocks';
import { type ReadContext, tooManyPages } from './format-errors';
import { parseMarkup } from './parse-markup';
import { SheetRows } from './sheet-rows';
import { mainPart, relationshipsOf, titleOf, visitElements } from './xml-package';
import { openZip, type ZipContainer } from './zip-container';

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string | undefined }[];
  readonly strings: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly since1904: boolean;
}

/**
 * The sheets of a workbook as pages, each with its name as heading and a table for every block of filled rows.
 * Formulas are read as the results that were stored with them. Left out: comments, charts, headers and footers.
 * Errors: `damaged`, `encrypted`, `too-large`, `too-many-pages`; an aborted signal throws its reason.
 */
export async function readXlsx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const zip = await openZip(bytes, context);
  const workbook = await readWorkbook(zip, context);
  const { sheets, strings, kinds, since1904 } = workbook;
  if (sheets.length > context.limits.maxPages) throw tooManyPages(context, sheets.length, 'sheets');
  const show = (stored: string, type: string, style: number) => {
    if (type === 's') return strings[Number(stored)] ?? '';
    if (type === 'b') return stored === '1' ? 'TRUE' : 'FALSE';
    return type === '' || type === 'n' ? shownNumber(stored, kinds[style] ?? 'number', since1904) : stored;
  };
  const blocks: Block[] = [];
  for (const [index, { name, part }] of sheets.entries()) {
    blocks.push({ kind: 'page', page: index + 1 });
    if (part === undefined || !zip.has(part)) continue;
    const rows = new SheetRows(show);
    await parseMarkup(await zip.text(part), 'xml', rows, context);
    const tables = rows.finish();
    if (tables.length > 0) blocks.push({ kind: 'heading', level: 1, text: name });
    for (const table of tables) blocks.push({ kind: 'table', rows: table });
  }
  return { title: await titleOf(zip, 'docProps/core.xml', context), blocks, warnings: [] };
}

async function readWorkbook(zip: ZipContainer, context: ReadContext): Promise<Workbook> {
  const main = await mainPart(zip, 'xl/workbook.xml', context);
  const related = await relationshipsOf(zip, main, context);
  const targets = new Map(related.map(({ id, target }) => [id, target]));
  const partOf = (kind: string) => related.find((relationship) => relationship.kind === kind)?.target ?? '';
  const sheets: { name: string; part: string | undefined }[] = [];
  let since1904 = false;
  await visitElements(await zip.text(main), context, (name, attributes) => {
    if (name === 'sheet') sheets.push({ name: attributes.name ?? '', part: targets.get(attributes['r:id'] ?? '') });
    else if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
  });
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
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
