import { deflateSync } from 'node:zlib';
import { sentencesOf } from './synthetic-text';

const linesAPage = 46;
const charactersALine = 88;

/** A PDF of running text as programs for writing make them: compressed pages, a standard font, a heading on every tenth page. */
export function textPdf(pages: number, random: () => number): Uint8Array {
  const objects: Buffer[] = [];
  const put = (body: string | Buffer): number => {
    objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
    return objects.length;
  };
  const catalogue = put('<< /Type /Catalog /Pages 2 0 R >>');
  put('');
  const font = put('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>');
  const kids = Array.from({ length: pages }, (_, page) => {
    const data = deflateSync(Buffer.from(contentOf(page, random), 'latin1'));
    const head = Buffer.from(`<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n`, 'latin1');
    const content = put(Buffer.concat([head, data, Buffer.from('\nendstream', 'latin1')]));
    return put(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    'latin1',
  );

  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, body] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${catalogue} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1'));
  return Buffer.concat(parts);
}

/** Each line its own text operator, spaced by kerning as from a justified paragraph. */
function contentOf(page: number, random: () => number): string {
  const words = sentencesOf(linesAPage * 15, random).split(' ');
  const lines: string[] = [];
  for (let line = ''; lines.length < linesAPage && words.length > 0; line = '') {
    while (words.length > 0 && line.length + (words[0]?.length ?? 0) < charactersALine) line += `${words.shift()} `;
    lines.push(line.trimEnd());
  }
  const shown = lines.map(
    (line) =>
      `[${line
        .split(' ')
        .map((word) => `(${word})`)
        .join(' -250 ')}] TJ T*`,
  );
  const heading = page % 10 === 0 ? `/F1 18 Tf (Chapter ${page / 10 + 1}) Tj T*\n` : '';
  return `BT 14 TL 60 780 Td ${heading}/F1 11 Tf\n${shown.join('\n')}\nET`;
}
