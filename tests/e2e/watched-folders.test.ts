import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from './in-windows';
import { looksWell, noGraveFaults, resize, usualSize } from './pictures';

inWindows('watched folders in the window', () => {
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, keys, locator } = launched;
  const papers = join(folder, 'papers');
  const row = (text: string) => locator('[data-testid="document-row"]', { hasText: text });
  const watched = (state: string) => locator(`[data-testid="watched-folder"][data-state="${state}"]`);

  const launch = async (args: readonly string[] = []): Promise<void> => {
    await launched.open({ library, settings, args });
    await resize(launched, usualSize);
    await at('nav-library').click();
  };

  beforeAll(async () => {
    mkdirSync(papers);
    writeFileSync(join(papers, 'heron.txt'), 'The heron boat is blue.');
    writeFileSync(join(papers, 'silk.txt'), 'The limit for silk is fifty lux.');
    await launch();
  });

  it('I10 adds the files of a chosen folder, and new ones in it', async () => {
    await launched.chooses(papers);
    await at('watch-add').click();
    await row('heron').waitFor();
    await watched('watching').waitFor();
    await expect.poll(() => watched('watching').textContent()).toMatch(/papers.*is watched · 2 files · looked at/);
    writeFileSync(join(papers, 'later.txt'), 'This came later.');
    await row('later').waitFor();
  });

  it('I10 offers to delete missing documents, and deletes them with an undo', async () => {
    rmSync(join(papers, 'heron.txt'));
    await at('gone-files').waitFor();
    expect(await at('gone-files').textContent()).toMatch(/1 file is gone from “papers”.*heron\.txt/);
    expect(await row('heron').count()).toBe(1);
    await noGraveFaults(launched);
    await at('gone-delete').click();
    await row('heron').waitFor({ state: 'detached' });
    await launched.window.getByRole('button', { name: 'Undo' }).click();
    await row('heron').waitFor();
    await at('gone-keep').click();
    await at('gone-files').waitFor({ state: 'detached' });
    expect(await row('heron').count()).toBe(1);
  });

  it('I10 says after a restart that a folder is not there, in German too, and takes nothing for removed', async () => {
    await launched.close();
    renameSync(papers, join(folder, 'unplugged'));
    await launch(['--lang=de']);
    await watched('away').waitFor();
    expect(await watched('away').textContent()).toMatch(/ist nicht da|is not there/);
    expect(await at('gone-files').count()).toBe(0);
    await expect.poll(() => at('document-row').count()).toBe(3);
    await looksWell(launched);
    renameSync(join(folder, 'unplugged'), papers);
    await at('watch-menu').focus();
    await keys('Enter');
    await at('watch-scan').click();
    await watched('watching').waitFor();
  });

  it('I10 stops watching with a way back', async () => {
    await at('watch-menu').click();
    await at('watch-remove').click();
    await at('watched-folder').waitFor({ state: 'detached' });
    expect(await at('document-row').count()).toBe(3);
  });

  leavesNoErrors(launched);
});
