import { defaultCollection } from '@shared/collection-names';
import type { CollectionSummary, DocumentSummary, Sorting } from '@shared/contract/index';
import type { Result } from '@shared/errors';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { host } from '../../bridge/host';
import { type Access, slice } from '../slice';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, toastError } from '../undo';
import { useLibrary } from './library';

/** The collection that is changed in the dialog, `name` null for one that is being made; null closes it. */
type CollectionEdit = { readonly name: string | null } | null;

const first = {
  /** Null until the engine has answered once. */
  collections: null as readonly CollectionSummary[] | null,
  leaving: new Set() as ReadonlySet<string>,
  edit: null as CollectionEdit,
  movingIn: [] as readonly string[],
};

type Collections = Access<typeof first>;

const promptOf = ({ get }: Collections, name: string): string =>
  get().collections?.find((collection) => collection.name === name)?.systemPrompt ?? '';

async function load({ set }: Collections): Promise<void> {
  const collections = await askOrSay('collections.list', {});
  if (collections) set({ collections });
}

/** Sorts or tags documents, and offers to undo it; `after` runs when it is undone. */
async function sort(
  documentIds: readonly string[],
  change: Sorting,
  text: string,
  after: () => unknown = () => undefined,
) {
  const ids = new Set(documentIds);
  const before = (useLibrary.getState().documents ?? []).filter(({ documentId }) => ids.has(documentId));
  if (!(await carryOut([...ids], change))) return;
  offerUndo('documents', text, () => void takeBack(before, change).then(after));
}

function putInto(documentIds: readonly string[], name: string, after?: () => unknown) {
  const count = documentIds.length;
  const title = useLibrary.getState().documents?.find(({ documentId }) => documentId === documentIds[0])?.title ?? '';
  const values = { count, title, name: collectionName(name) };
  const text = count === 1 ? t('library.movedTitle', values) : t('library.moved', values);
  return sort(documentIds, { collections: { add: [name] } }, text, after);
}

/** Moves documents from the collection in view to another; the default one takes them out of all others. */
function move(documents: readonly DocumentSummary[], to: string): Promise<void> | undefined {
  const from = useLibrary.getState().collection;
  const moved = documents.filter(({ collections }) => !collections.includes(to));
  const [first] = moved;
  if (!first) return;
  const all = [...new Set(moved.flatMap(({ collections }) => collections))];
  const source = from === null ? [] : [from];
  const left = to === defaultCollection ? all : source;
  const values = { count: moved.length, title: first.title, name: collectionName(to) };
  return sort(
    moved.map(({ documentId }) => documentId),
    { collections: { add: [to], remove: left } },
    moved.length === 1 ? t('library.movedTitle', values) : t('library.moved', values),
  );
}

async function change(
  collections: Collections,
  before: string | null,
  name: string,
  systemPrompt: string,
): Promise<Result<unknown>> {
  const { set, get } = collections;
  const promptBefore = promptOf(collections, before ?? name);
  const named = await makeOrRename(before, name);
  if (!named.ok) return named;
  // The shown collection keeps being shown under its new name.
  if (before !== null && useLibrary.getState().collection === before) useLibrary.getState().setCollection(name);
  if (promptBefore === systemPrompt) return named;
  const configured = await host().request('collections.configure', { name, systemPrompt });
  if (configured.ok) return named;
  await load(collections);
  // It exists under its name now: a second try must not make it again.
  if (get().edit !== null) set({ edit: { name } });
  return configured;
}

function editActions(collections: Collections) {
  const { set, get } = collections;
  return {
    startEdit: (edit: CollectionEdit, movingIn: readonly string[] = []) => set({ edit, movingIn }),
    /** Makes a collection, or changes the one of this name; moves in what waits. Closes the dialog where it worked. */
    async save(before: string | null, name: string, systemPrompt: string) {
      const promptBefore = promptOf(collections, before ?? name);
      const saved = await change(collections, before, name, systemPrompt.trim());
      if (!saved.ok) return saved;
      const { movingIn } = get();
      set({ edit: null, movingIn: [] });
      if (movingIn.length > 0) await putInto(movingIn, name);
      await load(collections);
      if (before !== null && (before !== name || promptBefore !== promptOf(collections, name))) {
        const shown = { name: collectionName(name) };
        const text = before === name ? t('collection.promptChanged', shown) : t('app.renamed', shown);
        offerUndo('collections', text, () => {
          void change(collections, name, before, promptBefore).then((undone) => {
            if (!undone.ok) toastError(undone.error);
            return load(collections);
          });
        });
      }
      return saved;
    },
  };
}

const makingActions = (collections: Collections) => ({
  /** Makes a collection of these documents, under this name or, where that is taken, with a number behind it. */
  async collect(wanted: string, documentIds: readonly string[]) {
    const taken = new Set(collections.get().collections?.map(({ name }) => name));
    const names = [wanted, ...Array.from(taken, (_name, at) => `${wanted} ${at + 2}`)];
    const name = names.find((one) => !taken.has(one)) ?? wanted;
    if (!(await askOrSay('collections.create', { name }))) return;
    await putInto(documentIds, name, () => askOrSay('collections.remove', { name }).then(() => load(collections)));
    await load(collections);
  },
  remove(name: string) {
    const documents = collections.get().collections?.find((collection) => collection.name === name)?.documents ?? 0;
    deleteWithUndo({
      text:
        documents === 0
          ? t('collection.deleted', { name: collectionName(name) })
          : t('collection.deletedStay', {
              name: collectionName(name),
              count: documents,
              home: collectionName(defaultCollection),
            }),
      ...leavingIn(collections.set, [name], () => {
        if (useLibrary.getState().collection === name) useLibrary.getState().setCollection(null);
      }),
      carryOut: () => host().request('collections.remove', { name }),
      reload: useLibrary.getState().load,
    });
  },
});

export const useCollections = slice(first, (set, get) => {
  const collections: Collections = { set, get };
  return {
    load: () => load(collections),
    putInto,
    sort,
    move,
    ...editActions(collections),
    ...makingActions(collections),
  };
});

async function makeOrRename(before: string | null, name: string): Promise<Result<unknown>> {
  if (before === null) return host().request('collections.create', { name });
  if (name === before) return { ok: true, data: null };
  return host().request('collections.rename', { name: before, to: name });
}

async function carryOut(documentIds: readonly string[], change: Sorting): Promise<boolean> {
  if (documentIds.length === 0) return false;
  const sorted = await askOrSay('collections.sort', { documentIds: [...documentIds], ...change });
  await useLibrary.getState().load();
  return sorted !== null;
}

/** Each document has again what it had; what others have by now stays theirs. */
async function takeBack(before: readonly DocumentSummary[], change: Sorting): Promise<void> {
  for (const kind of ['collections', 'tags'] as const) {
    const idsOf = (name: string, had: boolean) =>
      before.filter((one) => one[kind].includes(name) === had).map(({ documentId }) => documentId);
    const { add = [], remove = [] } = change[kind] ?? {};
    for (const name of add) await carryOut(idsOf(name, false), { [kind]: { remove: [name] } });
    for (const name of remove) await carryOut(idsOf(name, true), { [kind]: { add: [name] } });
  }
}
