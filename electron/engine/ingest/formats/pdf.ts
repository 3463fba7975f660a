import { VitrineError } from '@shared/errors';
import { type Remark, remark } from '@shared/words/sayings';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { plainLine } from '../document';
import { linesOfRecognised, recognitionWarnings } from '../ocr/recognised-page';
import type { Read } from '../own-facts';
import { openingError, openPdf } from '../pdf/open-pdf';
import { layoutPdf } from '../pdf/pdf-layout';
import { linesOf, type PdfLine, type PdfTextItem } from '../pdf/pdf-lines';
import { needsRecognition, type ReadContext } from '../reader-errors';

/** The end of a PDF; readers look for the mark in the last 1024 bytes (ISO 32000-1, annex H.3.4.4). */
const END_MARK_WINDOW = 1024;
const MAX_TITLE_CHARACTERS = 300;

/**
 * The text of a PDF by page.
 * Errors: `encrypted`, `damaged`, `too-many-pages`, `no-text` (scans, and PDFs without a page), `too-large` (the
 *   text alone exceeds the limit of a file); an aborted signal throws its reason between pages.
 */
export async function readPdf(bytes: Uint8Array, context: ReadContext): Promise<Read> {
  const { limits, signal, recognised, password } = context;
  const complete = endsProperly(bytes);
  const { pdf, close } = await openPdf(bytes, signal, password);
  try {
    if (pdf.numPages > limits.maxPages) throw tooManyPages(pdf.numPages, limits.maxPages);
    const { pages: own, broken } = await readPages(pdf, context);
    const textless = own.flatMap((lines, at) => (lines.length === 0 && !broken.includes(at + 1) ? [at + 1] : []));
    const used = recognised?.filter(({ page }) => textless.includes(page)) ?? [];
    const pages = own.map((lines, at) => {
      const found = used.find(({ page }) => page === at + 1);
      return found ? linesOfRecognised(found) : lines;
    });
    const layout = layoutPdf(pages);
    if (!/\S/.test(layout.text)) {
      throw nothingFound({ recognised }, own.length, broken.length, complete);
    }
    const warnings = [...pageWarnings(pages, broken), ...recognitionWarnings(used)];
    if (!complete) warnings.push(remark('pdf-no-end'));
    const { title, ...facts } = await metadataOf(pdf);
    return {
      ...layout,
      ...facts,
      title: title || firstHeading(layout.headings),
      warnings,
      ...(textless.length > 0 ? { textless } : {}),
    };
  } catch (error) {
    throw signal?.aborted ? signal.reason : openingError(error);
  } finally {
    await close();
  }
}

async function readPages(
  pdf: PDFDocumentProxy,
  { limits: { maxFileBytes: maxCharacters }, signal, goesOn }: ReadContext,
): Promise<{ pages: PdfLine[][]; broken: number[] }> {
  const pages: PdfLine[][] = [];
  const broken: number[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    signal?.throwIfAborted();
    goesOn?.();
    let lines: PdfLine[] = [];
    try {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      lines = linesOf(content.items.filter((item): item is typeof item & PdfTextItem => 'str' in item));
      page.cleanup();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // One broken page does not lose the others; it is named in the warnings.
      broken.push(number);
    }
    characters = lines.reduce((sum, line) => sum + line.text.length, characters);
    if (characters > maxCharacters) {
      throw new VitrineError('too-large', { why: 'characters', page: number, maxCharacters });
    }
    pages.push(lines);
  }
  return { pages, broken };
}

function endsProperly(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - END_MARK_WINDOW));
  return Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).includes('%%EOF');
}

/** The facts of the information dictionary; without an author there, those of the XMP packet. */
async function metadataOf(pdf: PDFDocumentProxy): Promise<{ title: string; author: string; created: string }> {
  const { info, metadata } = await pdf.getMetadata();
  const entries = new Map<string, unknown>(Object.entries(info));
  const text = (key: string) => {
    const value = entries.get(key);
    return typeof value === 'string' ? value : '';
  };
  // Its type names strings alone; a sequence is an array.
  const creators: unknown = metadata?.get('dc:creator');
  return {
    title: plainLine(text('Title'), MAX_TITLE_CHARACTERS),
    author: text('Author') || [creators ?? []].flat().join(', '),
    created: text('CreationDate'),
  };
}

function firstHeading(headings: Read['headings']): string | null {
  return headings.find((heading) => heading.level === 1)?.text ?? null;
}

function pageWarnings(pages: readonly (readonly PdfLine[])[], broken: readonly number[]): Remark[] {
  const warnings: Remark[] = [];
  const of = { pages: pages.length };
  if (broken.length > 0) {
    const said = broken.slice(0, 20).join(', ');
    warnings.push(remark('pages-unread', { ...of, unread: broken.length, said }));
  }
  const empty = pages.filter((lines) => lines.length === 0).length - broken.length;
  if (empty > 0) warnings.push(remark('pages-without-text', { ...of, empty }));
  return warnings;
}

function tooManyPages(pages: number, maxPages: number): VitrineError {
  return new VitrineError('too-many-pages', { why: 'pages', pages, maxPages });
}

function nothingFound(
  context: Pick<ReadContext, 'recognised'>,
  pages: number,
  broken: number,
  complete: boolean,
): VitrineError {
  if (pages > 0 && (broken === pages || !complete)) return new VitrineError('damaged');
  if (pages === 0) {
    return new VitrineError('no-text', { why: 'no-pages' });
  }
  return needsRecognition(context, 'scan', pages);
}
