import type { RequestOf, Results, RouteName, WatchedFolder } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { create } from 'zustand';
import { t } from '../strings/index';
import { fileName } from './file-name';
import { host } from './host';
import { useLibrary } from './library';
import { deleteWithUndo, sayError } from './undoable-delete';

interface WatchState {
  readonly folders: readonly WatchedFolder[];
  /** No longer watched, while the toast offers to undo. */
  readonly leaving: ReadonlySet<string>;
  load(): Promise<void>;
  /** Asks for a folder; what is in it goes into the collection that is shown. */
  choose(): Promise<void>;
  /** Looks at it from time to time, or as the system tells. */
  setPolling(folder: WatchedFolder, polling: boolean): Promise<void>;
  scan(folderId: string): Promise<void>;
  remove(folder: WatchedFolder): void;
  /** Documents whose files are gone stay. */
  keep(folderId: string): Promise<void>;
  onChanged(folders: readonly WatchedFolder[]): void;
}

export const useWatch = create<WatchState>((set) => {
  async function ask<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null> {
    const result = await host().request(route, input);
    if (result.ok) return result.data;
    sayError(result.error);
    return null;
  }

  return {
    folders: [],
    leaving: new Set(),
    async load() {
      const result = await host().request('watch.list', {});
      if (result.ok) set({ folders: result.data.folders });
    },
    async choose() {
      try {
        const paths = await host().chooseFiles('folder');
        const collection = useLibrary.getState().collection ?? undefined;
        for (const path of paths) await ask('watch.add', { path, collection });
      } catch (error) {
        sayError(reportOf(error));
      }
    },
    async setPolling({ folderId }, polling) {
      await ask('watch.configure', { folderId, polling });
    },
    async scan(folderId) {
      await ask('watch.scan', { folderId });
    },
    remove({ folderId, path }) {
      deleteWithUndo({
        text: t('watch.removed', { name: fileName(path) }),
        hide: () => set((state) => ({ leaving: new Set([...state.leaving, folderId]) })),
        show: () => set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== folderId)) })),
        carryOut: () => host().request('watch.remove', { folderId }),
      });
    },
    async keep(folderId) {
      await ask('watch.keep', { folderId });
    },
    onChanged: (folders) => set({ folders }),
  };
});
