import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLog, connect } from '../../../electron/engine/connections/connection-gate';
import { project, TestEngine } from '../open-test-engine';

/** An address of this machine that is not the loopback: for the engine it is elsewhere. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((face) => face?.family === 'IPv4' && !face.internal)?.address;
if (!outside) console.warn('skipped: connections that leave this computer need a network interface');

let server: Server;
let port: number;
let answered = 0;

beforeEach(async () => {
  answered = 0;
  server = createServer((request, response) => {
    answered += 1;
    if (request.url === '/endless') response.write('first');
    else if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    else response.end('{"models":[]}');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

const call = { purpose: 'server-check', refusal: () => new VitrineError('offline') } as const;

describe('the connections of a session', () => {
  const vitrine = TestEngine.each();

  it('are listed with time, place, purpose, request and bytes; those to this computer are marked', async () => {
    await vitrine.ask('settings.set', { values: { ollamaHost: `http://127.0.0.1:${port}` } });
    await vitrine.ask('models.doctor', {}, 'look-1');
    const { connections, totals } = await vitrine.ask('network.connections', {});
    expect(connections).toEqual([
      {
        id: 1,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
        place: `127.0.0.1:${port}`,
        staysHere: true,
        purpose: 'server-check',
        route: 'models.doctor',
        requestId: 'look-1',
        state: 'done',
        status: 200,
        sent: 0,
        received: '{"models":[]}'.length,
      },
    ]);
    expect(totals).toEqual({ onThisComputer: 1, elsewhere: 0, refused: 0 });
    const told = () => vitrine.events.filter((event) => event.type === 'network.changed');
    await expect.poll(told).toHaveLength(1);
    await vitrine.ask('models.doctor', {});
    await expect.poll(told).toMatchObject([{ totals: { onThisComputer: 1 } }, { totals: { onThisComputer: 2 } }]);
  });

  it('that fail are listed as failed', async () => {
    await vitrine.ask('models.doctor', {});
    expect((await vitrine.ask('network.connections', {})).connections).toMatchObject([
      { place: '127.0.0.1:9', state: 'failed', status: null },
    ]);
  });

  it.runIf(outside)(
    'that leave it are made while offline mode is off, and refused once it is switched on',
    async () => {
      await vitrine.ask('settings.set', { values: { ollamaHost: `http://${outside}:${port}` } });
      await vitrine.ask('models.doctor', {});
      expect(answered).toBe(1);
      await vitrine.ask('settings.set', { values: { offline: true } });
      const [check] = (await vitrine.ask('models.doctor', {})).filter(({ id }) => id === 'ollama');
      expect(check?.code).toBe('offline');
      expect(answered).toBe(1);
      const { offline, connections, totals } = await vitrine.ask('network.connections', {});
      expect(offline).toBe(true);
      expect(connections.map(({ state, staysHere }) => [state, staysHere])).toEqual([
        ['refused', false],
        ['done', false],
      ]);
      expect(totals).toEqual({ onThisComputer: 0, elsewhere: 1, refused: 1 });
      await vitrine.ask('settings.set', { values: { offline: false } });
      await vitrine.ask('models.doctor', {});
      expect(answered).toBe(2);
    },
  );
});

describe('the gate', () => {
  it.runIf(outside)('ends open connections to other computers when offline mode is switched on', async () => {
    let offline = false;
    const connections = new ConnectionLog(() => offline);
    const policy = { offline: false, connections };
    const response = await connect(new URL(`http://${outside}:${port}/endless`), {}, call, policy);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    offline = true;
    connections.stopElsewhere();
    await expect(reader?.read()).rejects.toMatchObject({ code: 'offline' });
    expect(connections.report().connections).toMatchObject([{ state: 'failed', received: 5 }]);
    // A policy that was copied before the switch does not open the gate.
    await expect(connect(new URL(`http://${outside}:${port}/`), {}, call, policy)).rejects.toMatchObject({
      code: 'offline',
    });
  });

  it.each([
    'http://10.0.0.1/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'https://[2001:db8::1]/',
    'http://0.0.0.0:80/',
  ])('does not take %s for this computer', async (address) => {
    await expect(connect(new URL(address), {}, call, { offline: true })).rejects.toMatchObject({ code: 'offline' });
  });

  it.each(['127.0.0.1', 'localhost', '127.1.2.3', '2130706433'])('takes %s for it', async (host) => {
    const response = await connect(new URL(`http://${host}:${port}/`), {}, call, { offline: true });
    expect(await response.json()).toEqual({ models: [] });
  });

  it('follows no redirect on its own: the next host must pass it too', async () => {
    await expect(connect(new URL(`http://127.0.0.1:${port}/away`), {}, call, { offline: true })).rejects.toThrow();
    const url = new URL(`http://127.0.0.1:${port}/away`);
    const response = await connect(url, { redirect: 'manual' }, call, { offline: true });
    expect([response.status, response.url]).toEqual([302, url.href]);
  });

  it('keeps the last 500 and counts the rest', () => {
    const connections = new ConnectionLog(() => false);
    for (let n = 0; n < 600; n += 1) {
      connections.begin(
        {
          place: '127.0.0.1:1',
          staysHere: true,
          purpose: 'answer',
          route: null,
          requestId: null,
          state: 'done',
          status: 200,
          sent: 0,
          received: 0,
        },
        () => {},
      );
    }
    const report = connections.report();
    expect([report.connections.length, report.connections[0]?.id, report.totals.onThisComputer]).toEqual([
      500, 600, 600,
    ]);
  });

  it('is the only place of the engine that reaches the network', () => {
    const folder = join(project, 'electron', 'engine');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const ways = /\bfetch\s*\(|globalThis\.fetch|node:(https?|http2|net|tls|dgram|dns)\b|from '(undici|ws|axios|got)'/u;
    const reaching = files.filter((name) => ways.test(readFileSync(join(folder, name), 'utf8')));
    expect(files.length).toBeGreaterThan(50);
    expect(reaching).toEqual(['connections/connection-gate.ts']);
  });
});
