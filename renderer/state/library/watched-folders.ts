import type { WatchedFolder } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { slice } from '../slice';
import { askOrSay, deleteWithUndo, leavingIn, toastError } from '../undo';
import { useLibrary } from './library';

const first = { folders: [] as readonly WatchedFolder[], leaving: new Set() as ReadonlySet<string> };

export const useWatch = slice(first, (set) => ({
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
      toastError(reportOf(error));
    }
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
