import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostBridge } from '@shared/contract/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appArguments,
  cleanEnvironment,
  dropFiles,
  electronPath,
  type LaunchedApp,
  launchApp,
  project,
  temporaryFolder,
} from './app';

if (!electronPath) console.warn('skipped: tests/e2e/first-screen.test.ts needs an Electron (npm test finds one)');

const patience = 60_000;

describe.skipIf(!electronPath)('a window that shows its library before the engine runs', () => {
  const library = temporaryFolder('library');
  const settings = temporaryFolder('settings');
  const folder = temporaryFolder('dropped');
  const kept = join(library, 'first-screen.json');
  const log = join(library, 'logs', 'vitrine.log');
  const launch = () => launchApp({ library, settings });
  const rows = async ({ window }: LaunchedApp): Promise<string[]> => {
    await window.getByTestId('nav-library').click();
    await window.getByTestId('document-row').first().waitFor({ timeout: patience });
    return (await window.getByTestId('document-row').allTextContents()).sort();
  };
  /** How often an engine has been asked for the documents. */
  const lists = (): number => readFileSync(log, 'utf8').split('"event":"library.list"').length - 1;
  const add = async (app: LaunchedApp, name: string, text: string, count: number): Promise<void> => {
    writeFileSync(join(folder, name), text);
    await app.window.getByTestId('nav-library').click();
    await dropFiles(app.window, '#root', [join(folder, name)]);
    await app.window
      .getByTestId('document-row')
      .nth(count - 1)
      .waitFor({ timeout: patience });
  };

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const first = await launch();
    await add(
      first,
      'opening-hours.txt',
      'The museum opens at nine. The museum closes at six, on Sundays at four.\n',
      1,
    );
    await first.close();
  });
  afterAll(() => {
    for (const path of [library, settings, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });

  it('shows the documents that the last one left, and answers a question that is asked at once', async () => {
    expect(existsSync(kept)).toBe(true);
    const before = lists();
    const second = await launch();
    await second.window.getByTestId('composer').waitFor({ timeout: patience });
    await second.window.getByTestId('composer').fill('When does the museum open?');
    await second.window.keyboard.press('Enter');
    await second.window.getByText('The museum opens at nine').first().waitFor({ timeout: patience });
    expect(await rows(second)).toEqual([expect.stringContaining('opening-hours')]);
    // The first screen had its list without the engine.
    expect(lists()).toBe(before);
    await second.close();
  });

  it('ends when it is closed before the engine has run', async () => {
    const before = readFileSync(kept, 'utf8');
    const early = ['-r', join(project, 'tests/e2e/quits-early.cjs'), ...appArguments(settings, library)];
    const app = spawn(electronPath ?? '', early, { stdio: 'ignore', env: cleanEnvironment() });
    const timer = setTimeout(() => app.kill('SIGKILL'), patience);
    expect(await once(app, 'exit')).toEqual([0, null]);
    clearTimeout(timer);
    expect(readFileSync(kept, 'utf8')).toBe(before);
  });

  it('is not deceived by the end of the process: what was added before it is there', async () => {
    const third = await launch();
    await add(third, 'river.txt', 'The river runs to the sea.\n', 2);
    const gone = once(third.app.process(), 'exit');
    third.app.process().kill('SIGKILL');
    await gone;
    const fourth = await launch();
    await fourth.window.getByTestId('nav-library').click();
    await fourth.window.getByTestId('document-row').nth(1).waitFor({ timeout: patience });
    expect((await rows(fourth)).join()).toContain('river');
    await fourth.close();
  });

  it('says that a library cannot be opened, though it shows what that has held, and goes on when it can', async () => {
    expect(existsSync(kept)).toBe(true);
    const lock = join(library, 'library.lock');
    renameSync(lock, `${lock}.away`);
    mkdirSync(lock);
    const fifth = await launch();
    const banner = fifth.window.getByRole('alert').first();
    await banner.waitFor({ timeout: patience });
    rmSync(lock, { recursive: true });
    renameSync(`${lock}.away`, lock);
    const opened = () =>
      fifth.window.evaluate(async () => (await (window.vitrine as HostBridge).request('app.status', {})).ok);
    await expect.poll(opened, { timeout: patience }).toBe(true);
    await banner.waitFor({ state: 'detached', timeout: patience });
    expect(await rows(fifth)).toHaveLength(2);
    await fifth.close();
  });
});
