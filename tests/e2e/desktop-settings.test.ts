import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { resultIn } from './app';
import { inWindows, TestWindow } from './in-windows';

inWindows('what the desktop app does with its settings', () => {
  const library = temporaryFolder();
  const settings = temporaryFolder();
  const vitrine = new TestWindow();
  const ask = resultIn(() => vitrine.window);
  const launch = () => vitrine.open({ library, settings });
  const launchAgain = async (): Promise<void> => {
    await vitrine.close();
    await launch();
  };
  const seen = () => vitrine.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  beforeAll(launch);

  const menu = () =>
    vitrine.app.evaluate(
      ({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label.replace('&', '')) ?? [],
    );

  it('a key is shown nowhere; without a system store it lasts for the session, and the answer says so', async () => {
    const answer = await ask('settings.setKey', { provider: 'openai', key: 'sk-never-written', kept: 'encrypted' });
    const kept = await vitrine.app.evaluate(({ safeStorage }) => {
      const hollow =
        process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
      return safeStorage.isEncryptionAvailable() && !hollow ? 'encrypted' : 'session';
    });
    expect(answer).toMatchObject({
      ok: true,
      data: { keys: { openai: { hasKey: true, kept, origin: 'https://api.openai.com' } } },
    });
    const written = readdirSync(library, { recursive: true, encoding: 'utf8' })
      .map((name) => join(library, name))
      .concat(join(settings, 'server-keys.json'))
      .filter((path) => /\.(json|log)$/u.test(path) && existsSync(path));
    expect(written.length).toBeGreaterThan(0);
    for (const path of written) expect(readFileSync(path, 'utf8'), path).not.toContain('never-written');

    await launchAgain();
    await expect
      .poll(() => ask('settings.get', {}))
      .toMatchObject({ ok: true, data: { keys: { openai: { hasKey: kept === 'encrypted' } } } });
  });

  it('the menu speaks their language, at once and at the next start', async () => {
    await expect.poll(menu).toContain('File');
    expect(await ask('settings.set', { values: { 'appearance.language': 'de' } })).toMatchObject({ ok: true });
    await expect.poll(menu).toContain('Datei');
    await launchAgain();
    await expect.poll(menu).toContain('Datei');
  });

  it('a window with an icon in the tray is hidden when it is closed, and shown again without the icon', async () => {
    await ask('settings.set', { values: { 'desktop.tray': true } });
    await expect.poll(seen).toBe(true);
    await vitrine.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(seen).toBe(false);
    await ask('settings.set', { values: { 'desktop.tray': false } });
    await expect.poll(seen).toBe(true);
  });

  it('the window comes back where it was', async () => {
    const bounds = () =>
      vitrine.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
    // As it appears, it takes its first size.
    await expect.poll(seen).toBe(true);
    const wanted = { x: 40, y: 60, width: 1000, height: 700 };
    // Electron names the new place at once; what the display had to say of the first one may still come, and unsays it.
    const movedTo = vitrine.app.evaluate(
      ({ BrowserWindow }, to) =>
        new Promise((resolve) => {
          const window = BrowserWindow.getAllWindows()[0];
          window?.on('move', () => {
            const now = window.getNormalBounds();
            if (now.x === to.x && now.y === to.y) resolve(now);
          });
          window?.setBounds(to);
        }),
      wanted,
    );
    expect(await movedTo).toEqual(wanted);
    await expect.poll(bounds).toEqual(wanted);
    await launchAgain();
    await expect.poll(bounds).toEqual(wanted);
  });

  it('text has a menu of the system, in the language of the window', async () => {
    await ask('settings.set', { values: { 'appearance.language': 'en' } });
    await vitrine.app.evaluate(({ Menu }) => {
      const opened: string[][] = [];
      (globalThis as { opened?: string[][] }).opened = opened;
      Menu.prototype.popup = function popup(this: Electron.Menu) {
        opened.push(this.items.map(({ label }) => label));
      };
    });
    const menus = () => vitrine.app.evaluate(() => (globalThis as { opened?: string[][] }).opened);
    await vitrine.window.keyboard.press('Control+K');
    await vitrine.window.getByTestId('palette-query').click({ button: 'right' });
    await expect.poll(menus).toEqual([['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select all']]);
  });

  it('a page may not name a folder that no person has chosen', async () => {
    expect(await ask('settings.addModelFolder', { path: '/etc' })).toMatchObject({
      ok: false,
      error: { code: 'bad-request' },
    });
  });

  it('the spell checker is off and gets no dictionary, also when it is given a language', async () => {
    const enabled = await vitrine.app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled());
    expect(enabled).toBe(false);
    const loaded = await vitrine.app.evaluate(
      ({ session }) =>
        new Promise((resolve) => {
          const found: string[] = [];
          const checker = session.defaultSession;
          checker.on('spellcheck-dictionary-download-success', (_event, language) => found.push(language));
          checker.setSpellCheckerLanguages(['de']);
          setTimeout(() => resolve(found), 1500);
        }),
    );
    expect(loaded).toEqual([]);
  });
});
