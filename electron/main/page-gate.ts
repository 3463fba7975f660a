import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineClient, RequestOf, RouteName } from '@shared/contract';
import { channels, type FileChoice, fileChoices, type OpenedDocument } from '@shared/contract/bridge';
import { type Result, VitrineError } from '@shared/errors';
import { isRemote, mayOpen } from '@shared/formats';
import { Confirmations } from '@shared/host/confirmations';
import { admit, GrantedPaths } from '@shared/host/request-gate';
import { t } from '@shared/words/index';
import {
  app,
  type BrowserWindow,
  dialog,
  type FileFilter,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  type OpenDialogOptions,
  shell,
} from 'electron';
import { pageOrigin } from './app-protocol';
import { incomingFile, type KeptFile, keepIncoming } from './incoming-files';
import { openExternal } from './lock-down';
import { type KeyStore, takeKey, takeStoreKeys } from './server-keys';
import type { AppWindow } from './window';

/** Bytes of a file without a place on disk where the engine cannot be asked for its limit. */
const defaultFileBytes = 100 * 1024 * 1024;

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

interface Gate {
  readonly engine: EngineClient;
  readonly granted: GrantedPaths;
  /** The window, when the message comes from its own page. */
  sender(event: IpcMainInvokeEvent | IpcMainEvent): AppWindow | null;
}

/**
 * The two gates of the desktop app. The first checks the caller (the main frame of our own window, showing our own
 * origin). The second checks the request (shape, route, paths that a person has granted, a yes in a box of the system).
 * The engine sees it only after both.
 */
export function openPageGate(
  current: () => AppWindow | null,
  engine: EngineClient,
  keys: KeyStore,
  libraryFolder: string,
  /** The address that was followed last, once. */
  takeAddress: () => string | null,
): void {
  const confirmations = new Confirmations(engine, (question, detail) => confirm(current()?.window, question, detail));
  const gate: Gate = { engine, granted: new GrantedPaths(), sender: (event) => sentBy(event, current()) };

  admitRequests(gate, keys, confirmations);
  admitFiles(gate, libraryFolder);
  admitDialogs(gate);
  admitOpening(gate);

  ipcMain.handle(channels.address, (event): string | null => (gate.sender(event) ? takeAddress() : null));

  ipcMain.on(channels.theme, (event, chosen: unknown) => {
    const theme = one(themes, chosen);
    if (theme) gate.sender(event)?.setTheme(theme);
  });

  engine.subscribe((message) => {
    const contents = current()?.window.webContents;
    if (contents && !contents.isDestroyed()) contents.send(channels.event, message);
  });
}

function sentBy(event: IpcMainInvokeEvent | IpcMainEvent, ours: AppWindow | null): AppWindow | null {
  const frame = event.senderFrame;
  if (!ours || !frame || frame !== ours.window.webContents.mainFrame) return null;
  return frame.url.startsWith(`${pageOrigin}/`) ? ours : null;
}

function admitRequests({ engine, granted, sender }: Gate, keys: KeyStore, confirmations: Confirmations): void {
  ipcMain.handle(channels.request, async (event, message: unknown): Promise<Result<unknown>> => {
    if (!sender(event)) return { ok: false, error: new VitrineError('bad-request', { why: 'stranger' }).report() };
    const admitted = admit(message, granted);
    if (!admitted.ok) return admitted;
    const { route, input, requestId } = admitted.data;
    const confirmed = await confirmations.check(route, input);
    if (!confirmed.ok) return confirmed;
    if (route === 'settings.setKey') return takeKey(engine, keys, input, requestId);
    if (route === 'settings.setStoreKeys') return takeStoreKeys(engine, keys, input, requestId);
    // The engine parses the input with the route's schema; the type here only says that it will.
    return engine.request(route, input as RequestOf<RouteName>, { requestId });
  });

  ipcMain.on(channels.cancel, (event, requestId: unknown) => {
    if (sender(event) && typeof requestId === 'string') engine.cancel(requestId);
  });
}

function admitFiles({ engine, granted, sender }: Gate, libraryFolder: string): void {
  // Preload turns what a person dropped into paths; the page itself cannot reach this channel.
  ipcMain.handle(channels.grant, (event, dropped: unknown): readonly string[] => {
    if (!sender(event) || !arePaths(dropped)) return [];
    granted.grant(dropped);
    return dropped;
  });

  // Dropped or pasted bytes without a place: the page names them, but decides neither their path nor their kind.
  ipcMain.handle(channels.keep, async (event, said: unknown): Promise<KeptFile> => {
    const file = incomingFile(said);
    if (!sender(event) || !file) return { why: 'failed' };
    const limits = await engine.request('limits.get', {});
    const maxBytes = limits.ok ? limits.data.values.ingest.maxFileBytes : defaultFileBytes;
    const kept = await keepIncoming(libraryFolder, file, maxBytes);
    if ('path' in kept) granted.grant([kept.path]);
    return kept;
  });
}

/** Lets a person choose files in a dialog of the system, and grants their paths. */
function admitDialogs({ granted, sender }: Gate): void {
  ipcMain.handle(channels.chooseFiles, async (event, said: unknown): Promise<readonly string[]> => {
    const ours = sender(event);
    const kind = one(fileChoices, said);
    if (!ours || !kind) return [];
    const chosen = await chooseFiles(ours.window, kind);
    granted.grant(chosen);
    return chosen;
  });

  ipcMain.handle(channels.chooseNewFile, async (event, name: unknown): Promise<string | null> => {
    const ours = sender(event);
    if (!ours || !isNewFileName(name)) return null;
    // The dialog asks before a file gives way.
    const answer = await dialog.showSaveDialog(ours.window, {
      title: t('native.saveBackup'),
      defaultPath: name,
      filters: backupFilters(),
    });
    if (answer.canceled || !answer.filePath) return null;
    granted.grant([answer.filePath]);
    return answer.filePath;
  });
}

function admitOpening({ engine, granted, sender }: Gate): void {
  ipcMain.handle(channels.openExternal, async (event, url: unknown): Promise<void> => {
    if (sender(event) && typeof url === 'string') await openExternal(url);
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
}

/** Asks in a box of the system, which no page can draw or press. */
async function confirm(window: BrowserWindow | undefined, message: string, detail: string): Promise<boolean> {
  if (!window) return false;
  const buttons = [t('native.confirm.refuse'), t('native.confirm.allow')];
  const options = { type: 'warning', message, detail, buttons, defaultId: 0, cancelId: 0, noLink: true } as const;
  return (await dialog.showMessageBox(window, options)).response === 1;
}

type Dialog = Pick<OpenDialogOptions, 'title' | 'buttonLabel' | 'properties' | 'filters'>;

/** In the language that is spoken when they are opened. */
const dialogs: Readonly<Record<FileChoice, () => Dialog>> = {
  files: () => asks('chooseFiles', 'add', ['openFile', 'multiSelections']),
  folder: () => asks('chooseFolder', 'add', ['openDirectory', 'multiSelections']),
  backup: () => ({ ...asks('chooseBackup', 'choose', ['openFile']), filters: backupFilters() }),
  'new-folder': () => asks('chooseNewFolder', 'choose', ['openDirectory', 'createDirectory']),
};

function asks(
  title: 'chooseFiles' | 'chooseFolder' | 'chooseBackup' | 'chooseNewFolder',
  button: 'add' | 'choose',
  properties: NonNullable<Dialog['properties']>,
): Dialog {
  return { title: t(`native.${title}`), buttonLabel: t(`native.${button}`), properties };
}

const backupFilters = (): FileFilter[] => [
  { name: t('native.backups'), extensions: ['vitrine'] },
  { name: t('native.allFiles'), extensions: ['*'] },
];

async function chooseFiles(window: BrowserWindow, kind: FileChoice): Promise<readonly string[]> {
  const answer = await dialog.showOpenDialog(window, dialogs[kind]());
  return answer.canceled ? [] : answer.filePaths;
}

/** Opens a document with the system's program, or shows it in its folder. The page names a document, never a path. */
async function openDocument(engine: EngineClient, documentId: string, how: 'open' | 'show'): Promise<OpenedDocument> {
  const listed = await engine.request('library.list', {});
  const document = listed.ok ? listed.data.find((one) => one.documentId === documentId) : undefined;
  if (!document) return 'missing';
  const { path } = document;
  if (isRemote(path) || (how === 'open' && !mayOpen(path))) return 'refused';
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'missing';
  if (how === 'open') return (await shell.openPath(path)) === '' ? 'opened' : 'failed';
  shell.showItemInFolder(path);
  return 'opened';
}

/**
 * Opens the library in this folder in a window beside this one, which has settings and a lock of its own. True when the
 * program has started; false where no library lies there, or the system starts none.
 */
function openLibrary(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'catalogue.db'))) return Promise.resolve(false);
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [];
  const words = [...sandbox, ...(app.isPackaged ? [] : [app.getAppPath()]), '--library', folder];
  return new Promise((resolve) => {
    // An AppImage's own program lies in a mount that goes away with this window.
    const child = spawn(process.env.APPIMAGE ?? process.execPath, words, { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
