import type { Chunk } from '@shared/chunk';
import { describe, expect, it } from 'vitest';
import { queryWeights, sentenceShares } from '../../../electron/engine/stages';

const chunkOf = (text: string): Chunk => ({ id: 'c', text, headings: [] }) as unknown as Chunk;

describe('what a sentence says about a question', () => {
  it('is for a row of a table what it holds itself, under the names of its columns', () => {
    const chunk = chunkOf(
      'Sales of the mill.\n\n| Year | Revenue | Staff |\n| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |\n\nIn 2023 it rained.',
    );
    const weights = queryWeights('What was the revenue in 2023?', [chunk], 'eng');
    const shares = new Map(sentenceShares(chunk, weights).map(({ sentence, share }) => [sentence.text, share]));
    expect(shares.get('| 2023 | 18.2 | 171 |')).toBeCloseTo(1, 10);
    // A row without anything of the question is not made an answer by the names above it.
    expect(shares.get('| 2022 | 16.4 | 158 |')).toBe(0);
    expect(shares.get('| Year | Revenue | Staff |')).toBeLessThan(1);
    // What stands behind the table has no columns.
    expect(shares.get('In 2023 it rained.')).toBeLessThan(1);
  });

  it('comes with what the heading above says of it', () => {
    const chunk = { ...chunkOf('One month.\n\n# Deposit\n\n2,226 €.'), headings: ['Lease', 'Notice'] };
    const weights = queryWeights('deposit', [chunk], 'eng');
    expect(sentenceShares(chunk, weights).map(({ share, headingShare }) => [share, headingShare])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
});
