import type { PlacedWord } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { host } from '../../state/host';
import { language, t } from '../../strings/index';
import { pictureAsPdf } from './picture-as-pdf';

export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

export interface OpenPdf {
  readonly pdfjs: Pdfjs;
  readonly document: PDFDocumentProxy;
  /** Words that were recognised on pages without text, by page. */
  readonly words: ReadonlyMap<number, readonly PlacedWord[]>;
}

let loading: Promise<{ readonly pdfjs: Pdfjs; readonly files: string }> | null = null;

/** pdf.js is fetched at the first PDF that is looked at; its worker and fonts are files of the page's own. */
function loadPdfjs(): Promise<{ readonly pdfjs: Pdfjs; readonly files: string }> {
  loading ??= import('pdfjs-dist/legacy/build/pdf.mjs').then((pdfjs) => {
    // The build puts them there (electron.vite.config.mts).
    const files = new URL(`assets/pdfjs-${pdfjs.version}/`, document.baseURI).href;
    // pdf.js would wrap the worker of an origin that is not http into a blob, which the page's policy refuses.
    pdfjs.GlobalWorkerOptions.workerPort = new Worker(`${files}pdf.worker.min.mjs`, { type: 'module' });
    return { pdfjs, files };
  });
  return loading;
}

/** A document's stored file, a PDF or a picture, as an open PDF; null while it opens. */
export function usePdf(documentId: string): { readonly open: OpenPdf | null; readonly error: ErrorReport | null } {
  const [state, setState] = useState<{ id: string; open: OpenPdf | null; error: ErrorReport | null }>();
  useEffect(() => {
    const ended = new AbortController();
    let close: (() => void) | null = null;
    openPdf(documentId, ended.signal).then(
      (opened) => {
        close = opened.close;
        if (ended.signal.aborted) close();
        else setState({ id: documentId, open: opened.open, error: opened.error });
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ id: documentId, open: null, error: unreadable(error) });
      },
    );
    return () => {
      ended.abort();
      close?.();
    };
  }, [documentId]);
  return state?.id === documentId ? state : { open: null, error: null };
}

interface Opened {
  readonly open: OpenPdf | null;
  readonly error: ErrorReport | null;
  close(): void;
}

async function openPdf(documentId: string, signal: AbortSignal): Promise<Opened> {
  const [loaded, file, recognised] = await Promise.all([
    loadPdfjs(),
    host().request('library.file', { documentId }),
    host().request('library.recognised', { documentId }),
  ]);
  if (!file.ok) return { open: null, error: file.error, close: () => undefined };
  const { pdfjs, files } = loaded;
  const bytes = bytesOf(file.data.base64);
  const { mime } = file.data;
  const data = mime.startsWith('image/') ? await pictureAsPdf(bytes, mime) : bytes;
  signal.throwIfAborted();
  const task = pdfjs.getDocument({
    data,
    standardFontDataUrl: `${files}standard_fonts/`,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${files}wasm/`,
    // WebAssembly would need a hole in the content security policy; the script of the same decoder does not.
    useWasm: false,
    isEvalSupported: false,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const close = () => void task.destroy();
  // Without them the pages are still there to be looked at.
  const words = new Map(recognised.ok ? recognised.data.pages.map((page) => [page.page, page.words]) : []);
  return { open: { pdfjs, document: await task.promise, words }, error: null, close };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function unreadable(error: unknown): ErrorReport {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    code: 'damaged',
    message: t('pdf.unreadable', { cause }),
    hint: t('pdf.unreadableHint'),
    details: { language: language() },
  };
}
