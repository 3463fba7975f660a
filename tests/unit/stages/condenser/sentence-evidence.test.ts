import { describe, expect, it } from 'vitest';
import { evidence, queryWeights } from '../../../../electron/engine/stages/condenser/sentence-evidence';
import { aChunk } from '../memory-library';

const chunkOf = (text: string) => aChunk('c', text);

/** The score of each line that holds a word of a question. */
function scoresIn(text: string, question: string): Map<string, number> {
  const chunk = chunkOf(text);
  return new Map(evidence(chunk, 1, queryWeights(question, [chunk], 'eng')).map((one) => [one.text, one.score]));
}

describe('what the words of a question are worth', () => {
  const mill = chunkOf('The mill grinds rye.');
  const bakery = chunkOf('The baker sells bread of rye.');

  it('is counted once for a list of chunks, for the condenser and the answer', () => {
    const chunks = [mill, bakery];
    const weights = queryWeights('mill of rye', chunks, 'eng');
    expect(queryWeights('mill of rye', chunks, 'eng')).toBe(weights);
    expect(queryWeights('mill of rye', [...chunks], 'eng')).toEqual(weights);
  });

  it('is counted again for another question, another language and other chunks', () => {
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
    const scores = scoresIn(
      'Sales of the mill.\n\n| Year | Revenue | Staff |\n| --- | --- | --- |\n| 2022 | 16.4 | 158 |\n| 2023 | 18.2 | 171 |\n\nIn 2023 it rained.',
      'What was the revenue in 2023?',
    );
    expect(scores.get('| 2023 | 18.2 | 171 |')).toBeCloseTo(1, 10);
    // A row without anything of the question is not made an answer by the names above it, nor are these one.
    expect([...scores.keys()]).toEqual(['| 2023 | 18.2 | 171 |', 'In 2023 it rained.']);
    expect(scores.get('In 2023 it rained.')).toBeLessThan(1);
  });

  it('is for the rows of a table that begins in another passage what each of them holds itself', () => {
    const rows = '| Berlin | 2020 | 3 |\n| Paris | 2021 | 5 |\n| Berlin | 2021 | 4 |';
    const [first = 0, second = 0, third] = scoresIn(rows, 'How many were it in Berlin in 2021?').values();
    expect(third).toBeCloseTo(1, 10);
    expect(first + second).toBeCloseTo(1, 10);
    expect(second).toBeLessThan(1);
  });

  it('is for a record under another one, in a table without a head, what it holds itself', () => {
    const scores = scoresIn('| Berlin | 41 |\n| --- | --- |\n| Paris | 52 |', 'Is Berlin like Paris?');
    expect([...scores.values()].every((score) => score < 0.6)).toBe(true);
  });

  it('is for a row the names of its own table, where two tables meet', () => {
    const table = (name: string, value: string) => `| Year | ${name} |\n| --- | --- |\n| 2023 | ${value} |`;
    const scores = scoresIn(`${table('Revenue', '18.2')}\n${table('Staff', '171')}`, 'What was the revenue in 2023?');
    expect(scores.get('| 2023 | 18.2 |')).toBeCloseTo(1, 10);
    expect(scores.get('| 2023 | 171 |')).toBeLessThan(1);
  });

  it('is nothing for a heading and for code', () => {
    const text = '# Deposit\n\nThe deposit is 2,226 €.\n\n```js\nlet deposit = 2226;\n```';
    expect([...scoresIn(text, 'deposit').keys()]).toEqual(['The deposit is 2,226 €.']);
  });
});
