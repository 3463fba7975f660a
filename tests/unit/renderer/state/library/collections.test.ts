import { defaultCollection } from '@shared/collection-names';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const request = vi.fn();
vi.stubGlobal('window', { vitrine: { request } });
// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useCollections } = await import('../../../../../renderer/state/library/collections');
const { useLibrary } = await import('../../../../../renderer/state/library/library');
// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

const collection = (name: string) => ({ name, documents: 1, chunks: 1, bytes: 1, isDefault: false, systemPrompt: '' });
const documents = [{ documentId: 'd1', title: 'One', collections: ['Law', 'Old'], tags: [] }] as unknown as NonNullable<
  ReturnType<typeof useLibrary.getState>['documents']
>;
const asked = (route: string): readonly unknown[] =>
  request.mock.calls.filter(([one]) => one === route).map(([, input]) => input);

describe('collections', () => {
  let refused = '';

  beforeEach(() => {
    refused = '';
    request.mockReset();
    request.mockImplementation(async (route: string) => {
      if (route === refused) return { ok: false, error: { code: 'bad-request', message: 'No.', hint: '' } };
      return { ok: true, data: route === 'library.list' ? documents : [collection('Law'), collection('Old')] };
    });
    useCollections.setState({ ...useCollections.getInitialState(), collections: [collection('Law')] });
    useLibrary.setState({ ...useLibrary.getInitialState(), documents, collection: 'Law' });
  });

  it('move documents out of the one in view, and out of all into the default one', async () => {
    await useCollections.getState().move(documents, 'New');
    await useCollections.getState().move(documents, defaultCollection);
    const sorted = [
      { documentIds: ['d1'], collections: { add: ['New'], remove: ['Law'] } },
      { documentIds: ['d1'], collections: { add: [defaultCollection], remove: ['Law', 'Old'] } },
    ];
    expect(asked('collections.sort')).toEqual(sorted);
  });

  it('keep the dialog open under the new name if only the prompt is refused', async () => {
    refused = 'collections.configure';
    useCollections.getState().startEdit({ name: 'Law' });
    const saved = await useCollections.getState().save('Law', 'Laws', 'Be brief.');
    expect(saved.ok).toBe(false);
    expect(asked('collections.rename')).toEqual([{ name: 'Law', to: 'Laws' }]);
    expect(useCollections.getState().edit).toEqual({ name: 'Laws' });
    expect(useLibrary.getState().collection).toBe('Laws');
  });

  it('are made under a free name', async () => {
    await useCollections.getState().collect('Law', ['d1']);
    expect(asked('collections.create')).toEqual([{ name: 'Law 2' }]);
  });
});
