import type { DocumentSummary, IngestProgress, IngestReport, LibraryStatus } from '@shared/contract/index';
import { type ErrorReport, type Result, reportOf } from '@shared/errors';
import { create } from 'zustand';
import { t } from '../strings/index';
import { host } from './host';
import { newId } from './new-id';
import { deleteWithUndo, sayError } from './undoable-delete';

/** The collection that `ingest.sample` fills. */
const sampleCollection = 'Sample';

export interface IngestJob {
  readonly jobId: string;
  readonly progress: IngestProgress | null;
  readonly report: IngestReport | null;
  readonly error: ErrorReport | null;
}

const freshJob = { progress: null, report: null, error: null } as const;

interface LibraryState {
  /** Null until the engine has answered once. */
  readonly documents: readonly DocumentSummary[] | null;
  readonly status: LibraryStatus | null;
  readonly error: ErrorReport | null;
  readonly jobs: readonly IngestJob[];
  /** Deleted, but not yet for good: hidden while the toast offers to undo. */
  readonly leaving: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly collection: string | null;
  load(): Promise<void>;
  /** Adds to the collection that is shown, if one is. */
  addPaths(paths: readonly string[]): Promise<void>;
  /** Reads files once more that could not be read. */
  retry(paths: readonly string[]): Promise<void>;
  choose(kind: 'files' | 'folder'): Promise<void>;
  addDropped(files: Promise<readonly File[]>): Promise<void>;
  trySample(): Promise<void>;
  cancelJob(jobId: string): void;
  dismissJob(jobId: string): void;
  onProgress(progress: IngestProgress): void;
  /** A job is over, whoever waited for it. */
  onFinished(jobId: string, report: IngestReport): void;
  select(ids: readonly string[]): void;
  setCollection(collection: string | null): void;
  remove(ids: readonly string[]): void;
}

export const useLibrary = create<LibraryState>((set, get) => {
  function patchJob(jobId: string, patch: Partial<IngestJob>): void {
    set((state) => ({ jobs: state.jobs.map((job) => (job.jobId === jobId ? { ...job, ...patch } : job)) }));
  }

  async function follow(start: (jobId: string) => Promise<Result<IngestReport>>): Promise<void> {
    const jobId = newId();
    set((state) => ({ jobs: [{ ...freshJob, jobId }, ...state.jobs] }));
    const result = await start(jobId);
    if (result.ok) patchJob(jobId, { report: result.data });
    else patchJob(jobId, { error: result.error });
    await get().load();
  }

  return {
    documents: null,
    status: null,
    error: null,
    jobs: [],
    leaving: new Set(),
    selected: new Set(),
    collection: null,
    async load() {
      const [documents, status] = await Promise.all([
        host().request('library.list', {}),
        host().request('app.status', {}),
      ]);
      if (!documents.ok) {
        set({ error: documents.error });
        return;
      }
      set({ documents: documents.data, error: null, ...(status.ok ? { status: status.data } : {}) });
    },
    async addPaths(paths) {
      if (paths.length === 0) return;
      const collection = get().collection ?? undefined;
      await follow((jobId) => host().request('ingest.run', { jobId, paths: [...paths], collection }));
    },
    async retry(paths) {
      const left = new Set(paths);
      const listed = await host().request('ingest.jobs', {});
      for (const { jobId, filesFailed } of listed.ok ? listed.data.jobs : []) {
        if (filesFailed === 0 || left.size === 0) continue;
        const failed = await host().request('ingest.files', { jobId, stages: ['failed'], limit: 10_000 });
        const again = (failed.ok ? failed.data.files : []).map(({ path }) => path).filter((path) => left.delete(path));
        if (again.length === 0) continue;
        set((state) => ({ jobs: [{ ...freshJob, jobId }, ...state.jobs.filter((job) => job.jobId !== jobId)] }));
        const result = await host().request('ingest.retry', { jobId, paths: again, wait: true });
        if (!result.ok) patchJob(jobId, { error: result.error });
        await get().load();
      }
      // What no job remembers is read as if it were new; documents keep the collection they are in.
      if (left.size > 0) await follow((jobId) => host().request('ingest.run', { jobId, paths: [...left] }));
    },
    onFinished: (jobId, report) => patchJob(jobId, { report }),
    async choose(kind) {
      try {
        await get().addPaths(await host().chooseFiles(kind));
      } catch (error) {
        sayError(reportOf(error));
      }
    },
    async addDropped(files) {
      try {
        await get().addPaths(await host().dropped(await files));
      } catch (error) {
        sayError(reportOf(error));
      }
    },
    async trySample() {
      await follow((jobId) => host().request('ingest.sample', { jobId }));
    },
    cancelJob(jobId) {
      void host().request('ingest.cancel', { jobId });
    },
    dismissJob: (jobId) => set((state) => ({ jobs: state.jobs.filter((job) => job.jobId !== jobId) })),
    onProgress: (progress) => patchJob(progress.jobId, { progress }),
    select: (ids) => set({ selected: new Set(ids) }),
    setCollection: (collection) => set({ collection, selected: new Set() }),
    remove(ids) {
      if (ids.length === 0) return;
      const titles = (get().documents ?? []).filter((document) => ids.includes(document.documentId));
      deleteWithUndo({
        text: deletedText(ids.length, titles[0]?.title ?? ''),
        hide: () => set((state) => ({ leaving: new Set([...state.leaving, ...ids]), selected: new Set() })),
        show: () => set((state) => ({ leaving: without(state.leaving, ids) })),
        async carryOut() {
          const result = await host().request('library.delete', { documentIds: [...ids] });
          await get().load();
          return result;
        },
      });
    },
  };
});

/** True while Vitrine's own guide is in the library, so that questions about Vitrine can be answered. */
export function hasSample(documents: readonly DocumentSummary[] | null): boolean {
  return documents?.some((document) => document.collection === sampleCollection) ?? false;
}

function deletedText(count: number, title: string): string {
  return count === 1 ? t('library.deletedTitle', { title }) : t('library.deleted', { count });
}

function without(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const gone = new Set(ids);
  return new Set([...set].filter((id) => !gone.has(id)));
}
