import { inverseDocumentFrequency } from '@shared/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weighQuery } from '../../../electron/engine/retrieval';
import { TermDictionary } from '../../../electron/engine/retrieval/chunk-terms';
import { QueryPlaces } from '../../../electron/engine/retrieval/query-places';
import { rareWords } from '../../../electron/engine/retrieval/rare-words';

const chunks = 1000;
const rareOf = (frequencies: Readonly<Record<string, number>>, query = '') => {
  const known = new Map(Object.entries(frequencies));
  const idf = new Map([...known].map(([term, count]) => [term, inverseDocumentFrequency(count, chunks)]));
  const { terms, weight } = rareWords(query, known, idf);
  return { terms: [...terms], weight };
};
const nothing = { terms: [], weight: 0 };

describe('rare words', () => {
  it('are those that one or two chunks have, where all others are common', () => {
    expect(rareOf({ environ: 400, variabl: 300, slattach: 1 })).toEqual({ terms: ['slattach'], weight: 1 });
    expect(rareOf({ environ: 400, slattach: 2, pkttyag: 1 })).toEqual({ terms: ['slattach', 'pkttyag'], weight: 1 });
  });

  it('count less the rarer the other words are, and not at all beside one that tells as well', () => {
    const weights = [400, 100, 30, 10].map((count) => rareOf({ slattach: 1, modem: count }).weight);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(new Set(weights).size).toBe(weights.length);
    expect(rareOf({ slattach: 1, modem: 5 })).toEqual(nothing);
  });

  it('are none where three chunks have them, no chunk has them, or the query has no other word', () => {
    expect(rareOf({ environ: 400, slattach: 3 })).toEqual(nothing);
    expect(rareOf({ environ: 400, slattach: 0 })).toEqual(nothing);
    expect(rareOf({ slattach: 1 })).toEqual(nothing);
    expect(rareOf({})).toEqual(nothing);
  });

  it('are no adverbs', () => {
    expect(rareOf({ modifi: 400, serious: 1 }, 'modify seriously')).toEqual(nothing);
    expect(rareOf({ modifi: 400, serious: 1 }, 'modify serious').terms).toEqual(['serious']);
  });

  it('weigh between 0 and 1 in libraries of any size', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.nat(chunks)), (frequencies) => {
        const { terms, weight } = rareOf(frequencies);
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
        expect(terms.length > 0).toBe(weight > 0);
      }),
    );
  });
});

describe('the share of rare words in a candidate', () => {
  const frequencies = new Map([
    ['environ', 400],
    ['slattach', 1],
    ['pkttyag', 1],
  ]);

  it('counts each once, however often the candidate has it', () => {
    const dictionary = new TermDictionary();
    const texts = ['slattach slattach environment', 'pkttyag slattach', 'environment of others'].map((text) =>
      dictionary.read(text),
    );
    const places = new QueryPlaces(weighQuery('environment slattach pkttyag', frequencies, chunks), dictionary, texts);
    expect(texts.map((_text, at) => places.rareShare(at))).toEqual([0.5, 1, 0]);
  });

  it('is 0 for a query without rare words', () => {
    const dictionary = new TermDictionary();
    const texts = [dictionary.read('environment')];
    expect(new QueryPlaces(weighQuery('environment', frequencies, chunks), dictionary, texts).rareShare(0)).toBe(0);
  });
});
