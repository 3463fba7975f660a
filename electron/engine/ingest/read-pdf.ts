import { VitrineError } from '@shared/errors';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ReadDocument } from './contract';
import { safeDisplayName } from './display-name';
import { needsRecognition, type ReadContext } from './format-errors';
import { isMadeUpTitle } from './made-up-title';
import { damagedPdf, openingError, openPdf } from './open-pdf';
import { layoutPdf } from './pdf-layout';
import { linesOf, type PdfLine, type PdfTextItem } from './pdf-lines';
import { linesOfRecognised, recognitionWarnings } from './recognised-page';

/** Where a PDF ends; readers look for the mark in the last 1024 bytes (ISO 32000-1, annex H.3.4.4). */
const END_MARK_WINDOW = 1024;

/**
 * The text of a PDF by page. Opens what an empty password opens.
 * Errors: `encrypted`, `damaged`, `too-many-pages`, `no-text` (scans, and PDFs without a page), `too-large` (the
 *   text alone exceeds the limit of a file); an aborted signal throws its reason between pages.
 */
export async function readPdf(
  bytes: Uint8Array,
  { fileName, limits, signal, recognised }: ReadContext,
): Promise<Pick<ReadDocument, 'title' | 'text' | 'pages' | 'headings' | 'blocks' | 'warnings' | 'textless'>> {
  const name = safeDisplayName(fileName);
  const complete = endsProperly(bytes);
  const { pdf, close } = await openPdf(bytes, fileName, signal);
  try {
    if (pdf.numPages > limits.maxPages) throw tooManyPages(name, pdf.numPages, limits.maxPages);
    const { pages: own, broken } = await readPages(pdf, name, limits.maxFileBytes, signal);
    const textless = own.flatMap((lines, at) => (lines.length === 0 && !broken.includes(at + 1) ? [at + 1] : []));
    const used = recognised?.filter(({ page }) => textless.includes(page)) ?? [];
    const pages = own.map((lines, at) => {
      const found = used.find(({ page }) => page === at + 1);
      return found ? linesOfRecognised(found) : lines;
    });
    const layout = layoutPdf(pages);
    if (!/\S/.test(layout.text)) {
      throw nothingFound({ fileName, recognised }, own.length, broken.length, complete);
    }
    const warnings = [...pageWarnings(pages, broken), ...recognitionWarnings(used)];
    if (!complete) warnings.push('The PDF has no proper end; what could be recovered was read.');
    const title = (await metadataTitle(pdf)) ?? firstHeading(layout.headings);
    return { ...layout, title, warnings, ...(textless.length > 0 ? { textless } : {}) };
  } catch (error) {
    throw signal?.aborted ? signal.reason : openingError(error, name);
  } finally {
    await close();
  }
}

async function readPages(
  pdf: PDFDocumentProxy,
  name: string,
  maxCharacters: number,
  signal?: AbortSignal,
): Promise<{ pages: PdfLine[][]; broken: number[] }> {
  const pages: PdfLine[][] = [];
  const broken: number[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    signal?.throwIfAborted();
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
      throw new VitrineError(
        'too-large',
        `"${name}" unpacks to more than ${maxCharacters} characters of text.`,
        'Split the PDF, or raise ingest.maxFileBytes in the limits.',
        { page: number, maxCharacters },
      );
    }
    pages.push(lines);
  }
  return { pages, broken };
}

function endsProperly(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - END_MARK_WINDOW));
  return Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).includes('%%EOF');
}

async function metadataTitle(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? safeTitle(info.Title) : '';
  return title === '' || isMadeUpTitle(title) ? null : title;
}

function safeTitle(title: string): string {
  return title
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 300);
}

function firstHeading(headings: ReadDocument['headings']): string | null {
  return headings.find((heading) => heading.level === 1)?.text ?? null;
}

function pageWarnings(pages: readonly (readonly PdfLine[])[], broken: readonly number[]): string[] {
  const warnings: string[] = [];
  if (broken.length > 0) {
    warnings.push(`${broken.length} of ${pages.length} pages could not be read: ${broken.slice(0, 20).join(', ')}.`);
  }
  const blank = pages.filter((lines) => lines.length === 0).length - broken.length;
  if (blank > 0) {
    warnings.push(`${blank} of ${pages.length} pages have no text; they may be empty or scanned.`);
  }
  return warnings;
}

function tooManyPages(name: string, pages: number, maxPages: number): VitrineError {
  return new VitrineError(
    'too-many-pages',
    `"${name}" has ${pages} pages; the limit is ${maxPages}.`,
    'Split the PDF, or raise ingest.maxPages in the limits.',
    { pages, maxPages },
  );
}

function nothingFound(
  context: Pick<ReadContext, 'fileName' | 'recognised'>,
  pages: number,
  broken: number,
  complete: boolean,
): VitrineError {
  const name = safeDisplayName(context.fileName);
  if (pages > 0 && (broken === pages || !complete)) return damagedPdf(name);
  if (pages === 0) {
    return new VitrineError('no-text', `"${name}" has no pages.`, 'Export the document again from its program.');
  }
  return needsRecognition(context, 'no-text', `has ${pages} pages and no text in them: it is probably a scan`, pages);
}
