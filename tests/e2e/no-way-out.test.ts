/**
 * The ways out for a page taken over by a foreign script: peers, STUN and TURN servers, whose user names carry text,
 * and early connections. A server beside it must receive nothing; a page without the policy proves that it could.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { chromiumPath, electronPath, launchApp, sandboxFlags, temporaryFolder } from './app';
import { startWebHost } from './web-host';

/** A name that Chromium makes for a peer and announces in the local network. */
const peerName = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}.local/u;

/** Counts whatever reaches this computer at one port of UDP and TCP, at every address that it has, and names told by mDNS. */
class Listener {
  readonly heard: string[] = [];
  private readonly udp = createSocket('udp4', () => this.heard.push('udp'));
  private readonly connections = new Set<Socket>();
  private readonly tcp = createServer((socket) => {
    this.heard.push('tcp');
    this.connections.add(socket.on('error', () => socket.destroy()));
  });

  private readonly mdns = createSocket({ type: 'udp4', reuseAddr: true }, (packet) => {
    if (peerName.test(packet.toString('latin1'))) this.heard.push('mdns');
  });

  async open(): Promise<void> {
    this.mdns.bind(5353);
    await once(this.mdns, 'listening');
    this.mdns.addMembership('224.0.0.251');
    this.tcp.listen(0, '0.0.0.0');
    await once(this.tcp, 'listening');
    this.udp.bind(this.port, '0.0.0.0');
    await once(this.udp, 'listening');
  }

  get port(): number {
    return (this.tcp.address() as AddressInfo).port;
  }

  /** Since it was asked last. */
  taken(): string[] {
    return [...new Set(this.heard.splice(0))].sort();
  }

  close(): void {
    for (const socket of this.connections) socket.destroy();
    this.udp.close();
    this.mdns.close();
    this.tcp.close();
  }
}

/** A peer is reached by an address of a network card first, where there is one. */
const addresses = [
  '127.0.0.1',
  ...Object.values(networkInterfaces()).flatMap((cards) =>
    (cards ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  ),
];

/** Chromium asks a STUN server within a quarter of a second, and again; what comes, comes within this. */
const patienceMs = 3000;
const waited = () => new Promise((done) => setTimeout(done, patienceMs));

/** As a script of the page: in the page's own world, and in a frame that has its globals from the browser. */
function callPeers(page: Page, hosts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    async ([patience, places]) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const worlds = { page: window, frame: frame.contentWindow as typeof window | null };
      const said: string[] = [];
      for (const [name, world] of Object.entries(worlds)) {
        const Peer = world?.RTCPeerConnection;
        said.push(`${name}: ${Peer ? 'there' : 'absent'}`);
        if (!Peer) continue;
        const iceServers = places.flatMap((place) => [
          { urls: `stun:${place}` },
          { urls: [`turn:${place}?transport=udp`, `turn:${place}?transport=tcp`], username: 'text', credential: 'x' },
        ]);
        try {
          const peer = new Peer({ iceServers });
          peer.createDataChannel('data');
          await peer.setLocalDescription(await peer.createOffer());
          setTimeout(() => peer.close(), patience);
        } catch (error) {
          said.push(`${name}: ${error instanceof Error ? error.name : String(error)}`);
        }
      }
      return said;
    },
    [patienceMs, hosts] as const,
  );
}

/** Connections without a click. */
async function connectAhead(page: Page, hosts: readonly string[]): Promise<void> {
  await page.evaluate((places) => {
    for (const place of places) {
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'preload', 'modulepreload', 'icon']) {
        const link = Object.assign(document.createElement('link'), { rel, href: `http://${place}/${rel}` });
        if (rel === 'preload') link.as = 'image';
        document.head.append(link);
      }
      navigator.sendBeacon(`http://${place}/beacon`, 'text');
      Object.assign(document.createElement('a'), { href: '#', ping: `http://${place}/ping` }).click();
      new Image().src = `http://${place}/image`;
      for (const open of [
        () => new EventSource(`http://${place}/events`),
        () => new WebSocket(`ws://${place}/socket`),
        () => new WebTransport(`https://${place}/transport`),
      ]) {
        try {
          open();
        } catch {
          // Refused where it is made: nothing was sent either.
        }
      }
    }
  }, hosts);
}

/** The result of all that in such a page, with its own listener. */
async function reached(page: Page): Promise<{ peers: string[]; byPeers: string[]; ahead: string[] }> {
  const listener = new Listener();
  await listener.open();
  try {
    const places = addresses.map((address) => `${address}:${listener.port}`);
    const peers = await callPeers(page, places);
    await waited();
    const byPeers = listener.taken();
    // Packets that were on their way when the peers were closed.
    await waited();
    listener.taken();
    await connectAhead(page, places);
    await waited();
    return { peers, byPeers, ahead: listener.taken() };
  } finally {
    listener.close();
  }
}

/** Every program on this computer receives mDNS, without its sender: beside the window no other page sends any. */
const tellsNoNames = '--disable-features=WebRtcHideLocalIpsWithMdns';

describe.concurrent('a page that was taken over', () => {
  it.skipIf(!electronPath)('leads nowhere from the window', async ({ expect }) => {
    const launched = await launchApp();
    try {
      expect(await reached(launched.window)).toEqual({
        peers: ['page: absent', 'frame: there'],
        byPeers: [],
        ahead: [],
      });
    } finally {
      await launched.close();
    }
  });

  it.skipIf(!chromiumPath)(
    'is heard where there is no policy, finds no way to peers in ours, and connects nowhere ahead, in a browser',
    async ({ expect }) => {
      const args = [...sandboxFlags, tellsNoNames];
      const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args });
      const library = temporaryFolder('web-library');
      const started = await startWebHost(library);
      try {
        const [free, ours] = [await browser.newPage(), await browser.newPage()];
        await free.goto('data:text/html,<p>A page without a policy</p>');
        await ours.goto(started.address);
        await ours.locator('#root > *').first().waitFor();
        const all = { peers: ['page: there', 'frame: there'], byPeers: ['tcp', 'udp'], ahead: ['tcp'] };
        // Once more where a busy machine let nothing come in time.
        const heard = expect.poll(() => reached(free), { timeout: 60_000 }).toEqual(all);
        const [{ peers, ahead }] = await Promise.all([reached(ours), heard]);
        expect({ peers: peers[0], ahead }).toEqual({ peers: 'page: absent', ahead: [] });
      } finally {
        await browser.close();
        started.host.kill('SIGKILL');
        rmSync(library, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
});

it.skipIf(!chromiumPath)('a page without a policy tells its name by mDNS, from a frame too', async ({ expect }) => {
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: sandboxFlags });
  const listener = new Listener();
  await listener.open();
  try {
    const page = await browser.newPage();
    await page.goto('data:text/html,<p>A page without a policy</p>');
    await callPeers(page, []);
    await expect.poll(() => listener.taken(), { timeout: 20_000 }).toContain('mdns');
  } finally {
    listener.close();
    await browser.close();
  }
});
