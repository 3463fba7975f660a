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

  /** How far down the PDF beside the room is read, in shares of a page; null while it is not drawn. */
  const readAt = ({ window }: LaunchedApp) =>
    window.evaluate(() => {
      const [desk, paper] = ['.pdf-desk', '.pdf-desk [data-drawn="true"]'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return desk && paper ? Math.round(((desk.top - paper.top) / paper.height) * 50) / 50 : null;
    });

  it('W34 has open what was open, each where it was read', async () => {
    const first = await launch();
    const { keyboard } = first.window;
    const at = (id: string) => first.window.getByTestId(id);
    // As wide as the lists stand beside the rooms.
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1240, 720));
    // No key is heard before the room stands.
    await at('conversation').first().waitFor();
    await keyboard.press('Control+2');
    await at('run-row').first().click();
    await at('candidate-row').nth(1).click();
    const candidate = await at('candidate-row').nth(1).getAttribute('data-chunk');
    await keyboard.press('Control+7');
    await at('settings-section').nth(3).click();
    await keyboard.press('Control+4');
    await at('search-query').fill('dogs');
    await keyboard.press('Control+3');
    await first.window.locator('main [data-find]').fill('leas');
    await keyboard.press('Control+1');
    await at('conversation').first().click();
    await at('citation-chip').first().click();
    await at('pdf-highlight').first().waitFor();
    await first.window.locator('.pdf-desk').hover();
    const unread = await readAt(first);
    await first.window.mouse.wheel(0, 200);
    await expect.poll(() => readAt(first)).not.toBe(unread);
    const read = await readAt(first);
    await first.close();

    const second = await launch();
    const again = (id: string) => second.window.getByTestId(id);
    await again('answer').first().waitFor();
    await expect.poll(() => readAt(second)).toBe(read);
    expect(await again('nav-chat').getAttribute('aria-current')).toBe('page');
    await second.window.keyboard.press('Control+2');
    await second.window.locator(`[data-chunk="${candidate}"][aria-selected="true"]`).waitFor();
    await second.window.keyboard.press('Control+7');
    await expect.poll(() => again('settings-section').nth(3).getAttribute('aria-current')).toBe('true');
    await second.window.keyboard.press('Control+4');
    expect(await again('search-query').inputValue()).toBe('dogs');
    await second.window.keyboard.press('Control+3');
    expect(await second.window.locator('main [data-find]').inputValue()).toBe('leas');
    await second.close();
  });

  it('W34 has it open after it was killed', async () => {
    const first = await launch();
    await first.window.keyboard.press('Control+3');
    await first.window.getByTestId('document-row').first().dblclick();
    await first.window.locator('[data-pane="case"]').waitFor();
    // The system's own store writes what it was told within seconds.
    const onDisk = join(settings, 'Local Storage', 'leveldb');
    const isKept = () =>
      readdirSync(onDisk).some((name) => readFileSync(join(onDisk, name)).includes('"library":{"kind":"source"'));
    await expect.poll(isKept).toBe(true);
    first.app.process().kill('SIGKILL');
    await first.close();
    const second = await launch();
    await second.window.locator('[data-testid="nav-library"][aria-current="page"]').waitFor();
    await second.window.locator('[data-pane="case"] [data-source]').waitFor();
    await second.close();
  });

  it('W36 has nothing of a private chat, in no file of the library or the window, unlike of another one', async () => {
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
