// Finds an Electron to run: the one that the environment names, the official one, or the test runtime.
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { binaryName, getElectron } from './electron-download.mjs';
import { alone, cacheFolder, inProject, readStamp, run, say } from './project.mjs';
import { ensureTestElectron } from './test-electron.mjs';

/**
 * `{path}` of an Electron, whether or not it starts here, or `{reason}` why there is none. The test runtime is old: only
 * tests and packages that are called so get it.
 */
export async function findElectron({ forTests = false } = {}) {
  const there = fromEnvironment() ?? official();
  if (there) return there;
  const found = await alone('electron', async () => official() ?? download());
  if (found.path || !forTests) return found;
  say(`${found.reason}.`);
  return ensureTestElectron();
}

/** `{path}` of an Electron that starts on this machine, or `{reason}` why there is none. */
export async function ensureElectron(options) {
  return usable(await findElectron(options));
}

/** An Electron that was found, if it starts on this machine, otherwise `{reason}`. */
export async function usable(found) {
  if (!found.path) return found;
  const missing = await missingLibraries(found.path);
  if (missing.length === 0) return found;
  return { reason: `Electron needs system libraries that are missing here: ${missing.join(', ')}`, missing };
}

function fromEnvironment() {
  const { ELECTRON_EXEC_PATH: file, ELECTRON_OVERRIDE_DIST_PATH: folder } = process.env;
  const path = file || (folder && join(folder, binaryName()));
  if (!path) return null;
  return existsSync(path) ? { path } : { reason: `the environment names an Electron that is not there: ${path}` };
}

const packageFolder = inProject('node_modules', 'electron');

function official() {
  const path = join(packageFolder, 'dist', binaryName());
  return existsSync(path) && existsSync(join(packageFolder, 'path.txt')) ? { path } : null;
}

const download = () => getElectron({ packageFolder, memory: join(cacheFolder(), 'electron-download.json') });

/** Shared libraries that the loader does not find; Linux only. */
export async function missingLibraries(path) {
  if (process.platform !== 'linux') return [];
  const { text } = await run('ldd', [path], { output: 'keep' });
  return [...text.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
}

/**
 * Flags that Electron needs here: `--no-sandbox` for root on Linux, where Chromium refuses to start otherwise.
 * `{reason}` when its sandbox cannot work for another reason: that is never switched off for a normal user.
 */
export function sandboxFlags(path) {
  if (process.platform !== 'linux') return { flags: [] };
  if (process.getuid?.() === 0)
    return { flags: ['--no-sandbox'], note: 'Running as root: without Chromium’s sandbox.' };
  if (hasSetuidHelper(path) || userNamespacesWork()) return { flags: [] };
  return {
    reason:
      'this system lets no program make a sandbox (user namespaces are off). To allow it: ' +
      `sudo chown root ${join(dirname(path), 'chrome-sandbox')} && sudo chmod 4755 ${join(dirname(path), 'chrome-sandbox')}`,
  };
}

function hasSetuidHelper(path) {
  const helper = join(dirname(path), 'chrome-sandbox');
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & 0o4000) !== 0;
}

function userNamespacesWork() {
  return (
    readStamp('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1' &&
    readStamp('/proc/sys/kernel/unprivileged_userns_clone') !== '0' &&
    readStamp('/proc/sys/user/max_user_namespaces') !== '0'
  );
}

/** `require` of the project's packages, for scripts that run after they are installed. */
export const requirePackage = createRequire(inProject('package.json'));
