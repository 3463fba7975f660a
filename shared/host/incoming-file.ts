/**
 * Files with bytes but without a place on disk: uploads of a browser, and items pasted or dragged from another program.
 * They wait in the library's folder `incoming`, each in a folder named after its content, and stay there while a
 * document uses them.
 */
import { visibleText } from '../visible-text';

export const incomingFolder = 'incoming';

/** Its folder there: the start of its sha256 (hex), which gives equal bytes the same place. */
export const incomingHome = (sha256: string): string => sha256.slice(0, 16);

const insideIncoming = new RegExp(`[/\\\\]${incomingFolder}[/\\\\][0-9a-f]{16}[/\\\\]([^/\\\\]+)$`);

/** The visible part of a document's path: the name alone for a file without a place of its own. */
export const shownPath = (path: string): string => visibleText(insideIncoming.exec(path)?.[1] ?? path);

/** Characters of a name that are kept, without its extension; and of that. */
const stemLength = 60;
const extensionLength = 20;

/** A plain file name from any name: no folders, no control characters, of moderate length. */
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

/** The kind of the bytes, whatever their name; null unless they are a picture, a PDF or text in UTF-8. */
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

/** Browsers' name for a picture on the clipboard, which has none. */
const nameless = /^(?:image|blob|unknown)?(\.[a-z]{3,4})?$/i;

/** The name of a file, or `unnamed` with its extension if its name says nothing. */
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

const alike: Partial<Record<IncomingKind, readonly string[]>> = { jpg: ['jpeg'], tif: ['tiff'], txt: ['md'] };
