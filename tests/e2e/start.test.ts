import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostBridge } from '@shared/contract/bridge';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { appArguments, cleanEnvironment, dropFiles, electronPath, launchApp, patienceMs, project } from './app';
import { inWindows } from './in-windows';

inWindows('a start that does not go as usual', () => {
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const folder = temporaryFolder();

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const first = await launchApp({ library, settings });
    const file = join(folder, 'opening-hours.txt');
    writeFileSync(file, 'The museum opens at nine. The museum closes at six, on Sundays at four.\n');
    await first.window.getByTestId('nav-library').click();
    await dropFiles(first.window, '#root', [file]);
    await first.window.getByTestId('document-row').first().waitFor();
    await first.close();
  });

  it('ends when the window is closed before its page is there', async () => {
    const early = ['-r', join(project, 'tests/e2e/quits-early.cjs'), ...appArguments(settings, library)];
    const app = spawn(electronPath ?? '', early, { stdio: 'ignore', env: cleanEnvironment() });
    const timer = setTimeout(() => app.kill('SIGKILL'), patienceMs);
    expect(await once(app, 'exit')).toEqual([0, null]);
    clearTimeout(timer);
  });

  it('says that the library cannot be opened, and shows it when it can', async () => {
    const lock = join(library, 'library.lock');
    renameSync(lock, `${lock}.away`);
    mkdirSync(lock);
    const app = await launchApp({ library, settings });
    await app.window.getByTestId('nav-library').click();
    await app.window.getByRole('alert').first().waitFor();
    rmSync(lock, { recursive: true });
    renameSync(`${lock}.away`, lock);
    const opened = () =>
      app.window.evaluate(async () => (await (window.vitrine as HostBridge).request('app.status', {})).ok);
    await expect.poll(opened).toBe(true);
    // No request has asked for the documents yet: the page asks when the engine is there.
    await app.window.getByTestId('document-row').first().waitFor();
    expect(await app.window.getByTestId('document-row').allTextContents()).toEqual([
      expect.stringContaining('opening-hours'),
    ]);
    await app.window.getByRole('alert').first().waitFor({ state: 'detached' });
    await app.close();
  });
});
