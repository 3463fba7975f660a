/**
 * Files that come with their bytes and without a place on disk: what a browser uploads, and what is pasted or dragged
 * from another program. They wait in the library's folder `incoming`, each in a folder named after its content, and
 * stay there for as long as a document rests on them.
 */
import { visibleText } from '../visible-text';

/** The folder inside the library. */
export const incomingFolder = 'incoming';

/** The folder in it where a file lies: by the start of its sha256 (hex), so that the same bytes have the same place. */
export const incomingHome = (sha256: string): string => sha256.slice(0, 16);

const insideIncoming = new RegExp(`[/\\\\]${incomingFolder}[/\\\\][0-9a-f]{16}[/\\\\]([^/\\\\]+)$`);

/** What a person is shown of a document's path: of a file without a place of its own, its name. */
export const shownPath = (path: string): string => visibleText(insideIncoming.exec(path)?.[1] ?? path);

/** Characters of a name that are kept, without its extension; and of that. */
const stemLength = 60;
const extensionLength = 20;

/** A plain file name from what somebody calls a file: no folders, no control characters, of moderate length. */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = [...last]
    .map((char) => (/[<>:"|?*\p{Cc}\p{Cf}]/u.test(char) ? '_' : char))
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 ? plain.slice(dot).slice(0, extensionLength) : '';
  const stem = [...(dot > 0 ? plain.slice(0, dot) : plain)].slice(0, stemLength).join('');
  return stem === '' && extension === '' ? 'file' : `${stem}${extension}`;
}

/** The kinds of content that are taken without a file on disk, each by the extension that it gets. */
type IncomingKind = 'png' | 'jpg' | 'gif' | 'webp' | 'bmp' | 'tif' | 'pdf' | 'txt';

/** By the first bytes, as Latin-1: PNG (ISO 15948), JPEG (ITU T.81), GIF (89a), WebP (RFC 9649), BMP, TIFF (6.0), PDF. */
const heads: readonly (readonly [IncomingKind, RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  // The reserved bytes tell it from a text that begins with BM.
  ['bmp', /^BM[\s\S]{4}\0{4}/],
  ['tif', /^(?:II\*\0|MM\0\*)/],
  ['pdf', /^%PDF-/],
];

/** What the bytes are, whatever they are called; null for what is neither a picture nor a PDF nor text in UTF-8. */
export function kindOfIncoming(bytes: Uint8Array): IncomingKind | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const known = heads.find(([, pattern]) => pattern.test(head));
  if (known) return known[0];
  return bytes.length > 0 && isText(bytes) ? 'txt' : null;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // Not UTF-8, which is all that this tells.
    return false;
  }
}

/** What browsers call a picture on the clipboard, which has no name. */
const nameless = /^(?:image|blob|unknown)?(\.[a-z]{3,4})?$/i;

/** What a file is called, or `unnamed` with its extension where its name says nothing. */
export function nameOr(name: string, unnamed: string): string {
  const said = nameless.exec(name.trim());
  return said && unnamed !== '' ? `${unnamed}${said[1] ?? ''}` : name;
}

/** The name under which such a file is kept: with the extension of what it is. */
export function incomingName(name: string, kind: IncomingKind): string {
  const own = plainFileName(name);
  const dot = own.lastIndexOf('.');
  const extension = own.slice(dot + 1).toLowerCase();
  const fits = dot > 0 && (extension === kind || (alike[kind]?.includes(extension) ?? false));
  return fits ? own : `${own}.${kind}`;
}

/** Other names of the same kinds. */
const alike: Partial<Record<IncomingKind, readonly string[]>> = { jpg: ['jpeg'], tif: ['tiff'], txt: ['md'] };
