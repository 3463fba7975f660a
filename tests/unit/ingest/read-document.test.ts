import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../electron/engine/ingest';
import { codeOf, documentOf, fixture, limits, readFixture } from './fixture-documents';

/** One grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const encode = (text: string) => new TextEncoder().encode(text);

describe('a document that cannot be read', () => {
  it.each([
    ['an empty file', 'empty.txt', 'empty'],
    ['a file of blanks', 'blank.txt', 'no-text'],
    ['a PDF with a password', 'locked.pdf', 'encrypted'],
    ['a PDF that breaks off', 'truncated.pdf', 'damaged'],
    ['a PDF without pages', 'no-pages.pdf', 'no-text'],
    ['a scan without text', 'scan.pdf', 'no-text'],
  ])('%s gives its own code', async (_, name, code) => {
    expect(await codeOf(readFixture(name))).toBe(code);
  });

  it('tells what to do about a scan', async () => {
    await expect(readFixture('scan.pdf')).rejects.toMatchObject({ hint: expect.stringContaining('OCR') });
  });

  it('is too large one byte over the limit, and not at it', async () => {
    const bytes = encode('twelve bytes');
    expect(await codeOf(readDocument(bytes, 'a.txt', { ...limits, maxFileBytes: 11 }))).toBe('too-large');
    expect(await codeOf(readDocument(bytes, 'a.txt', { ...limits, maxFileBytes: 12 }))).toBe('none');
  });

  it('has too many pages one page over the limit', async () => {
    const bytes = fixture('report.pdf');
    expect(await codeOf(readDocument(bytes, 'report.pdf', { ...limits, maxPages: 3 }))).toBe('too-many-pages');
    expect(await codeOf(readDocument(bytes, 'report.pdf', { ...limits, maxPages: 4 }))).toBe('none');
  });

  it.each([
    ['a picture under the name of a text', 'note.txt', [...picture]],
    ['a picture under the name of a PDF', 'note.pdf', [...picture]],
    ['a text with a NUL', 'note.txt', [0x61, 0x00, 0x62, 0x63]],
    ['control characters', 'note.md', [1, 2, 3, 4, 5, 6, 7, 0x61, 0x62]],
    ['UTF-32', 'note.txt', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ['PostScript', 'note.ps', [...encode('%!PS-Adobe-3.0 (Hello) show')]],
  ])('%s is unsupported', async (_, name, bytes) => {
    expect(await codeOf(readDocument(Uint8Array.from(bytes), name, limits))).toBe('unsupported');
  });

  it.each([
    ['setup.txt', 'MZ\x90\0\x03', 'application/x-msdownload'],
    ['tool', '\x7fELF\x02\x01\0', 'application/x-elf'],
    ['notes.docx', '\x1f\x8b\x08\0', 'application/gzip'],
    ['call.pdf', '\0\0\0\x18ftypisom', 'video/mp4'],
  ])('%s is named by its kind where it has no reader', async (name, head, mime) => {
    const refused = readDocument(Buffer.from(`${head}\0\0\0`, 'latin1'), name, limits);
    await expect(refused).rejects.toMatchObject({ code: 'unsupported', details: { why: 'kind', mime } });
  });

  it('named .pdf without anything known in it is damaged', async () => {
    expect(await codeOf(readDocument(Uint8Array.from([0, 1, 2, 3, 250, 0, 9]), 'x.pdf', limits))).toBe('damaged');
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('enough');
    const aborted = readDocument(fixture('report.pdf'), 'report.pdf', limits, AbortSignal.abort(reason));
    await expect(aborted).rejects.toBe(reason);
  });

  it('stops between the pages of a PDF', async () => {
    const stop = new AbortController();
    const reading = readDocument(fixture('report.pdf'), 'report.pdf', limits, stop.signal);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

describe('the content decides about the format', () => {
  it('reads a PDF named .txt and says so', async () => {
    const document = await readFixture('report-named-text.txt');
    expect(document).toMatchObject({ format: 'pdf', mime: 'application/pdf' });
    expect(document.warnings).toEqual([{ code: 'named-otherwise', values: { extension: 'txt', kind: '.pdf' } }]);
  });

  it('reads a text named .pdf and says so', async () => {
    const document = await documentOf('Only words.', 'words.pdf');
    expect(document).toMatchObject({
      format: 'txt',
      warnings: [{ code: 'named-otherwise', values: { extension: 'pdf', kind: '.txt' } }],
    });
  });

  it.each([
    ['a.md', 'md'],
    ['A.MARKDOWN', 'md'],
    ['a.txt', 'txt'],
    ['a.log', 'txt'],
    ['Makefile', 'txt'],
  ])('takes the text %s for %s, without a warning', async (name, format) => {
    expect(await documentOf('# Title\n\ntext', name)).toMatchObject({ format, warnings: [] });
  });

  it.each(['BMW is a maker of cars.', 'MZ was a maker of motorcycles.', 'A text may quote %PDF-1.7 and stay a text.'])(
    'is not misled by "%s"',
    async (text) => {
      expect(await documentOf(text)).toMatchObject({ format: 'txt', text });
    },
  );

  it('leaves the bytes as they were', async () => {
    const bytes = fixture('report.pdf');
    await readDocument(bytes, 'report.pdf', limits);
    expect(bytes).toEqual(fixture('report.pdf'));
  });
});

describe('the text of a text file', () => {
  const greek = 'Η γυάλινη προθήκη προστατεύει τα αντικείμενα από τη σκόνη και το φως της ημέρας.\n';

  it('keeps its line ends, so positions fit the file', async () => {
    const { text } = await readFixture('crlf.txt');
    expect(text).toBe('First line of the log.\r\nSecond line of the log.\r\n\r\nA paragraph of its own.\r\n');
  });

  it('loses its byte order mark', async () => {
    expect((await documentOf('\uFEFFabc')).text).toBe('abc');
  });

  it.each(['utf-16le.txt', 'utf-16be.txt'])('is decoded from %s', async (name) => {
    expect(await readFixture(name)).toMatchObject({ text: greek, language: 'ell', warnings: [] });
  });

  it.each(['utf-16le', 'utf-16be'])('is decoded from %s without a mark too, with a warning', async (order) => {
    const written = 'Die Zither hängt über der Tür.\r\nNobody has said how this is written.\r\n';
    const bytes = Buffer.from(written, 'utf16le');
    const read = await readDocument(order === 'utf-16le' ? bytes : bytes.swap16(), 'a.txt', limits);
    expect(read.text).toBe(written);
    expect(read.warnings).toEqual([{ code: 'utf-16' }]);
  });

  it('is not seen in bytes that are none', async () => {
    const numbers = Buffer.from(Uint16Array.from({ length: 4000 }, (_, n) => n % 256).buffer);
    expect(await codeOf(readDocument(numbers, 'a.txt', limits))).toBe('unsupported');
  });

  it('is read as windows-1252 where it is not UTF-8, with a warning', async () => {
    const { text, warnings } = await readFixture('windows-1252.txt');
    expect(text).toBe('Die Schlüssel der Vitrine hängen über der Tür. Größe und Maß stehen auf dem Schild.\n€ “\n');
    expect(warnings).toEqual([{ code: 'windows-1252' }]);
  });

  it('keeps its valid part where a few bytes are broken, with a warning', async () => {
    const { text, warnings } = await readFixture('broken-utf8.txt');
    expect(text).toContain('Größe und Maß');
    expect(text).toContain('\uFFFD \uFFFD\n');
    expect(text).toContain(greek);
    expect(warnings).toEqual([{ code: 'not-utf8', values: { bytes: 2 } }]);
  });

  it('has a language, or an unknown one', async () => {
    const german = 'Der Schlüssel der Vitrine hängt neben der Tür, und niemand außer der Leiterin darf ihn nehmen.';
    expect((await documentOf(german)).language).toBe('deu');
    expect((await documentOf('Ok.')).language).toBe('und');
    const airlines = 'airline,seats\nAerolíneas Argentinas,385803648\nAeroméxico,596871813\nAvianca,396922563\n';
    expect((await documentOf(airlines, 'airline-safety.csv')).language).toBe('und');
    expect(
      (await documentOf(`${german}\n\n| Aerolínea | Vuelo |\n|---|---|\n| Aeroméxico | a la ciudad |\n`)).language,
    ).toBe('deu');
    expect((await documentOf('展示ケースの鍵は入口の横に掛かっています。')).language).toBe('jpn');
  });
});
