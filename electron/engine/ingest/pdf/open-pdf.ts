import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  close(): Promise<void>;
}

/** A PDF that the password opens, or an empty one. Errors: `encrypted`, `damaged`; an aborted signal throws its reason. */
export async function openPdf(bytes: Uint8Array, signal?: AbortSignal, password?: string): Promise<OpenedPdf> {
  const { getDocument, VerbosityLevel } = await loadPdfjs();
  const folder = pdfjsFolder();
  signal?.throwIfAborted();
  const task = getDocument({
    // pdf.js takes the buffer for itself, so it gets a copy.
    data: new Uint8Array(bytes),
    ...(password ? { password } : {}),
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
    cMapUrl: join(folder, 'cmaps') + sep,
    cMapPacked: true,
    wasmUrl: join(folder, 'wasm') + sep,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return { pdf: await task.promise, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    throw signal?.aborted ? signal.reason : openingError(error);
  }
}

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
let loading: Promise<Pdfjs> | null = null;

/** pdf.js is loaded at the first PDF: 130 ms and 29 MB (measured) that a library of texts does not need. */
function loadPdfjs(): Promise<Pdfjs> {
  loading ??= (async () => {
    provideMatrix();
    provideBuiltins();
    const restore = keepBuiltins();
    try {
      // With its worker's code present in this thread, pdf.js runs it here and starts no worker of its own.
      await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
      return await import('pdfjs-dist/legacy/build/pdf.min.mjs');
    } finally {
      restore();
    }
  })();
  return loading;
}

/**
 * The legacy build replaces three built-ins of the whole thread by polyfills for corner cases that neither it nor
 * Vitrine relies on. Put back: 113 instead of 78 pages a second (367 dense pages, measured), and JSON is native again.
 */
function keepBuiltins(): () => void {
  const { push } = Array.prototype;
  const { parse, stringify } = JSON;
  return () => {
    Object.defineProperty(Array.prototype, 'push', { value: push, writable: true, configurable: true });
    Object.defineProperty(JSON, 'parse', { value: parse, writable: true, configurable: true });
    Object.defineProperty(JSON, 'stringify', { value: stringify, writable: true, configurable: true });
  };
}

/** Works in source, in a bundle of CommonJS and in an archive: the package is looked up, not assumed beside us. */
export function pdfjsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}

/**
 * pdf.js makes one DOMMatrix while it loads, for drawing. Its canvas package brings the class where it is installed;
 * where it is not, an empty class lets the text reader load.
 */
function provideMatrix(): void {
  const scope: Record<string, unknown> = globalThis;
  if (scope.DOMMatrix !== undefined) return;
  try {
    createRequire(join(pdfjsFolder(), 'package.json')).resolve('@napi-rs/canvas');
  } catch {
    scope.DOMMatrix = class {};
  }
}

/** The legacy build relies on two built-ins that Node has since version 22 only. */
function provideBuiltins(): void {
  const provide = (on: object, name: string, value: unknown): void => {
    if (!(name in on)) Object.defineProperty(on, name, { value, writable: true, configurable: true });
  };
  provide(Promise, 'withResolvers', () => {
    const made: Record<string, unknown> = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  });
  provide(ArrayBuffer.prototype, 'transferToFixedLength', function (this: ArrayBuffer, length: number): ArrayBuffer {
    return structuredClone(this, { transfer: [this] }).slice(0, length);
  });
}

/** pdf.js throws its own exceptions, not all of them exported: their names identify them. */
export function openingError(error: unknown): unknown {
  if (error instanceof VitrineError || !(error instanceof Error)) return error;
  if (error.name === 'PasswordException') {
    return new VitrineError('encrypted', {}, { cause: error });
  }
  return new VitrineError('damaged', {}, { cause: error });
}
