import type { ReadBlocks } from './document-blocks';
import { encrypted, type ReadContext } from './format-errors';
import { OpenTextBlocks, type OpenTextStyle } from './open-text-blocks';
import { parseMarkup } from './parse-markup';
import { titleOf, visitElements } from './xml-package';
import { openZip, type ZipContainer } from './zip-container';

/**
 * The text of an OpenDocument text: headings, lists, tables, frames, foot- and endnotes at the end. Left out: headers
 * and footers, annotations, and what tracked changes deleted.
 * Errors: `damaged`, `encrypted`, `too-large`; an aborted signal throws its reason.
 */
export async function readOdt(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const zip = await openZip(bytes, context);
  if (await isProtected(zip, context)) throw encrypted(context);
  const content = await zip.text('content.xml');
  const styles = new Map<string, OpenTextStyle>();
  for (const xml of [zip.has('styles.xml') ? await zip.text('styles.xml') : '', content]) {
    await collectStyles(xml, styles, context);
  }
  const handler = new OpenTextBlocks(styles);
  await parseMarkup(content, 'xml', handler, context);
  const title = (await titleOf(zip, 'meta.xml', context)) ?? handler.title;
  return { title, blocks: handler.finish(), warnings: [] };
}

async function collectStyles(xml: string, styles: Map<string, OpenTextStyle>, context: ReadContext): Promise<void> {
  let list: OpenTextStyle | null = null;
  await visitElements(
    xml,
    context,
    (name, attributes) => {
      const styleName = attributes['style:name'] ?? '';
      if (name === 'style')
        styles.set(styleName, { parent: attributes['style:parent-style-name'] ?? '', numbered: [] });
      else if (name === 'list-style') {
        list = { parent: '', numbered: [] };
        styles.set(`list ${styleName}`, list);
      } else if (name === 'list-level-style-number' && list) {
        list.numbered.push(attributes['text:level'] ?? '');
      }
    },
    (name) => {
      if (name === 'list-style') list = null;
    },
  );
}

async function isProtected(zip: ZipContainer, context: ReadContext): Promise<boolean> {
  if (zip.has('encrypted-package')) return true;
  if (!zip.has('META-INF/manifest.xml')) return false;
  let found = false;
  await visitElements(await zip.text('META-INF/manifest.xml'), context, (name) => {
    if (name === 'encryption-data') found = true;
  });
  return found;
}
