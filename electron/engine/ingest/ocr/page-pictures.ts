import { createRequire } from 'node:module';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { pictureOf, tiffWithFirst } from '../formats/image';
import { openPdf, pdfjsFolder } from '../pdf/open-pdf';

export type OcrLimits = PipelineLimits['ingest']['ocr'];

/** A page as a picture that text is recognised on. */
export interface PagePicture {
  /** A picture's own file, or a portable greymap (PGM). */
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

export interface PagePictures {
  /** The picture of a page, 1-based. Errors: `too-large`; what a drawing throws. */
  draw(page: number): Promise<PagePicture>;
  close(): Promise<void>;
}

const pointsAnInch = 72;

/** The pages of a PDF or of a picture. Errors: `damaged`, `encrypted`. */
export async function openPagePictures(bytes: Uint8Array, limits: OcrLimits): Promise<PagePictures> {
  const picture = pictureOf(bytes);
  if (!picture) return pdfPages(bytes, limits);
  return {
    async draw(number) {
      const page = picture.pages[number - 1];
      if (!page) throw new RangeError(`There is no page ${number}.`);
      const { width, height, orientation } = page;
      if (width * height > limits.maxPixels) throw tooManyPixels(width, height, limits.maxPixels);
      // Tesseract follows the Exif rotation; a TIFF it turns itself.
      if (picture.mime !== 'image/tiff') return { image: bytes, width, height, orientation };
      return { image: tiffWithFirst(bytes, page), width, height, orientation: 1 };
    },
    close: async () => undefined,
  };
}

async function pdfPages(bytes: Uint8Array, { dpi, maxPixels }: OcrLimits): Promise<PagePictures> {
  // pdf.js takes its drawing classes from there while it loads: they must be there before.
  const { createCanvas } = createRequire(join(pdfjsFolder(), 'package.json'))(
    '@napi-rs/canvas',
  ) as typeof import('@napi-rs/canvas');
  const { pdf, close } = await openPdf(bytes);
  return {
    async draw(number) {
      const page = await pdf.getPage(number);
      const whole = page.getViewport({ scale: dpi / pointsAnInch });
      const shrink = Math.min(1, Math.sqrt(maxPixels / (whole.width * whole.height)));
      const viewport = page.getViewport({ scale: (dpi / pointsAnInch) * shrink });
      const width = Math.max(1, Math.floor(viewport.width));
      const height = Math.max(1, Math.floor(viewport.height));
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      // The two declarations of a canvas differ in what drawing text does not need.
      const drawing = { canvas: canvas as unknown as Parameters<typeof page.render>[0]['canvas'], viewport };
      await page.render(drawing).promise;
      const { data } = context.getImageData(0, 0, width, height);
      page.cleanup();
      return { image: greymap(data, width, height), width, height, orientation: 1 };
    },
    close,
  };
}

/** A binary greymap (PGM, P5) of red, green, blue and alpha; brightness as in ITU-R BT.601. */
function greymap(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const image = new Uint8Array(head.length + width * height);
  image.set(head);
  for (let from = 0, to = head.length; to < image.length; from += 4, to += 1) {
    const red = pixels[from] ?? 0;
    const green = pixels[from + 1] ?? 0;
    const blue = pixels[from + 2] ?? 0;
    image[to] = (red * 299 + green * 587 + blue * 114) / 1000;
  }
  return image;
}

function tooManyPixels(width: number, height: number, maxPixels: number): VitrineError {
  return new VitrineError('too-large', { why: 'pixels', width, height, maxPixels });
}
