import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { wholeSpans } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import { type ReadDocument, readDocument } from '../../../../electron/engine/ingest';
import { openPdf } from '../../../../electron/engine/ingest/pdf/open-pdf';
import { findPassage } from '../../../../renderer/panels/source/pdf/page-passage';
import { limits } from '../fixture-documents';

const bytesOf = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(__dirname, '../../../fixtures', name.includes('/') ? name : `tables/${name}`)));
const read = (name: string): Promise<ReadDocument> => readDocument(bytesOf(name), name, limits);
const tablesOf = ({ blocks, text }: ReadDocument): string[] =>
  wholeSpans(blocks).map(({ start, end }) => text.slice(start, end));

/** The texts of a page's items, as the page shows them. */
async function itemsByPage(name: string): Promise<string[][]> {
  const { pdf, close } = await openPdf(bytesOf(name));
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')));
  }
  await close();
  return pages;
}

const revenue = [
  '| Year | Revenue (EUR million) | Profit | Employees |',
  '| --- | --- | --- | --- |',
  '| 2021 | 12.4 | 1.1 | 140 |',
  '| 2022 | 15.9 | 1.8 | 155 |',
  '| 2023 | 18.2 | 2.6 | 171 |',
  '| 2024 | 21.7 | 3.0 | 190 |',
].join('\n');

const programs = ['latex-booktabs.pdf', 'groff.pdf', 'typst.pdf', 'reportlab.pdf'];

describe('a table in a PDF', () => {
  it.each(programs)('is rows of cells under the names of their columns, in a whole block: %s', async (name) => {
    expect(tablesOf(await read(name))).toContain(revenue);
  });

  it.each(programs)('is found eight or nine times of nine, with prose around it as it was: %s', async (name) => {
    const document = await read(name);
    expect(tablesOf(document).length).toBeGreaterThanOrEqual(8);
    expect(document.text).toMatch(/\n\n\| Article \| Price \|\n\| --- \| --- \|\n\| Lamp, small \| 40\.00 EUR \|/);
    expect(document.text).toMatch(/\.\n\n\| Year \| Revenue/);
  });

  it.each(['latex-booktabs.pdf', 'typst.pdf', 'reportlab.pdf'])(
    'keeps the lines of a cell together: %s',
    async (name) => {
      const rows = tablesOf(await read(name))
        .join('\n')
        .split('\n');
      const silk = rows.find((row) => row.startsWith('| Silk banner |')) ?? '';
      expect(silk).toMatch(/^\| Silk banner \| Torn along .* showing in the great hall \| 1823 \|$/);
    },
  );

  it('of an office program is found on every page', async () => {
    const document = await read('inventories/writer.pdf');
    expect(tablesOf(document).length).toBeGreaterThan(5);
    expect(tablesOf(document)[0]).toMatch(/^\| Number \| Object \| Lux \| Remark \|\n\| --- /);
  });

  it.each([...programs, 'inventories/writer.pdf'])(
    'has each row marked on its page by its own letters: %s',
    async (name) => {
      const document = await read(name);
      const pages = await itemsByPage(name);
      let marked = 0;
      for (const { start: startChar, end: endChar } of wholeSpans(document.blocks)) {
        const page = document.pages.find((entry) => entry.startChar <= startChar && endChar <= entry.endChar);
        const items = pages[(page?.page ?? 0) - 1] ?? [];
        let at = startChar;
        for (const row of document.text.slice(startChar, endChar).split('\n')) {
          const before = document.text.slice(page?.startChar, at);
          at += row.length + 1;
          if (!/[\p{L}\p{N}]/u.test(row)) continue;
          const pieces = findPassage(items, row, before) ?? [];
          const letters = pieces.map(({ item, from, to }) => items[item]?.slice(from, to) ?? '').join('');
          const plain = (text: string) => text.replace(/[\s|\-\u00AD]/gu, '');
          expect(plain(letters)).toBe(plain(row));
          marked += 1;
        }
      }
      expect(marked).toBeGreaterThan(20);
    },
  );

  it.each([
    'prose-in-two-columns.pdf',
    'prose-in-three-columns.pdf',
    'lists-in-two-columns.pdf',
    'numbered-lines.pdf',
    'forms.pdf',
    'contents.pdf',
    'right-to-left.pdf',
  ])('is not text that is only side by side: %s', async (name) => {
    expect(tablesOf(await read(name))).toEqual([]);
  });
});
