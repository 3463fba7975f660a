import { describe, expect, it } from 'vitest';
import { chunkDocument, openPagePictures, readDocument } from '../../../../electron/engine/ingest';
import { faxPdf } from '../fax-pdf';
import { codeOf, fixture, limits, readFixture } from '../fixture-documents';

/** As they are before pdf.js is loaded, which happens at the first PDF. */
const { push } = Array.prototype;
const { parse, stringify } = JSON;

describe('the text of a PDF', () => {
  it('comes page by page, and the pages cover all of it but what separates them', async () => {
    const { text, pages } = await readFixture('report.pdf');
    expect(pages.map((page) => page.page)).toEqual([1, 2, 3, 4]);
    expect(pages[0]?.startChar).toBe(0);
    expect(pages.at(-1)?.endChar).toBe(text.length);
    pages.slice(1).forEach((page, index) => {
      expect(text.slice(pages[index]?.endChar, page.startChar)).toBe('\n\n');
    });
    const firstLines = pages.map((page) => text.slice(page.startChar, page.endChar).split('\n')[0]);
    expect(firstLines).toEqual(['Report on the display cases', 'Light', 'Humidity', 'Costs']);
  });

  it('has its title, and headings with levels by their size', async () => {
    const { title, headings, text } = await readFixture('report.pdf');
    expect(title).toBe('Report on the display cases');
    expect(headings.map(({ level, text: words }) => [level, words])).toEqual([
      [1, 'Report on the display cases'],
      [2, 'Light'],
      [2, 'Humidity'],
      [2, 'Costs'],
    ]);
    for (const heading of headings) expect(text.slice(heading.startChar, heading.endChar)).toBe(heading.text);
  });

  it('puts hyphenated words together and keeps compounds', async () => {
    const { text } = await readFixture('report.pdf');
    for (const word of ['temperature', 'humidity', 'international', 'committee', 'conservators', 'state-of-the-art']) {
      expect(text).toContain(word);
    }
    expect(text).not.toMatch(/[\u00AD]|\p{L}-\s/u);
  });

  it('joins wrapped lines, keeps the lines of a list and separates paragraphs by blank lines', async () => {
    const { text } = await readFixture('report.pdf');
    expect(text).toContain('so that visitors may look without touching. A state-of-the-art sensor');
    expect(text).toContain('Glass\nSilk\nStone');
    expect(text).toContain('month.\n\nThe limit for silk is fifty lux.');
  });

  it('that breaks off before any of it could be read is damaged, and not a scan', async () => {
    const scan = fixture('scan.pdf');
    expect(await codeOf(readDocument(scan, 'scan.pdf', limits))).toBe('no-text');
    const end = Buffer.from(scan).lastIndexOf('%%EOF');
    expect(await codeOf(readDocument(scan.slice(0, end), 'scan.pdf', limits))).toBe('damaged');
  });

  it('opens what only restricts printing and changing', async () => {
    expect((await readFixture('owner-locked.pdf')).text).toBe('Nobody reads this without the password.');
  });

  it('gives every chunk its pages', async () => {
    const document = await readFixture('report.pdf');
    const chunks = chunkDocument(
      document,
      { unit: 'characters', size: 1000, minSize: 0, overlap: 200 },
      (text) => text.length,
    );
    for (const chunk of chunks) {
      const touched = document.pages
        .filter((page) => page.startChar < chunk.endChar && page.endChar > chunk.startChar)
        .map((page) => page.page);
      expect(chunk.pages).toEqual(touched);
      expect(touched.length).toBeGreaterThan(0);
    }
    expect(new Set(chunks.flatMap((chunk) => chunk.pages))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('leaves the thread with its own built-ins', async () => {
    await readFixture('report.pdf');
    expect(Array.prototype.push === push).toBe(true);
    expect(JSON.parse === parse).toBe(true);
    expect(JSON.stringify === stringify).toBe(true);
  });
});

describe('a page of a PDF as a picture', () => {
  it('has its faxed pictures and its letters', async () => {
    const pictures = await openPagePictures(faxPdf(), { maxPages: 1, maxPixels: 1e6, dpi: 72, secondsAPage: 60 });
    const { image, width, height } = await pictures.draw(1);
    await pictures.close();
    const dots = image.subarray(image.length - width * height);
    /** The share of black dots between these lines and columns, in points from the upper left. */
    const black = (top: number, bottom: number, left: number, right: number): number => {
      let count = 0;
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) if ((dots[y * width + x] ?? 255) < 60) count += 1;
      return count / ((bottom - top) * (right - left));
    };
    expect([width, height]).toEqual([200, 200]);
    expect(black(52, 148, 52, 148)).toBe(1);
    expect(black(152, 200, 0, 200)).toBe(0);
    expect(black(10, 35, 50, 200)).toBeGreaterThan(0.05);
  });
});
