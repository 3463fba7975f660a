/** Starts the real app in a real Electron, and drops real files into its window. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import type { HostBridge } from '@shared/contract/bridge';
import type { Result } from '@shared/errors';
import { _electron, type ElectronApplication, errors, type Page } from 'playwright-core';
import { quotingLimits } from '../quoting-limits';
import { launchDiagnosis } from './launch-diagnosis';

export const project = resolve(__dirname, '../..');

/** The Electron that `npm test` has found (VITRINE_TEST_ELECTRON), or null: then tests skip and say so. */
export const electronPath = process.env.VITRINE_TEST_ELECTRON || process.env.ELECTRON_EXEC_PATH || null;
export const chromiumPath = process.env.VITRINE_TEST_CHROMIUM || null;

/** Chromium starts without its sandbox for root only, as in scripts/electron.mjs. */
export const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** A virtual display has no graphics card: without this switch, its process fails at every start and restarts. */
const displayFlags = process.platform === 'linux' ? ['--disable-gpu'] : [];

/** Switches for every Electron of the tests. */
export const machineFlags: readonly string[] = [...sandboxFlags, ...displayFlags];

export interface LaunchedApp {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly library: string;
  /** Errors on the page's console, and thrown ones. */
  readonly pageErrors: readonly string[];
  /** Closes the window and waits for the process to end; removes the library when this launch has made it. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** A new folder where none is given. */
  readonly library?: string;
  /** The folder of the window's place; a new one by default. */
  readonly settings?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** False for the shipped limits, by which few quotations are called answers. */
  readonly quoting?: boolean;
}

const beginWhenAttached = join(__dirname, 'begin-when-attached.cjs');

/** Starting the process and attaching to it takes a second or two; a driver that hangs there tries again. */
const attachMs = 25_000;
const attachTries = 3;

/** A launch takes seconds; on a machine that does much else, this is still far more than it needs. */
const launchMs = 45_000;
/** Changes in a window appear within this time: `expect.poll` is as patient (vitest.config.mts). */
export const patienceMs = 60_000;
/** The engine's own patience with what still runs is 12 seconds. */
const closeMs = 60_000;

const opened = new Set<Page>();

/** The windows that this file has open now. */
export const openWindows = (): readonly Page[] => [...opened];

/** A folder of this test run; the caller removes it. */
export const temporaryFolder = (name: string) => mkdtempSync(join(tmpdir(), `vitrine-${name}-`));

/**
 * Launches the built app with its own window settings: nothing on this machine changes what a test sees. Throws without
 * an Electron: callers check `electronPath` first.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  if (!electronPath || !existsSync(electronPath)) throw new Error('VITRINE_TEST_ELECTRON names no Electron.');
  if (!existsSync(join(project, 'out/main/index.cjs'))) throw new Error('There is no build: run npm run build first.');
  const library = options.library ?? temporaryFolder('library');
  const settings = options.settings ?? temporaryFolder('settings');
  const stderr: string[] = [];
  const pageErrors: string[] = [];
  const { app, window } = await startedOnceMore(start);
  opened.add(window);
  window.once('close', () => opened.delete(window));

  async function start(): Promise<{ readonly app: ElectronApplication; readonly window: Page }> {
    let running: ElectronApplication | null = null;
    stderr.length = 0;
    pageErrors.length = 0;
    try {
      running = await attached(() =>
        _electron.launch({
          executablePath: electronPath ?? '',
          args: ['-r', beginWhenAttached, ...appArguments(settings, library), ...(options.args ?? [])],
          env: { ...cleanEnvironment(), ...options.env },
          timeout: attachMs,
        }),
      );
      running.process().stderr?.on('data', (written) => stderr.push(String(written)));
      const page = await running.firstWindow({ timeout: launchMs });
      page.setDefaultTimeout(patienceMs);
      page.on('console', (message) => {
        if (message.type() === 'error') pageErrors.push(message.text());
      });
      page.on('pageerror', (error) => pageErrors.push(String(error)));
      await page.waitForLoadState('load', { timeout: launchMs });
      // Answers yes to what a person confirms outside of the page. For an address that is to be opened, the same button is no.
      await running.evaluate(({ dialog }) => {
        dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
      });
      if (options.quoting !== false) await callQuotationsAnswers(page);
      return { app: running, window: page };
    } catch (error) {
      // Looked at before it is ended.
      const diagnosis = [running ? await stateOf(running) : '', launchDiagnosis(settings, stderr)].join('\n');
      if (running) await killed(running);
      const StoodStill = running && error instanceof errors.TimeoutError ? LaunchStoodStill : Error;
      throw new StoodStill(`The app did not come up: ${String(error)}\n${diagnosis}`, { cause: error });
    }
  }

  return {
    app,
    window,
    library,
    pageErrors,
    async close() {
      await ended(app, () => launchDiagnosis(settings, stderr));
      if (!options.settings) rmSync(settings, { recursive: true, force: true, maxRetries: 5 });
      if (!options.library) rmSync(library, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The driver was attached, and then no window came or its page did not load. */
class LaunchStoodStill extends Error {}

/** Has quotations called answers: their numbers, chips and sources are what most tests press. A library that is not open has none. */
async function callQuotationsAnswers(page: Page): Promise<void> {
  await page.evaluate(async (set) => {
    const asked = (window.vitrine as HostBridge | undefined)?.request('limits.set', { values: set });
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 5000))]);
  }, quotingLimits);
}

/** An app that stood still at its start is started once more, and the output says so; one that failed is not. */
async function startedOnceMore<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof LaunchStoodStill)) throw error;
    console.warn(`${error.message}\nThe app stood still; it is started once more.`);
    return start();
  }
}

async function attached(launch: () => Promise<ElectronApplication>, tries = attachTries): Promise<ElectronApplication> {
  try {
    return await launch();
  } catch (error) {
    if (tries <= 1 || !(error instanceof errors.TimeoutError)) throw error;
    console.warn('The driver did not attach to the app; once more.');
    return attached(launch, tries - 1);
  }
}

/** Ends the app by force and waits until it is gone and out of the next one's way. */
async function killed(app: ElectronApplication): Promise<void> {
  const process = app.process();
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

/** The main process's own report, if it still answers. */
async function stateOf(app: ElectronApplication): Promise<string> {
  const asked = app.evaluate(({ app: electron, BrowserWindow }) => ({
    ready: electron.isReady(),
    windows: BrowserWindow.getAllWindows().map((window) => ({
      url: window.webContents.getURL(),
      loading: window.webContents.isLoading(),
      process: window.webContents.getOSProcessId(),
      visible: window.isVisible(),
    })),
  }));
  const silent = new Promise<string>((resolve) => setTimeout(() => resolve('the main process does not answer'), 3000));
  const said = asked.then((state) => {
    // Electron shows such an error in a dialog of its own and waits for a person who is not there.
    const failed = state.ready && state.windows.length === 0;
    const why = failed ? ': its script has failed, or a build was replacing out/ while it was read' : '';
    return `main process: ${JSON.stringify(state)}${why}`;
  }, String);
  return Promise.race([said, silent]);
}

/** Asks the app to end and waits until it has; one that does not is ended by force, and that is an error. */
async function ended(app: ElectronApplication, diagnosis: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeMs);
  });
  const outcome = await Promise.race([app.close(), late]);
  clearTimeout(timer);
  if (outcome !== 'late') return;
  const found = diagnosis();
  app.process().kill('SIGKILL');
  throw new Error(`The app did not end within ${closeMs} ms.\n${found}`);
}

/** Arguments that open the built app on this library. */
export function appArguments(settings: string, library: string): readonly string[] {
  return [...machineFlags, `--user-data-dir=${settings}`, project, '--library', library];
}

/** This environment without what would change the app under test. */
export function cleanEnvironment(): Record<string, string> {
  const unwanted = /^(VITRINE_(?!TEST_)|OLLAMA_|OPENAI_|ELECTRON_|VITEST)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !unwanted.test(entry[0]),
    ),
  );
}

/**
 * Asks through the bridge of a page, as its own code does, and gives the result, refused or not. The page is looked up
 * at each request, since a test may close its window and open another.
 */
export const resultIn =
  (page: () => Page) =>
  <R extends RouteName>(route: R, input: RequestOf<R>): Promise<Result<Results[R]>> =>
    page().evaluate(([name, value]) => (window.vitrine as HostBridge).request(name, value as never), [
      route,
      input,
    ] as const) as Promise<Result<Results[R]>>;

/** The same for a request that must succeed: returns the data, and throws a refusal. */
export const requestIn = (page: () => Page) => {
  const asked = resultIn(page);
  return async <R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> => {
    const result = await asked(route, input);
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  };
};

/** The name of the file that `press` gives to be saved; the app listens before it. Kept where `path` says, or nowhere. */
export async function savedBy({ app }: LaunchedApp, press: () => Promise<void>, path?: string): Promise<string> {
  const listening = await app.evaluateHandle(({ session }, to) => {
    const name = new Promise<string>((resolve) => {
      session.defaultSession.once('will-download', (event, item) => {
        if (to) item.setSavePath(to);
        else event.preventDefault();
        if (to) item.once('done', () => resolve(item.getFilename()));
        else resolve(item.getFilename());
      });
    });
    return { name };
  }, path);
  await press();
  return listening.evaluate(({ name }) => name);
}

/** How often a drop is looked for, 16 ms apart: for a second. */
const looksForDrop = 60;

/**
 * Drops files or folders of the disk on the middle of an element, as a file manager does. Chromium makes a drop that
 * comes before the page has answered what hovers over it a mere leaving, which no hand is fast enough for: then it is
 * done again.
 */
export async function dropFiles(window: Page, selector: string, files: readonly string[]): Promise<void> {
  await window.locator('#root > *').first().waitFor();
  const box = await window.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  const session = await window.context().newCDPSession(window);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const dropped = await window.evaluateHandle(() => {
    const heard = { drops: 0 };
    // Unnamed: a build may wrap a function's name in a helper that the page does not have.
    const once = { capture: true, once: true };
    globalThis.addEventListener(
      'drop',
      () => {
        heard.drops += 1;
      },
      once,
    );
    return heard;
  });
  const answered = () => window.evaluate(() => new Promise((later) => setTimeout(later, 16)));
  const isDropped = async (): Promise<boolean> => {
    for (let look = 0; look < looksForDrop; look += 1) {
      await answered();
      if (await dropped.evaluate(({ drops }) => drops > 0)) return true;
    }
    return false;
  };
  for (let time = 0; time < 3; time += 1) {
    for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, ...point, data });
      if (type !== 'drop') await answered();
    }
    if (await isDropped()) break;
  }
  await session.detach();
}
