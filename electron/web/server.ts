import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { EngineClient, RequestOf, RouteName } from '@shared/contract';
import type { Result } from '@shared/errors';
import { type Confirm, Confirmations } from '@shared/host/confirmations';
import { contentSecurityPolicy, noncePlaceholder, pageFile, safetyHeaders } from '@shared/host/page-policy';
import { admit, GrantedPaths } from '@shared/host/request-gate';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { listening, receiveUpload, uploadName } from '../api/loopback';
import { partAt, removeOwn } from '../engine/own-files';

interface WebHostOptions {
  readonly engine: EngineClient;
  readonly pageFolder: string;
  /** The folder of dropped files before their ingest, inside the library folder. */
  readonly uploadFolder: string;
  readonly port: number;
  /** Port of the HTTP API, 0 for any free one; `page`: that of the page. Absent: it is not served. */
  readonly apiPort?: number | 'page' | undefined;
  /** Asks outside the page; absent if no person can be asked. */
  readonly confirm?: Confirm;
}

export interface WebHost {
  /** With the token, for a browser on this machine. */
  readonly address: string;
  /** Of the HTTP API; null if it is not served. */
  readonly apiAddress: string | null;
  close(): Promise<void>;
}

/** Bytes of an upload where the engine cannot be asked for its limit. */
const defaultUploadBytes = 100 * 1024 * 1024;

/** For browsers that know it; Chromium 14x does not, and says so on its console. In the window the network sees to it. */
const noPeers = "webrtc 'block'";

/** Serves the page, its requests and its uploads on 127.0.0.1, to holders of the printed address. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer();
  const port = await listening(server, options.port);
  const access = new Access(port);
  const granted = new GrantedPaths();
  const uploads = new Set<string>();

  const confirmations = new Confirmations(options.engine, options.confirm);
  const sockets = createRpcSockets(options.engine, granted, confirmations, (route, input, result) => {
    // The engine has its own copy of ingested files; the waiting copies can go.
    if (route === 'ingest.run' && result.ok) discard(uploads, options.uploadFolder, input).catch(console.error);
  });

  const { apiPort } = options;
  // Read where it is served only.
  const api = apiPort === undefined ? null : await import('../api/server');
  const apart = api && typeof apiPort === 'number' ? await api.startApi(options, apiPort) : null;
  const beside = api && apiPort === 'page' ? api.apiListener(options, port) : null;

  const host: Host = { ...options, port, access, granted, uploads };
  server.on('request', (request, response) => {
    if (beside && api?.isApiPath(request.url ?? '')) return beside(request, response);
    respond(host, request, response).catch((error: unknown) => {
      console.error(`${request.method} ${request.url?.split('?')[0]} failed: ${String(error)}`);
      if (!response.headersSent) finish(response, 500, 'Vitrine could not do this; the terminal says why.');
      else response.destroy();
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const admitted = access.isOwnHost(request) && access.isOwnOrigin(request, true) && access.hasCookie(request);
    if (!admitted || pathname !== '/rpc') {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connected) => sockets.emit('connection', connected, request));
  });

  return {
    address: access.address,
    apiAddress: apart?.address ?? (beside ? new URL(access.address).origin : null),
    async close() {
      await apart?.close();
      for (const socket of sockets.clients) socket.terminate();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Host extends WebHostOptions {
  readonly access: Access;
  readonly granted: GrantedPaths;
  readonly uploads: Set<string>;
}

async function respond(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { access } = host;
  const url = new URL(request.url ?? '/', 'http://host');
  const isUpload = request.method === 'POST' && url.pathname === '/upload';
  if (!access.isOwnHost(request) || !access.isOwnOrigin(request, isUpload)) {
    return finish(response, 403, 'Vitrine answers only to its own address.');
  }
  if (request.method === 'GET' && url.pathname === '/' && access.isToken(url.searchParams.get('token'))) {
    response.writeHead(303, { ...safetyHeaders, location: '/', 'set-cookie': access.setCookie });
    response.end();
    return;
  }
  if (!access.hasCookie(request)) {
    return finish(response, 403, 'Open the address that Vitrine printed in the terminal, with its token.');
  }
  if (isUpload) return upload(host, request, response);
  if (request.method !== 'GET') return finish(response, 405, 'Vitrine does not do this.');
  return page(host, url.pathname, response);
}

async function page(host: Host, pathname: string, response: ServerResponse): Promise<void> {
  const file = pageFile(pathname);
  if (!file) return finish(response, 404, 'Not found.');
  let content: Buffer;
  try {
    content = await readFile(join(host.pageFolder, ...file.segments));
  } catch {
    // Not there, or a folder: for the page both are "not found".
    return finish(response, 404, 'Not found.');
  }
  const nonce = randomBytes(16).toString('base64');
  const sockets = ['127.0.0.1', 'localhost'].map((name) => `ws://${name}:${host.port}`);
  response.writeHead(200, {
    ...safetyHeaders,
    'content-type': file.mime,
    'content-security-policy': `${contentSecurityPolicy(nonce, ["'self'", ...sockets])}; ${noPeers}`,
    // The page holds a nonce and belongs to this run of the host.
    'cache-control': file.segments[0] === 'assets' ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  const isPage = file.mime.startsWith('text/html');
  response.end(isPage ? content.toString('utf8').replaceAll(noncePlaceholder, nonce) : content);
}

async function upload(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const limits = await host.engine.request('limits.get', {});
  const maxBytes = limits.ok ? limits.data.values.ingest.maxFileBytes : defaultUploadBytes;
  const name = uploadName(String(request.headers['x-file-name'] ?? ''));
  const isLonger = Number(request.headers['content-length'] ?? 0) > maxBytes;
  const path = isLonger ? 'too-large' : await receiveUpload(request, name, host.uploadFolder, maxBytes);
  if (path === 'too-large') return finish(response, 413, `The file has more than ${maxBytes} bytes.`);
  host.granted.grant([path]);
  host.uploads.add(path);
  response.writeHead(200, { ...safetyHeaders, 'content-type': 'application/json' });
  response.end(JSON.stringify({ path }));
}

async function discard(uploads: Set<string>, uploadFolder: string, input: unknown): Promise<void> {
  const paths: unknown = typeof input === 'object' && input !== null && 'paths' in input ? input.paths : [];
  for (const path of Array.isArray(paths) ? paths : []) {
    if (uploads.delete(path)) await removeOwn(...partAt(uploadFolder), basename(dirname(path)));
  }
}

function finish(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...safetyHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${text}\n`);
}

/**
 * Allowed callers of the web host. Other programs on this machine and pages of other sites can reach a loopback port
 * too. So every request must name this host (a site that re-binds its own name fails here), come from this origin if it
 * has one, and carry a cookie that only the printed address gives.
 */
class Access {
  readonly token = randomBytes(24).toString('base64url');
  readonly #secret = randomBytes(24).toString('base64url');
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/?token=${this.token}`;
  }

  /** Cookies know no ports, so the port is part of the name. */
  get #cookieName(): string {
    return `vitrine_${this.#port}`;
  }

  get setCookie(): string {
    return `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  isOwnHost(request: IncomingMessage): boolean {
    return [`127.0.0.1:${this.#port}`, `localhost:${this.#port}`].includes(request.headers.host ?? '');
  }

  /** `required`: browsers send Origin with every POST and every web socket, so there it must not be missing. */
  isOwnOrigin(request: IncomingMessage, required: boolean): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return !required && request.headers['sec-fetch-site'] !== 'cross-site';
    return origin === `http://${host}`;
  }

  isToken(text: string | null): boolean {
    return text !== null && equal(text, this.token);
  }

  hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return cookies.some(([name, value]) => name === this.#cookieName && equal(value ?? '', this.#secret));
  }
}

/** Compares in a time that does not tell how much was right. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Bytes of the largest message from a page; the longest prompt has a million characters. */
const maxMessageBytes = 16 * 1024 * 1024;
/** A page that does not read its events is let go before it fills the memory. */
const maxBufferedBytes = 64 * 1024 * 1024;

const cancelSchema = z.strictObject({ cancel: z.string().min(1).max(200) });
/** Answers without a reader once the page is gone; an ingest continues. */
const answers: ReadonlySet<RouteName> = new Set(['chat.ask', 'chat.resume']);
const requestSchema = z.looseObject({ id: z.string().min(1).max(200) });

/**
 * Talks to the pages: `{id, route, input, requestId}` is answered with `{id, result}`, `{cancel: requestId}` with
 * nothing, and every event of the engine goes to every page as `{event}`. A page that goes away ends its answers. A
 * connected page has passed the access check.
 */
function createRpcSockets(
  engine: EngineClient,
  granted: GrantedPaths,
  confirmations: Confirmations,
  onAnswer: (route: RouteName, input: unknown, result: Result<unknown>) => void,
): WebSocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });

  async function answer(message: unknown, answering: Set<string>): Promise<object | null> {
    const cancel = cancelSchema.safeParse(message);
    if (cancel.success) {
      engine.cancel(cancel.data.cancel);
      return null;
    }
    const { id, ...request } = requestSchema.parse(message);
    const admitted = admit(request, granted);
    if (!admitted.ok) return { id, result: admitted };
    const { route, input, requestId } = admitted.data;
    if (confirmations.concerns(route)) {
      const confirmed = await confirmations.check(route, input);
      if (!confirmed.ok) return { id, result: confirmed };
    }
    // The engine parses the input with the route's schema; the type here only says that it will.
    if (answers.has(route)) answering.add(requestId);
    const result = await engine.request(route, input as RequestOf<RouteName>, { requestId });
    answering.delete(requestId);
    onAnswer(route, input, result);
    return { id, result };
  }

  server.on('connection', (socket) => {
    const answering = new Set<string>();
    socket.on('close', () => {
      for (const requestId of answering) engine.cancel(requestId);
    });
    socket.on('error', (error) => console.warn(`A page's connection failed: ${error.message}`));
    socket.on('message', (data) => {
      void Promise.resolve()
        .then(() => answer(JSON.parse(String(data)), answering))
        .then(
          (reply) => {
            if (reply) send(socket, JSON.stringify(reply));
          },
          // Neither a request nor a cancel: not a page of ours.
          () => socket.close(1008, 'not a request'),
        );
    });
  });

  engine.subscribe((event) => {
    const text = JSON.stringify({ event });
    for (const socket of server.clients) send(socket, text);
  });
  return server;
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}
