/**
 * The one bridge between the page and the app. It makes no decision, and holds no state except the answers to its early
 * requests: main checks the caller and the request. A dropped file becomes a path here, out of the page's reach, and
 * main grants it.
 */
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import {
  channels,
  type HostBridge,
  type MenuCommand,
  type RefusedFile,
  regionArgument,
  type SavedFile,
  type TakenFiles,
} from '@shared/contract/bridge';
import type { Result } from '@shared/errors';
import { peerConstructors } from '@shared/host/page-policy';
import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron';

function listen<T>(channel: string, listener: (message: T) => void): () => void {
  const forward = (_event: unknown, message: T) => listener(message);
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.removeListener(channel, forward);
  };
}

async function request<R extends RouteName>(
  route: R,
  input: RequestOf<R>,
  options?: { readonly requestId?: string },
): Promise<Result<Results[R]>> {
  const requestId = options?.requestId ?? crypto.randomUUID();
  try {
    return await ipcRenderer.invoke(channels.request, { route, input, requestId });
  } catch (error) {
    // By hand: the words of all errors would be read before each window shows.
    const said = `The request could not leave the page: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, error: { code: 'internal', message: said, hint: '', details: { why: 'said', said } } };
  }
}

/** Main looks at the bytes of a file that lies nowhere; no memory is filled here with more than it would take. */
const mostBytes = 1024 ** 3;

async function dropped(files: readonly File[], unnamed: string): Promise<TakenFiles> {
  const onDisk = files.map((file) => webUtils.getPathForFile(file));
  await ipcRenderer.invoke(
    channels.grant,
    onDisk.filter((path) => path !== ''),
  );
  const paths: string[] = [];
  const kept: string[] = [];
  const refused: RefusedFile[] = [];
  for (const [index, file] of files.entries()) {
    const path = onDisk[index];
    const taken = path ? { path } : await keep(file, unnamed);
    if ('path' in taken) paths.push(taken.path);
    if ('path' in taken && !path) kept.push(taken.path);
    if ('why' in taken) refused.push({ name: file.name, why: taken.why });
  }
  return { paths, kept, refused };
}

async function keep(file: File, unnamed: string): Promise<{ path: string } | { why: RefusedFile['why'] }> {
  if (file.size > mostBytes) return { why: 'too-large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return await ipcRenderer.invoke(channels.keep, { name: file.name, unnamed, bytes });
  } catch (error) {
    // A folder that another program drags has no bytes.
    console.warn(`A file could not be read: ${String(error)}`);
    return { why: 'failed' };
  }
}

const bridge: HostBridge = {
  host: 'desktop',
  platform: process.platform,
  region: process.argv.find((word) => word.startsWith(regionArgument))?.slice(regionArgument.length) ?? '',
  request,
  cancel: (requestId) => ipcRenderer.send(channels.cancel, requestId),
  subscribe: (listener) => listen<EngineEvent>(channels.event, listener),
  dropped,
  chooseFiles: (kind) => ipcRenderer.invoke(channels.chooseFiles, kind),
  chooseNewFile: (name) => ipcRenderer.invoke(channels.chooseNewFile, name),
  onMenu: (listener) => listen<MenuCommand>(channels.menu, listener),
  onSaved: (listener) => listen<SavedFile>(channels.saved, listener),
  onAddress(listener) {
    // It waits in main, where it may have been followed before there was a page.
    const take = async () => {
      const address: string | null = await ipcRenderer.invoke(channels.address);
      if (address !== null) listener(address);
    };
    void take();
    return listen(channels.address, () => void take());
  },
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
  openDocument: (documentId, how) => ipcRenderer.invoke(channels.openDocument, documentId, how),
  openLibrary: (folder) => ipcRenderer.invoke(channels.openLibrary, folder),
};

contextBridge.exposeInMainWorld('vitrine', bridge);
// The page's own scripts come after this.
void webFrame.executeJavaScript(peerConstructors.map((name) => `delete globalThis.${name};`).join(''));

/** The page writes the theme it shows on its root element; main keeps it for the next window's background. */
window.addEventListener('DOMContentLoaded', () => {
  const root = document.documentElement;
  const tell = () => ipcRenderer.send(channels.theme, root.dataset.theme ?? 'system');
  new MutationObserver(tell).observe(root, { attributes: true, attributeFilter: ['data-theme'] });
});
