import { defaultCollection } from '@shared/collection-names';
import type { CollectionSummary, DocumentSummary } from '@shared/contract/index';
import type { Result } from '@shared/errors';
import { collectionName } from '@shared/words/collection-name';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { slice } from '../slice';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, sayError } from '../undo';
import { useLibrary } from './library';

/** The collection that is changed in the dialog, `name` null for one that is being made; null closes it. */
type CollectionEdit = { readonly name: string | null } | null;

const first = {
  /** Null until the engine has answered once. */
  collections: null as readonly CollectionSummary[] | null,
  /** Deleted, but not yet for good. */
  leaving: new Set() as ReadonlySet<string>,
  edit: null as CollectionEdit,
  /** Documents that wait to be put into the collection that is being made. */
  movingIn: [] as readonly string[],
};

export const useCollections = slice(first, (set, get) => {
  const promptOf = (name: string): string =>
    get().collections?.find((collection) => collection.name === name)?.systemPrompt ?? '';

  async function load() {
    const collections = await askOrSay('collections.list', {});
    if (collections) set({ collections });
  }

  /** Makes a collection, or gives the one of this name another name and system prompt. */
  async function change(before: string | null, name: string, systemPrompt: string): Promise<Result<unknown>> {
    const promptBefore = promptOf(before ?? name);
    const named = await makeOrRename(before, name);
    if (!named.ok) return named;
    // The shown collection keeps being shown under its new name.
    if (before !== null && useLibrary.getState().collection === before) useLibrary.getState().setCollection(name);
    if (promptBefore === systemPrompt) return named;
    const configured = await host().request('collections.configure', { name, systemPrompt });
    if (configured.ok) return named;
    await load();
    // It is there under its name now: trying again must not make it anew.
    if (get().edit !== null) set({ edit: { name } });
    return configured;
  }

  /** @param after done when the move was taken back */
  async function move(documentIds: readonly string[], to: string, after: () => unknown = () => undefined) {
    const ids = new Set(documentIds);
    const moved = (useLibrary.getState().documents ?? []).filter(
      ({ documentId, collection }) => ids.has(documentId) && collection !== to,
    );
    if (!(await put(documentIds, to)) || moved.length === 0) return;
    const values = { count: moved.length, title: moved[0]?.title ?? '', name: collectionName(to) };
    const text = moved.length === 1 ? t('library.movedTitle', values) : t('library.moved', values);
    offerUndo('documents', text, () => void putBack(moved).then(after));
  }

  return {
    load,
    move,
    startEdit: (edit: CollectionEdit, movingIn: readonly string[] = []) => set({ edit, movingIn }),
    /** Makes a collection, or changes the one of this name; moves in what waits. Closes the dialog where it worked. */
    async save(before: string | null, name: string, systemPrompt: string) {
      const promptBefore = promptOf(before ?? name);
      const saved = await change(before, name, systemPrompt.trim());
      if (!saved.ok) return saved;
      const { movingIn } = get();
      set({ edit: null, movingIn: [] });
      if (movingIn.length > 0) await move(movingIn, name);
      await load();
      if (before !== null && (before !== name || promptBefore !== promptOf(name))) {
        const shown = { name: collectionName(name) };
        const text = before === name ? t('collection.promptChanged', shown) : t('app.renamed', shown);
        offerUndo('collections', text, () => {
          void change(name, before, promptBefore).then((undone) => {
            if (!undone.ok) sayError(undone.error);
            return load();
          });
        });
      }
      return saved;
    },
    /** Makes a collection of these documents, under this name or, where that is taken, with a number behind it. */
    async collect(wanted: string, documentIds: readonly string[]) {
      const taken = new Set(get().collections?.map(({ name }) => name));
      const names = [wanted, ...Array.from(taken, (_name, at) => `${wanted} ${at + 2}`)];
      const name = names.find((one) => !taken.has(one)) ?? wanted;
      if (!(await askOrSay('collections.create', { name }))) return;
      await move(documentIds, name, () => askOrSay('collections.remove', { name }).then(load));
      await load();
    },
    remove(name: string) {
      const { hide, show } = leavingIn(set, name);
      const documents = get().collections?.find((collection) => collection.name === name)?.documents ?? 0;
      deleteWithUndo({
        text:
          documents === 0
            ? t('collection.deleted', { name: collectionName(name) })
            : t('collection.deletedStay', {
                name: collectionName(name),
                count: documents,
                home: collectionName(defaultCollection),
              }),
        hide() {
          hide();
          if (useLibrary.getState().collection === name) useLibrary.getState().setCollection(null);
        },
        show,
        async carryOut() {
          const result = await host().request('collections.remove', { name });
          await useLibrary.getState().load();
          return result;
        },
      });
    },
  };
});

async function makeOrRename(before: string | null, name: string): Promise<Result<unknown>> {
  if (before === null) return host().request('collections.create', { name });
  if (name === before) return { ok: true, data: null };
  return host().request('collections.rename', { name: before, to: name });
}

/** Puts documents into a collection; false where that was refused, which is said. */
async function put(documentIds: readonly string[], to: string): Promise<boolean> {
  if (documentIds.length === 0) return false;
  const moved = await askOrSay('collections.move', { documentIds: [...documentIds], to });
  await useLibrary.getState().load();
  return moved !== null;
}

async function putBack(documents: readonly DocumentSummary[]): Promise<void> {
  for (const collection of new Set(documents.map((document) => document.collection))) {
    const ids = documents.filter((document) => document.collection === collection).map(({ documentId }) => documentId);
    await put(ids, collection);
  }
}
