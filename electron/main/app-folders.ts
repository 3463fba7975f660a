import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { engineOptions } from '../engine/host-options';
import type { EngineOptions } from '../engine/options';

/** The window is drawn and at rest by then, also on a slow computer. */
const upkeepAfterMs = 5000;

/** The value of `--name VALUE` or `--name=VALUE`. */
function argument(name: string): string | undefined {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const next = process.argv[at + 1];
  // Another option behind it is no value: it became the name of a folder.
  return process.argv[at]?.split('=').slice(1).join('=') || (next?.startsWith('--') ? undefined : next);
}

/**
 * The engine's options for this window. A library named by `--library` or VITRINE_LIBRARY gets window settings, and
 * with them a single-instance lock, of its own, so that two libraries can be open side by side.
 */
export function desktopOptions(): EngineOptions {
  const named = argument('library') ?? process.env.VITRINE_LIBRARY;
  const libraryFolder = named ? resolve(named) : join(app.getPath('userData'), 'library');
  if (named && !app.commandLine.hasSwitch('user-data-dir')) {
    const key = createHash('sha256').update(libraryFolder).digest('hex').slice(0, 16);
    app.setPath('userData', join(app.getPath('userData'), 'windows', key));
  }
  const appFolder = app.isPackaged ? process.resourcesPath : app.getAppPath();
  const options = engineOptions(process.env, { appFolder, libraryFolder });
  return { ...options, takesKeys: true, resumesIngests: true, keepsFirstScreen: true, upkeepAfterMs };
}

/**
 * The icon's picture with this side, pixels: in resources/icons of a checkout. The packaged app has one picture beside
 * its resources, whatever the side.
 */
export function iconPicture(side: 32 | 256): string {
  return app.isPackaged
    ? join(process.resourcesPath, 'icon.png')
    : join(app.getAppPath(), 'resources', 'icons', `${side}x${side}.png`);
}
