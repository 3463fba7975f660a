import type { FileChoice, HostBridge, RefusedFile, TakenFiles } from '@shared/contract/bridge';
import type { EngineEvent, RequestOf, Results, RouteName } from '@shared/contract/index';
import { type Result, VitrineError } from '@shared/errors';
import { nameOr } from '@shared/host/incoming-file';
import { peerConstructors } from '@shared/host/page-policy';
import { t } from '@shared/words/index';

let bridge: HostBridge | null = null;

/** The one way to the engine: the preload's bridge on the desktop, the web socket's in a browser tab. */
export function host(): HostBridge {
  bridge ??= window.vitrine ?? createWebBridge();
  return bridge;
}

/** A random id of 32 hex digits. `crypto.randomUUID` is missing where the page is not a secure context. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Incoming =
  | { readonly id: string; readonly result: Result<unknown> }
  | { readonly id?: undefined; readonly event: EngineEvent };

const reconnectMs = 1000;
/** The host's answer to a file above its limit. */
const tooLarge = 413;

const down = new VitrineError('engine-down', { why: 'connection-lost' }).report();

/**
 * Connects to the host by a web socket at `/rpc` of the same origin. A broken connection answers every open request with
 * `engine-down`, and is tried again each second.
 */
function connectHost(receive: (message: Incoming) => void, announce: (event: EngineEvent) => void, lost: () => void) {
  let wasDown = false;
  let socket = connect();

  function connect(): WebSocket {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const next = new WebSocket(`${scheme}://${location.host}/rpc${location.search}`);
    next.addEventListener('open', () => {
      if (wasDown) announce({ type: 'engine.up' });
      wasDown = false;
    });
    next.addEventListener('message', (message) => receive(JSON.parse(String(message.data)) as Incoming));
    next.addEventListener('close', () => {
      lost();
      if (!wasDown) announce({ type: 'engine.down', error: down });
      wasDown = true;
      setTimeout(() => {
        socket = connect();
      }, reconnectMs);
    });
    return next;
  }

  return {
    isOver: (): boolean => socket.readyState > WebSocket.OPEN,
    send(body: Record<string, unknown>): void {
      const text = JSON.stringify(body);
      if (socket.readyState === WebSocket.CONNECTING) {
        socket.addEventListener('open', () => socket.send(text), { once: true });
      } else if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    },
  };
}

/** Requests and events over the socket. */
function socketBridge(): Pick<HostBridge, 'request' | 'cancel' | 'subscribe'> {
  const open = new Map<string, (result: Result<unknown>) => void>();
  const listeners = new Set<(event: EngineEvent) => void>();
  const announce = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  function receive(message: Incoming): void {
    if (message.id === undefined) {
      announce(message.event);
      return;
    }
    open.get(message.id)?.(message.result);
    open.delete(message.id);
  }
  const socket = connectHost(receive, announce, () => {
    for (const answer of open.values()) answer({ ok: false, error: down });
    open.clear();
  });
  return {
    request<R extends RouteName>(route: R, input: RequestOf<R>, options?: { readonly requestId?: string }) {
      return new Promise<Result<Results[R]>>((resolve) => {
        if (socket.isOver()) {
          resolve({ ok: false, error: down });
          return;
        }
        const id = newId();
        // The host answers a route with that route's result; the socket cannot say so in types.
        open.set(id, (result) => resolve(result as Result<Results[R]>));
        socket.send({ id, route, input, requestId: options?.requestId ?? id });
      });
    },
    cancel(requestId) {
      socket.send({ cancel: requestId });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function upload(files: readonly File[], unnamed = ''): Promise<TakenFiles> {
  const paths: string[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const response = await fetch(`/upload${location.search}`, {
      method: 'POST',
      headers: { 'x-file-name': encodeURIComponent(nameOr(file.name, unnamed)) },
      body: file,
    });
    if (response.ok) paths.push(((await response.json()) as { path: string }).path);
    else if (response.status === tooLarge) refused.push({ name: file.name, why: 'too-large' });
    else throw new Error(t('errors.uploadRefused', { name: file.name, status: response.status }));
  }
  return { paths, kept: paths, refused };
}

/** Follows addresses behind the `#` of the page. */
function followAddresses(listener: (address: string) => void): () => void {
  const take = (): void => {
    const address = location.hash.slice(1);
    if (address === '') return;
    // Removed, so that the same address can be followed again.
    history.replaceState(null, '', location.pathname + location.search);
    listener(address);
  };
  take();
  window.addEventListener('hashchange', take);
  return () => window.removeEventListener('hashchange', take);
}

/**
 * The bridge of a browser tab: requests and events over one web socket, files by `POST /upload`. The page's query string
 * carries the host's token and is passed on with both.
 */
function createWebBridge(): HostBridge {
  for (const name of peerConstructors) Reflect.deleteProperty(globalThis, name);
  return {
    host: 'web',
    platform: 'web',
    region: regionOf(navigator.languages),
    ...socketBridge(),
    dropped: upload,
    async chooseFiles(kind) {
      const { paths, refused } = await upload(await pickFiles(kind));
      for (const { name } of refused) throw new Error(t('errors.uploadRefused', { name, status: tooLarge }));
      return paths;
    },
    chooseNewFile: async () => null,
    onMenu: () => () => undefined,
    onSaved: () => () => undefined,
    onAddress: followAddresses,
    openDocument: async () => 'refused',
    openLibrary: async () => false,
    async openExternal(url) {
      if (new URL(url).protocol === 'https:') window.open(url, '_blank', 'noopener,noreferrer');
    },
  };
}

/** The country in the first of a browser's languages that names one: it tells no other region. */
function regionOf(languages: readonly string[]): string {
  return languages.map((tag) => new Intl.Locale(tag).region ?? '').find((region) => region !== '') ?? '';
}

function pickFiles(kind: FileChoice): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = kind === 'folder';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
