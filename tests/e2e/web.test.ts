import { once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { chromiumPath, sandboxFlags } from './app';
import { startWebHost, type WebHost } from './web-host';

if (!chromiumPath) console.warn('skipped: tests/e2e/web.test.ts needs a Chromium (npm test finds one)');

describe.skipIf(!chromiumPath)('the web host', () => {
  const library = temporaryFolder();
  const errors: string[] = [];
  let started: WebHost;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    started = await startWebHost(library);
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: sandboxFlags });
    page = await browser.newPage();
    page.on('console', (message) => {
      // A directive that this Chromium does not know yet, and others do.
      const isKnown = message.text().includes("directive 'webrtc'");
      if (message.type() === 'error' && !isKnown) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterAll(async () => {
    await browser.close();
    started.host.kill('SIGKILL');
  });

  it('shows the page in a browser, at an address without the token, and reaches the engine', async () => {
    const answered = new Promise<void>((done) => {
      page.on('websocket', (socket) => socket.on('framereceived', () => done()));
    });
    await page.goto(started.address);
    expect(page.url()).toBe(`${new URL(started.address).origin}/`);
    await page.locator('#root > *').first().waitFor();
    await answered;
    expect(errors).toEqual([]);
  });

  it('takes an upload from the page and ingests it', async () => {
    const result = await page.evaluate(async () => {
      const response = await fetch('/upload', {
        method: 'POST',
        headers: { 'x-file-name': 'lift.md' },
        body: new File(['# Lift\n\nThe lift of a wing grows with the square of its speed.\n'], 'lift.md'),
      });
      const { path } = await response.json();
      const socket = new WebSocket(`ws://${location.host}/rpc`);
      await new Promise((opened) => socket.addEventListener('open', opened));
      const answer = new Promise((done) => {
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === 'i') done(message.result);
        });
      });
      socket.send(JSON.stringify({ id: 'i', route: 'ingest.run', input: { paths: [path] }, requestId: 'i' }));
      return answer;
    });
    expect(result).toMatchObject({ ok: true, data: { totals: { files: 1, indexed: 1, failed: 0 } } });
  });

  it('W25 opens the place of an address behind the # of its own', async () => {
    await page.getByTestId('nav-library').click();
    await page.getByTestId('document-row').first().waitFor();
    const id = await page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/rpc`);
      await new Promise((opened) => socket.addEventListener('open', opened));
      const answer = new Promise<string>((done) => {
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === 'l') done(message.result.data[0].documentId);
        });
      });
      socket.send(JSON.stringify({ id: 'l', route: 'library.list', input: {}, requestId: 'l' }));
      return answer;
    });
    await page.evaluate((documentId) => {
      location.hash = `vitrine://document/${documentId}#char=12-16`;
    }, id);
    await page.getByTestId('source-highlight').first().waitFor();
    expect(await page.getByTestId('source-highlight').allTextContents()).toEqual(['lift']);
  });

  it('ends cleanly on Ctrl+C, also when that reaches it twice', async () => {
    const closed = await page.evaluateHandle(async () => {
      const socket = new WebSocket(`ws://${location.host}/rpc`);
      await new Promise((opened) => socket.addEventListener('open', opened));
      return { closed: new Promise((done) => socket.addEventListener('close', done)) };
    });
    const exited = once(started.host, 'exit');
    started.host.kill('SIGINT');
    // The host has heard the first one and closes its library.
    await closed.evaluate((socket) => socket.closed.then(() => true));
    started.host.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
  });
});
