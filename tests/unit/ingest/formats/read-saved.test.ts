import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReadDocument, readDocument } from '../../../../electron/engine/ingest';
import { fixture, limits } from '../fixture-documents';

/** Files saved by LibreOffice, Chromium and mutt; the README there says how. */
const saved = (name: string) => new Uint8Array(readFileSync(resolve(__dirname, '../../../fixtures/programs', name)));
const exported = (name: string) => new TextDecoder().decode(saved(name));
const read = (name: string): Promise<ReadDocument> => readDocument(saved(name), name, limits);

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const pageText = ({ text, pages }: ReadDocument, page: number): string => {
  const place = pages.find((known) => known.page === page);
  return text.slice(place?.startChar, place?.endChar);
};

describe('a workbook that LibreOffice Calc saved', () => {
  it('has on each sheet the rows that Calc exports, as they are shown', async () => {
    const book = await read('calc-readings.xlsx');
    expect(book.format).toBe('xlsx');
    expect(book.pages).toHaveLength(2);
    for (const [page, name] of [
      [1, 'calc-readings.export.csv'],
      [2, 'calc-keepers.export.csv'],
    ] as const) {
      const rows = exported(name).trim().split(/\r?\n/);
      const lines = pageText(book, page)
        .split('\n')
        .filter((line) => line.startsWith('|') && !line.startsWith('| ---'));
      expect(lines.map(letters)).toEqual(rows.map(letters));
    }
  });
});

describe('slides that LibreOffice Impress saved', () => {
  it('have page by page what Impress prints on them', async () => {
    const slides = await read('impress-slides.pptx');
    expect(slides.format).toBe('pptx');
    const printed = exported('impress-slides.export.txt').split('\f').slice(0, -1);
    expect(slides.pages).toHaveLength(printed.length);
    printed.forEach((page, at) => {
      const found = letters(pageText(slides, at + 1));
      for (const line of page.split('\n')) expect(found).toContain(letters(line));
    });
  });
});

describe('a text that LibreOffice Writer saved as a web page', () => {
  it('loses no line that Writer exports, and keeps headings and table', async () => {
    const { text, headings, blocks } = await read('writer-notes.html');
    const found = letters(text.replace('humidity.1', 'humidity.'));
    const lines = new TextDecoder().decode(fixture('libreoffice-notes.export.txt')).replace('humidity.1', 'humidity.');
    for (const line of lines.split('\n')) expect(found).toContain(letters(line));
    expect(headings.map((heading) => heading.text)).toEqual(
      expect.arrayContaining(['Daily round', 'What to look at', 'Readings', 'Tools']),
    );
    expect(blocks.some(({ kind }) => kind === 'table-head')).toBe(true);
  });
});

describe('a page that Chromium saved', () => {
  it.each(['chromium-page.html', 'chromium-page.mhtml'])(
    '%s has what Chromium shows, and nothing hidden',
    async (name) => {
      const page = await read(name);
      const lines = exported('chromium-page.export.txt').split('\n').slice(1);
      const found = letters(page.text);
      for (const line of lines) expect(found, line).toContain(letters(line));
      expect(page.title).toBe('Care of the display cases');
      expect(page.text).toContain('| Silk | 50 |');
      expect(page.text).not.toMatch(/createElement|display:none|float:right/);
      for (const { level, text, startChar, endChar } of page.headings) {
        expect(page.text.slice(startChar, endChar)).toBe(`${'#'.repeat(level)} ${text}`);
      }
      expect(page.headings.map(({ text }) => text)).toEqual(expect.arrayContaining(['Light', 'Dust']));
      expect(page.warnings).toEqual([]);
    },
  );
});

describe('mails that mutt sent', () => {
  it("have mutt's text in their own encoding, and name the attachments", async () => {
    const mail = await read('mutt-mail.eml');
    expect(mail.format).toBe('eml');
    expect(mail.title).toBe('Gel für Vitrine B7');
    expect(letters(mail.text)).toContain(letters(exported('mutt-mail.export.txt')));
    expect(mail.text).toContain('From: Ada Lind <ada@example.org>');
    expect(mail.text).toContain('Attachments: bags.csv (text/csv)');
  });

  it('are one a page in the folder where mutt keeps them', async () => {
    const box = await read('mutt-sent.mbox');
    expect(box.format).toBe('mbox');
    expect(box.pages).toHaveLength(2);
    expect(pageText(box, 1)).toContain('Größe und Maß of the new');
    expect(pageText(box, 2)).toContain('From now on the gel comes monthly.');
  });
});
