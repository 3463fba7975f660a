import { describe, expect, it } from 'vitest';
import { areVersions, type ComparedDocument, compareBySubject } from '../../../electron/engine/comparison';
import { blocksOfText } from '../../../electron/engine/ingest/recognise-blocks';
import { plantedEdits } from './planted-edits';

const documentOf = (text: string): ComparedDocument => ({ text, blocks: blocksOfText(text), pages: [] });

const lease = `This is what Anna and Otto have agreed upon.

Rent

The tenant pays a rent of 650 euros a month to the landlord, in advance, by the third working day of each month.

Notice

The lease may be ended by either party with a notice of three months to the end of a calendar month, in writing.

Pets

The tenant may keep small animals in the flat; dogs and cats need the consent of the landlord beforehand.
`;
const offer = `Berta writes about her place near the river.

Animals

Dogs and cats are welcome in the house, small animals too; the landlord gives his consent with this offer.

What it costs

We ask for a rent of EUR 1,200 a month, which the tenant pays in advance at the beginning of the month.

End of the lease

Either party may end the lease by a notice in writing of 6 months to the end of a calendar month.

Garden

Apples and pears grow behind the house, and a gardener cuts the hedges in autumn.
`;

describe('compareBySubject', () => {
  const pairs = compareBySubject([documentOf(lease), documentOf(offer)], 10);

  it('puts passages about one thing side by side, those with other numbers first', () => {
    const read = pairs.map(({ first, second, differences }) => [
      first.heading,
      second.heading,
      differences.map((one) => [
        lease.slice(one.first.start, one.first.end),
        offer.slice(one.second.start, one.second.end),
      ]),
    ]);
    expect(read.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['Rent', 'What it costs', [['650 euros', 'EUR 1,200']]],
        ['Notice', 'End of the lease', [['three months', '6 months']]],
      ]),
    );
    expect(read[2]).toEqual(['Pets', 'Animals', []]);
    expect(read).toHaveLength(3);
  });

  it('names what both speak of, as it is written', () => {
    expect(pairs.find(({ first }) => first.heading === 'Pets')?.shared).toEqual(
      expect.arrayContaining(['animals', 'dogs', 'cats', 'consent']),
    );
  });

  it('takes a passage once and gives as many as are wanted', () => {
    expect(new Set(pairs.map(({ first }) => first.start)).size).toBe(pairs.length);
    expect(new Set(pairs.map(({ second }) => second.start)).size).toBe(pairs.length);
    expect(compareBySubject([documentOf(lease), documentOf(offer)], 1)).toEqual(pairs.slice(0, 1));
    expect(compareBySubject([documentOf(lease), documentOf('')], 5)).toEqual([]);
  });

  it.each([
    [
      'The mill was built by the town on 3 May 1820.',
      'The town built the mill on 4 May 1820.',
      ['3 May 1820', '4 May 1820'],
    ],
    ['The mill was built by the town on 3 May 1820.', 'The town built the mill in May 1820.', null],
    ['The mill of the town is 12 km away.', 'The town has a mill 12,000 metres away.', null],
    ['The mill of the town employs 40 workers.', 'The town has a mill; it has 55 workers.', ['40', '55']],
    ['The mill of the town is on page 3.', 'The town has a mill, see page 4.', null],
    [
      'Die Mühle der Stadt kostet 1.500 Euro.',
      'Für die Stadt kostet die Mühle 1.600 Euro.',
      ['1.500 Euro', '1.600 Euro'],
    ],
    ['El molino del pueblo vale 20 euros.', 'Vale 30 euros el molino del pueblo.', ['20 euros', '30 euros']],
  ])('%j against %j', (one, other, expected) => {
    const [pair] = compareBySubject([documentOf(one), documentOf(other)], 5);
    expect(pair?.first.heading).toBeNull();
    const found = pair?.differences.map(({ first, second }) => [
      one.slice(first.start, first.end),
      other.slice(second.start, second.end),
    ]);
    expect(found).toEqual(expected ? [expected] : []);
  });

  it('compares rows of tables with each other', () => {
    const table = (rows: string) => documentOf(`| Item | Price |\n| --- | --- |\n${rows}`);
    const rows = [
      '| Oak table | 400 € |\n| Pine chair | 50 € |',
      '| Pine chair | 60 € |\n| Oak table | 400 € |',
    ] as const;
    const found = compareBySubject([table(rows[0]), table(rows[1])], 5);
    expect(found.map(({ differences }) => differences.length)).toEqual([1, 0]);
  });
});

describe('areVersions', () => {
  it('is the share of common passages', () => {
    const one = 'The mill grinds rye for us. The wheel turns all the day.';
    expect(areVersions(documentOf(one), documentOf(one))).toBe(1);
    expect(areVersions(documentOf(one), documentOf(one.replace('all', 'half')))).toBeCloseTo(0.5, 9);
    expect(areVersions(documentOf(one), documentOf('Apples and pears grow behind the house.'))).toBe(0);
    expect(areVersions(documentOf(''), documentOf(''))).toBe(0);
  });

  it('tells versions from other documents, however they are set', () => {
    const { old, new: next } = plantedEdits({ seed: 4, words: 6000, edits: 3 });
    const other = plantedEdits({ seed: 5, words: 6000, edits: 1 }).old;
    expect(areVersions(old, next)).toBeGreaterThan(0.9);
    expect(areVersions(old, other)).toBe(0);
  });
});
