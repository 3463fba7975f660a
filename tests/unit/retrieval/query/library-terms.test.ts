import { describe, expect, it } from 'vitest';
import { LibraryTerms } from '../../../../electron/engine/retrieval/query/library-terms';
import { Library } from '../../../../electron/engine/store';
import { give } from '../../store/every-chunk';
import { temporaryFolder } from '../../store/open-test-library';

describe('the words of a query that no document has', () => {
  it('are told as they were written, and none that stands there in another form or as the parts of a compound', async () => {
    const library = await Library.open(temporaryFolder(), 'local');
    give(library, 'Kettles', 'one', [{ headings: ['The kettles were heavy; die Datei mit dem Passwort'] }]);
    const terms = new LibraryTerms(library);
    expect(terms.unknownWords('Tungsten kettle’s, heavy? tungsten-lid, Tungsten', 'eng')).toEqual([
      'Tungsten',
      'tungsten-lid',
    ]);
    expect(terms.unknownWords('Passwortdatei Wolfram', 'deu')).toEqual(['Wolfram']);
    library.close();
  });
});
