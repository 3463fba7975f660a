/** The highlight on a page of a PDF: by its printed words, and by its pixels. */
import type { Page } from 'playwright-core';

/** The words of the text layer under the highlight: a quoted place can cover several lines. */
export const litWords = (page: Page): Promise<string> =>
  page.getByTestId('pdf-highlight').evaluateAll((boxes) =>
    boxes
      .flatMap((box) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        return [...document.querySelectorAll('.textLayer span[role="presentation"]')].filter((span) => {
          const place = span.getBoundingClientRect();
          const middle = (place.top + place.bottom) / 2;
          return middle > top && middle < bottom && place.left < right && place.right > left;
        });
      })
      .map((span) => span.textContent)
      .join(' '),
  );

/** The shares of yellow paper and of dark letters in the first lit place, 0–1. */
export async function litColours(page: Page): Promise<{ readonly yellow: number; readonly dark: number }> {
  const picture = await page.getByTestId('pdf-highlight').first().screenshot({ animations: 'disabled' });
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!drawing) throw new Error('no canvas');
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    let [yellow, dark] = [0, 0];
    for (let offset = 0; offset < data.length; offset += 4) {
      const [red = 0, green = 0, blue = 0] = data.slice(offset, offset + 3);
      if (red > 200 && green > 170 && blue < 140) yellow += 1;
      if (red < 110 && green < 110 && blue < 110) dark += 1;
    }
    return { yellow: yellow / (data.length / 4), dark: dark / (data.length / 4) };
  }, picture.toString('base64'));
}
