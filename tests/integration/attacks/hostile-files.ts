/** Small files that ask a reader for far more time or memory than their size says; all of them are made here. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { makeZip, textPart } from '../../unit/ingest/formats/make-zip';

const mebibyte = 1024 * 1024;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A zlib stream of a beginning and `times` times the same mebibyte, made in the time of one. */
function zlibOf(head: string, piece: Buffer, times: number): Buffer {
  // Output of a full flush can repeat any number of times.
  const whole = (part: Buffer) => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH });
  const block = whole(piece);
  const blocks = Array.from({ length: times }, () => block);
  // An empty last block; pdf.js holds no checksum against the content.
  return Buffer.concat([latin1('\x78\x9c'), whole(latin1(head)), ...blocks, latin1('\x03\x00\x00\x00\x00\x00')]);
}

const filled = (text: string): Buffer => Buffer.alloc(mebibyte, text);

/** `text` packed twice: `times` mebibytes become some ten thousand bytes. */
const bombStream = (text: string, times: number, more = '', head = ''): string => {
  const packed = deflateSync(zlibOf(head, filled(text), times));
  return `<< ${more} /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`;
};

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const ends = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer.replace('@xref', `${body.length}`)} >>\n`;
  return latin1(`${body}${xref}${ends}startxref\n${body.length}\n%%EOF\n`);
}

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const pageTree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
const page = (resources = font) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`;
const streamOf = (content: string, more = '') =>
  `<< ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const words = 'BT /F 12 Tf 50 700 Td (Words) Tj ET';

/** Forms of which each draws the next one twice. */
function formsOfForms(levels: number): string[] {
  return Array.from({ length: levels }, (_, level) => {
    const next = level + 6;
    const resources = `/Resources << ${font} /XObject << /X ${next} 0 R >> >>`;
    const content = level === levels - 1 ? words : '/X Do /X Do';
    return streamOf(content, `/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${resources}`);
  });
}

function deepPageTree(levels: number): Buffer {
  const nodes = Array.from(
    { length: levels },
    (_, level) => `<< /Type /Pages /Parent ${level === 0 ? 2 : level + 2} 0 R /Kids [${level + 4} 0 R] /Count 1 >>`,
  );
  const leaf = `<< /Type /Page /Parent ${levels + 2} 0 R /MediaBox [0 0 600 800] >>`;
  return pdfOf([catalogue, pageTree, ...nodes, leaf]);
}

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const officeTypes = (kind: string) =>
  textPart(
    '[Content_Types].xml',
    `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  );

function largeDocx(mebibytes: number): Uint8Array {
  const paragraph = (n: number) =>
    `<w:p><w:r><w:t>Line ${(n * 2_654_435_761) % 4_294_967_296} says little.</w:t></w:r></w:p>`;
  const some = Array.from({ length: 10_000 }, (_, n) => paragraph(n)).join('');
  const body = some.repeat(Math.floor((mebibytes * mebibyte) / some.length));
  const xml = `<w:document xmlns:w="${wordNamespace}"><w:body>${body}</w:body></w:document>`;
  return makeZip([officeTypes('wordprocessingml.document'), textPart('word/document.xml', xml)]);
}

function largeXlsx(rows: number, columns: number): Uint8Array {
  const row = (n: number) =>
    `<row r="${n + 1}">${Array.from({ length: columns }, (_, c) => `<c><v>${n * columns + c}</v></c>`).join('')}</row>`;
  const sheet = `<worksheet><sheetData>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</sheetData></worksheet>`;
  const related = '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet1.xml"/></Relationships>';
  return makeZip([
    officeTypes('spreadsheetml.sheet'),
    textPart('xl/workbook.xml', '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'),
    textPart('xl/_rels/workbook.xml.rels', related),
    textPart('xl/sheet1.xml', sheet),
  ]);
}

/** A beginning, and then a piece again and again. */
const repeated = (head: string, piece: string, bytes: number): Buffer =>
  Buffer.concat([latin1(head), Buffer.alloc(bytes, piece)]);

/** The files by name; each is made when it is asked for. */
export const hostileFiles = {
  'stream-of-10-gigabytes.pdf': () => pdfOf([catalogue, pageTree, page(), bombStream(' ', 10_240)]),
  'array-of-a-billion.pdf': () => pdfOf([catalogue, pageTree, page(), bombStream('0 ', 2048, '', '[')]),
  'pages-of-a-billion.pdf': () =>
    pdfOf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>', page(), streamOf(words)]),
  'xref-of-a-billion.pdf': () => {
    const stream = bombStream(
      '\x01\x00\x10\x00',
      4096,
      '/Type /XRef /W [1 2 1] /Index [0 1000000000] /Size 1000000000 /Root 1 0 R',
    );
    const body = `%PDF-1.7\n1 0 obj\n${catalogue}\nendobj\n2 0 obj\n${pageTree}\nendobj\n3 0 obj\n${page()}\nendobj\n`;
    return latin1(`${body}5 0 obj\n${stream}\nendobj\nstartxref\n${body.length}\n%%EOF\n`);
  },
  'xref-loop.pdf': () => pdfOf([catalogue, pageTree, page(), streamOf(words)], '/Prev @xref'),
  'length-loop.pdf': () => pdfOf([catalogue, pageTree, page(), `<< /Length 4 0 R >>\nstream\n${words}\nendstream`]),
  'page-tree-loop.pdf': () =>
    pdfOf([catalogue, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 /Parent 2 0 R >>', page()]),
  'page-tree-deep.pdf': () => deepPageTree(100_000),
  'forms-of-forms.pdf': () =>
    pdfOf([catalogue, pageTree, page(`${font} /XObject << /X 5 0 R >>`), streamOf('/X Do'), ...formsOfForms(40)]),
  'form-of-itself.pdf': () =>
    pdfOf([
      catalogue,
      pageTree,
      page('/XObject << /X 5 0 R >>'),
      streamOf('/X Do'),
      streamOf('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>'),
    ]),
  'just-under-the-limit.docx': () => largeDocx(255),
  'million-cells.xlsx': () => largeXlsx(10_000, 100),
  'million-columns.csv': () => repeated('', '1234567,', 8_000_000),
  'open-quote.csv': () => repeated('a,b\n1,"', '1234567,x\n', 80_000_000),
  'headers-only.eml': () => repeated('From: a@b.c\nTo: d@e.f\nMIME-Version: 1.0\n', 'X-Header: value\n', 40_000_000),
  'keys-only.json': () => repeated('{', '"key":0,', 80_000_000),
  'one-word.txt': () => repeated('', 'abcdefghij', 90_000_000),
  'one-line.txt': () => repeated('', 'words of one line, ', 90_000_000),
  'short-lines.txt': () => repeated('', 'a\n', 90_000_000),
  'bars.txt': () => repeated('', 'a | b\n', 3_000_000),
  'cells.html': () => repeated('<html><table><tr>', '<td>x</td>', 20_000_000),
} as const satisfies Record<string, () => Uint8Array>;
