import type { EngineClient, RequestOf, RouteName } from '@shared/contract';
import type { OpenedDocument } from '@shared/contract/bridge';
import type { ErrorReport, Result } from '@shared/errors';
import { channels } from '@shared/host/channels';
import { admit, GrantedPaths } from '@shared/host/request-gate';
import { type BrowserWindow, dialog, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { z } from 'zod';
import { pageOrigin } from './app-protocol';
import type { KeyStore } from './key-store';
import { openExternal } from './lock-down';
import type { NativeWords } from './native-words';
import { openDocument } from './open-document';
import { takeKey } from './server-keys';
import type { AppWindow } from './window';

const stranger: ErrorReport = {
  code: 'bad-request',
  message: 'The request does not come from the page of this window.',
  hint: '',
};

const paths = z.array(z.string().min(1).max(4096)).max(100_000);
const fileKind = z.enum(['files', 'folder']);
const openHow = z.enum(['open', 'show']);
const theme = z.enum(['light', 'dark', 'system']);

/**
 * The two gates of the desktop app: first who asks (the main frame of our own window, showing our own origin), then
 * what is asked (shape, route, paths that a person has granted). Only then the engine sees it.
 */
export function openPageGate(
  current: () => AppWindow | null,
  engine: EngineClient,
  keys: KeyStore,
  words: () => NativeWords,
): void {
  const granted = new GrantedPaths();

  /** The window, when the message comes from its own page. */
  function sender(event: IpcMainInvokeEvent | IpcMainEvent): AppWindow | null {
    const ours = current();
    const frame = event.senderFrame;
    if (!ours || !frame || frame !== ours.window.webContents.mainFrame) return null;
    return frame.url.startsWith(`${pageOrigin}/`) ? ours : null;
  }

  ipcMain.handle(channels.request, async (event, message: unknown): Promise<Result<unknown>> => {
    if (!sender(event)) return { ok: false, error: stranger };
    const admitted = admit(message, granted);
    if (!admitted.ok) return admitted;
    const { route, input, requestId } = admitted.data;
    if (route === 'settings.setKey') return takeKey(engine, keys, input, requestId);
    // The engine parses the input with the route's schema; the type here only says that it will.
    return engine.request(route, input as RequestOf<RouteName>, { requestId });
  });

  ipcMain.on(channels.cancel, (event, requestId: unknown) => {
    if (sender(event) && typeof requestId === 'string') engine.cancel(requestId);
  });

  // Preload turns what a person dropped into paths; the page itself cannot reach this channel.
  ipcMain.handle(channels.grant, (event, dropped: unknown): readonly string[] => {
    const parsed = paths.safeParse(dropped);
    if (!sender(event) || !parsed.success) return [];
    granted.grant(parsed.data);
    return parsed.data;
  });

  ipcMain.handle(channels.chooseFiles, async (event, kind: unknown): Promise<readonly string[]> => {
    const ours = sender(event);
    const parsed = fileKind.safeParse(kind);
    if (!ours || !parsed.success) return [];
    const chosen = await chooseFiles(ours.window, parsed.data, words());
    granted.grant(chosen);
    return chosen;
  });

  ipcMain.handle(channels.openExternal, async (event, url: unknown): Promise<void> => {
    if (sender(event) && typeof url === 'string') await openExternal(url, words());
  });

  ipcMain.handle(channels.openDocument, async (event, documentId: unknown, how: unknown): Promise<OpenedDocument> => {
    const parsed = openHow.safeParse(how);
    if (!sender(event) || typeof documentId !== 'string' || !parsed.success) return 'refused';
    return openDocument(engine, documentId, parsed.data);
  });

  ipcMain.on(channels.theme, (event, chosen: unknown) => {
    const parsed = theme.safeParse(chosen);
    if (parsed.success) sender(event)?.setTheme(parsed.data);
  });

  engine.subscribe((message) => {
    const contents = current()?.window.webContents;
    if (contents && !contents.isDestroyed()) contents.send(channels.event, message);
  });
}

async function chooseFiles(
  window: BrowserWindow,
  kind: 'files' | 'folder',
  words: NativeWords,
): Promise<readonly string[]> {
  const answer = await dialog.showOpenDialog(window, {
    title: kind === 'files' ? words.chooseFiles : words.chooseFolder,
    buttonLabel: words.add,
    properties: kind === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory', 'multiSelections'],
  });
  return answer.canceled ? [] : answer.filePaths;
}
