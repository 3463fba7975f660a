import type { Chunk } from '@shared/prompt/chunk';
import { describe, expect, it } from 'vitest';
import { queryWeights, sentenceShares } from '../../../../electron/engine/stages';

const chunkOf = (text: string): Chunk => ({ id: 'c', text, headings: [] }) as unknown as Chunk;

describe('what the words of a question are worth', () => {
  const mill = chunkOf('The mill grinds rye.');
  const bakery = chunkOf('The baker sells bread of rye.');

  it('is counted once for a list of chunks, for the condenser and the answer', () => {
    const chunks = [mill, bakery];
    const weights = queryWeights('mill of rye', chunks, 'eng');
    expect(queryWeights('mill of rye', chunks, 'eng')).toBe(weights);
    expect(queryWeights('mill of rye', [...chunks], 'eng')).toEqual(weights);
  });

  it('is counted anew for another question, another language and other chunks', () => {
    const chunks = [mill, bakery];
    const weights = queryWeights('mill of rye', chunks, 'eng');
    expect([...queryWeights('bread', chunks, 'eng').idf.keys()]).toEqual(['bread']);
    expect(queryWeights('mill of rye', chunks, 'deu')).not.toBe(weights);
    expect(queryWeights('mill of rye', chunks, 'eng')).toEqual(weights);
    expect(queryWeights('mill of rye', [mill], 'eng').idf.get('mill')).not.toBe(weights.idf.get('mill'));
  });
});

describe('what a sentence says about a question', () => {
  it('is for a row of a table what it holds itself, under the names of its columns', () => {
    const chunk = chunkOf(
      'Sales of the mill.\n\n| Year | Revenue | Staff |\n| --- | --- | --- |\n| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |\n\nIn 2023 it rained.',
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

  it('is for the rows of a table that begins in another passage what each of them holds itself', () => {
    const chunk = chunkOf('| Berlin | 2020 | 3 |\n| Paris | 2021 | 5 |\n| Berlin | 2021 | 4 |');
    const weights = queryWeights('How many were it in Berlin in 2021?', [chunk], 'eng');
    const [first, second, third] = sentenceShares(chunk, weights).map(({ share }) => share);
    expect(third).toBeCloseTo(1, 10);
    expect(second).toBeCloseTo(1 - (first ?? 0), 10);
    expect(second).toBeLessThan(1);
  });

  it('is for a record under another one, in a table without a head, what it holds itself', () => {
    const chunk = chunkOf('| Berlin | 41 |\n| --- | --- |\n| Paris | 52 |');
    const weights = queryWeights('Is Berlin like Paris?', [chunk], 'eng');
    expect(sentenceShares(chunk, weights).map(({ share }) => share > 0.6)).toEqual([false, false, false]);
  });

  it('is for a row the names of its own table, where two tables meet', () => {
    const table = (name: string, value: string) => `| Year | ${name} |\n| --- | --- |\n| 2023 | ${value} |`;
    const chunk = chunkOf(`${table('Revenue', '18.2')}\n${table('Staff', '171')}`);
    const weights = queryWeights('What was the revenue in 2023?', [chunk], 'eng');
    const shares = new Map(sentenceShares(chunk, weights).map(({ sentence, share }) => [sentence.text, share]));
    expect(shares.get('| 2023 | 18.2 |')).toBeCloseTo(1, 10);
    expect(shares.get('| 2023 | 171 |')).toBeLessThan(1);
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
