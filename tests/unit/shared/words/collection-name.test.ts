import { defaultCollection, sampleCollection } from '@shared/collection-names';
import { speak } from '@shared/words/index';
import { collectionName, storedCollectionName } from '@shared/words/said';
import { afterEach, describe, expect, it } from 'vitest';
import { scopeChoices } from '../../../../renderer/panels/scope/scope-choices';

describe('the name of a collection', () => {
  afterEach(() => speak('en'));

  it('is said in the language of the window where Vitrine named it, and as a person wrote it else', async () => {
    expect([defaultCollection, sampleCollection, 'Textiles'].map(collectionName)).toEqual([
      'Unsorted',
      'Sample',
      'Textiles',
    ]);
    await speak('de');
    expect([defaultCollection, sampleCollection, 'Textiles'].map(collectionName)).toEqual([
      'Unsortiert',
      'Beispiel',
      'Textiles',
    ]);
  });

  it('is kept as it was where it is shown in another language and left unchanged', async () => {
    await speak('de');
    expect(storedCollectionName('Beispiel', sampleCollection)).toBe(sampleCollection);
    expect(storedCollectionName('Muster', sampleCollection)).toBe('Muster');
    expect(storedCollectionName('Textiles', 'Textiles')).toBe('Textiles');
    // One that was called so before it could be mistaken.
    expect(storedCollectionName('Unsortiert', 'Unsortiert')).toBe('Unsortiert');
  });

  it('means Vitrine’s own one if a new one has its visible name, so no two look the same', async () => {
    await speak('de');
    expect(storedCollectionName('Unsortiert', null)).toBe(defaultCollection);
    expect(storedCollectionName('Library', null)).toBe(defaultCollection);
  });

  it('is found in the list of scopes as it is shown, and chosen as it is stored', async () => {
    await speak('de');
    const collections = [
      { name: defaultCollection, documents: 3, chunks: 9, bytes: 0, isDefault: true, systemPrompt: '' },
    ];
    const { choices } = scopeChoices(collections, [], { collections: [], documentIds: [], filters: {} }, 'unso');
    expect(choices).toMatchObject([{ kind: 'collection', id: defaultCollection, name: 'Unsortiert' }]);
  });
});
