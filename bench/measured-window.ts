/** A real Electron under measurement: the app on a library, or an empty window for comparison. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { appArguments, cleanEnvironment, machineFlags } from '../tests/e2e/app';

export interface MeasuredWindow {
  readonly browser: Browser;
  readonly page: Page;
  /** When the process was started, ms since 1970. */
  readonly startedAt: number;
  /** Memory of all its processes in MB, what they share counted once (PSS); null where the system does not tell. */
  memory(): number | null;
  /** Closes the window and waits for the process to end. */
  close(): Promise<void>;
}

/** Opens the built app on `library`, with a place for its settings that lasts no longer than the window. */
export function openAppWindow(electron: string, library: string): Promise<MeasuredWindow> {
  const settings = mkdtempSync(join(tmpdir(), 'vitrine-bench-settings-'));
  return start(electron, appArguments(settings, library), settings);
}

/** The least that can be called a window: one word on a page, started and shown as the app is. */
const emptyMain = `
const { app, BrowserWindow } = require('electron');
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.loadFile('index.html');
});
`;

export function openEmptyWindow(electron: string): Promise<MeasuredWindow> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-empty-'));
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0","main":"main.js"}');
  writeFileSync(join(folder, 'main.js'), emptyMain);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><p>Empty</p>');
  return start(electron, [...machineFlags, `--user-data-dir=${join(folder, 'settings')}`, folder], folder);
}

/** Playwright's own way into an Electron would hold its start up; this one looks at the page from outside. */
async function start(electron: string, args: readonly string[], temporary: string): Promise<MeasuredWindow> {
  const startedAt = Date.now();
  const child = spawn(electron, [...args, '--remote-debugging-port=0'], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let seen: { readonly browser: Browser; readonly page: Page };
  try {
    seen = await attach(await debuggingAddress(child));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const { browser, page } = seen;
  return {
    browser,
    page,
    startedAt,
    memory: () => memoryOf(child.pid ?? 0),
    async close() {
      const ended = once(child, 'exit');
      await page.close();
      await ended;
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const attachMs = 10_000;

/** One that comes while the page is being made may wait for ever; the next one finds it. */
async function attach(address: string, attempts = 4): Promise<{ readonly browser: Browser; readonly page: Page }> {
  try {
    const browser = await chromium.connectOverCDP(address, { timeout: attachMs });
    const [context] = browser.contexts();
    if (!context) throw new Error('Electron shows no page.');
    return { browser, page: context.pages()[0] ?? (await context.waitForEvent('page', { timeout: attachMs })) };
  } catch (error) {
    if (attempts === 1) throw error;
    return attach(address, attempts - 1);
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += String(chunk);
      const address = /DevTools listening on (ws:\S+)/u.exec(text)?.[1];
      if (address) found(address);
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Electron ended (${code}) before it had a window:\n${text}`)));
  });
}

/** Proportional set sizes of a process and all below it, from /proc; MB. */
function memoryOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map((name) => [Number(name), Number(/^PPid:\s+(\d+)/mu.exec(readProc(name, 'status'))?.[1] ?? 0)]),
  );
  const isOurs = (of: number): boolean => of === pid || (of > 1 && isOurs(parents.get(of) ?? 0));
  return [...parents.keys()]
    .filter(isOurs)
    .reduce(
      (sum, of) => sum + Number(/^Pss:\s+(\d+) kB/mu.exec(readProc(String(of), 'smaps_rollup'))?.[1] ?? 0) / 1000,
      0,
    );
}

/** A process may end while it is looked at: then it has no memory any more. */
function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
