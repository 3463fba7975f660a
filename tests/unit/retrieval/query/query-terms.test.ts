import { describe, expect, it } from 'vitest';
import { coverage, weighQuery } from '../../../../electron/engine/retrieval';
import { coverageIn } from '../../../../electron/engine/retrieval/query/query-terms';
import { termSet } from '../../../../electron/engine/text/terms';

const chunks = 1000;
const frequencies = new Map([
  ['environ', 400],
  ['slattach', 1],
  ['larg', 20],
]);
const forms = new Map([['larger', { words: ['larger'], of: 'larg' }]]);
const query = weighQuery('a large slattach environment', frequencies, chunks, forms);

describe('the share of a query that a text has', () => {
  it('weighs its terms by how rare they are, each once, in one form or another', () => {
    const shares = ['slattach slattach', 'environment', 'larger than large', 'large', 'nothing'].map((text) =>
      coverageIn(termSet(text), query),
    );
    const [rare = 0, common = 0, inBothForms, inOne, none] = shares;
    expect(rare).toBeGreaterThan(3 * common);
    expect(inBothForms).toBe(inOne);
    expect(none).toBe(0);
    expect(coverageIn(termSet('environment slattach larger'), query)).toBeCloseTo(1, 12);
  });

  it('is the same of a text and of its terms', () => {
    for (const text of ['slattach', 'the larger environment', 'Größe of the environment', '']) {
      expect(coverageIn(termSet(text), query)).toBeCloseTo(coverage(text, query), 12);
    }
  });

  it('is 0 for a query of stop words alone', () => {
    expect(coverageIn(termSet('the of'), weighQuery('of the', new Map(), chunks))).toBe(0);
  });
});
