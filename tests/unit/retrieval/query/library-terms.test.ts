import { describe, expect, it } from 'vitest';
import { LibraryTerms } from '../../../../electron/engine/retrieval/query/library-terms';
import { Library } from '../../../../electron/engine/store';
import { changedBeside, give } from '../../store/every-chunk';
import { temporaryFolder } from '../../store/open-test-library';

const parts = ['Lids', 'Handles', 'Spouts'].map((heading, at) => ({ headings: [heading], words: 9 - at }));

async function kettles(): Promise<{ library: Library; facts: LibraryTerms }> {
  const library = await Library.open(temporaryFolder(), 'local');
  give(library, 'Kettles', 'one', parts);
  return { library, facts: new LibraryTerms(library) };
}

describe('the topics of a library', () => {
  it('are as many as are asked for, however many were before', async () => {
    const { library, facts } = await kettles();
    expect(facts.topics(1)).toEqual(['Lids']);
    expect(facts.topics(3)).toEqual(['Lids', 'Handles', 'Spouts']);
    expect(facts.topics(2)).toEqual(['Lids', 'Handles']);
    expect(facts.topics(9)).toEqual(['Lids', 'Handles', 'Spouts', 'Kettles']);
    library.close();
  });

  it('are the right ones as soon as headings are weighed anew', async () => {
    const { library, facts } = await kettles();
    changedBeside(library.folder, 'DELETE FROM heading_words');
    expect(facts.topics(3)).toEqual(['Kettles']);
    library.mendHeadings();
    expect(facts.topics(3)).toEqual(['Lids', 'Handles', 'Spouts']);
    library.close();
  });
});
