import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { project } from '../app';
import type { Steps } from './walker';

export const addingSteps: Steps = {
  async 'own-document'({ at, chooses, folder, keys, locator, press }) {
    const own = join(folder, 'lease.txt');
    writeFileSync(own, 'The monthly rent is 840 euros. Dogs need the consent of the landlord in writing.\n');
    await chooses(own);
    await keys('Control+3');
    await press(at('add-files'));
    await at('ask-added').waitFor();
    await keys('Control+1', 'ControlOrMeta+N');
    const about = at('suggestion').filter({ hasText: 'lease' });
    await press(about.first());
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    expect(await at('answer').textContent()).toContain('840 euros');
  },
  async 'decline-model'({ at, keys, press }) {
    await keys('Control+1', 'ControlOrMeta+N');
    await press(at('skip-model'));
    await keys('ControlOrMeta+N');
    await at('welcome').waitFor();
    expect(await at('model-card').count()).toBe(0);
  },
  async attach({ at, chooses, folder, keys, locator, press }) {
    const boats = join(folder, 'boats.txt');
    writeFileSync(boats, 'The heron boat is blue. It lies in the northern harbour in winter.\n');
    await chooses(boats);
    await keys('Control+1', 'ControlOrMeta+N');
    await at('composer').fill('What colour is the boat?');
    await press(at('attach'));
    await at('scope-chip').waitFor();
    // It waits for the file, where that is not read yet.
    await keys('Enter');
    await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
    expect(await at('answer').textContent()).toContain('The heron boat is blue.');
    expect(await at('scope-chip').textContent()).toBe('boats');
  },
  async password({ at, chooses, folder, keys, press, request }) {
    const locked = join(folder, 'locked.pdf');
    copyFileSync(join(project, 'tests/fixtures/documents/locked.pdf'), locked);
    await chooses(locked);
    await keys('Control+3', 'ControlOrMeta+O');
    await press(at('file-password'));
    await at('file-password').fill('secret');
    await keys('Enter');
    await expect
      .poll(async () => (await request('library.list', {})).find(({ path }) => path === locked)?.state)
      .toBe('ready');
    await at('needs-you').waitFor({ state: 'detached' });
  },
};
