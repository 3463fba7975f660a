import type { ReadBlocks } from './document-blocks';
import { wordStyles } from './docx-styles';
import type { ReadContext } from './format-errors';
import { parseMarkup } from './parse-markup';
import { WordBlocks } from './word-blocks';
import { mainPart, relationshipsOf, titleOf } from './xml-package';
import { openZip } from './zip-container';

/**
 * The text of a Word document: headings by their styles, lists with their numbers, tables, text boxes, foot- and
 * endnotes at the end. Left out: headers and footers, comments, and what tracked changes deleted.
 * Errors: `damaged`, `encrypted`, `too-large`; an aborted signal throws its reason.
 */
export async function readDocx(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const zip = await openZip(bytes, context);
  const main = await mainPart(zip, 'word/document.xml', context);
  const related = await relationshipsOf(zip, main, context);
  const partOf = (kind: string) => related.find((relationship) => relationship.kind === kind)?.target;
  const styles = await wordStyles(zip, { styles: partOf('styles'), numbering: partOf('numbering') }, context);
  const handler = new WordBlocks(styles);
  for (const part of [main, partOf('footnotes'), partOf('endnotes')]) {
    if (part === main || (part !== undefined && zip.has(part))) {
      await parseMarkup(await zip.text(part), 'xml', handler, context);
    }
  }
  const title = (await titleOf(zip, 'docProps/core.xml', context)) ?? handler.title;
  return { title, blocks: handler.finish(), warnings: [] };
}
