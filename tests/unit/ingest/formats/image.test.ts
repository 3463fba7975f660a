import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureOf, tiffWithFirst } from '../../../../electron/engine/ingest/formats/image';
import { turnedJpeg } from './turned-jpeg';

const scan = (name: string) => new Uint8Array(readFileSync(resolve(__dirname, '../../../fixtures/scans', name)));
const names = ['costs.png', 'costs.jpg', 'costs.webp', 'costs.gif', 'costs-twice.tif'];

describe('what a picture says of itself', () => {
  it.each([
    ['costs.png', 'image/png'],
    ['costs.jpg', 'image/jpeg'],
    ['costs.webp', 'image/webp'],
    ['costs.gif', 'image/gif'],
  ])('%s is %s of 875 × 1240 pixels, as ImageMagick wrote it', (name, mime) => {
    const found = pictureOf(scan(name));
    expect(found?.mime).toBe(mime);
    expect(found?.pages).toEqual([{ width: 875, height: 1240, orientation: 1, offset: 0 }]);
  });

  it('a TIFF has as many pages as directories, and each can be made its first', () => {
    const bytes = scan('costs-twice.tif');
    const found = pictureOf(bytes);
    expect(found?.mime).toBe('image/tiff');
    expect(found?.pages.map(({ width, height }) => [width, height])).toEqual([
      [875, 1240],
      [875, 1240],
    ]);
    const [first, second] = found?.pages ?? [];
    if (!first || !second) throw new Error('two pages are wanted');
    expect(pictureOf(tiffWithFirst(bytes, second))?.pages.map(({ offset }) => offset)).toEqual([second.offset]);
    expect(pictureOf(bytes)?.pages[0]?.offset).toBe(first.offset);
  });

  it('a JPEG that lies on its side has the size that it is looked at with', () => {
    const bytes = scan('turned.jpg');
    expect(pictureOf(bytes)?.pages).toEqual([{ width: 1240, height: 875, orientation: 1, offset: 0 }]);
    expect(pictureOf(turnedJpeg(bytes, 6))?.pages).toEqual([{ width: 875, height: 1240, orientation: 6, offset: 0 }]);
  });

  it('a text that begins like a bitmap is none', () => {
    expect(pictureOf(new TextEncoder().encode('BM: a report on bitmaps, with many words in it'))).toBeNull();
  });

  it('a TIFF whose directories point in a circle ends', () => {
    const bytes = scan('costs-twice.tif');
    const [first, second] = pictureOf(bytes)?.pages ?? [];
    if (!first || !second) throw new Error('two pages are wanted');
    const view = new DataView(bytes.buffer);
    const end = second.offset + 2 + view.getUint16(second.offset, true) * 12;
    view.setUint32(end, first.offset, true);
    expect(pictureOf(bytes)?.pages).toHaveLength(2);
  });

  it('never throws and never reads past the end, however broken or cut the file is', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const wounds = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...names), wounds, place, (name, flips, cut) => {
        const bytes = scan(name);
        // Only heads are read.
        for (const [at, bits] of flips) {
          const index = Math.floor(at * Math.min(600, bytes.length - 1));
          bytes[index] = (bytes[index] ?? 0) ^ bits;
        }
        const found = pictureOf(bytes.slice(0, Math.ceil(cut * bytes.length)));
        for (const page of found?.pages ?? []) {
          expect(page.width).toBeGreaterThan(0);
          expect(page.height).toBeGreaterThan(0);
          expect(page.orientation).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
