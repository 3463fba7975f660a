/**
 * The one bridge between the page and the app. It makes no decision, and holds no state but the answers to what it has
 * asked ahead of the page: main checks who asks and what is asked. What a person drops becomes a path here, where the
 * page cannot reach, and is granted in main.
 */
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import type { HostBridge, MenuCommand, RefusedFile, SavedFile, TakenFiles } from '@shared/contract/bridge';
import { firstScreenRoutes } from '@shared/contract/first-screen-routes';
import type { Result } from '@shared/errors';
import { channels, type KeptAnswer, regionArgument } from '@shared/host/channels';
import { contextBridge, ipcRenderer, webUtils } from 'electron';

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
    const answer: Result<Results[R]> | KeptAnswer = await ipcRenderer.invoke(channels.request, {
      route,
      input,
      requestId,
    });
    // Main hands on what an engine has written; the engine's own types saw to its shape.
    return 'kept' in answer ? { ok: true, data: JSON.parse(answer.kept) as Results[R] } : answer;
  } catch (error) {
    const message = `The request could not leave the page: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, error: { code: 'bad-request', message, hint: '' } };
  }
}

/**
 * What the page is going to ask first, asked while its script is still on the way. Each answer is for the first request
 * of its route; after an event of the engine they may be old, and the page's own requests go their way.
 */
const ahead = new Map(firstScreenRoutes.map((route) => [route as RouteName, request(route, {})]));
ipcRenderer.once(channels.event, () => ahead.clear());

async function answered<R extends RouteName>(
  route: R,
  input: RequestOf<R>,
  options?: { readonly requestId?: string },
): Promise<Result<Results[R]>> {
  const asked = Object.keys(input).length === 0 ? ahead.get(route) : undefined;
  ahead.delete(route);
  // The answer to the same route; what went wrong ahead is asked once more.
  const answer = (await asked) as Result<Results[R]> | undefined;
  return answer?.ok ? answer : request(route, input, options);
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
  request: answered,
  cancel: (requestId) => ipcRenderer.send(channels.cancel, requestId),
  subscribe: (listener) => listen<EngineEvent>(channels.event, listener),
  dropped,
  chooseFiles: (kind) => ipcRenderer.invoke(channels.chooseFiles, kind),
  chooseNewFile: (name) => ipcRenderer.invoke(channels.chooseNewFile, name),
  onMenu: (listener) => listen<MenuCommand>(channels.menu, listener),
  onSaved: (listener) => listen<SavedFile>(channels.saved, listener),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
  openDocument: (documentId, how) => ipcRenderer.invoke(channels.openDocument, documentId, how),
  openLibrary: (folder) => ipcRenderer.invoke(channels.openLibrary, folder),
};

contextBridge.exposeInMainWorld('vitrine', bridge);

/** The page writes the theme it shows on its root element; main keeps it for the next window's background. */
window.addEventListener('DOMContentLoaded', () => {
  const root = document.documentElement;
  const tell = () => ipcRenderer.send(channels.theme, root.dataset.theme ?? 'system');
  new MutationObserver(tell).observe(root, { attributes: true, attributeFilter: ['data-theme'] });
});
