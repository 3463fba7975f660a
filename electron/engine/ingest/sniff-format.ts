import { VitrineError } from '@shared/errors';
import type { DocumentFormat } from './contract';
import { type DecodedText, decodeText } from './decode-text';
import { extensionOf, safeDisplayName } from './display-name';

/** The PDF header may stand behind other bytes; readers look for it in the first 1024 (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WINDOW = 1024;

/** Extensions that promise something other than text; text under such a name is worth a warning. */
const binaryExtensions = new Set(
  'pdf doc docx odt rtf xls xlsx ods ppt pptx odp epub zip gz 7z rar png jpg jpeg gif webp tif tiff bmp mp3 mp4'.split(
    ' ',
  ),
);

export interface SniffedFormat {
  readonly format: DocumentFormat;
  readonly mime: string;
  /** The decoded text for text formats, null for PDF; sniffing has to decode anyway. */
  readonly decoded: DecodedText | null;
  readonly warnings: readonly string[];
}

/**
 * What a file is, by its content; the name only tells Markdown from plain text, and is compared with the content
 * for a warning.
 * Errors: `unsupported` (a binary format that has no reader), `damaged` (named .pdf, but without any known content).
 */
export async function sniffFormat(bytes: Uint8Array, fileName: string): Promise<SniffedFormat> {
  const extension = extensionOf(fileName);
  const named = extension === '' ? 'without an extension' : `.${extension}`;
  if (isPdf(bytes, extension)) {
    const warnings = extension === 'pdf' ? [] : [`The file is named ${named} but is a PDF.`];
    return { format: 'pdf', mime: 'application/pdf', decoded: null, warnings };
  }
  const decoded = decodeText(bytes);
  if (decoded !== null && !/^\s*(?:\{\\rtf|%!PS-)/.test(decoded.text.slice(0, 100))) {
    const markdown = extension === 'md' || extension === 'markdown';
    const warnings = binaryExtensions.has(extension) ? [`The file is named ${named} but is plain text.`] : [];
    return markdown
      ? { format: 'md', mime: 'text/markdown', decoded, warnings }
      : { format: 'txt', mime: 'text/plain', decoded, warnings };
  }
  throw await refusal(bytes, fileName, extension);
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
  if (type === undefined && extension === 'pdf') {
    return new VitrineError(
      'damaged',
      `"${name}" is named .pdf but has no PDF in it.`,
      'Get the file again from where it came from, or open it in another program and save it anew.',
    );
  }
  return new VitrineError(
    'unsupported',
    type
      ? `"${name}" is a ${type.ext.toUpperCase()} file (${type.mime}), which has no reader.`
      : `"${name}" is not a text and not a PDF.`,
    'Vitrine reads plain text, Markdown and PDF. Save or export the document as one of these.',
    type ? { mime: type.mime } : undefined,
  );
}
