// Steps that electron-builder.yml cannot express: the choice of Electron, and tidying of the packed folder.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findElectron } from './electron.mjs';
import { lighten } from './lighten.mjs';
import { inProject, readStamp, SetupError, wordFolders } from './project.mjs';

/** The Electron that goes in: `{folder, version, kind}`, kind 'official', 'named' (by the environment) or 'test'. */
export async function electronToPackage() {
  const { path, reason } = await findElectron({ forTests: true });
  if (!path) throw new SetupError(`There is no Electron to package: ${reason}.`);
  const folder = process.platform === 'darwin' ? path.slice(0, path.indexOf('/Electron.app/')) : dirname(path);
  const version = readStamp(join(folder, 'version')).replace(/^v/, '');
  const wanted = JSON.parse(readFileSync(inProject('node_modules/electron/package.json'), 'utf8')).version;
  const kind = folder === inProject('node_modules/electron/dist') ? 'official' : version === wanted ? 'named' : 'test';
  return { folder, version, kind };
}

/** A bare `npx electron-builder` packages the Electron that `npm start` starts, where it is for the same system. */
export async function beforePack({ packager, electronPlatformName }) {
  // The texts of Chromium's own menus and dialogs; those of all languages are 40 MB.
  packager.config.electronLanguages = wordFolders();
  if (packager.config.electronDist || electronPlatformName !== process.platform) return;
  packager.config.electronDist = (await electronToPackage()).folder;
}

/**
 * Removes from the package the parts that run Electron by hand and unused ones, and separates its licence from ours.
 */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const mac = electronPlatformName === 'darwin';
  const resources = mac
    ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources');
  rmSync(join(resources, 'default_app.asar'), { force: true });
  if (electronPlatformName !== 'win32') rmSync(join(resources, 'bin', 'vitrine.cmd'));
  rmSync(join(appOutDir, 'version'), { force: true });
  const licence = join(appOutDir, 'LICENSE');
  if (existsSync(licence)) renameSync(licence, join(appOutDir, 'LICENSE.electron.txt'));
  await lighten(mac ? join(appOutDir, `${packager.appInfo.productFilename}.app`) : appOutDir, electronPlatformName);
}
