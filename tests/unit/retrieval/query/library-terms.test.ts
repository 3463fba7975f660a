import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryTerms } from '../../../../electron/engine/retrieval/query/library-terms';
import { Library } from '../../../../electron/engine/store';
import { compoundParts, compoundSplits, compoundsOf } from '../../../../electron/engine/text/compounds';
import { forAll } from '../../../for-all';
import { give } from '../../store/every-chunk';
import { temporaryFolder } from '../../store/open-test-library';

describe('the words of a query that no document has', () => {
  it('have their own spelling, and exclude other forms and parts of compounds', async () => {
    const library = await Library.open(temporaryFolder(), 'local');
    await give(library, 'Kettles', 'one', [{ headings: ['The kettles were heavy; die Datei mit dem Passwort'] }]);
    const terms = new LibraryTerms(library);
    expect(terms.unknownWords('Tungsten kettle’s, heavy? tungsten-lid, Tungsten', 'eng')).toEqual([
      'Tungsten',
      'tungsten-lid',
    ]);
    expect(terms.unknownWords('Passwortdatei Wolfram', 'deu')).toEqual(['Wolfram']);
    library.close();
  });
});

const library = new Set(['passwort', 'datei', 'dateien', 'konvertierung', 'daten', 'haus', 'hilf']);
const partsOf = (word: string): string[] =>
  compoundParts(word, 'deu', () => (term) => library.has(term)).map(({ term }) => term);

describe('a German compound', () => {
  it.each([
    ['Passwortdatei', ['passwort', 'datei']],
    ['Datenkonvertierungen', ['daten', 'konvertierung']],
    ['Hilfsdatei', ['hilf', 'datei']],
  ])('%s is made of two words that the library has', (word, parts) => {
    expect(partsOf(word)).toEqual(expect.arrayContaining(parts));
  });

  it.each(['Datei', 'Zeitung', 'Passwortx', 'ERR_4012', 'Hausboot'])('%s is none of them', (word) => {
    expect(partsOf(word)).toEqual([]);
  });

  it('is split into two parts of four letters or more, with a link between them or none', () => {
    forAll(fc.stringMatching(/^[a-zäöü]{0,16}$/u), (word) => {
      for (const { first, second } of compoundSplits(word, ['', 's', 'es', 'n', 'en', 'er', 'e'])) {
        expect(Math.min(first.length, second.length)).toBeGreaterThanOrEqual(4);
        expect(word.length - first.length - second.length).toBeLessThanOrEqual(2);
      }
    });
  });

  it('is made of two words of a query, in a language that has them', () => {
    expect([...compoundsOf('Frist für die Kündigung', 'deu').values()].flatMap(({ words }) => words)).toContain(
      'kundigungsfrist',
    );
    expect([...compoundsOf('termijn voor de opzegging', 'nld').keys()]).toContain('opzeggingstermijn');
    expect(compoundsOf('period of notice', 'eng').size).toBe(0);
    expect(compoundsOf('Kündigung', 'deu').size).toBe(0);
  });
});
