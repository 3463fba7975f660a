import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/**
 * Opens the library in this folder in a window beside this one, which has settings and a lock of its own. True when the
 * program has started; false where no library lies there, or the system starts none.
 */
export function openLibrary(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'catalogue.db'))) return Promise.resolve(false);
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [];
  const words = [...sandbox, ...(app.isPackaged ? [] : [app.getAppPath()]), '--library', folder];
  return new Promise((resolve) => {
    // An AppImage's own program lies in a mount that goes away with this window.
    const child = spawn(process.env.APPIMAGE ?? process.execPath, words, { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
