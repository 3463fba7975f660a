// Finds an Electron to run: the one that the environment names, the official one, or the test runtime.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { cacheFolder, inProject, readStamp, run, runNode, say, writeStamp } from './project.mjs';
import { ensureTestElectron } from './test-electron.mjs';

const dayMs = 24 * 60 * 60 * 1000;
const downloadLimitMs = 10 * 60 * 1000;
const probeMs = 5000;

/** `{path}` of an Electron, whether or not it starts here, or `{reason}` why there is none. */
export async function findElectron() {
  return fromEnvironment() ?? official() ?? (await download()) ?? (await ensureTestElectron());
}

/** `{path}` of an Electron that starts on this machine, or `{reason}` why there is none. */
export async function ensureElectron() {
  const found = await findElectron();
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

function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

const packageFolder = inProject('node_modules', 'electron');

function official() {
  const path = join(packageFolder, 'dist', binaryName());
  return existsSync(path) && existsSync(join(packageFolder, 'path.txt')) ? { path } : null;
}

/** Tries the official download, at most once a day after it has failed. */
async function download() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const memory = join(cacheFolder(), 'electron-download-failed');
  const [failedVersion, failedAt] = readStamp(memory).split(' ');
  if (failedVersion === version && Date.now() - Number(failedAt) < dayMs) return null;
  if (await canReachDownloads()) {
    say(`Downloading Electron ${version} (once, about 110 MB) …`);
    const { code } = await runNode([join(packageFolder, 'install.js')], { output: 'keep', limitMs: downloadLimitMs });
    if (code === 0 && official()) return official();
  }
  say('Electron cannot be downloaded from here; this is tried again tomorrow.');
  writeStamp(memory, `${version} ${Date.now()}`);
  return null;
}

/** A quick look whether the download can work at all, so that a machine without internet does not wait for it. */
async function canReachDownloads() {
  const { env } = process;
  if (env.ELECTRON_MIRROR || env.npm_config_electron_mirror || env.HTTPS_PROXY || env.https_proxy) return true;
  return new Promise((done) => {
    const socket = connect({ host: 'github.com', port: 443, timeout: probeMs });
    const end = (reached) => {
      socket.destroy();
      done(reached);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

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
