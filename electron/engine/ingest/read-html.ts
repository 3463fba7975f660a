import { isUtf8 } from 'node:buffer';
import { type DecodedText, decodeText } from './decode-text';
import type { ReadBlocks } from './document-blocks';
import { damaged, type ReadContext } from './format-errors';
import { HtmlBlocks } from './html-blocks';
import { parseMarkup } from './parse-markup';

/** A page names its encoding in its first 1024 bytes (WHATWG HTML, 4.2.5.4). */
const CHARSET_WINDOW = 1024;

/**
 * A web page's text as its browser would show it, with headings, lists, code and tables; scripts are not run, and
 * nothing is loaded. Errors: `damaged` (no text at all), `too-large`; an aborted signal throws its reason.
 */
export async function readHtml(bytes: Uint8Array, context: ReadContext): Promise<ReadBlocks> {
  const decoded = decodeHtml(bytes);
  if (decoded === null) throw damaged(context, 'it is not text');
  const { title, blocks } = await htmlBlocks(decoded.text, context);
  return { title, blocks, warnings: decoded.warnings };
}

/** @param xhtml as e-books have it: `<a/>` is closed */
export async function htmlBlocks(
  html: string,
  context: ReadContext,
  xhtml = /^\s*<\?xml/.test(html),
): Promise<{ title: string | null; blocks: ReadBlocks['blocks'] }> {
  const handler = new HtmlBlocks();
  await parseMarkup(html, xhtml ? 'xhtml' : 'html', handler, context);
  const blocks = handler.finish();
  const first = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return { title: handler.title ?? (first?.kind === 'heading' ? first.text : null), blocks };
}

/** A mark at the start and valid UTF-8 are believed first, then what the page says of itself. */
function decodeHtml(bytes: Uint8Array): DecodedText | null {
  const head = Buffer.from(bytes.subarray(0, CHARSET_WINDOW)).toString('latin1');
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ?? '';
  if (label === '' || /^utf-?(?:8|16)/i.test(label) || (isUtf8(bytes) && !/^iso-2022/i.test(label))) {
    return decodeText(bytes);
  }
  try {
    const text = new TextDecoder(label).decode(bytes);
    return { text, encoding: 'utf-8', warnings: [] };
  } catch (error) {
    // A label that nobody knows says nothing.
    if (error instanceof RangeError) return decodeText(bytes);
    throw error;
  }
}
