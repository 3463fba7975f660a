import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../integration/cli/vitrine-command';
import { temporaryFolder } from '../temporary-folder';
import { inWindows, TestWindow } from './in-windows';
import { noGraveFaults } from './pictures';

const server = 'http://127.0.0.1:9';

inWindows('a library of somebody else, in the window', () => {
  const folder = temporaryFolder();
  const launched = new TestWindow();
  const { at, locator, request } = launched;
  const library = join(folder, 'library');
  const papers = join(folder, 'papers');
  const waiting = (use: string) => locator(`[data-testid="waiting-permission"][data-use="${use}"]`);
  const titles = async () => (await request('library.list', {})).map(({ title }) => title).sort();

  beforeAll(async () => {
    mkdirSync(papers);
    writeFileSync(join(papers, 'heron.txt'), 'The heron boat is blue.');
    // The terminal remembers what it is allowed in another folder than this window, as another computer does.
    for (const words of [
      ['settings', 'set', 'ollamaHost', server],
      ['watch', 'add', papers],
    ]) {
      const { code, stderr } = await run([...words, '--library', library]);
      expect(code, stderr).toBe(0);
    }
    writeFileSync(join(papers, 'silk.txt'), 'The limit for silk is fifty lux.');
    await launched.open({ library });
  });

  it('W22 says once that something waits for a yes, and leads to the list of it', async () => {
    const notice = locator('[data-tone]', { hasText: 'came with 2 servers, models or folders' });
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    await notice.getByRole('button', { name: 'Look' }).click();
    await at('waiting-permissions').waitFor();
    expect(await at('waiting-permission').count()).toBe(2);
    expect(await waiting('ollamaHost').textContent()).toContain(server);
    expect(await waiting('watchedFolder').textContent()).toContain(papers);
    await noGraveFaults(launched);
  });

  it('W22 reads nothing of a folder before it is allowed, and all of it then', async () => {
    expect(await titles()).toEqual(['heron']);
    await waiting('watchedFolder').getByTestId('waiting-allow').click();
    await waiting('watchedFolder').waitFor({ state: 'detached' });
    await expect.poll(titles).toEqual(['heron', 'silk']);
  });

  it('W22 keeps to its own address where a server is left off', async () => {
    await waiting('ollamaHost').getByTestId('waiting-leave').click();
    await expect.poll(() => waiting('ollamaHost').textContent()).toContain('Left off');
    expect((await request('settings.get', {})).fields.ollamaHost.value).not.toBe(server);
    await waiting('ollamaHost').getByTestId('waiting-allow').click();
    await at('waiting-permissions').waitFor({ state: 'detached' });
    expect((await request('settings.get', {})).fields.ollamaHost.value).toBe(server);
    expect(launched.pageErrors).toEqual([]);
  });
});
