import type { Answer } from '@shared/contract';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { dropFiles, electronPath, type LaunchedApp, type LaunchOptions, launchApp, patienceMs, requestIn } from './app';

/** Tests in real windows: skipped, with a line that says so, where this machine has no Electron. */
export function inWindows(what: string, tests: () => void): void {
  if (!electronPath) console.warn(`skipped: ${what}: needs an Electron (npm test finds one)`);
  describe.skipIf(!electronPath)(what, tests);
}

/** The window of a describe: opened by its hooks or tests, again after it was closed, and closed after all of them. */
export class TestWindow implements LaunchedApp {
  private launched: LaunchedApp | null = null;

  constructor() {
    afterAll(() => this.close());
  }

  async open(options?: LaunchOptions): Promise<void> {
    this.launched = await launchApp(options);
  }

  async close(): Promise<void> {
    const { launched } = this;
    this.launched = null;
    await launched?.close();
  }

  private get now(): LaunchedApp {
    if (!this.launched) throw new Error('The window is not open.');
    return this.launched;
  }

  get app() {
    return this.now.app;
  }

  get window() {
    return this.now.window;
  }

  get library() {
    return this.now.library;
  }

  get pageErrors() {
    return this.now.pageErrors;
  }

  readonly at = (testId: string) => this.window.getByTestId(testId);
  readonly locator: Page['locator'] = (...what) => this.window.locator(...what);
  readonly request = requestIn(() => this.window);
  readonly drop = (files: readonly string[]) => dropFiles(this.window, '#root', files);

  /** What a person chooses from now on in the system's dialog for files and folders. */
  readonly chooses = (...filePaths: string[]): Promise<void> =>
    this.app.evaluate(({ dialog }, paths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: paths });
    }, filePaths);

  /** Waits until the library has read as many documents and has their vectors; also for hooks, without `expect.poll`. */
  readonly holds = (documents: number) =>
    vi.waitFor(
      async () => {
        const states = (await this.request('library.list', {})).map(({ state }) => state);
        expect(states).toEqual(Array(documents).fill('ready'));
        expect((await this.request('vectors.get', {}))?.state).not.toBe('running');
      },
      { timeout: patienceMs, interval: 200 },
    );

  readonly add = async (files: readonly string[]): Promise<void> => {
    await this.drop(files);
    await this.holds(files.length);
  };

  /** Presses one key or chord after the other. */
  readonly keys = async (...pressed: readonly string[]): Promise<void> => {
    for (const key of pressed) await this.window.keyboard.press(key);
  };

  /** The test id of the focused element. */
  readonly focused = () => this.window.evaluate(() => document.activeElement?.getAttribute('data-testid'));

  /** Asks in the composer, and returns the log entry of the answer once it is complete. */
  readonly ask = async (question: string): Promise<Answer> => {
    const answers = this.locator('[data-testid="answer"]:not([data-outcome="streaming"])');
    const before = await answers.count();
    await this.at('composer').fill(question);
    await this.keys('Enter');
    // Logged before it is shown.
    await answers.nth(before).waitFor();
    const [entry] = (await this.request('chat.findLogs', { limit: 1 })).entries;
    if (!entry) throw new Error('nothing was logged');
    return entry;
  };
}

/** The last test of a file: its page has thrown nothing and written no error to its console. */
export function leavesNoErrors(launched: LaunchedApp): void {
  it('does all of it without an error on the console', () => {
    expect(launched.pageErrors).toEqual([]);
  });
}
