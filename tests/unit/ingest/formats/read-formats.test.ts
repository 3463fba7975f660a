import { cellsIn } from '@shared/place-names';
import { packBlocks, unpackBlocks, wholeSpans } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../electron/engine/ingest';
import { codeOf, documentOf, fixture, limits, readFixture } from '../fixture-documents';
import { makeZip, partsOf, textPart } from './make-zip';
import cases from './read-formats.json';

const notes = [
  'pandoc-notes.docx',
  'libreoffice-notes.docx',
  'pandoc-notes.odt',
  'libreoffice-notes.odt',
  'pandoc-notes.rtf',
  'libreoffice-notes.rtf',
  'pandoc-notes.html',
  'pandoc-notes.epub',
];
const structured = [
  ...notes,
  'pandoc-slides.pptx',
  'odfpy-slides.odp',
  'openpyxl-readings.xlsx',
  'odfpy-readings.ods',
  'python-mail.eml',
  'python-mails.mbox',
];

/** Letters and digits in their order; list markers, note marks and rules differ from program to program. */
function letters(text: string): string {
  return text
    .replace(/\[\^?\d+\]:?/g, '')
    .replace(/^\s*\d+\.\s/gm, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const exported = (name: string) => new TextDecoder().decode(fixture(name));

describe('the same notes', () => {
  it.each(notes)('in %s lose no letter that pandoc exports', async (name) => {
    const { text } = await readFixture(name);
    const expected = letters(exported('pandoc-notes.export.txt').split('[1] Textiles')[0] ?? '');
    const start = text.indexOf('Daily round');
    const footnote = 'Textiles are kept below 50 %.';
    expect(text).toContain(footnote);
    const withoutNote = text.slice(start).replace(footnote, '').replace('humidity.1', 'humidity.');
    expect(letters(withoutNote)).toBe(expected);
  });

  it.each(notes)('in %s lose no line that LibreOffice exports', async (name) => {
    const { text } = await readFixture(name);
    const found = letters(text.replace('humidity.1', 'humidity.'));
    for (const line of exported('libreoffice-notes.export.txt').replace('humidity.1', 'humidity.').split('\n')) {
      expect(found).toContain(letters(line));
    }
  });

  it.each(notes)('in %s keep their headings, list and table', async (name) => {
    const { text, headings, blocks } = await readFixture(name);
    expect(headings.map(({ level, text: words }) => `${level} ${words}`)).toEqual(
      expect.arrayContaining(['1 Daily round', '2 What to look at', '2 Readings', '1 Tools']),
    );
    expect(text).toContain('- The silica gel\n');
    expect(text).toContain('\n2. Count the objects.\n');
    const table = wholeSpans(blocks).find(({ kind }) => kind === 'table');
    expect(text.slice(table?.start, table?.end)).toBe(
      '| Case | Humidity | Note |\n| --- | --- | --- |\n| A1 | 48 % | steady |\n' +
        '| B7 | 61 % | gel was pink |\n| C3 | 52 % | lamp a \\| b |',
    );
  });
});

describe('the places in a structured document', () => {
  it.each(structured)('%s: headings are at their places, and pages cover all text', async (name) => {
    const { text, headings, pages } = await readFixture(name);
    for (const heading of headings) {
      expect(text.slice(heading.startChar, heading.endChar)).toBe(`${'#'.repeat(heading.level)} ${heading.text}`);
    }
    const outside = pages.reduceRight((rest, page) => rest.slice(0, page.startChar) + rest.slice(page.endChar), text);
    if (pages.length > 0) expect(outside.trim()).toBe('');
  });

  it('are slides, with their notes', async () => {
    const { text, pages } = await readFixture('pandoc-slides.pptx');
    const second = pages[1];
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
    expect(text.slice(second?.startChar, second?.endChar)).toBe(
      '## Light\n\n- Silk: fifty lux\n- Stone: no limit\n  - but dust shows\n\nNotes: Ask who has a light meter.',
    );
  });

  it('are sheets, with dates and shares as a person sees them', async () => {
    const { text, pages } = await readFixture('openpyxl-readings.xlsx');
    expect(text.slice(pages[0]?.startChar, pages[0]?.endChar)).toContain('| B7 | 2024-03-02 | 61% | 35.5 |');
    expect(text.slice(pages[1]?.startChar, pages[1]?.endChar)).toContain('| Größe \\| Maß | east |');
  });

  it('are the slides of an OpenDocument presentation, with their notes', async () => {
    const { title, text, pages } = await readFixture('odfpy-slides.odp');
    expect(title).toBe('Caring for a collection');
    expect(pages.map(({ startChar, endChar }) => text.slice(startChar, endChar))).toEqual([
      '# Caring for a collection\n\nThe museum',
      '## Light\n\n- Silk: fifty lux\n- Stone: no limit\n  - but dust shows\n\nNotes: Ask who has a light meter.',
      '## Readings\n\nDrawn by hand.\n\n| Case | Humidity |\n| --- | --- |\n| A1 | 48 % |',
    ]);
  });

  it('are the sheets of an OpenDocument spreadsheet, with values as it shows them', async () => {
    const { title, text, pages } = await readFixture('odfpy-readings.ods');
    expect(title).toBe('Readings of the north wing');
    expect(pages.map(({ startChar, endChar }) => text.slice(startChar, endChar))).toEqual([
      '# Readings\n\n| Case | Day | Humidity | Note |\n| --- | --- | --- | --- |\n| A1 | 2024-03-01 | 48% | steady |\n' +
        '| B7 | 2024-03-02 | 61% | gel was pink lamp off |\n\n| Keeper | M. Keller |\n| --- | --- |',
      '# Größen\n\n| Größe \\| Maß | Wert |\n| --- | --- |\n| east | 1.234,50 € |',
    ]);
  });

  it('are those of a spreadsheet that only its manifest names as one', async () => {
    const parts = partsOf(fixture('odfpy-readings.ods')).filter(({ name }) => name !== 'mimetype');
    expect((await readDocument(makeZip(parts), 'x.ods', limits)).format).toBe('ods');
  });

  it('are mails, whose attachments are named', async () => {
    const mail = await readFixture('python-mail.eml');
    expect(mail.title).toBe('Grüße from the east wing');
    expect(mail.text).toMatch(/^# Grüße from the east wing\n\nFrom: M\. Keller <keller@example\.org>\n/);
    expect(mail.text).toContain('Attachments: readings.csv (text/csv)');
    const box = await readFixture('python-mails.mbox');
    expect(box.pages).toHaveLength(2);
    expect(box.text.slice(box.pages[1]?.startChar)).toContain('\nFrom tomorrow there is new gel.');
  });
});

describe('a table of values', () => {
  it('is a table under its first row, whatever its delimiter', async () => {
    expect((await readFixture('readings.csv')).text).toContain('| A1 | 48 | steady; dry |');
    expect((await documentOf('a\tb\n1\t2\n', 'x.tsv')).text).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it.each([
    // Empty lines are rows of a spreadsheet, and empty columns columns.
    ['x.csv', ['A1:D1', 'A4:D4', 'A5:D5']],
    ['openpyxl-readings.xlsx', ['Readings!A1:D1', 'Readings!A2:D2', 'Readings!A3:D3']],
    ['odfpy-readings.ods', ['Readings!A1:D1', 'Readings!A2:D2', 'Readings!A3:D3']],
  ])('knows its rows as a spreadsheet names them: %s', async (name, named) => {
    const { blocks, headings } =
      name === 'x.csv'
        ? await documentOf('Case,Humidity,,Note\n\n\nA1,48,,dry\nB7,61,,wet\n', name)
        : await readFixture(name);
    const sheet = { blocks, headings: headings.slice(0, 1).map(({ text }) => text) };
    const rows = blocks.filter(({ cells }) => cells);
    expect(rows.map(({ start, end }) => cellsIn(sheet, { startChar: start, endChar: end })).slice(0, 3)).toEqual(named);
    expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
  });

  it('that is long repeats its header and loses no row', async () => {
    const rows = Array.from({ length: 200 }, (_, row) => `case ${row},value ${row}`);
    const { text, blocks } = await documentOf(`Case,Value\n${rows.join('\n')}\n`, 'x.csv');
    expect(wholeSpans(blocks).length).toBeGreaterThan(3);
    for (const { start, end } of wholeSpans(blocks)) expect(text.slice(start, end)).toMatch(/^\| Case \| Value \|\n/);
    for (let row = 0; row < 200; row += 1) expect(text).toContain(`| case ${row} | value ${row} |`);
  });
});

describe('texts that stay as they are', () => {
  it.each([
    ['a.json', 'json'],
    ['a.py', 'code'],
    ['a.log', 'txt'],
  ])('%s is its own decoded file', async (name, format) => {
    const text = '{"a": [1,\r\n 2]}\n';
    expect(await documentOf(text, name)).toMatchObject({ format, text, warnings: [] });
  });
});

describe('the content decides', () => {
  it.each(cases as [string, string][])('about %s named .txt', async (name, format) => {
    const { format: found, warnings } = await readDocument(fixture(name), 'note.txt', limits);
    expect(found).toBe(format);
    expect(warnings[0]).toMatchObject({ code: 'named-otherwise', values: { kind: `.${format}` } });
  });
});

describe('a document that was packed with the folder it lay in', () => {
  it.each(['pandoc-notes.epub', 'pandoc-notes.docx', 'pandoc-notes.odt'])('is read like %s', async (name) => {
    const parts = partsOf(fixture(name)).map(({ content, ...part }) => ({ content, name: `notes/${part.name}` }));
    const packed = makeZip([textPart('notes/', ''), ...parts, textPart('__MACOSX/notes/._a', 'x')]);
    const { format, text } = await readDocument(packed, name, limits);
    expect([format, text]).toEqual([name.split('.')[1], (await readFixture(name)).text]);
  });

  it('is none where a file lies beside the folder', async () => {
    const parts = partsOf(fixture('pandoc-notes.docx')).map(({ content, name }) => ({
      content,
      name: `notes/${name}`,
    }));
    const packed = makeZip([...parts, textPart('beside.txt', 'x')]);
    expect(await codeOf(readDocument(packed, 'a.docx', limits))).toBe('unsupported');
  });
});

describe('a limit that is passed refuses the file', () => {
  it.each([
    ['maxExpandedBytes', 1000],
    ['maxEntries', 3],
    ['maxDepth', 4],
  ])('%s', async (limit, value) => {
    expect(await codeOf(readDocument(fixture('pandoc-notes.docx'), 'a.docx', { ...limits, [limit]: value }))).toBe(
      'too-large',
    );
  });

  it.each([
    'pandoc-slides.pptx',
    'odfpy-slides.odp',
    'openpyxl-readings.xlsx',
    'odfpy-readings.ods',
    'python-mails.mbox',
  ])('maxPages: %s', async (name) => {
    expect(await codeOf(readDocument(fixture(name), name, { ...limits, maxPages: 1 }))).toBe('too-many-pages');
  });

  it('maxDepth: HTML and RTF', async () => {
    expect(await codeOf(documentOf(`<html>${'<div>'.repeat(100_000)}x`, 'a.html'))).toBe('too-large');
    expect(await codeOf(documentOf(`{\\rtf1 ${'{'.repeat(100_000)}x`, 'a.rtf'))).toBe('too-large');
  });
});

describe('a text made to take long', () => {
  const mail = 'From: a@example.org\nSubject: b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n';

  it.each([
    ['a mail of very many parts', 'a.eml', mail + '--q\n\nx\n'.repeat(200_000), 'too-large'],
    ['cells over many columns', 'a.html', `<html><table>${'<tr><td colspan=50>x'.repeat(100_000)}`, 'none'],
    [
      'values ever further to the right',
      'a.csv',
      Array.from({ length: 1500 }, (_, n) => `${','.repeat(n)}x`).join('\n'),
      'none',
    ],
    ['blanks between blanks', 'a.html', `<html>${'<i> </i>'.repeat(100_000)}<br>x`, 'none'],
  ])('%s ends within seconds', async (_, name, text, code) => {
    // Processor time, because the machine may do other work.
    const started = process.cpuUsage();
    expect(await codeOf(documentOf(text, name))).toBe(code);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});

describe('what a page or part names is never fetched or expanded', () => {
  it('keeps entities of a document type as they are written', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><html><p>&b; end</p></html>`;
    const { text } = await documentOf(bomb, 'a.xhtml');
    expect(text).toContain('&b; end');
    expect(text).not.toContain('hahaha');
  });

  it('shows what a browser shows: no scripts, no styles, nothing hidden', async () => {
    const { text } = await documentOf(
      '<html><style>p{}</style><script>no()</script><p>yes</p><p hidden>no</p><p style="display:none">no</p></html>',
      'a.html',
    );
    expect(text).toBe('yes');
  });
});
