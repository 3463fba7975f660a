import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../electron/engine/ingest';
import { isMadeUpTitle } from '../../../../electron/engine/ingest/read-document';
import { fixture, limits } from '../fixture-documents';
import { makeZip, partsOf, textPart } from './make-zip';
import data from './placeholder-title.json';

describe('a title that a program made up', () => {
  it.each(data.placeholders)('is %s', (title) => {
    expect(isMadeUpTitle(title)).toBe(true);
  });

  it.each(data.titles)('is not %s', (title) => {
    expect(isMadeUpTitle(title)).toBe(false);
  });
});

describe('the title of a document', () => {
  it.each([
    ['EX-99 10 dex9910.htm SUPPLY AGREEMENT', 'SUPPLY AGREEMENT'],
    ['Working with notes.txt Files', 'Working with notes.txt Files'],
  ])('has no name of a file before its words: %s', async (heading, title) => {
    const page = new TextEncoder().encode(`<html><body><h1>${heading}</h1><p>The mill.</p></body></html>`);
    expect((await readDocument(page, 'supply.html', limits)).title).toBe(title);
  });

  const hash = 'd41d8cd98f00b204e9800998ecf8427e';
  const utf8 = (text: string) => new TextEncoder().encode(text);
  /** A package with another title in its properties. */
  const packed = (name: string, title: string): Uint8Array =>
    makeZip(
      partsOf(fixture(name)).map((part) => {
        if (part.name !== 'docProps/core.xml') return part;
        const properties = new TextDecoder().decode(part.content);
        return textPart(part.name, properties.replace(/(<dc:title>)[^<]*/u, `$1${title}`));
      }),
    );
  const pdf = (title: string): Uint8Array => {
    const own = 'Report on the display cases';
    const bytes = Buffer.from(fixture('report.pdf')).toString('latin1');
    return Buffer.from(bytes.replace(`/Title (${own})`, `/Title (${title.padEnd(own.length)})`), 'latin1');
  };
  const html = (title: string): Uint8Array =>
    utf8(`<html><title>${title}</title><body><h1>Rules of the mill</h1><p>Grind by day.</p></body></html>`);
  const markdown = (title: string): Uint8Array =>
    utf8(`---\ntitle: "${title}"\n---\n\n# Rules of the mill\n\nBy day.\n`);

  it.each([
    ['training.pptx', packed('pandoc-slides.pptx', 'Slide 1'), 'Keeper training'],
    ['training.pptx', packed('pandoc-slides.pptx', 'PowerPoint Presentation'), 'Keeper training'],
    ['training.pptx', packed('pandoc-slides.pptx', 'Light and dust'), 'Light and dust'],
    ['notes.docx', packed('pandoc-notes.docx', 'Microsoft Word - doc3'), 'Keeper’s notes'],
    ['notes.docx', packed('pandoc-notes.docx', 'Rounds'), 'Rounds'],
    ['report.pdf', pdf('Microsoft Word - doc3'), 'Report on the display cases'],
    ['report.pdf', pdf('12'), 'Report on the display cases'],
    ['report.pdf', pdf('Cases'), 'Cases'],
    ['rules.html', html('Document1'), 'Rules of the mill'],
    ['rules.html', html(hash), 'Rules of the mill'],
    ['rules.html', html('Mill'), 'Mill'],
    ['rules.md', markdown('Untitled'), 'Rules of the mill'],
    ['rules.md', markdown('1984'), '1984'],
    // The file name is the title if nothing else names it, except a meaningless one.
    ['notes.txt', utf8('The keeper walks the east wing.\nBy day.'), null],
    [`${hash}.txt`, utf8('The keeper walks the east wing.\nBy day.'), 'The keeper walks the east wing.'],
    [`${hash}.md`, utf8('## Rounds\n\nThe keeper walks the east wing.'), 'Rounds'],
    ['scan_0017.txt', utf8('17\nThe keeper walks.'), 'The keeper walks.'],
  ])('of %s is taken from its content if a program made it up', async (name, bytes, title) => {
    expect((await readDocument(bytes, name, limits)).title).toBe(title);
  });
});
