import { describe, expect, it } from 'vitest';
import { layoutPdf } from '../../../../electron/engine/ingest/pdf/pdf-layout';

const line = (text: string, y: number, size = 10) => ({ text, x: 50, y, right: 50 + 5 * text.length, size });
const grains = ['rye', 'oats', 'barley', 'wheat', 'bran'];
const prose = (page: number) =>
  `The mill on the river was built in 1832, and it ground ${grains[page]} for the valley.`;
const pages = (head: (page: number) => ReturnType<typeof line>[]) =>
  [1, 2, 3, 4].map((page) => [
    ...head(page),
    line(`${page === 1 ? 'First. ' : ''}${prose(page)}`, 700),
    line(prose(page), 688),
  ]);
const furniture = (layout: ReturnType<typeof layoutPdf>): string[] =>
  layout.blocks.filter(({ kind }) => kind === 'furniture').map(({ start, end }) => layout.text.slice(start, end));

describe('heads and feet of the pages of a PDF', () => {
  it('are furniture, with the number of the page in them, and stand before and behind the text', () => {
    const layout = layoutPdf(pages((page) => [line(`Of mills, page ${page}`, 760, 9), line('The millers', 40, 9)]));
    expect(furniture(layout)).toEqual([1, 2, 3, 4].flatMap((page) => [`Of mills, page ${page}`, 'The millers']));
    expect(layout.text.startsWith('Of mills, page 1\n\nFirst.')).toBe(true);
  });

  it.each([
    ['lines that differ', (page: number) => [line(grains[page] ?? '', 760)]],
    ['lines as near to the text as its own', () => [line('Date, grain and price', 712)]],
    ['titles larger than the text', () => [line('Results', 760, 18)]],
    ['lines of two pages', (page: number) => (page < 3 ? [line('Of mills', 760, 9)] : [])],
  ])('are not %s', (_, head) => {
    expect(furniture(layoutPdf(pages(head)))).toEqual([]);
  });
});
