import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ReadDocument } from './contract';
import { safeDisplayName } from './display-name';
import { layoutPdf } from './pdf-layout';
import { linesOf, type PdfLine, type PdfTextItem } from './pdf-lines';

/** Where a PDF ends; readers look for the mark in the last 1024 bytes (ISO 32000-1, annex H.3.4.4). */
const END_MARK_WINDOW = 1024;

/**
 * The text of a PDF by page. Opens what an empty password opens.
 * Errors: `encrypted`, `damaged`, `too-many-pages`, `no-text` (scans, and PDFs without a page), `too-large` (the
 *   text alone exceeds the limit of a file); an aborted signal throws its reason between pages.
 */
export async function readPdf(
  bytes: Uint8Array,
  fileName: string,
  limits: Pick<PipelineLimits['ingest'], 'maxFileBytes' | 'maxPages'>,
  signal?: AbortSignal,
): Promise<Pick<ReadDocument, 'title' | 'text' | 'pages' | 'headings' | 'warnings'>> {
  const name = safeDisplayName(fileName);
  const complete = endsProperly(bytes);
  const { getDocument, VerbosityLevel } = await loadPdfjs();
  const folder = packageFolder();
  signal?.throwIfAborted();
  const task = getDocument({
    // pdf.js takes the buffer for itself, so it gets a copy.
    data: new Uint8Array(bytes),
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
    cMapUrl: join(folder, 'cmaps') + sep,
    cMapPacked: true,
    wasmUrl: join(folder, 'wasm') + sep,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages > limits.maxPages) throw tooManyPages(name, pdf.numPages, limits.maxPages);
    const { pages, broken } = await readPages(pdf, name, limits.maxFileBytes, signal);
    const layout = layoutPdf(pages);
    if (!/\S/.test(layout.text)) throw nothingFound(name, pages.length, broken.length, complete);
    const warnings = pageWarnings(pages, broken);
    if (!complete) warnings.push('The PDF has no proper end; what could be recovered was read.');
    return { ...layout, title: (await metadataTitle(pdf)) ?? firstHeading(layout.headings), warnings };
  } catch (error) {
    throw signal?.aborted ? signal.reason : openingError(error, name);
  } finally {
    await task.destroy();
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

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
let loading: Promise<Pdfjs> | null = null;

/** pdf.js is loaded at the first PDF: 130 ms and 29 MB (measured) that a library of texts does not need. */
function loadPdfjs(): Promise<Pdfjs> {
  loading ??= (async () => {
    provideMatrix();
    const restore = keepBuiltins();
    try {
      // With its worker's code present in this thread, pdf.js runs it here and starts no worker of its own.
      await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
      return await import('pdfjs-dist/legacy/build/pdf.mjs');
    } finally {
      restore();
    }
  })();
  return loading;
}

/**
 * The legacy build replaces two built-ins of the whole thread by polyfills for corner cases that neither it nor
 * Vitrine relies on. Put back: 113 instead of 78 pages a second (367 dense pages, measured), and JSON is native again.
 */
function keepBuiltins(): () => void {
  const { push } = Array.prototype;
  const { parse } = JSON;
  return () => {
    Object.defineProperty(Array.prototype, 'push', { value: push, writable: true, configurable: true });
    Object.defineProperty(JSON, 'parse', { value: parse, writable: true, configurable: true });
  };
}

/** Works in source, in a bundle of CommonJS and in an archive: the package is looked up, not assumed beside us. */
function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}

/**
 * pdf.js makes one DOMMatrix while it loads, for drawing. Its canvas package brings the class where it is installed;
 * where it is not, an empty class lets the text reader load.
 */
function provideMatrix(): void {
  const scope: { DOMMatrix?: unknown } = globalThis;
  if (scope.DOMMatrix !== undefined) return;
  try {
    createRequire(join(packageFolder(), 'package.json')).resolve('@napi-rs/canvas');
  } catch {
    scope.DOMMatrix = class {};
  }
}

function endsProperly(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - END_MARK_WINDOW));
  return Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).includes('%%EOF');
}

/** Titles that programs make up. */
const emptyTitle =
  /^(?:untitled.*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|tex|dvi|indd|pdf|html?)|about:blank|none|title)$/i;

async function metadataTitle(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? safeTitle(info.Title) : '';
  return title === '' || emptyTitle.test(title) ? null : title;
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

function nothingFound(name: string, pages: number, broken: number, complete: boolean): VitrineError {
  if (pages > 0 && (broken === pages || !complete)) return damaged(name);
  if (pages === 0) {
    return new VitrineError('no-text', `"${name}" has no pages.`, 'Export the document again from its program.');
  }
  return new VitrineError(
    'no-text',
    `"${name}" has ${pages} pages and no text in them: it is probably a scan.`,
    'Run it through text recognition (OCR) first, for example with OCRmyPDF, and add the result.',
    { pages },
  );
}

function damaged(name: string, cause?: unknown): VitrineError {
  return new VitrineError(
    'damaged',
    `"${name}" is damaged and cannot be read as a PDF.`,
    'Get the file again from where it came from, or open it in another program and save it anew.',
    undefined,
    { cause },
  );
}

/** pdf.js throws its own exceptions, not all of them exported: they are told by name. */
function openingError(error: unknown, name: string): unknown {
  if (error instanceof VitrineError || !(error instanceof Error)) return error;
  if (error.name === 'PasswordException') {
    return new VitrineError(
      'encrypted',
      `"${name}" is protected by a password.`,
      'Open it with its password in a PDF program, save a copy without one, and add the copy.',
      undefined,
      { cause: error },
    );
  }
  return damaged(name, error);
}
