/**
 * The readers of all formats. A new format is one reader beside this file, one entry here, and one in `@shared/formats`;
 * readers are loaded with the first document of their format.
 */

import { VitrineError } from '@shared/errors';
import { type FormatId, formatOfExtension, formats } from '@shared/formats';
import type { DecodedText } from '../decode-text';
import { extensionOf } from '../document';
import { layoutBlocks, type ReadBlocks } from '../layout-blocks';
import type { Read } from '../own-facts';
import type { ReadContext } from '../reader-errors';
import { blocksOfText } from '../recognise-blocks';

/** How the content of a file says that it has a format. */
interface Signs {
  /** An Office package: the type of its main part. */
  readonly mainPart?: RegExp;
  /** Any other zip: what its file `mimetype` says. */
  readonly mimetype?: RegExp;
  /** How a file begins, whatever its name says. */
  readonly start?: RegExp;
  /** A text: its first 16,384 bytes as Latin-1, without a byte order mark; `isNamed`: whether its name promises it. */
  readonly text?: (head: string, isNamed: boolean) => boolean;
}

export interface Format {
  /** None: told by its bytes (PDF, pictures), or by its name alone. */
  readonly signs?: Signs;
  /** Whether its name decides before the content of a text is looked at: code and Markdown may quote anything. */
  readonly byName?: true;
  /** Whether the reader takes the decoded text; otherwise it names its own encoding, or parts of it are binary. */
  readonly decoded?: true;
  /** Errors: those of `readDocument`; an aborted signal throws its reason. */
  read(bytes: Uint8Array, decoded: DecodedText | null, context: ReadContext): Promise<Read>;
}

/** A mailbox begins with a mail: its signs are looked for first. */
const readers = {
  rtf: {
    signs: { start: /^\s*\{\\rtf/ },
    read: laidOut(async () => (await import('./rtf')).readRtf),
  },
  code: { byName: true, decoded: true, read: async (_, decoded) => readCode(decoded) },
  md: { byName: true, decoded: true, read: readMarkdownText },
  json: { byName: true, decoded: true, read: async (_, decoded) => readText(decoded) },
  csv: {
    byName: true,
    decoded: true,
    async read(_, decoded, context) {
      const { readCsv } = await import('./csv');
      return laidOutAs(readCsv(textOf(decoded), context), context);
    },
  },
  mbox: {
    signs: { text: (head) => /^From \S+[^\n]*\d{4}\r?\n[A-Za-z-]+:/.test(head) },
    read: laidOut(async () => (await import('./mail')).readMbox),
  },
  eml: { signs: { text: isMail }, read: laidOut(async () => (await import('./mail')).readEml) },
  html: {
    signs: { text: (head, isNamed) => page.test(head) || (isNamed && /<[a-z!][^>]*>/i.test(head)) },
    read: laidOut(async () => (await import('./html')).readHtml),
  },
  txt: { decoded: true, read: async (_, decoded) => readText(decoded) },
  pdf: { read: async (bytes, _, context) => (await import('./pdf')).readPdf(bytes, context) },
  image: { read: async (bytes, _, context) => (await import('./image')).readPicture(bytes, context) },
  docx: {
    signs: { mainPart: /wordprocessingml\.(?:document|template)\.main|word\.(?:document|template)\.macroEnabled/i },
    read: laidOut(async () => (await import('./docx')).readDocx),
  },
  pptx: {
    signs: {
      mainPart: /presentationml\.(?:presentation|slideshow|template)\.main|powerpoint\.\w+\.macroEnabled\.main/i,
    },
    read: laidOut(async () => (await import('./pptx')).readPptx),
  },
  xlsx: {
    signs: { mainPart: /spreadsheetml\.(?:sheet|template)\.main|excel\.(?:sheet|template)\.macroEnabled/i },
    read: laidOut(async () => (await import('./xlsx')).readXlsx),
  },
  odt: {
    signs: { mimetype: /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/ },
    read: laidOut(async () => (await import('./odt')).readOdt),
  },
  odp: {
    signs: { mimetype: /^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/ },
    read: laidOut(async () => (await import('./odp')).readOdp),
  },
  ods: {
    signs: { mimetype: /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/ },
    read: laidOut(async () => (await import('./ods')).readOds),
  },
  epub: {
    signs: { mimetype: /^application\/epub\+zip$/ },
    read: laidOut(async () => (await import('./epub')).readEpub),
  },
} as const satisfies Record<FormatId, Format>;

export const readerOf = (format: FormatId): Format => readers[format];

const inOrder = Object.entries(readers) as [FormatId, Format][];

/** The format whose signs hold, the first one of the list. */
export const formatBySigns = (holds: (signs: Signs, format: FormatId) => boolean | undefined): FormatId | null =>
  inOrder.find(([format, { signs }]) => signs !== undefined && holds(signs, format))?.[0] ?? null;

/** The format that a file's name promises, or null for a name that promises none that is read. */
export const formatOfName = (fileName: string): FormatId | null => formatOfExtension(extensionOf(fileName));

/**
 * Documents that people keep and that have no reader, by what their programs can save them as. A walk takes them up, so
 * that each is named with what to do instead of being passed over.
 */
const savedAs = new Map(
  Object.entries({
    docx: 'doc dot pages wpd wps',
    xlsx: 'xls xlt xlsb numbers',
    pptx: 'ppt pps pot',
    pdf: 'djvu djv xps oxps',
    epub: 'mobi azw azw3',
  }).flatMap(([target, extensions]) => extensions.split(' ').map((extension) => [extension, target] as const)),
);

/** Whether a name promises a document that has no reader; its content may still have one, as an RTF named .doc. */
export const isUnreadDocument = (fileName: string): boolean => savedAs.has(extensionOf(fileName));

/** Advice for such a document; null for every other name. */
export function savedElsewhere(fileName: string): VitrineError | null {
  const extension = extensionOf(fileName);
  const saveAs = savedAs.get(extension);
  if (saveAs === undefined) return null;
  return new VitrineError('unsupported', { why: 'save-as', extension, saveAs });
}

/** The format's name for people: the usual extension of its files. */
export const nameOfFormat = (format: FormatId): string => `.${formats[format].extensions[0]}`;

type BlockReader = (bytes: Uint8Array, context: ReadContext) => Promise<ReadBlocks>;

function laidOut(open: () => Promise<BlockReader>): Format['read'] {
  return async (bytes, _, context) => laidOutAs(await (await open())(bytes, context), context);
}

const laidOutAs = ({ blocks, ...read }: ReadBlocks, context: ReadContext): Read => ({
  ...read,
  ...layoutBlocks(blocks, context),
});

function textOf(decoded: DecodedText | null): DecodedText {
  if (decoded === null) throw new VitrineError('no-text');
  return decoded;
}

/** The decoded file as it is. */
function readText(decoded: DecodedText | null): Read {
  const { text, warnings } = textOf(decoded);
  return { title: null, text, pages: [], headings: [], blocks: blocksOfText(text), warnings };
}

function readCode(decoded: DecodedText | null): Read {
  const { text, warnings } = textOf(decoded);
  const blocks = text === '' ? [] : [{ kind: 'code', start: 0, end: text.length } as const];
  return { title: null, text, pages: [], headings: [], blocks, warnings };
}

async function readMarkdownText(_: Uint8Array, decoded: DecodedText | null): Promise<Read> {
  const { text, warnings } = textOf(decoded);
  if (!/\S/.test(text)) throw new VitrineError('no-text');
  const { readMarkdown } = await import('./markdown');
  const { warnings: own, ...read } = readMarkdown(text);
  return { ...read, text, pages: [], warnings: [...warnings, ...own] };
}

const page = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!doctype\s+html\b|<html[\s>])/i;
const header = /^([A-Za-z][A-Za-z0-9-]*):/;
/** Headers that only mails have. */
const ownHeaders = new Set(['message-id', 'mime-version', 'received', 'return-path', 'delivered-to', 'dkim-signature']);
const usualHeaders = new Set(['from', 'to', 'subject', 'date', 'cc', 'reply-to', 'content-type']);

function isMail(head: string, isNamed: boolean): boolean {
  let own = 0;
  let usual = 0;
  // The last line may be cut off; headers end with an empty one.
  for (const line of head.split(/\r?\n/).slice(0, -1)) {
    if (line === '') break;
    const name = header.exec(line)?.[1]?.toLowerCase();
    if (name === undefined && !/^[ \t]/.test(line)) return false;
    if (name !== undefined && ownHeaders.has(name)) own += 1;
    if (name !== undefined && usualHeaders.has(name)) usual += 1;
  }
  return isNamed ? own + usual >= 2 : own >= 1 && usual >= 2;
}
