import type { RequestOf, RouteName } from '@shared/contract';
import { type FileChoice, fileChoices, type OpenedDocument } from '@shared/contract/bridge';
import type { ErrorReport, Result } from '@shared/errors';
import { channels, type KeptAnswer } from '@shared/host/channels';
import { admit, GrantedPaths } from '@shared/host/request-gate';
import {
  type BrowserWindow,
  dialog,
  type FileFilter,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  type OpenDialogOptions,
} from 'electron';
import { pageOrigin } from './app-protocol';
import { incomingFile, type KeptFile, keepIncoming } from './incoming-files';
import type { KeyStore } from './key-store';
import type { LateEngine } from './late-engine';
import { openExternal } from './lock-down';
import type { NativeWords } from './native-words';
import { openDocument } from './open-document';
import { openLibrary } from './open-library';
import { takeKey, takeStoreKeys } from './server-keys';
import type { AppWindow } from './window';

/** Bytes of a file without a place on disk where the engine cannot be asked for its limit. */
const defaultFileBytes = 100 * 1024 * 1024;

const stranger: ErrorReport = {
  code: 'bad-request',
  message: 'The request does not come from the page of this window.',
  hint: '',
};

const isPath = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 4096;
const arePaths = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 100_000 && value.every(isPath);
/** A name, no path: the person chooses where. */
const isNewFileName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{N} ._-]{1,200}$/u.test(value);
const openHow = ['open', 'show'] as const;
const themes = ['light', 'dark', 'system'] as const;
/** The one of `known` that was said. */
const one = <T extends string>(known: readonly T[], said: unknown): T | undefined =>
  known.find((word) => word === said);

/**
 * The two gates of the desktop app: first who asks (the main frame of our own window, showing our own origin), then
 * what is asked (shape, route, paths that a person has granted). Only then the engine sees it.
 */
export function openPageGate(
  current: () => AppWindow | null,
  engine: LateEngine,
  keys: KeyStore,
  words: () => NativeWords,
  libraryFolder: string,
): void {
  const granted = new GrantedPaths();

  /** The window, when the message comes from its own page. */
  function sender(event: IpcMainInvokeEvent | IpcMainEvent): AppWindow | null {
    const ours = current();
    const frame = event.senderFrame;
    if (!ours || !frame || frame !== ours.window.webContents.mainFrame) return null;
    return frame.url.startsWith(`${pageOrigin}/`) ? ours : null;
  }

  ipcMain.handle(channels.request, async (event, message: unknown): Promise<Result<unknown> | KeptAnswer> => {
    if (!sender(event)) return { ok: false, error: stranger };
    const admitted = admit(message, granted);
    if (!admitted.ok) return admitted;
    const { route, input, requestId } = admitted.data;
    const kept = engine.kept(route, input);
    if (kept !== undefined) return { kept };
    if (route === 'settings.setKey') return takeKey(engine, keys, input, requestId);
    if (route === 'settings.setStoreKeys') return takeStoreKeys(engine, keys, input, requestId);
    // The engine parses the input with the route's schema; the type here only says that it will.
    return engine.request(route, input as RequestOf<RouteName>, { requestId });
  });

  ipcMain.on(channels.cancel, (event, requestId: unknown) => {
    if (sender(event) && typeof requestId === 'string') engine.cancel(requestId);
  });

  // Preload turns what a person dropped into paths; the page itself cannot reach this channel.
  ipcMain.handle(channels.grant, (event, dropped: unknown): readonly string[] => {
    if (!sender(event) || !arePaths(dropped)) return [];
    granted.grant(dropped);
    return dropped;
  });

  // What was dropped or pasted and lies nowhere: the page names it, but says neither where it goes nor what it is.
  ipcMain.handle(channels.keep, async (event, said: unknown): Promise<KeptFile> => {
    const file = incomingFile(said);
    if (!sender(event) || !file) return { why: 'failed' };
    const limits = await engine.request('limits.get', {});
    const maxBytes = limits.ok ? limits.data.values.ingest.maxFileBytes : defaultFileBytes;
    const kept = await keepIncoming(libraryFolder, file, maxBytes);
    if ('path' in kept) granted.grant([kept.path]);
    return kept;
  });

  ipcMain.handle(channels.chooseFiles, async (event, said: unknown): Promise<readonly string[]> => {
    const ours = sender(event);
    const kind = one(fileChoices, said);
    if (!ours || !kind) return [];
    const chosen = await chooseFiles(ours.window, kind, words());
    granted.grant(chosen);
    return chosen;
  });

  ipcMain.handle(channels.chooseNewFile, async (event, name: unknown): Promise<string | null> => {
    const ours = sender(event);
    if (!ours || !isNewFileName(name)) return null;
    // The dialog asks before a file gives way.
    const answer = await dialog.showSaveDialog(ours.window, {
      title: words().saveBackup,
      defaultPath: name,
      filters: backupFilters(words()),
    });
    if (answer.canceled || !answer.filePath) return null;
    granted.grant([answer.filePath]);
    return answer.filePath;
  });

  ipcMain.handle(channels.openExternal, async (event, url: unknown): Promise<void> => {
    if (sender(event) && typeof url === 'string') await openExternal(url, words());
  });

  ipcMain.handle(channels.openDocument, async (event, documentId: unknown, said: unknown): Promise<OpenedDocument> => {
    const how = one(openHow, said);
    if (!sender(event) || typeof documentId !== 'string' || !how) return 'refused';
    return openDocument(engine, documentId, how);
  });

  ipcMain.handle(channels.openLibrary, (event, folder: unknown): Promise<boolean> | false => {
    if (!sender(event) || typeof folder !== 'string' || !granted.has(folder)) return false;
    return openLibrary(folder);
  });

  ipcMain.on(channels.theme, (event, chosen: unknown) => {
    const theme = one(themes, chosen);
    if (theme) sender(event)?.setTheme(theme);
  });

  engine.subscribe((message) => {
    const contents = current()?.window.webContents;
    if (contents && !contents.isDestroyed()) contents.send(channels.event, message);
  });
}

type Dialog = Pick<OpenDialogOptions, 'title' | 'buttonLabel' | 'properties' | 'filters'>;

function dialogFor(kind: FileChoice, words: NativeWords): Dialog {
  switch (kind) {
    case 'files':
      return { title: words.chooseFiles, buttonLabel: words.add, properties: ['openFile', 'multiSelections'] };
    case 'folder':
      return { title: words.chooseFolder, buttonLabel: words.add, properties: ['openDirectory', 'multiSelections'] };
    case 'backup':
      return {
        title: words.chooseBackup,
        buttonLabel: words.choose,
        properties: ['openFile'],
        filters: backupFilters(words),
      };
    case 'new-folder':
      return {
        title: words.chooseNewFolder,
        buttonLabel: words.choose,
        properties: ['openDirectory', 'createDirectory'],
      };
  }
}

const backupFilters = (words: NativeWords): FileFilter[] => [
  { name: words.backups, extensions: ['vitrine'] },
  { name: words.allFiles, extensions: ['*'] },
];

async function chooseFiles(window: BrowserWindow, kind: FileChoice, words: NativeWords): Promise<readonly string[]> {
  const answer = await dialog.showOpenDialog(window, dialogFor(kind, words));
  return answer.canceled ? [] : answer.filePaths;
}
