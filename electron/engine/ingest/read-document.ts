import type { DocumentFormat, ReadDocument } from './contract';
import type { DecodedText } from './decode-text';
import { detectLanguage } from './detect-language';
import type { ReadBlocks } from './document-blocks';
import { noText, type ReadContext, type ReadLimits } from './format-errors';
import { layoutBlocks } from './layout-blocks';
import { checkFileSize } from './read-file-bytes';
import { readMarkdown } from './read-markdown';
import { readPdf } from './read-pdf';
import type { RecognisedPage } from './recognised-page';
import { sniffFormat } from './sniff-format';

type BlockReader = (bytes: Uint8Array, context: ReadContext) => Promise<ReadBlocks>;

/** Readers are loaded with the first document of their format. */
const blockReaders: Partial<Record<DocumentFormat, () => Promise<BlockReader>>> = {
  html: async () => (await import('./read-html')).readHtml,
  docx: async () => (await import('./read-docx')).readDocx,
  odt: async () => (await import('./read-odt')).readOdt,
  pptx: async () => (await import('./read-pptx')).readPptx,
  xlsx: async () => (await import('./read-xlsx')).readXlsx,
  epub: async () => (await import('./read-epub')).readEpub,
  rtf: async () => (await import('./read-rtf')).readRtf,
  eml: async () => (await import('./read-mail')).readEml,
  mbox: async () => (await import('./read-mail')).readMbox,
};

/**
 * A document's text and structure from its bytes; `bytes` is not changed, and nothing but them is read.
 *
 * @param fileName only to tell kinds of text apart and for messages; never used as a path
 * @param recognised what text recognition found on pages without text; pages with text keep their own
 * Errors: `empty`, `too-large`, `unsupported`, `no-text`, `encrypted`, `damaged`, `too-many-pages`; an aborted
 *   signal throws its reason, between pages or parts at the latest.
 */
export async function readDocument(
  bytes: Uint8Array,
  fileName: string,
  limits: ReadLimits,
  signal?: AbortSignal,
  recognised?: readonly RecognisedPage[],
): Promise<ReadDocument> {
  signal?.throwIfAborted();
  checkFileSize(bytes.byteLength, fileName, limits);
  const { format, mime, decoded, warnings } = await sniffFormat(bytes, fileName, limits);
  signal?.throwIfAborted();
  const context: ReadContext = { fileName, limits, signal, recognised };
  const read = await readAs(format, bytes, decoded, context);
  if (!/\S/.test(read.text)) throw noText(context);
  return {
    format,
    mime,
    ...read,
    language: detectLanguage(read.text),
    warnings: [...warnings, ...read.warnings],
  };
}

type Read = Omit<ReadDocument, 'format' | 'mime' | 'language'>;

async function readAs(
  format: DocumentFormat,
  bytes: Uint8Array,
  decoded: DecodedText | null,
  context: ReadContext,
): Promise<Read> {
  if (format === 'pdf') return readPdf(bytes, context);
  const reader = await blockReaders[format]?.();
  if (reader) return laidOut(await reader(bytes, context), context);
  if (format === 'image') return { ...(await import('./read-picture')).readPicture(bytes, context), blocks: [] };
  if (decoded === null) throw noText(context);
  if (format === 'csv') return laidOut((await import('./read-csv')).readCsv(decoded, context), context);
  return readPlain(format, decoded);
}

function laidOut({ title, blocks, warnings }: ReadBlocks, context: ReadContext): Read {
  return { title, warnings, ...layoutBlocks(blocks, context) };
}

/** The decoded file as it is. */
function readPlain(format: DocumentFormat, { text, warnings }: DecodedText): Read {
  if (format === 'md' && /\S/.test(text)) {
    const { title, headings, blocks, warnings: own } = readMarkdown(text);
    return { title, text, pages: [], headings, blocks, warnings: [...warnings, ...own] };
  }
  const isCode = format === 'code' && text !== '';
  const blocks = isCode ? [{ kind: 'code', startChar: 0, endChar: text.length } as const] : [];
  return { title: null, text, pages: [], headings: [], blocks, warnings };
}
