import { VitrineError } from '@shared/errors';
import { type FormatId, formats } from '@shared/formats';
import { type Remark, remark } from '@shared/words/sayings';
import { type DecodedText, decodeText } from './decode-text';
import { extensionOf } from './document';
import { pictureOf } from './formats/image';
import { formatBySigns, formatOfName, isUnreadDocument, nameOfFormat, readerOf, savedElsewhere } from './formats/index';
import { openZip, type ZipContainer } from './formats/zip-container';
import type { ReadContext, ReadLimits } from './reader-errors';
import kinds from './unread-kinds.json';

/** The PDF header may follow other bytes; readers look for it in the first 1024 (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WINDOW = 1024;
/** So much tells one kind of text from another. */
const TEXT_WINDOW = 16_384;
/** Longer parts of a zip than these bytes are no list of what it holds. */
const LARGEST_SIGN = 16 * 1024 * 1024;
/** First bytes of a zip, and of the older Office files, which also wrap encrypted newer ones ([MS-CFB] 2.2). */
const ZIP = 'PK\u0003\u0004';
const COMPOUND = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1';
/** Name of the stream that holds an encrypted Office file ([MS-OFFCRYPTO] 2.3.4.4). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
/** Kinds that are not documents. */
const otherExtensions = new Set(['zip', 'gz', '7z', 'rar', 'mp3', 'mp4']);

export interface SniffedFormat {
  readonly format: FormatId;
  readonly mime: string;
  /** The decoded text of formats that are read as text, otherwise null; sniffing has to decode anyway. */
  readonly decoded: DecodedText | null;
  readonly warnings: readonly Remark[];
}

/**
 * The kind of a file, by its content; the name distinguishes the kinds of text, and is compared with the content for a
 * warning. Errors: `unsupported` (a binary format without a reader), `damaged` (named .pdf or .docx, but without any
 * known content; a broken zip), `encrypted`, `too-large` (a zip beyond the limits).
 */
export async function sniffFormat(bytes: Uint8Array, fileName: string, limits: ReadLimits): Promise<SniffedFormat> {
  const extension = extensionOf(fileName);
  const kind = await sniffMarks(bytes, fileName, limits);
  if (kind === 'image') return { ...found(kind, fileName), mime: pictureOf(bytes)?.mime ?? formats.image.mime };
  // These name their own encodings, and parts of them may be binary.
  if (kind !== null && !readerOf(kind).decoded) return found(kind, fileName);
  const decoded = decodeText(bytes);
  if (decoded === null || /^\s*%!PS-/.test(decoded.text.slice(0, 100))) throw refusal(bytes, fileName, extension);
  const format = kind ?? 'txt';
  const warnings = promisesBinary(fileName) ? [namedOtherwise(extension, format)] : [];
  return { format, mime: formats[format].mime, decoded, warnings };
}

/**
 * The same by a quick look, which costs next to nothing: a `txt` may turn out to be no text. Errors: `damaged`,
 * `encrypted`, `too-large`.
 */
export async function formatAtSight(bytes: Uint8Array, fileName: string, limits: ReadLimits): Promise<FormatId> {
  return (await sniffMarks(bytes, fileName, limits)) ?? 'txt';
}

async function sniffMarks(bytes: Uint8Array, fileName: string, limits: ReadLimits): Promise<FormatId | null> {
  if (isPdf(bytes, extensionOf(fileName))) return 'pdf';
  if (pictureOf(bytes) !== null) return 'image';
  const container = await sniffContainer(bytes, { fileName, limits });
  return container ?? sniffText(bytes, formatOfName(fileName));
}

/** A format known by its content alone. */
function found(format: FormatId, fileName: string): SniffedFormat {
  const warnings = formatOfName(fileName) === format ? [] : [namedOtherwise(extensionOf(fileName), format)];
  return { format, mime: formats[format].mime, decoded: null, warnings };
}

function namedOtherwise(extension: string, format: FormatId): Remark {
  const kind = nameOfFormat(format);
  return extension === '' ? remark('unnamed-kind', { kind }) : remark('named-otherwise', { extension, kind });
}

/** Whether a name promises something other than text; text under such a name is worth a warning. */
function promisesBinary(fileName: string): boolean {
  if (isUnreadDocument(fileName) || otherExtensions.has(extensionOf(fileName))) return true;
  const named = formatOfName(fileName);
  const reader = named && readerOf(named);
  return reader !== null && !reader.decoded && reader.signs?.text === undefined;
}

function isPdf(bytes: Uint8Array, extension: string): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WINDOW + 5)).toString(
    'latin1',
  );
  const at = head.indexOf('%PDF-');
  if (at < 0) return false;
  // A text that quotes the header is still a text: away from the start, the name or a binary byte has to agree.
  const before = head.slice(0, at).replace(/^\u00EF\u00BB\u00BF/, '');
  return before.trim() === '' || extension === 'pdf' || before.includes('\0');
}

/**
 * The format of a zip-based document by what it says of itself inside, null for any other zip and any other file.
 * Errors: `encrypted`, `damaged`, `too-large`.
 */
async function sniffContainer(bytes: Uint8Array, context: ReadContext): Promise<FormatId | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, COMPOUND.length).toString('latin1');
  if (head === COMPOUND && buffer.includes(ENCRYPTED_STREAM)) throw new VitrineError('encrypted');
  if (!head.startsWith(ZIP)) return null;
  const zip = await openZip(bytes, context);
  if (zip.has('[Content_Types].xml')) {
    const types = await zip.text('[Content_Types].xml', LARGEST_SIGN);
    return formatBySigns(({ mainPart }) => mainPart?.test(types));
  }
  const mime = await mimeIn(zip);
  if (mime === '' && zip.has('META-INF/container.xml')) return 'epub';
  return formatBySigns(({ mimetype }) => mimetype?.test(mime));
}

/**
 * The kind of a zip in its own words: in `mimetype`, otherwise in its manifest (OASIS OpenDocument 1.3 part 2, 3.3 and
 * 4).
 */
async function mimeIn(zip: ZipContainer): Promise<string> {
  if (zip.has('mimetype')) return (await zip.text('mimetype', LARGEST_SIGN)).trim();
  if (!zip.has('META-INF/manifest.xml')) return '';
  const manifest = await zip.text('META-INF/manifest.xml', LARGEST_SIGN);
  const [whole = ''] = /<[^<>]*\bfull-path="\/"[^<>]*>/.exec(manifest) ?? [];
  return /\bmedia-type="([^"]*)"/.exec(whole)?.[1] ?? '';
}

/**
 * The kind of a text by its beginning and, in doubt, by its name; null if it is neither marked as anything nor named as
 * text.
 */
function sniffText(bytes: Uint8Array, named: FormatId | null): FormatId | null {
  const window = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, TEXT_WINDOW));
  const head = window.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
  const marked = formatBySigns(({ start }) => start?.test(head));
  if (marked !== null) return marked;
  if (named !== null && readerOf(named).byName) return named;
  return formatBySigns(({ text }, format) => text?.(head, format === named)) ?? (named === 'txt' ? 'txt' : null);
}

/**
 * Beginnings of files without a reader, for a refusal that names their kind: MIME type, bytes as Latin-1, and their
 * place.
 */
const unreadKinds: readonly { readonly mime: string; readonly mark: string; readonly at?: number }[] = kinds;
/** So much of a file's beginning tells its kind: a tar names itself behind 257 bytes. */
const KIND_WINDOW = 512;

function refusal(bytes: Uint8Array, fileName: string, extension: string): VitrineError {
  const elsewhere = savedElsewhere(fileName);
  if (elsewhere) return elsewhere;
  const head = Buffer.from(bytes.subarray(0, KIND_WINDOW)).toString('latin1');
  const { mime } = unreadKinds.find(({ mark, at = 0 }) => head.startsWith(mark, at)) ?? {};
  if (mime !== undefined) return new VitrineError('unsupported', { why: 'kind', mime });
  if (formatOfName(fileName) === null || !promisesBinary(fileName)) return new VitrineError('unsupported');
  return new VitrineError('damaged', { why: 'not-kind', extension });
}
