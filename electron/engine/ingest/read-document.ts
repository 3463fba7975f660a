import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { ReadDocument } from './contract';
import { detectLanguage } from './detect-language';
import { safeDisplayName } from './display-name';
import { checkFileSize } from './read-file-bytes';
import { readMarkdown } from './read-markdown';
import { readPdf } from './read-pdf';
import { sniffFormat } from './sniff-format';

/**
 * A document's text and structure from its bytes; `bytes` is not changed.
 *
 * @param fileName only to tell Markdown from plain text and for messages; never used as a path
 * Errors: `empty`, `too-large`, `unsupported`, `no-text`, `encrypted`, `damaged`, `too-many-pages`; an aborted
 *   signal throws its reason, between pages at the latest.
 */
export async function readDocument(
  bytes: Uint8Array,
  fileName: string,
  limits: Pick<PipelineLimits['ingest'], 'maxFileBytes' | 'maxPages'>,
  signal?: AbortSignal,
): Promise<ReadDocument> {
  signal?.throwIfAborted();
  checkFileSize(bytes.byteLength, fileName, limits);
  const { format, mime, decoded, warnings } = await sniffFormat(bytes, fileName);
  signal?.throwIfAborted();
  if (decoded === null) {
    const pdf = await readPdf(bytes, fileName, limits, signal);
    return {
      format,
      mime,
      ...pdf,
      blocks: [],
      language: detectLanguage(pdf.text),
      warnings: [...warnings, ...pdf.warnings],
    };
  }

  const { text } = decoded;
  if (!/\S/.test(text)) {
    throw new VitrineError(
      'no-text',
      `"${safeDisplayName(fileName)}" has nothing but white space.`,
      'Add a file that has text in it.',
    );
  }
  const structure = format === 'md' ? readMarkdown(text) : { title: null, headings: [], blocks: [], warnings: [] };
  return {
    format,
    mime,
    title: structure.title,
    text,
    pages: [],
    headings: structure.headings,
    blocks: structure.blocks,
    language: detectLanguage(text),
    warnings: [...warnings, ...decoded.warnings, ...structure.warnings],
  };
}
