/** Larger pictures are shown coarser. */
const maxPixels = 16_000_000;
/** Points of a pixel: as if it had been scanned at 150 dots an inch. */
const pointsAPixel = 72 / 150;

/**
 * A picture as a PDF of one page (ISO 32000-1, 7.5 and 8.9.5), so that it is looked at, zoomed and lit like any other
 * page. Rejects where the browser cannot read the picture.
 */
export async function pictureAsPdf(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await createImageBitmap(new Blob([bytes], { type: mime }), { imageOrientation: 'from-image' });
  const shrink = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
  const width = Math.max(1, Math.round(picture.width * shrink));
  const height = Math.max(1, Math.round(picture.height * shrink));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('There is no canvas to draw on.');
  // What is seen through is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return onePage(new Uint8Array(await jpeg.arrayBuffer()), width, height);
}

function onePage(jpeg: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const box = `${width * pointsAPixel} ${height * pointsAPixel}`;
  const drawing = `q ${width * pointsAPixel} 0 0 ${height * pointsAPixel} 0 0 cm /P Do Q`;
  const objects: readonly (readonly [head: string, stream?: Uint8Array])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`],
    [`<< /Length ${drawing.length} >>`, ascii(drawing)],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
  ];
  const parts: Uint8Array[] = [ascii('%PDF-1.4\n')];
  const places: number[] = [];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  objects.forEach(([head, stream], index) => {
    places.push(size());
    parts.push(ascii(`${index + 1} 0 obj\n${head}\n`));
    if (stream) parts.push(ascii('stream\n'), stream, ascii('\nendstream\n'));
    parts.push(ascii('endobj\n'));
  });
  const table = size();
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    ascii(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  const whole = new Uint8Array(size());
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
