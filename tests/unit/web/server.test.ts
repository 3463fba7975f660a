import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { uploadName } from '../../../electron/api/loopback';
import { EngineThread } from '../../../electron/engine/host/thread';
import { engineOptions } from '../../../electron/engine/host-options';
import { startWebHost, type WebHost } from '../../../electron/web/server';
import { temporaryFolder } from '../../temporary-folder';

const folder = temporaryFolder();
let engine: EngineThread;
let host: WebHost;
let origin: string;
let cookie: string;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with exactly these headers; `fetch` would not let a test lie about Host and Origin. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = httpRequest(`${origin}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

/** The status that refused the socket, or 101 for one that opened (and is given to `use`). */
async function connect(headers: Record<string, string>, path = '/rpc', use = async (_socket: WebSocket) => {}) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  const status = await new Promise<number>((done) => {
    socket.once('open', () => done(101));
    socket.once('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
    socket.on('error', () => done(0));
  });
  if (status === 101) await use(socket);
  socket.terminate();
  return status;
}

async function exchange(socket: WebSocket, message: object): Promise<unknown> {
  socket.send(JSON.stringify(message));
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="VITRINE_PAGE_NONCE">');
  writeFileSync(join(folder, 'secret.pem'), 'secret');
  engine = new EngineThread({
    workerFile: resolve(__dirname, '../host/crashing-worker.cjs'),
    options: engineOptions({}, { appFolder: folder, libraryFolder: folder }),
  });
  host = await startWebHost({ engine, pageFolder: folder, uploadFolder: join(folder, 'incoming'), port: 0 });
  origin = new URL(host.address).origin;
  const { headers } = await ask(host.address.slice(origin.length));
  cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
});

afterAll(async () => {
  await host.close();
  await engine.close();
});

describe('the address of the web host', () => {
  it('is on the loopback interface', () => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('exchanges its token for a cookie that no script and no other site can use', async () => {
    const answer = await ask(host.address.slice(origin.length));
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^vitrine_\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(answer.headers['set-cookie']?.[0]).not.toContain(new URL(host.address).searchParams.get('token'));
  });

  it.each(['/', '/?token=wrong', '/index.html', '/?token='])('answers 403 to %s without a cookie', async (path) => {
    expect((await ask(path)).status).toBe(403);
  });

  it.each(['evil.example', `127.0.0.1`, 'localhost.evil.example:80'])(
    'answers 403 to the host name %s',
    async (name) => {
      expect((await ask('/', { cookie, host: name })).status).toBe(403);
    },
  );

  it('answers 403 to a page of another origin', async () => {
    expect((await ask('/', { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('/', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('the page of the web host', () => {
  it('comes with the content security policy and the nonce that the policy names', async () => {
    const { status, headers, body } = await ask('/', { cookie });
    expect(status).toBe(200);
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['/secret.pem', '/../secret.pem', '/%2e%2e/package.json', '/nothing.js'])('has no %s', async (path) => {
    expect((await ask(path, { cookie })).status).toBe(404);
  });

  it('changes nothing by a POST', async () => {
    expect((await ask('/', { cookie, origin }, 'POST')).status).toBe(405);
  });
});

describe('the web socket', () => {
  it.each([
    ['no cookie', () => ({ origin })],
    ['a wrong cookie', () => ({ origin, cookie: cookie.replace(/=.*/, '=x') })],
    ['no origin', () => ({ cookie })],
    ['another origin', () => ({ cookie, origin: 'http://evil.example' })],
    ['another port of this machine', () => ({ cookie, origin: 'http://127.0.0.1:1' })],
    ['another host name', () => ({ cookie, origin: 'http://evil.example', host: 'evil.example' })],
  ])('refuses a page with %s', async (_what, headers) => {
    expect(await connect(headers())).toBe(403);
  });

  it('opens for the page itself and carries requests, results and events', async () => {
    const status = await connect({ cookie, origin }, '/rpc', async (socket) => {
      const request = { route: 'app.status', requestId: 'r1' };
      expect(await exchange(socket, { id: '1', ...request, input: { do: 'echo' } })).toMatchObject({
        id: '1',
        result: { ok: true, data: { requestId: 'r1' } },
      });
      expect(await exchange(socket, { id: '2', ...request, input: { do: 'event' } })).toEqual({
        event: { type: 'library.changed', requestId: 'r1', libraryVersion: 7 },
      });
    });
    expect(status).toBe(101);
  });

  it('refuses a path that was not uploaded', async () => {
    await connect({ cookie, origin }, '/rpc', async (socket) => {
      const request = { id: '1', route: 'ingest.run', input: { paths: ['/etc/passwd'] }, requestId: 'r1' };
      expect(await exchange(socket, request)).toMatchObject({ result: { ok: false, error: { code: 'bad-request' } } });
    });
  });

  it('cancels by request id', async () => {
    await connect({ cookie, origin }, '/rpc', async (socket) => {
      const answer = exchange(socket, { id: '1', route: 'app.status', input: { do: 'wait' }, requestId: 'slow' });
      socket.send(JSON.stringify({ cancel: 'slow' }));
      expect(await answer).toMatchObject({ id: '1', result: { ok: false, error: { code: 'cancelled' } } });
    });
  });

  it('hangs up on an invalid request', async () => {
    await connect({ cookie, origin }, '/rpc', async (socket) => {
      socket.send('}{');
      const [code] = await once(socket, 'close');
      expect(code).toBe(1008);
    });
  });
});

describe('an upload', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    ask('/upload', { cookie, origin, 'x-file-name': 'notes%20%C3%A9.md', ...headers }, 'POST', Buffer.from(body));

  it('is kept inside the library and granted, and goes away after its ingest', async () => {
    const { status, body } = await send('hello');
    const { path } = JSON.parse(body) as { path: string };
    expect(status).toBe(200);
    expect(path).toBe(join(folder, 'incoming', '2cf24dba5fb0a30e', 'notes é.md'));
    expect(readFileSync(path, 'utf8')).toBe('hello');
    await connect({ cookie, origin }, '/rpc', async (socket) => {
      const request = { id: '1', route: 'ingest.run', input: { paths: [path] }, requestId: 'r1' };
      expect(await exchange(socket, request)).toMatchObject({ result: { ok: true } });
    });
    await expect.poll(() => existsSync(path)).toBe(false);
  });

  it('gets the same path for the same file', async () => {
    const [first, second] = [await send('same'), await send('same')];
    expect(first.body).toBe(second.body);
  });

  it('is refused above the limit, whether or not it says its size', async () => {
    expect((await send('x'.repeat(1001))).status).toBe(413);
    expect((await send('x'.repeat(1001), { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await send('x'.repeat(1000))).status).toBe(200);
  });

  it('is refused without the cookie or from another origin', async () => {
    expect((await send('hello', { cookie: '' })).status).toBe(403);
    expect((await send('hello', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('/upload', { cookie }, 'POST')).status).toBe(403);
  });

  it.each([
    ['..%2F..%2Fetc%2Fpasswd', 'passwd'],
    ['C%3A%5Cevil.txt', 'evil.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['a%00b.md', 'a_b.md'],
    ['%E0%A4%A', '%E0%A4%A'],
    [`${'x'.repeat(300)}.md`, `${'x'.repeat(60)}.md`],
  ])('named %j becomes %j', (header, name) => {
    expect(uploadName(header)).toBe(name);
  });
});
