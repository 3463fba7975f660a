import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../electron/engine/ingest';
import { isMadeUpTitle } from '../../../../electron/engine/ingest/titles';
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
    ['EX-99 10 dex9910.htm SUPPLY OF GRAIN', 'SUPPLY OF GRAIN'],
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
    ['handbook-of-rounds.md', utf8('# Introduction\n\nThe keeper walks.\n\n## Rounds\n\nBy day.'), null],
    ['notes.md', utf8('# Notes\n\nThe keeper walks.'), 'Notes'],
    ['cases.md', utf8('# "Display cases"\n\nThe keeper walks.'), 'Display cases'],
    ['scan_0017.txt', utf8('17\nThe keeper walks.'), 'The keeper walks.'],
  ])('of %s is taken from its content if a program made it up', async (name, bytes, title) => {
    expect((await readDocument(bytes, name, limits)).title).toBe(title);
  });
});

describe('the title of an agreement', () => {
  const between = 'is made as of May 4, 2018 by and between NEON SYSTEMS, INC., a Delaware corporation (the “Company”)';
  const agreement = (heading: string): string =>
    `# ${heading}\n\nThis Agreement ${between}, and Elaine P. Quill (the “Holder”). The parties agree to keep secrets.`;
  const titleOf = async (text: string, name = 'filed.md') =>
    (await readDocument(new TextEncoder().encode(text), name, limits)).title;

  it.each([
    'CONFIDENTIALITY AGREEMENT',
    'Confidentiality agreement',
    'EX-99.(D)(3) 10 dex99d3.htm CONFIDENTIALITY AGREEMENT',
    'EXHIBIT 10.1\n\nCONFIDENTIALITY AGREEMENT',
    'CONFIDENTIALITY AGREEMENT DATED MAY 4',
  ])('is its kind, its parties and its year under the heading “%s”', async (heading) =>
    expect(await titleOf(agreement(heading))).toBe('Confidentiality agreement, Neon Systems, Elaine P. Quill, 2018'),
  );

  it('is its own where that says more than the kind, and no sentence is one', async () => {
    expect(await titleOf(agreement('Lease: Flat in Mill Lane'))).toBe('Lease: Flat in Mill Lane');
    expect(await titleOf('# RULES OF THE MILL\n\nThis Agreement binds the miller.')).toBe('RULES OF THE MILL');
  });

  it('is made in German as well', async () => {
    const text =
      '# MIETVERTRAG\n\nzwischen\n\nHollin Wohnbau GmbH, Mühlweg 1\n– im Folgenden „Vermieter“ –\n\nund der Mieterin.\n\nDer Vertrag beginnt am 1. März 2019. Die Miete beträgt 700 Euro im Monat.';
    expect(await titleOf(text)).toBe('Mietvertrag, 2019');
  });
});
