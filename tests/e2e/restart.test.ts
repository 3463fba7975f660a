import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { appArguments, electronPath, type LaunchedApp, launchApp } from './app';
import { inWindows } from './in-windows';

inWindows('a window that is opened again', () => {
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const launch = () => launchApp({ library, settings });
  const size = ({ app }: LaunchedApp) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());

  afterAll(() => {});

  it('has the place and the theme of last time, on a library that was closed', async () => {
    const first = await launch();
    // As it appears, it takes its first size.
    const seen = () => first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(seen).toBe(true);
    await first.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 50, width: 1000, height: 700 }),
    );
    await first.window.waitForFunction(() => outerWidth === 1000 && outerHeight === 700);
    await first.window.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await expect.poll(() => first.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await first.close();

    const second = await launch();
    expect(await size(second)).toMatchObject({ width: 1000, height: 700 });
    expect(
      await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor()),
    ).toBe('#141517');
    const status = await second.window.evaluate(() => window.vitrine?.request('app.status', {}));
    expect(status).toMatchObject({ ok: true, data: { library } });
    await second.close();
  });

  it('has the question that was begun, and asks it', async () => {
    const composer = ({ window }: LaunchedApp) => window.getByTestId('composer');
    const first = await launch();
    await first.window.getByTestId('try-sample').first().click();
    await composer(first).fill('Which dogs are allowed?');
    await first.close();
    const second = await launch();
    await composer(second).waitFor();
    expect(await composer(second).inputValue()).toBe('Which dogs are allowed?');
    await second.window.getByTestId('send').click();
    await expect.poll(() => composer(second).inputValue()).toBe('');
    await second.window.locator('[data-testid="answer"]').waitFor();
    await second.close();
    const third = await launch();
    await composer(third).waitFor();
    expect(await composer(third).inputValue()).toBe('');
    await third.close();
  });

  it('W29 has nothing of a private chat, in no file of the library or the window, unlike of another one', async () => {
    // Said so nowhere else, and found all the same.
    const said = 'HOW long is THE notice';
    const question = `${said} period for the flat in Mill Lane?`;
    const sought = 'NOTICE Period';
    /** Files that hold a text, as UTF-8 or as Chromium's storage writes it. */
    const filesWith = (text: string) =>
      [library, settings].flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((file) => {
            const bytes = readFileSync(file);
            return bytes.includes(text) || bytes.includes(text, 0, 'utf16le');
          }),
      );
    const walk = async (begins: string) => {
      const { window, close } = await launch();
      const at = (testId: string) => window.getByTestId(testId);
      await at('nav-chat').waitFor();
      await window.keyboard.press(begins);
      await at('composer').fill(question);
      await at('send').click();
      await window.locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
      await at('composer').fill('And for the landlord?');
      await at('send').click();
      await window.locator('[data-testid="answer"]:not([data-outcome="streaming"])').nth(1).waitFor();
      await at('composer').fill(question);
      await window.keyboard.press('Control+4');
      await at('search-query').fill(sought);
      await window.getByTestId('search-hit').first().waitFor();
      await close();
    };
    await walk('Control+Shift+N');
    expect([...filesWith(said), ...filesWith(sought)]).toEqual([]);
    await walk('Control+N');
    expect(filesWith(said).join()).toMatch(/catalogue\.db.*leveldb/u);
    expect(filesWith(sought).join()).toContain('leveldb');
  });

  it('W25 is the window that is there already, when the app is started twice, and opens the address that it is started with', async () => {
    const first = await launch();
    const documents = await first.window.evaluate(() => window.vitrine?.request('library.list', {}));
    const [document] = documents?.ok ? documents.data : [];
    const address = `vitrine://document/${document?.documentId}#char=0-9`;
    const second = spawn(electronPath ?? '', [...appArguments(settings, library), address], { stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
    expect(first.app.windows()).toHaveLength(1);
    await first.window.locator('[data-testid="pdf-highlight"], [data-testid="source-highlight"]').first().waitFor();
    expect(await first.window.evaluate(() => window.vitrine?.request('app.status', {}))).toMatchObject({ ok: true });
    await first.close();
  });
});
