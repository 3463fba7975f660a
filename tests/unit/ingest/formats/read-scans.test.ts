import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { VitrineError } from '@shared/errors';
import { saidRemark } from '@shared/words/said';
import { tooSlow } from '@shared/words/sayings';
import { describe, expect, it } from 'vitest';
import { pagesToRecognise, type RecognisedPage, readDocument } from '../../../../electron/engine/ingest';
import { codeOf, fixture, limits } from '../fixture-documents';

const scan = (name: string) => new Uint8Array(readFileSync(resolve(__dirname, '../../../fixtures/scans', name)));

/** A page as text recognition leaves it: a paragraph a string, its lines and words set one below and beside the other. */
function pageOf(page: number, ...paragraphs: readonly string[]): RecognisedPage {
  let top = 100;
  const placed = paragraphs.map((paragraph) => {
    top += 40;
    return paragraph.split('\n').map((line) => {
      top += 30;
      let left = 100;
      return line.split(' ').map((word) => {
        const right = left + word.length * 10;
        const box = [word, left, top, right, top + 20] as const;
        left = right + 10;
        return box;
      });
    });
  });
  return { page, width: 1000, height: 1400, paragraphs: placed };
}

async function refusal(name: string, recognised?: readonly RecognisedPage[]): Promise<VitrineError> {
  try {
    await readDocument(scan(name), name, limits, undefined, { recognised });
  } catch (error) {
    if (error instanceof VitrineError) return error;
    throw error;
  }
  throw new Error(`${name} was expected to be refused`);
}

describe('a scan without text recognition', () => {
  it('keeps its typed result and says how many pages could be recognised', async () => {
    const error = await refusal('report.pdf');
    expect(error.code).toBe('no-text');
    expect(error.details).toMatchObject({ why: 'scan', pages: 2 });
    expect(pagesToRecognise(error)).toEqual([1, 2]);
  });

  it.each(['costs.png', 'costs.jpg', 'costs.webp', 'costs.gif', 'costs-twice.tif'])(
    '%s is unsupported',
    async (name) => {
      const error = await refusal(name);
      expect(error.code).toBe('unsupported');
      expect(error.details?.why).toBe('picture');
      expect(pagesToRecognise(error)).toEqual(name.endsWith('tif') ? [1, 2] : [1]);
    },
  );

  it('other refusals want no recognition', async () => {
    const work = readDocument(fixture('locked.pdf'), 'locked.pdf', limits).catch((error: unknown) => error);
    expect(pagesToRecognise(await work)).toEqual([]);
    expect(pagesToRecognise(new Error('no text'))).toEqual([]);
  });
});

describe('a scan with its recognised text', () => {
  it('has the text of its pages with their places, paragraphs apart and hyphens at line ends gone', async () => {
    const paragraph = 'The keeper of the museum writes down the humi-\ndity of every case each hour of the day.';
    const pages = [pageOf(1, paragraph, 'Silk bears 50 lux.'), pageOf(2, 'The second page.')];
    const read = await readDocument(scan('report.pdf'), 'report.pdf', limits, undefined, { recognised: pages });
    expect(read.text).toBe(
      'The keeper of the museum writes down the humidity of every case each hour of the day.\n\nSilk bears 50 lux.\n\n' +
        'The second page.',
    );
    expect(read.pages.map(({ page, startChar, endChar }) => [page, read.text.slice(startChar, endChar)])).toEqual([
      [1, expect.stringContaining('Silk bears 50 lux.')],
      [2, 'The second page.'],
    ]);
    expect(read.warnings).toEqual([{ code: 'recognised', values: { pages: 2 } }]);
  });

  it('differences between the heights of lines make no headings', async () => {
    const { headings } = await readDocument(scan('costs.png'), 'costs.png', limits, undefined, {
      recognised: [pageOf(1, 'Costs', 'The lamp costs forty and the glass costs four hundred.')],
    });
    expect(headings).toEqual([]);
  });

  it('pages with text keep their own', async () => {
    const own = await readDocument(fixture('report.pdf'), 'report.pdf', limits);
    const again = await readDocument(fixture('report.pdf'), 'report.pdf', limits, undefined, {
      recognised: [pageOf(1, 'Nonsense.')],
    });
    expect(again).toEqual(own);
    expect(own.textless).toBeUndefined();
  });

  it('says which pages could not be read, and has no text where none could', async () => {
    const lost: RecognisedPage = { page: 2, width: 0, height: 0, paragraphs: [], trouble: tooSlow(1000) };
    const half = await readDocument(scan('report.pdf'), 'a.pdf', limits, undefined, {
      recognised: [pageOf(1, 'Words.'), lost],
    });
    expect(half.text.trim()).toBe('Words.');
    expect(half.warnings.map(saidRemark).join()).toContain('could not read: 2, because it took longer than 1 s.');
    const none = await refusal('report.pdf', [{ ...lost, page: 1 }, lost]);
    expect(none.code).toBe('no-text');
    expect(none.message).toContain('it took longer than 1 s');
    expect(pagesToRecognise(none)).toEqual([]);
  });

  it('a picture that does not say its size is damaged', async () => {
    const head = scan('costs.png').slice(0, 12);
    expect(await codeOf(readDocument(head, 'a.png', limits, undefined, { recognised: [] }))).toBe('damaged');
  });
});
