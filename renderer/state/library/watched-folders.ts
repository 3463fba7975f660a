import type { WatchedFolder } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { create } from 'zustand';
import { host } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { askOrSay, deleteWithUndo, sayError } from '../undo';
import { useLibrary } from './library';

interface WatchState {
  readonly folders: readonly WatchedFolder[];
  /** No longer watched, while the toast offers to undo. */
  readonly leaving: ReadonlySet<string>;
  load(): Promise<void>;
  /** Asks for a folder; what is in it goes into the collection that is shown. */
  choose(): Promise<void>;
  setPolling(folder: WatchedFolder, polling: boolean): Promise<void>;
  scan(folderId: string): Promise<void>;
  remove(folder: WatchedFolder): void;
  /** Documents whose files are gone stay. */
  keep(folderId: string): Promise<void>;
}

export const useWatch = create<WatchState>((set) => ({
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
      for (const path of paths) await askOrSay('watch.add', { path, collection });
    } catch (error) {
      sayError(reportOf(error));
    }
  },
  setPolling: async ({ folderId }, polling) => void (await askOrSay('watch.configure', { folderId, polling })),
  scan: async (folderId) => void (await askOrSay('watch.scan', { folderId })),
  remove({ folderId, path }) {
    deleteWithUndo({
      text: t('watch.removed', { name: fileName(path) }),
      hide: () => set((state) => ({ leaving: new Set([...state.leaving, folderId]) })),
      show: () => set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== folderId)) })),
      carryOut: () => host().request('watch.remove', { folderId }),
    });
  },
  keep: async (folderId) => void (await askOrSay('watch.keep', { folderId })),
}));
