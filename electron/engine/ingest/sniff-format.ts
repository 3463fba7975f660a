import { VitrineError } from '@shared/errors';
import type { DocumentFormat } from './contract';
import { type DecodedText, decodeText } from './decode-text';
import { extensionOf, safeDisplayName } from './display-name';
import type { ReadLimits } from './format-errors';
import { formatOfName, formatPhrases, mimeTypes } from './format-names';
import { type Picture, pictureOf } from './picture';
import { sniffContainer } from './sniff-container';
import { sniffText } from './sniff-text';
import { savedElsewhere } from './unread-formats';

/** The PDF header may stand behind other bytes; readers look for it in the first 1024 (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WINDOW = 1024;
/** So much tells one kind of text from another. */
const TEXT_WINDOW = 16_384;

/** Extensions that promise something other than text; text under such a name is worth a warning. */
const binaryExtensions = new Set(
  'pdf doc docx odt rtf xls xlsx ods ppt pptx odp epub zip gz 7z rar png jpg jpeg gif webp tif tiff bmp mp3 mp4'.split(
    ' ',
  ),
);

export interface SniffedFormat {
  readonly format: DocumentFormat;
  readonly mime: string;
  /** The decoded text of formats that are read as it stands, else null; sniffing has to decode anyway. */
  readonly decoded: DecodedText | null;
  readonly warnings: readonly string[];
}

/**
 * What a file is, by its content; the name tells the kinds of text apart, and is compared with the content for a
 * warning.
 * Errors: `unsupported` (a binary format that has no reader), `damaged` (named .pdf or .docx, but without any known content;
 * a broken zip), `encrypted`, `too-large` (a zip beyond the limits).
 */
export async function sniffFormat(bytes: Uint8Array, fileName: string, limits: ReadLimits): Promise<SniffedFormat> {
  const extension = extensionOf(fileName);
  if (isPdf(bytes, extension)) return found('pdf', fileName, null);
  const picture = pictureOf(bytes);
  if (picture !== null) return foundPicture(picture, fileName);
  const container = await sniffContainer(bytes, { fileName, limits });
  if (container !== null) return found(container, fileName, null);
  const named = formatOfName(fileName);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, TEXT_WINDOW)).toString('latin1');
  const kind = sniffText(head, named);
  // These name their own encodings, and parts of them may be binary.
  if (kind === 'rtf' || kind === 'eml' || kind === 'mbox') return found(kind, fileName, null);
  const decoded = decodeText(bytes);
  if (kind === 'html' && (decoded !== null || named === 'html')) return found('html', fileName, null);
  if (decoded !== null && !/^\s*%!PS-/.test(decoded.text.slice(0, 100))) {
    const warnings = binaryExtensions.has(extension) ? [`The file is named .${extension} but is plain text.`] : [];
    const format = kind ?? 'txt';
    return { format, mime: mimeTypes[format], decoded, warnings };
  }
  throw await refusal(bytes, fileName, extension);
}

/** A format that was told by its content alone. */
function found(format: DocumentFormat, fileName: string, decoded: null): SniffedFormat {
  const extension = extensionOf(fileName);
  const named = extension === '' ? 'without an extension' : `.${extension}`;
  const warnings =
    formatOfName(fileName) === format ? [] : [`The file is named ${named} but is ${formatPhrases[format]}.`];
  return { format, mime: mimeTypes[format], decoded, warnings };
}

function foundPicture({ mime }: Picture, fileName: string): SniffedFormat {
  return { ...found('image', fileName, null), mime };
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

async function refusal(bytes: Uint8Array, fileName: string, extension: string): Promise<VitrineError> {
  const name = safeDisplayName(fileName);
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes);
  const elsewhere = savedElsewhere(fileName);
  if (elsewhere) return elsewhere;
  const promised = formatOfName(fileName);
  if (type === undefined && promised !== null && binaryExtensions.has(extension)) {
    return new VitrineError(
      'damaged',
      `"${name}" is named .${extension} but is not ${formatPhrases[promised]}.`,
      'Get the file again from where it came from, or open it in another program and save it anew.',
    );
  }
  return new VitrineError(
    'unsupported',
    type
      ? `"${name}" is a ${type.ext.toUpperCase()} file (${type.mime}), which has no reader.`
      : `"${name}" is not a text, nor anything else that Vitrine reads.`,
    'Vitrine reads text, PDF, web pages, e-books, mails, tables and office documents. Export the document as one of these.',
    type ? { mime: type.mime } : undefined,
  );
}
