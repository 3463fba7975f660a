import type { DocumentFormat } from './contract';
import { encrypted, type ReadContext } from './format-errors';
import { openZip } from './zip-container';

/** First bytes of a zip, and of the older Office files, which also wrap encrypted newer ones ([MS-CFB] 2.2). */
const ZIP = 'PK\u0003\u0004';
const COMPOUND = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1';
/** Name of the stream that holds an encrypted Office file ([MS-OFFCRYPTO] 2.3.4.4). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

/** Types by which a package names its main part. */
const officeTypes: readonly (readonly [RegExp, DocumentFormat])[] = [
  [/wordprocessingml\.(?:document|template)\.main|word\.(?:document|template)\.macroEnabled/i, 'docx'],
  [/presentationml\.(?:presentation|slideshow|template)\.main|powerpoint\.\w+\.macroEnabled\.main/i, 'pptx'],
  [/spreadsheetml\.(?:sheet|template)\.main|excel\.(?:sheet|template)\.macroEnabled/i, 'xlsx'],
];

/**
 * The format of a zip-based document by what it says of itself inside, null for any other zip and any other file.
 * Errors: `encrypted`, `damaged`, `too-large`.
 */
export async function sniffContainer(bytes: Uint8Array, context: ReadContext): Promise<DocumentFormat | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, COMPOUND.length).toString('latin1');
  if (head === COMPOUND && buffer.includes(ENCRYPTED_STREAM)) throw encrypted(context);
  if (!head.startsWith(ZIP)) return null;
  const zip = await openZip(bytes, context);
  if (zip.has('[Content_Types].xml')) {
    const types = await zip.text('[Content_Types].xml');
    return officeTypes.find(([type]) => type.test(types))?.[1] ?? null;
  }
  const mime = zip.has('mimetype') ? (await zip.text('mimetype')).trim() : '';
  if (mime === 'application/epub+zip' || (mime === '' && zip.has('META-INF/container.xml'))) return 'epub';
  return /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/.test(mime) ? 'odt' : null;
}
