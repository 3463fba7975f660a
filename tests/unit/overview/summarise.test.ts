import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOfText } from '../../../electron/engine/ingest/recognise-blocks';
import { summarise } from '../../../electron/engine/overview';
import { forAllWith } from '../../for-all';

const carrying = (text: string, count?: number): [string | null, string][] =>
  summarise({ text, blocks: blocksOfText(text) }, count).map(({ heading, start, end }) => [
    heading,
    text.slice(start, end),
  ]);

const contract = `# Lease

This contract is about the flat in Mill Lane that the landlord lets to the tenant.

## Rent

The tenant pays the rent of 650 euros for the flat to the landlord every month. Birds sing in the spring.
A cheque is not accepted by the bank in the next street.

## Term

The lease of the flat runs for two years and the landlord cannot end the lease of the tenant before. Rain falls.
`;

describe('summarise', () => {
  it('takes a sentence of each section that tells what the section and the document are about', () => {
    expect(carrying(contract, 3)).toEqual([
      ['Lease', 'This contract is about the flat in Mill Lane that the landlord lets to the tenant.'],
      ['Rent', 'The tenant pays the rent of 650 euros for the flat to the landlord every month.'],
      ['Term', 'The lease of the flat runs for two years and the landlord cannot end the lease of the tenant before.'],
    ]);
  });

  it('joins sections where they are more than wanted, and keeps the order of the text', () => {
    const found = carrying(contract, 1);
    expect(found).toHaveLength(1);
    const many = Array.from(
      { length: 40 },
      (_, at) => `## Part ${at}\n\nThe mill number ${at} grinds rye for the town.`,
    );
    const starts = summarise({ text: many.join('\n\n'), blocks: blocksOfText(many.join('\n\n')) }, 8).map(
      ({ start }) => start,
    );
    expect(starts).toHaveLength(8);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  it('does not say the same twice', () => {
    const text =
      'The mill grinds rye for the town of Dole. The mill grinds rye for the town of Dole! The miller has two sons and a wheel to turn.';
    expect(carrying(text, 2).map(([, sentence]) => sentence)).toEqual([
      'The mill grinds rye for the town of Dole.',
      'The miller has two sons and a wheel to turn.',
    ]);
  });

  it.each([
    ['a word', 'Mill'],
    ['a heading alone', '# Mill'],
    ['a table', '| Mill | Rye |\n| --- | --- |\n| Dole | 12 |'],
    ['the number of a page', 'Page 3'],
    ['code', '```\nlet mill = 1;\n```'],
    ['function words', 'It is what it is.'],
  ])('has something of %s', (_name, text) => {
    expect(carrying(text).length).toBeGreaterThan(0);
  });

  it('has nothing of a text without words', () => {
    expect(carrying('')).toEqual([]);
    expect(carrying(' \n --- \n')).toEqual([]);
  });

  it('is never empty for a text with words, and at most as long as wanted', () => {
    const piece = fc.constantFrom(
      'Mill',
      'turns.',
      '500',
      '\n\n',
      '# ',
      '- ',
      '| x |\n',
      '磨坊。',
      'Page 3',
      '```\n',
      'From: a@b.de\n',
    );
    const any = fc.array(piece, { maxLength: 30 }).map((all) => all.join(' '));
    forAllWith({ numRuns: 300 })(any, fc.integer({ min: 1, max: 5 }), (text, count) => {
      const found = summarise({ text, blocks: blocksOfText(text) }, count);
      expect(found.length > 0).toBe(/[\p{L}\p{N}]/u.test(text));
      expect(found.length).toBeLessThanOrEqual(count);
      for (const [at, { start, end }] of found.entries()) {
        expect(start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
        expect(text.slice(start, end).trim()).not.toBe('');
      }
    });
  });
});
