import { factIds, holdsFacts, statedFacts } from '@shared/document-facts';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../electron/engine/ingest';
import { ownFacts } from '../../../electron/engine/ingest/own-facts';
import { documentOf, fixture, limits, readFixture } from './fixture-documents';
import { makeZip, partsOf, textPart } from './formats/make-zip';

/** A PDF of one page with entries of the information dictionary, and with an XMP packet if `xmp` is not empty. */
function pdfWith(info: string, xmp = ''): Uint8Array {
  const drawing = 'BT /F 24 Tf 50 170 Td (Care of the silk) Tj ET';
  const parts = [
    `<< /Type /Catalog /Pages 2 0 R ${xmp === '' ? '' : '/Metadata 7 0 R'} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< ${info} >>`,
    `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`,
  ];
  const objects = parts.map((part, at) => `${at + 1} 0 obj\n${part}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.4\n${objects}trailer << /Root 1 0 R /Info 6 0 R /Size 8 >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );
}

const xmpOf = (creators: readonly string[]) => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq>${creators
  .map((one) => `<rdf:li>${one}</rdf:li>`)
  .join('')}</rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** A fixture with one part exchanged. */
function withPart(name: string, part: string, content: string): Uint8Array {
  const parts = partsOf(fixture(name)).filter((one) => one.name !== part);
  return makeZip([...parts, textPart(part, content)]);
}

const core = (inner: string) =>
  `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t">${inner}</cp:coreProperties>`;

describe('the author of a document', () => {
  it.each([
    ['pandoc-notes.docx', 'M. Keller', '2026-11-21'],
    ['libreoffice-notes.docx', 'M. Keller', '2026-11-21'],
    ['pandoc-notes.odt', 'M. Keller', '2026-11-21'],
    ['libreoffice-notes.odt', 'M. Keller', '2026-11-21'],
    ['pandoc-notes.epub', 'M. Keller', '2026-11-21'],
    ['pandoc-notes.html', 'M. Keller', null],
    ['libreoffice-notes.rtf', 'M. Keller', null],
    ['python-mail.eml', 'M. Keller', '2024-03-01'],
    // Stated by nobody, and by the name of a program.
    ['pandoc-slides.pptx', null, '2026-11-21'],
    ['openpyxl-readings.xlsx', null, '2026-11-21'],
    ['odfpy-slides.odp', null, null],
    ['report.pdf', null, '2026-11-21'],
    ['handbook.md', null, null],
  ])('of %s is %s', async (name, author, created) => {
    expect(await readFixture(name)).toMatchObject({ author, created });
  });

  it.each([
    ['pandoc-slides.pptx', 'docProps/core.xml', core('<dc:creator>A. Ito</dc:creator>')],
    ['openpyxl-readings.xlsx', 'docProps/core.xml', core('<dc:creator>A. Ito</dc:creator>')],
    ['odfpy-slides.odp', 'meta.xml', core('<dc:creator>B. Last</dc:creator><initial-creator>A. Ito</initial-creator>')],
    ['odfpy-readings.ods', 'meta.xml', core('<dc:creator>A. Ito</dc:creator>')],
  ])('is a property of the package in %s', async (name, part, content) => {
    const { author } = await readDocument(withPart(name, part, content), name, limits);
    expect(author).toBe('A. Ito');
  });

  it('is in the information dictionary of a PDF, or in its XMP packet', async () => {
    const read = async (info: string, xmp?: string) => {
      const { title, author, created } = await readDocument(pdfWith(info, xmp), 'silk.pdf', limits);
      return { title, author, created };
    };
    const info = "/Title (Silk) /Author (A. Ito) /CreationDate (D:20240301101425+00'00')";
    expect(await read(info, xmpOf(['Somebody Else']))).toEqual({
      title: 'Silk',
      author: 'A. Ito',
      created: '2024-03-01',
    });
    expect(await read('', xmpOf(['A. Ito', 'M. Keller']))).toMatchObject({
      author: 'A. Ito, M. Keller',
      created: null,
    });
  });

  it.each([
    ['author: A. Ito', 'A. Ito'],
    ['author: "Ito, A."', 'Ito, A.'],
    ['authors: [A. Ito, "M. Keller"]', 'A. Ito, M. Keller'],
    ['authors:\n  - A. Ito\n  - M. Keller', 'A. Ito, M. Keller'],
    ['author:', null],
  ])('is read from front matter: %s', async (front, author) => {
    const read = await documentOf(
      `---\ntitle: Silk\n${front}\ndate: 2024-03-01\n---\n# Care\n\nKeep it dark.\n`,
      'silk.md',
    );
    expect(read).toMatchObject({ title: 'Silk', author, created: '2024-03-01' });
  });

  it('is the first that a page or a book names', async () => {
    const page = '<meta name="Author" content="A. Ito"><meta name="author" content="B"><p>Keep it dark.</p>';
    expect(await documentOf(`<html><head></head>${page}</html>`, 'silk.html')).toMatchObject({ author: 'A. Ito' });
  });
});

describe('facts', () => {
  it('are one line of bounded length, without what a text can hide', () => {
    const { author } = ownFacts({ author: `A.\n\u202eIto\u0000 <b>x</b>${' y'.repeat(5000)}` });
    expect(author).toMatch(/^A\. Ito <b>x<\/b> y y/);
    expect(author).toHaveLength(200);
  });

  it.each(['', ' ', 'Unknown', 'Microsoft Office User', 'python-docx'])('are none in %j', (author) => {
    expect(ownFacts({ author }).author).toBeNull();
  });

  it.each([
    ['2024-03-01T10:00:00Z', '2024-03-01'],
    ['D:20240301', '2024-03-01'],
    ['2024-02-30', null],
    ['March 2024', null],
    ['20240301123', null],
  ])('have a day where a date has one: %s', (created, day) => {
    expect(ownFacts({ created }).created).toBe(day);
  });

  it('hold a text whatever the case, and only if they are stated', () => {
    const ito = statedFacts({ author: 'A. Itō' });
    expect(holdsFacts(ito, {})).toBe(true);
    expect(holdsFacts(ito, { author: 'ITŌ' })).toBe(true);
    expect(holdsFacts(ito, { author: 'Keller' })).toBe(false);
    expect(holdsFacts(statedFacts({}), { author: 'Keller' })).toBe(false);
    expect(holdsFacts(ito, { author: 'itō', created: '2024' })).toBe(false);
    expect(factIds).toContain('author');
  });
});
