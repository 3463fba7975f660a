import { defaultCollection } from '@shared/collection-names';
import type { CollectionSummary } from '@shared/contract/index';
import type { Result } from '@shared/errors';
import { create } from 'zustand';
import { collectionName } from '../components/collection-name';
import { t } from '../strings/index';
import { host } from './host';
import { useLibrary } from './library';
import { deleteWithUndo, sayError } from './undoable-delete';

/** The collection that is being made or changed in the dialog; null closes it. */
export type CollectionEdit = { readonly kind: 'new' } | { readonly kind: 'edit'; readonly name: string } | null;

interface CollectionsState {
  /** Null until the engine has answered once. */
  readonly collections: readonly CollectionSummary[] | null;
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  readonly edit: CollectionEdit;
  /** Documents that wait to be put into the collection that is being made. */
  readonly movingIn: readonly string[];
  load(): Promise<void>;
  startEdit(edit: CollectionEdit, movingIn?: readonly string[]): void;
  /** Makes a collection, or changes the one of this name; moves in what waits. Closes the dialog where it worked. */
  save(before: string | null, name: string, systemPrompt: string): Promise<Result<unknown>>;
  move(documentIds: readonly string[], to: string): Promise<void>;
  remove(name: string): void;
}

export const useCollections = create<CollectionsState>((set, get) => ({
  collections: null,
  leaving: new Set(),
  edit: null,
  movingIn: [],
  async load() {
    const result = await host().request('collections.list', {});
    if (result.ok) set({ collections: result.data });
    else sayError(result.error);
  },
  startEdit: (edit, movingIn = []) => set({ edit, movingIn }),
  async save(before, name, systemPrompt) {
    const named =
      before === null
        ? await host().request('collections.create', { name })
        : name === before
          ? ({ ok: true, data: null } as const)
          : await host().request('collections.rename', { name: before, to: name });
    if (!named.ok) return named;
    // The shown collection keeps being shown under its new name.
    if (before !== null && useLibrary.getState().collection === before) useLibrary.getState().setCollection(name);
    const known = get().collections?.find((collection) => collection.name === (before ?? name));
    if ((known?.systemPrompt ?? '') !== systemPrompt.trim()) {
      const configured = await host().request('collections.configure', { name, systemPrompt });
      if (!configured.ok) {
        await get().load();
        // It is there under its name now: trying again must not make it anew.
        set({ edit: { kind: 'edit', name } });
        return configured;
      }
    }
    const { movingIn } = get();
    set({ edit: null, movingIn: [] });
    if (movingIn.length > 0) await get().move(movingIn, name);
    await get().load();
    return named;
  },
  async move(documentIds, to) {
    if (documentIds.length === 0) return;
    const result = await host().request('collections.move', { documentIds: [...documentIds], to });
    if (!result.ok) sayError(result.error);
    await useLibrary.getState().load();
  },
  remove(name) {
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
        set((state) => ({ leaving: new Set([...state.leaving, name]) }));
        if (useLibrary.getState().collection === name) useLibrary.getState().setCollection(null);
      },
      show: () => set((state) => ({ leaving: new Set([...state.leaving].filter((other) => other !== name)) })),
      async carryOut() {
        const result = await host().request('collections.remove', { name });
        await useLibrary.getState().load();
        return result;
      },
    });
  },
}));
