import { sampleCollection } from '@shared/collection-names';
import type {
  DocumentSummary,
  DocumentTraces,
  IngestJobSummary,
  LibraryStatus,
  WhyReadOnly,
} from '@shared/contract/index';
import { type ErrorReport, reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { create } from 'zustand';
import { host } from '../../bridge/host';
import { firstScreen } from '../shell';
import { deleteWithUndo, sayError } from '../undo';
import { isBusy, useQueue } from './ingest-queue';

interface LibraryState {
  /** Null until the engine has answered once. */
  readonly documents: readonly DocumentSummary[] | null;
  readonly status: LibraryStatus | null;
  readonly error: ErrorReport | null;
  /** Deleted, but not yet for good: hidden while the toast offers to undo. */
  readonly leaving: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly collection: string | null;
  /** Asks for the documents, and then for the status, which it does not wait for. */
  load(): Promise<void>;
  loadStatus(): Promise<void>;
  /** Adds to the collection that is shown, if one is; resolves to the id of the job. */
  addPaths(paths: readonly string[]): Promise<string | null>;
  choose(kind: 'files' | 'folder'): Promise<void>;
  select(ids: readonly string[]): void;
  setCollection(collection: string | null): void;
  remove(ids: readonly string[]): void;
}

export const useLibrary = create<LibraryState>((set, get) => ({
  documents: null,
  status: null,
  error: null,
  leaving: new Set(),
  selected: new Set(),
  collection: null,
  async load() {
    const documents = await host().request('library.list', {});
    set(documents.ok ? { documents: documents.data, error: null } : { error: documents.error });
    void get().loadStatus();
  },
  async loadStatus() {
    // It opens the index, which the list does without: the first screen is not to share the processors with that.
    if (get().documents !== null) await firstScreen;
    const status = await host().request('app.status', {});
    if (status.ok) set({ status: status.data });
  },
  addPaths: (paths) => useQueue.getState().enqueue(paths, get().collection),
  async choose(kind) {
    try {
      await get().addPaths(await host().chooseFiles(kind));
    } catch (error) {
      sayError(reportOf(error));
    }
  },
  select: (ids) => set({ selected: new Set(ids) }),
  setCollection: (collection) => set({ collection, selected: new Set() }),
  remove(ids) {
    if (ids.length === 0) return;
    const carryOut = async (traces: boolean) => {
      const result = await host().request('library.delete', { documentIds: [...ids], traces });
      await get().load();
      return result;
    };
    const title = get().documents?.find(({ documentId }) => documentId === ids[0])?.title ?? '';
    const text = ids.length === 1 ? t('library.deletedTitle', { title }) : t('library.deleted', { count: ids.length });
    const keep = { label: t('library.keepTraces'), carryOut: () => carryOut(false) };
    deleteWithUndo({
      text,
      hide: () => set((state) => ({ leaving: new Set([...state.leaving, ...ids]), selected: new Set() })),
      show: () => set((state) => ({ leaving: new Set([...state.leaving].filter((id) => !ids.includes(id))) })),
      carryOut: () => carryOut(true),
      also: host()
        .request('library.traces', { documentIds: [...ids] })
        .then((found) => {
          const traces = found.ok ? tracesText(found.data) : null;
          return traces ? { text: `${text} ${traces}`, without: keep } : null;
        }),
    });
  },
}));

/** Why nothing can be changed here; null where it can. */
export function whyReadOnly({ status }: Pick<LibraryState, 'status'>): WhyReadOnly | null {
  return status?.writable === false ? (status.whyReadOnly ?? 'held') : null;
}

/**
 * True while Vitrine's own guide is in the library, so that questions about Vitrine can be answered: not while it is
 * being added, when some of its documents are there and the one that is asked for may not be.
 */
export function hasSample(
  documents: readonly Pick<DocumentSummary, 'collection'>[] | null,
  jobs: readonly Pick<IngestJobSummary, 'collection' | 'state'>[],
): boolean {
  const isOfSample = ({ collection }: { readonly collection: string }): boolean => collection === sampleCollection;
  return (documents?.some(isOfSample) ?? false) && !isBusy(jobs.filter(isOfSample));
}

/** What goes along with documents; null where nothing else holds their text. */
function tracesText({ runs, answers, logLines }: DocumentTraces): string | null {
  if (runs + answers + logLines === 0) return null;
  return t('library.traces', { runs, answers, lines: logLines });
}
