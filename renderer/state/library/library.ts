import type { DocumentSummary, LibraryStatus, WatchedFolder, WhyReadOnly } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { firstScreen, useShell } from '../shell';
import { slice } from '../slice';
import { askOrSay, chooseOrSay, deleteWithUndo, leavingIn, offerUndo } from '../undo';
import { useQueue } from './ingest-queue';

const first = {
  /** Null until the engine has answered once. */
  documents: null as readonly DocumentSummary[] | null,
  status: null as LibraryStatus | null,
  error: null as ErrorReport | null,
  /** Deleted, but not yet for good: hidden while the toast offers to undo. */
  leaving: new Set() as ReadonlySet<string>,
  selected: new Set() as ReadonlySet<string>,
  collection: null as string | null,
  tag: null as string | null,
  topic: null as { readonly name: string; readonly documentIds: readonly string[] } | null,
};

export const useLibrary = slice(first, (set, get) => {
  async function load() {
    const documents = await host().request('library.list', {});
    set(documents.ok ? { documents: documents.data, error: null } : { error: documents.error });
    void loadStatus();
  }

  async function loadStatus() {
    // It opens the index, which the list does without: the first screen is not to share the processors with that.
    if (get().documents !== null) await firstScreen;
    const status = await host().request('app.status', {});
    if (status.ok) set({ status: status.data });
  }

  /** The collection that is in view; null outside the Library, and where all documents are shown. */
  const collectionInView = () => (useShell.getState().room === 'library' ? get().collection : null);

  return {
    load,
    loadStatus,
    collectionInView,
    async choose(kind: 'files' | 'folder') {
      await useQueue.getState().enqueue(await chooseOrSay(kind), collectionInView());
    },
    select: (ids: readonly string[]) => set({ selected: new Set(ids) }),
    setCollection(collection: string | null) {
      useComparison.getState().close();
      set({ collection, topic: null, selected: new Set() });
    },
    setTag: (tag: string | null) => set({ tag, selected: new Set() }),
    setTopic: (topic: typeof first.topic) => set({ topic }),
    /** Gives a document a title of its own; '' for that of its file. */
    async rename({ documentId, title: before }: DocumentSummary, title: string) {
      if (title === before) return;
      const renamed = await askOrSay('library.rename', { documentId, title });
      await load();
      if (!renamed) return;
      offerUndo('documents', t('app.renamed', { name: renamed.title }), () => {
        void askOrSay('library.rename', { documentId, title: before }).then(load);
      });
    },
    remove,
  };
});

/** Deletes documents, which can be undone for a while, with the traces of them unless a person keeps those. */
function remove(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { documents, load } = useLibrary.getState();
  const carryOut = (traces: boolean) => host().request('library.delete', { documentIds: [...ids], traces });
  const count = ids.length;
  const title = documents?.find(({ documentId }) => documentId === ids[0])?.title ?? '';
  const text = count === 1 ? t('library.deletedTitle', { title }) : t('library.deleted', { count });
  const keep = { label: t('library.keepTraces'), carryOut: () => carryOut(false) };
  deleteWithUndo({
    text,
    ...leavingIn(useLibrary.setState, ids, () => useLibrary.setState({ selected: new Set() })),
    carryOut: () => carryOut(true),
    reload: load,
    also: tracesText(ids).then((traces) => (traces === null ? null : { text: `${text} ${traces}`, without: keep })),
  });
}

export const whyReadOnly = ({ status }: Pick<typeof first, 'status'>): WhyReadOnly | null =>
  status?.writable === false ? (status.whyReadOnly ?? 'held') : null;

/** What else goes with these documents; null if no other place holds their text. */
async function tracesText(ids: readonly string[]): Promise<string | null> {
  const found = await host().request('library.traces', { documentIds: [...ids] });
  if (!found.ok) return null;
  const { runs, answers, logLines: lines } = found.data;
  return runs + answers + lines === 0 ? null : t('library.traces', { runs, answers, lines });
}

export interface ComparedPair {
  readonly oldId: string;
  readonly newId: string;
}

const noPair = {
  /** The documents that the library shows side by side; null while it shows all of them. */
  pair: null as ComparedPair | null,
  onlyDifferences: false,
};

export const useComparison = slice(noPair, (set, get) => ({
  /** The one whose file was changed earlier is the old one. */
  start(one: DocumentSummary, other: DocumentSummary) {
    const [old, next] = age(one) <= age(other) ? [one, other] : [other, one];
    set({ pair: { oldId: old.documentId, newId: next.documentId } });
  },
  open: (oldId: string, newId: string) => set({ pair: { oldId, newId } }),
  swap() {
    const { pair } = get();
    if (pair) set({ pair: { oldId: pair.newId, newId: pair.oldId } });
  },
  close: () => set({ pair: null }),
  setOnlyDifferences: (onlyDifferences: boolean) => set({ onlyDifferences }),
}));

const age = ({ modifiedAt, createdAt }: DocumentSummary): string => `${modifiedAt} ${createdAt}`;

const noFolders = { folders: [] as readonly WatchedFolder[], leaving: new Set() as ReadonlySet<string> };

export const useWatch = slice(noFolders, (set) => ({
  async load() {
    const result = await host().request('watch.list', {});
    if (result.ok) set({ folders: result.data.folders });
  },
  async choose() {
    const collection = useLibrary.getState().collection ?? undefined;
    for (const path of await chooseOrSay('folder')) await askOrSay('watch.add', { path, collection });
  },
  setPolling: ({ folderId }: WatchedFolder, polling: boolean) => askOrSay('watch.configure', { folderId, polling }),
  scan: (folderId: string) => askOrSay('watch.scan', { folderId }),
  remove({ folderId, path }: WatchedFolder) {
    deleteWithUndo({
      text: t('watch.removed', { name: fileName(path) }),
      ...leavingIn(set, [folderId]),
      carryOut: () => host().request('watch.remove', { folderId }),
    });
  },
  keep: (folderId: string) => askOrSay('watch.keep', { folderId }),
}));
