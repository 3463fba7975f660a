import { VitrineError } from '@shared/errors';
import type { ReadDocument } from '../document';
import { linesOfRecognised, recognitionWarnings } from '../ocr/recognised-page';
import { needsRecognition, type ReadContext, tooManyPages } from '../reader-errors';

/**
 * The text that was recognised on a picture, or on the pages of a TIFF. Errors: `unsupported` (text recognition is
 * off), `no-text` (nothing was recognised), `damaged`, `too-many-pages`.
 */
export async function readPicture(
  bytes: Uint8Array,
  context: ReadContext,
): Promise<Pick<ReadDocument, 'title' | 'text' | 'pages' | 'headings' | 'blocks' | 'warnings'>> {
  const pages = pictureOf(bytes)?.pages.length ?? 0;
  const { recognised } = context;
  if (!recognised) throw needsRecognition(context, 'picture', Math.max(1, pages));
  if (pages === 0) throw new VitrineError('damaged');
  if (pages > context.limits.maxPages) throw tooManyPages(context, pages);
  const lines = Array.from({ length: pages }, (_, index) => {
    const found = recognised.find(({ page }) => page === index + 1);
    return found ? linesOfRecognised(found) : [];
  });
  const { layoutPdf } = await import('../pdf/pdf-layout');
  const layout = layoutPdf(lines);
  if (!/\S/.test(layout.text)) throw needsRecognition(context, 'picture', pages);
  const [first] = layout.headings;
  return { ...layout, title: first?.level === 1 ? first.text : null, warnings: recognitionWarnings(recognised) };
}

/** One picture of a file: its size in pixels as it is to be looked at, and how to turn it so. */
interface PicturePage {
  readonly width: number;
  readonly height: number;
  /** Orientation tag of Exif, 1 (upright) to 8 (Exif 2.32, 4.6.4). */
  readonly orientation: number;
  /** TIFF: offset of this page's directory in the file; otherwise 0. */
  readonly offset: number;
}

export interface Picture {
  readonly mime: string;
  /** Empty where the size is not to be found: a broken file. */
  readonly pages: readonly PicturePage[];
}

/** Pages that a TIFF is followed to; its directories may point in a circle. */
const mostDirectories = 10_000;
const orientationTag = 0x0112;

/**
 * The kind and size of a picture's bytes, by the heads of PNG (ISO 15948), JPEG (ITU T.81), GIF (89a), BMP, WebP (RFC
 * 9649) and TIFF (6.0); null for anything else. Only heads are read: nothing is unpacked.
 */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const one = (mime: string, size: readonly [number, number] | null, orientation = 1): Picture => {
    const [width = 0, height = 0] = size ?? [];
    return { mime, pages: width > 0 && height > 0 ? [upright({ width, height, orientation, offset: 0 })] : [] };
  };
  if (head.startsWith('\x89PNG\r\n\x1a\n'))
    return one(
      'image/png',
      at(view, 24, () => [view.getUint32(16), view.getUint32(20)]),
    );
  if (/^GIF8[79]a/.test(head))
    return one(
      'image/gif',
      at(view, 10, () => [view.getUint16(6, true), view.getUint16(8, true)]),
    );
  if (head.startsWith('\xff\xd8\xff')) {
    const { size, orientation } = jpegFacts(view);
    return one('image/jpeg', size, orientation);
  }
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return one('image/webp', webpSize(view));
  if (head.startsWith('BM') && isBitmap(view)) {
    return one('image/bmp', [view.getInt32(18, true), Math.abs(view.getInt32(22, true))]);
  }
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return { mime: 'image/tiff', pages: tiffPages(view) };
  return null;
}

/** The bytes of a TIFF with another of its pages as the first one, which is the one that programs read. */
export function tiffWithFirst(bytes: Uint8Array, { offset }: PicturePage): Uint8Array {
  const copy = new Uint8Array(bytes);
  new DataView(copy.buffer).setUint32(4, offset, copy[0] === 0x49);
  return copy;
}

function upright(page: PicturePage): PicturePage {
  return page.orientation >= 5 ? { ...page, width: page.height, height: page.width } : page;
}

function at<T>(view: DataView, bytes: number, read: () => T): T | null {
  return view.byteLength >= bytes ? read() : null;
}

/** Text may begin with BM: the length of the head that follows is one of those that exist. */
function isBitmap(view: DataView): boolean {
  return view.byteLength >= 26 && [40, 52, 56, 108, 124].includes(view.getUint32(14, true));
}

function jpegFacts(view: DataView): { size: [number, number] | null; orientation: number } {
  let orientation = 1;
  for (let offset = 2; offset + 9 <= view.byteLength; ) {
    if (view.getUint8(offset) !== 0xff) break;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { size: [view.getUint16(offset + 7), view.getUint16(offset + 5)], orientation };
    const length = view.getUint16(offset + 2);
    if (marker === 0xe1) orientation = exifOrientation(view, offset + 4, length) ?? orientation;
    offset += 2 + Math.max(2, length);
  }
  return { size: null, orientation };
}

function exifOrientation(view: DataView, start: number, length: number): number | null {
  const end = Math.min(view.byteLength, start + length);
  if (end - start < 14 || view.getUint32(start) !== 0x45786966) return null;
  const inner = new DataView(view.buffer, view.byteOffset + start + 6, end - start - 6);
  const little = inner.getUint16(0) === 0x4949;
  const found = directory(inner, inner.getUint32(4, little), little)?.tags.get(orientationTag);
  return found !== undefined && found >= 1 && found <= 8 ? found : null;
}

function webpSize(view: DataView): [number, number] | null {
  if (view.byteLength < 30) return null;
  const kind = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (kind === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  const threeBytes = (from: number) => view.getUint16(from, true) + view.getUint8(from + 2) * 65_536;
  return kind === 'VP8X' ? [threeBytes(24) + 1, threeBytes(27) + 1] : null;
}

function tiffPages(view: DataView): PicturePage[] {
  const pages: PicturePage[] = [];
  if (view.byteLength < 8) return pages;
  const little = view.getUint16(0) === 0x4949;
  const seen = new Set<number>();
  for (let offset = view.getUint32(4, little); offset !== 0 && seen.size < mostDirectories; ) {
    if (seen.has(offset)) break;
    seen.add(offset);
    const found = directory(view, offset, little);
    if (!found) break;
    const width = found.tags.get(0x0100) ?? 0;
    const height = found.tags.get(0x0101) ?? 0;
    const orientation = found.tags.get(orientationTag) ?? 1;
    // Tag NewSubfileType, bit 0: a smaller version of another page.
    const isReduced = ((found.tags.get(0x00fe) ?? 0) & 1) === 1;
    if (width > 0 && height > 0 && !isReduced) pages.push(upright({ width, height, orientation, offset }));
    offset = found.next;
  }
  return pages;
}

/**
 * The first value of each tag with whole numbers in a directory (TIFF 6.0, section 2), and the offset of the next one.
 */
function directory(
  view: DataView,
  offset: number,
  little: boolean,
): { tags: Map<number, number>; next: number } | null {
  if (offset < 8 || offset + 2 > view.byteLength) return null;
  const entries = view.getUint16(offset, little);
  const end = offset + 2 + entries * 12;
  if (entries === 0 || end > view.byteLength) return null;
  const tags = new Map<number, number>();
  for (let entry = offset + 2; entry < end; entry += 12) {
    const type = view.getUint16(entry + 2, little);
    if (type === 3) tags.set(view.getUint16(entry, little), view.getUint16(entry + 8, little));
    else if (type === 4) tags.set(view.getUint16(entry, little), view.getUint32(entry + 8, little));
  }
  return { tags, next: end + 4 <= view.byteLength ? view.getUint32(end, little) : 0 };
}
