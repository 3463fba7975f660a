import type { HostBridge } from '@shared/contract/bridge';
import { beforeAll, expect, it } from 'vitest';
import { resultIn } from './app';
import { inWindows, TestWindow } from './in-windows';

declare global {
  interface Window {
    /** Put there by these tests. */
    probe?: unknown;
  }
}

inWindows('the window', () => {
  const launched = new TestWindow();
  const { locator } = launched;

  /** Also what the contract does not know. */
  const request = resultIn(() => launched.window) as (route: string, input: object) => Promise<unknown>;

  beforeAll(async () => {
    await launched.open();
  });

  it('shows the page and reaches the engine, without an error on the console', async () => {
    await locator('#root > *').first().waitFor();
    expect(await launched.window.title()).toContain('Vitrine');
    expect(await request('app.status', {})).toMatchObject({ ok: true, data: { library: launched.library } });
    expect(launched.pageErrors).toEqual([]);
  });

  it('gives the page no Node and no Electron', async () => {
    const seen = await launched.window.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter((name) => name in window),
    );
    expect(seen).toEqual([]);
  });

  it('has the settings that keep the page in its sandbox', async () => {
    const settings = await launched.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return (contents as unknown as { getLastWebPreferences(): object } | undefined)?.getLastWebPreferences();
    });
    expect(settings).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  it('opens no second window', async () => {
    const opened = await launched.window.evaluate(() => window.open('app://vitrine/index.html') !== null);
    expect(opened).toBe(false);
    expect(launched.app.windows()).toHaveLength(1);
  });

  it('runs no inline script and no eval', async () => {
    await launched.window.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.probe = "inline"';
      document.head.append(script);
      const link = document.createElement('a');
      link.setAttribute('onclick', 'window.probe = "handler"');
      link.click();
    });
    const evaluated = await launched.window.evaluate(() => {
      const words = ['window.probe = "eval"'];
      return new Promise<string>((done) => {
        // Not through the test tool's own evaluation, which the policy does not bind.
        setTimeout(() => {
          try {
            done(String(new Function(words.join(''))()));
          } catch (error) {
            done(error instanceof Error ? error.name : String(error));
          }
        });
      });
    });
    expect(evaluated).toBe('EvalError');
    expect(await launched.window.evaluate(() => window.probe)).toBeUndefined();
  });

  it('reaches no server', async () => {
    const outcome = await launched.window.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(
        () => 'reached',
        (error: Error) => error.name,
      ),
    );
    expect(outcome).toBe('TypeError');
  });

  it.each(['app://vitrine/../main/index.cjs', 'app://vitrine/%2e%2e/main/index.cjs', 'app://other/index.html'])(
    'serves nothing outside the page: %s',
    async (address) => {
      const status = await launched.window.evaluate(
        (url) =>
          fetch(url).then(
            (response) => response.status,
            () => 'refused',
          ),
        address,
      );
      expect([404, 'refused']).toContain(status);
    },
  );

  it('asks for no permission', async () => {
    const states = await launched.window.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone'];
      return Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state)),
      );
    });
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
  });

  it('refuses a path that was not dropped', async () => {
    const answer = await request('ingest.run', { paths: ['/etc/passwd'] });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  });

  it('tells the page the region of the system, by which it writes dates', async () => {
    const region = await launched.app.evaluate(({ app }) => app.getLocaleCountryCode());
    expect(await launched.window.evaluate(() => (window.vitrine as HostBridge).region)).toBe(region);
  });

  // Last: the test tool waits for ever for a navigation that was refused.
  it('goes nowhere else', async () => {
    const before = launched.window.url();
    await launched.window.evaluate(() => {
      location.href = 'http://127.0.0.1:9/';
    });
    await launched.window.evaluate(() => {
      location.href = 'file:///etc/passwd';
    });
    expect(await request('app.status', {})).toMatchObject({ ok: true });
    expect(launched.window.url()).toBe(before);
  });
});
