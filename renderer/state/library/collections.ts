import { defaultCollection } from '@shared/collection-names';
import type { CollectionSummary, DocumentSummary, Sorting } from '@shared/contract/index';
import type { Result } from '@shared/errors';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { host } from '../../bridge/host';
import { slice } from '../slice';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, orSay } from '../undo';
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

const promptOf = (name: string): string =>
  get().collections?.find((collection) => collection.name === name)?.systemPrompt ?? '';

async function load(): Promise<void> {
  const collections = await askOrSay('collections.list', {});
  if (collections) set({ collections });
}

/** Sorts or tags documents, and offers to undo it; `after` runs when it is undone. */
async function sort(documentIds: readonly string[], change: Sorting, text: string, after?: () => unknown) {
  const ids = new Set(documentIds);
  const before = (useLibrary.getState().documents ?? []).filter(({ documentId }) => ids.has(documentId));
  if (await carryOut([...ids], change)) offerUndo('documents', text, () => void takeBack(before, change).then(after));
}

function movedText(count: number, title: string, to: string): string {
  const values = { count, title, name: collectionName(to) };
  return count === 1 ? t('library.movedTitle', values) : t('library.moved', values);
}

function putInto(documentIds: readonly string[], name: string, after?: () => unknown): Promise<void> {
  const title = useLibrary.getState().documents?.find(({ documentId }) => documentId === documentIds[0])?.title ?? '';
  return sort(documentIds, { collections: { add: [name] } }, movedText(documentIds.length, title, name), after);
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
  // It exists under its name now: a second try must not make it again.
  if (get().edit !== null) set({ edit: { name } });
  return configured;
}

const actions = {
  load,
  putInto,
  sort,
  /** Moves documents from the collection in view to another; the default one takes them out of all others. */
  move(documents: readonly DocumentSummary[], to: string): Promise<void> | undefined {
    const from = useLibrary.getState().collection;
    const moved = documents.filter(({ collections }) => !collections.includes(to));
    const [first] = moved;
    if (!first) return;
    const source = from === null ? [] : [from];
    const remove = to === defaultCollection ? [...new Set(moved.flatMap(({ collections }) => collections))] : source;
    const ids = moved.map(({ documentId }) => documentId);
    return sort(ids, { collections: { add: [to], remove } }, movedText(ids.length, first.title, to));
  },
  startEdit: (edit: CollectionEdit, movingIn: readonly string[] = []): void => set({ edit, movingIn }),
  /** Makes a collection, or changes the one of this name; moves in what waits. Closes the dialog where it worked. */
  async save(before: string | null, name: string, systemPrompt: string): Promise<Result<unknown>> {
    const promptBefore = promptOf(before ?? name);
    const saved = await change(before, name, systemPrompt.trim());
    if (!saved.ok) return saved;
    const { movingIn } = get();
    set({ edit: null, movingIn: [] });
    if (movingIn.length > 0) await putInto(movingIn, name);
    await load();
    if (before !== null && (before !== name || promptBefore !== promptOf(name))) {
      const shown = { name: collectionName(name) };
      const text = before === name ? t('collection.promptChanged', shown) : t('app.renamed', shown);
      offerUndo('collections', text, () => void orSay(change(name, before, promptBefore)).then(load));
    }
    return saved;
  },
  /** Makes a collection of these documents, under this name or, where that is taken, with a number behind it. */
  async collect(wanted: string, documentIds: readonly string[]): Promise<void> {
    const taken = new Set(get().collections?.map(({ name }) => name));
    const names = [wanted, ...Array.from(taken, (_name, at) => `${wanted} ${at + 2}`)];
    const name = names.find((one) => !taken.has(one)) ?? wanted;
    if (!(await askOrSay('collections.create', { name }))) return;
    await putInto(documentIds, name, () => askOrSay('collections.remove', { name }).then(load));
    await load();
  },
  remove(name: string): void {
    const count = get().collections?.find((collection) => collection.name === name)?.documents ?? 0;
    const values = { name: collectionName(name), count, home: collectionName(defaultCollection) };
    deleteWithUndo({
      text: t(count === 0 ? 'collection.deleted' : 'collection.deletedStay', values),
      ...leavingIn(set, [name], () => {
        if (useLibrary.getState().collection === name) useLibrary.getState().setCollection(null);
      }),
      carryOut: () => host().request('collections.remove', { name }),
      reload: useLibrary.getState().load,
    });
  },
};

export const useCollections = slice(first, () => actions);
const { setState: set, getState: get } = useCollections;

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
