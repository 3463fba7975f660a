import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { requestIn } from './app';
import { inWindows, TestWindow } from './in-windows';
import { resize, usualSize } from './pictures';

const said = 'No document has “Ghandi”: “Gandhi” was searched for. Put the word in quotation marks';

const begun = 'And who printed it?';
const insisted = 'What is "Ghandi’s" work called?';

inWindows('a question with a misspelt name', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, drop, focused, keys, locator } = launched;

  beforeAll(async () => {
    writeFileSync(join(folder, 'gandhi.md'), '# Gandhi\n\nGandhi’s work is called Hind Swaraj.\n');
    writeFileSync(join(folder, 'silk.md'), '# Silk\n\nThe limit for silk is fifty lux.\n');
    await launched.open({ env: { OLLAMA_HOST: 'http://127.0.0.1:9' } });
    await resize(launched, usualSize);
    await at('nav-library').click();
    await drop([folder]);
    await at('document-row').nth(1).waitFor();
  });

  it('R9 shows the search words, and one key asks again as written', async () => {
    const insist = async (): Promise<void> => {
      await at('search-as-written').last().focus();
      await keys('Enter');
    };
    const note = () => launched.window.getByText(said).last();
    await at('nav-chat').click();
    await at('composer').fill('What is Ghandi’s work called?');
    await keys('Enter');
    await note().waitFor();
    await at('composer').fill(begun);
    await insist();
    await expect.poll(focused).toBe('composer');
    const asked = locator('article', { hasText: insisted }).last();
    await asked.getByTestId('answer').waitFor();
    expect(await launched.window.getByText(said).count()).toBe(0);
    expect(await at('composer').inputValue()).toBe(begun);
    await at('composer').fill('');
    await at('nav-stages').click();
    await at('stage-prompt').fill('What is Ghandi’s work called?');
    await at('run-all').click();
    await note().waitFor();
    await at('stage-prompt').fill(begun);
    expect(await at('search-as-written').last().isVisible()).toBe(true);
    await insist();
    await expect.poll(focused).toBe('stage-prompt');
    await expect.poll(() => note().count()).toBe(0);
    await at('stop').waitFor({ state: 'detached' });
    expect(await launched.window.getByText(said).count()).toBe(0);
    expect(await focused()).toBe('stage-prompt');
    expect(await at('stage-prompt').inputValue()).toBe(begun);
    const [run] = await requestIn(() => launched.window)('run.list', { limit: 1 });
    expect(run?.prompt).toBe(insisted);
    expect(launched.pageErrors).toEqual([]);
  });
});
