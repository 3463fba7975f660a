import type { PlacedWord } from '@shared/contract/index';
import { type ErrorReport, VitrineError } from '@shared/errors';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { host } from '../../../bridge/host';

export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

type LoadedPdfjs = Readonly<{ pdfjs: Pdfjs; viewer: typeof import('pdfjs-dist/legacy/web/pdf_viewer.mjs') }>;

export interface OpenPdf extends LoadedPdfjs {
  readonly document: PDFDocumentProxy;
}

let loading: Promise<LoadedPdfjs & { readonly files: string }> | null = null;

/** pdf.js is fetched at the first PDF that is looked at; its worker and fonts are files of the page's own. */
function loadPdfjs(): NonNullable<typeof loading> {
  loading ??= import('pdfjs-dist/legacy/build/pdf.mjs').then(async (pdfjs) => {
    // The build puts them there (electron.vite.config.ts).
    const files = new URL(`assets/pdfjs-${pdfjs.version}/`, document.baseURI).href;
    // pdf.js would wrap the worker of an origin that is not http into a blob, which the page's policy refuses.
    pdfjs.GlobalWorkerOptions.workerPort = new Worker(`${files}pdf.worker.min.mjs`, { type: 'module' });
    // It takes pdf.js from where that has put itself as it was loaded.
    return { pdfjs, viewer: await import('pdfjs-dist/legacy/web/pdf_viewer.mjs'), files };
  });
  return loading;
}

/** All share one worker, which opens no document while it closes another. */
let closing: Promise<unknown> = Promise.resolve();

export function usePdf(documentId: string): { readonly open: OpenPdf | null; readonly error: ErrorReport | null } {
  const [state, setState] = useState<{ id: string; open: OpenPdf | null; error: ErrorReport | null }>();
  useEffect(() => {
    const ended = new AbortController();
    let close: (() => void) | null = null;
    openPdf(documentId, ended.signal).then(
      (opened) => {
        close = opened.close;
        if (ended.signal.aborted) close();
        else setState({ id: documentId, open: opened, error: null });
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

async function openPdf(documentId: string, signal: AbortSignal): Promise<OpenPdf & { close(): void }> {
  const [loaded, file, recognised] = await Promise.all([
    loadPdfjs(),
    host().request('library.file', { documentId }),
    host().request('library.recognised', { documentId }),
  ]);
  if (!file.ok) throw VitrineError.of(file.error);
  const { pdfjs, viewer, files } = loaded;
  const bytes = bytesOf(file.data.base64);
  const { mime } = file.data;
  const data = mime.startsWith('image/') ? await pictureAsPdf(bytes, mime) : bytes;
  await closing;
  signal.throwIfAborted();
  const task = pdfjs.getDocument({
    data,
    standardFontDataUrl: `${files}standard_fonts/`,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${files}wasm/`,
    // WebAssembly would need a hole in the content security policy; the scripts of the same decoders do not.
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  // Without them the pages are still there to be looked at.
  const words = new Map(recognised.ok ? recognised.data.pages.map((page) => [page.page, page.words]) : []);
  const document = withOwnLayers(pdfjs, await task.promise, words);
  const close = (): void => {
    closing = Promise.allSettled([closing, task.destroy()]);
  };
  return { pdfjs, viewer, document, close };
}

/** Adds recognised words to pages without text; keeps only links within the document, so that nothing opens outside. */
function withOwnLayers(pdfjs: Pdfjs, document: PDFDocumentProxy, words: ReadonlyMap<number, readonly PlacedWord[]>) {
  const getPage = document.getPage.bind(document);
  document.getPage = async (number) => {
    const page = await getPage(number).catch((error: unknown) => {
      // Asked for and closed since: no reader waits for it.
      if (document.loadingTask.destroyed) return new Promise<never>(() => {});
      throw error;
    });
    if (Object.hasOwn(page, 'getAnnotations')) return page;
    const recognised = words.get(number) ?? [];
    const annotations = page.getAnnotations.bind(page);
    const text = page.streamTextContent.bind(page);
    page.getAnnotations = async (how) =>
      (await annotations(how)).filter(({ subtype, dest }) => subtype === 'Link' && dest);
    page.streamTextContent = () =>
      recognised.length > 0
        ? new ReadableStream({
            start(stream) {
              stream.enqueue(textOfWords(pdfjs, page, recognised));
              stream.close();
            },
          })
        : text({ includeMarkedContent: true });
    return page;
  };
  return document;
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const font = 'recognised';
/** Share of a word's box above the line of the letters. */
const ascent = 0.8;

/** Returns recognised words as pdf.js' text. Boxes are shares of the page as shown, in any rotation. */
function textOfWords(pdfjs: Pdfjs, page: PDFPageProxy, words: readonly PlacedWord[]): TextContent {
  const viewport = page.getViewport({ scale: 1 });
  const toPage = pdfjs.Util.inverseTransform(viewport.transform);
  const items = words.map(([str, left, top, right, bottom]) => {
    const height = (bottom - top) * viewport.height;
    const baseline = (top + (bottom - top) * ascent) * viewport.height;
    const seen = [height, 0, 0, -height, left * viewport.width, baseline];
    const transform: number[] = pdfjs.Util.transform(toPage, seen);
    // With the space after it: copied words stay apart.
    const width = ((right - left) * viewport.width * (str.length + 1)) / str.length;
    return { str: `${str} `, dir: 'ltr', transform, width, height, fontName: font, hasEOL: false };
  });
  const style = { ascent, descent: ascent - 1, vertical: false, fontFamily: 'sans-serif' };
  return { items, styles: { [font]: style }, lang: null };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function unreadable(error: unknown): ErrorReport {
  if (error instanceof VitrineError) return error.report();
  const said = error instanceof Error ? error.message : String(error);
  return new VitrineError('damaged', { why: 'not-drawn', said }).report();
}

/** Larger pictures are shown coarser. */
const maxPixels = 16_000_000;
/** Points of a pixel: as if it had been scanned at 150 dots an inch. */
const pointsAPixel = 72 / 150;

/** Makes a PDF of one page from a picture (ISO 32000-1, 7.5 and 8.9.5). Rejects if the browser cannot read it. */
async function pictureAsPdf(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await createImageBitmap(new Blob([bytes], { type: mime }), { imageOrientation: 'from-image' });
  const shrink = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
  const width = Math.max(1, Math.round(picture.width * shrink));
  const height = Math.max(1, Math.round(picture.height * shrink));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('There is no canvas to draw on.');
  // Transparent parts show paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return onePage(new Uint8Array(await jpeg.arrayBuffer()), width, height);
}

async function onePage(jpeg: Uint8Array<ArrayBuffer>, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const box = `${width * pointsAPixel} ${height * pointsAPixel}`;
  const drawing = `q ${width * pointsAPixel} 0 0 ${height * pointsAPixel} 0 0 cm /P Do Q`;
  const objects: readonly (readonly [head: string, stream?: string | Uint8Array<ArrayBuffer>])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`],
    [`<< /Length ${drawing.length} >>`, drawing],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
  ];
  let file = new Blob(['%PDF-1.4\n']);
  let rows = '';
  objects.forEach(([head, stream], index) => {
    rows += `${String(file.size).padStart(10, '0')} 00000 n \n`;
    const content = stream ? ['stream\n', stream, '\nendstream\n'] : [];
    file = new Blob([file, `${index + 1} 0 obj\n${head}\n`, ...content, 'endobj\n']);
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.size}\n%%EOF\n`;
  return new Uint8Array(await new Blob([file, table, trailer]).arrayBuffer());
}
