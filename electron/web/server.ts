import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { EngineClient } from '@shared/contract';
import { contentSecurityPolicy, noncePlaceholder, pageFile, safetyHeaders } from '@shared/host/page-policy';
import { GrantedPaths } from '@shared/host/request-gate';
import { Access } from './access';
import { createRpcSockets } from './rpc-socket';
import { receiveUpload } from './upload';

export interface WebHostOptions {
  readonly engine: EngineClient;
  /** The built page. */
  readonly pageFolder: string;
  /** Where dropped files wait for their ingest, inside the library folder. */
  readonly uploadFolder: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface WebHost {
  /** With the token, for a browser on this machine. */
  readonly address: string;
  close(): Promise<void>;
}

/** Bytes of an upload where the engine cannot be asked for its limit. */
const defaultUploadBytes = 100 * 1024 * 1024;

/** Serves the page, its requests and its uploads on 127.0.0.1, to whoever has the printed address. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer();
  const port = await listen(server, options.port);
  const access = new Access(port);
  const granted = new GrantedPaths();
  const uploads = new Set<string>();

  const sockets = createRpcSockets(options.engine, granted, (route, input, result) => {
    // The engine has its own copy of what was ingested; what waited for it can go.
    if (route === 'ingest.run' && result.ok) void discard(uploads, input);
  });

  const host: Host = { ...options, port, access, granted, uploads };
  server.on('request', (request, response) => {
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
    async close() {
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
    'content-security-policy': contentSecurityPolicy(nonce, ["'self'", ...sockets]),
    // The page holds a nonce and belongs to this run of the host.
    'cache-control': file.segments[0] === 'assets' ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  const isPage = file.mime.startsWith('text/html');
  response.end(isPage ? content.toString('utf8').replaceAll(noncePlaceholder, nonce) : content);
}

async function upload(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const limits = await host.engine.request('limits.get', {});
  const maxBytes = limits.ok ? limits.data.values.ingest.maxFileBytes : defaultUploadBytes;
  const received = await receiveUpload(request, host.uploadFolder, maxBytes);
  if (received === 'too-large') return finish(response, 413, `The file has more than ${maxBytes} bytes.`);
  host.granted.grant([received.path]);
  host.uploads.add(received.path);
  response.writeHead(200, { ...safetyHeaders, 'content-type': 'application/json' });
  response.end(JSON.stringify(received));
}

async function discard(uploads: Set<string>, input: unknown): Promise<void> {
  const paths: unknown = typeof input === 'object' && input !== null && 'paths' in input ? input.paths : [];
  for (const path of Array.isArray(paths) ? paths : []) {
    if (uploads.delete(path)) await rm(dirname(path), { recursive: true, force: true });
  }
}

function finish(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...safetyHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${text}\n`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
