// Gets the Electron that package.json names: from Electron's own cache, otherwise from the network. A failure keeps its
// reason, and the pause until the next try grows with each failure.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inProject, readStamp, runNode, say, writeStamp } from './project.mjs';
import { unzip } from './unzip.mjs';

const minuteMs = 60_000;
const longestPauseMinutes = 60;
const downloadLimitMs = 10 * minuteMs;

/** Path of Electron's program inside its folder. */
export function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Returns `{path}` of the Electron that it has put into `packageFolder`, or `{reason}` why there is none.
 *
 * @param {object} options
 * @param {string} options.packageFolder the npm package `electron`
 * @param {string} options.memory file that remembers failed tries
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.now] time in ms
 */
export async function getElectron({ packageFolder, memory, env = process.env, now = Date.now() }) {
  const read = (name) => JSON.parse(readFileSync(join(packageFolder, name), 'utf8'));
  const { version } = read('package.json');
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const wanted = { version, name, sha256: read('checksums.json')[name] };
  if (!wanted.sha256) return { reason: `Electron ${version} is not made for ${process.platform} on ${process.arch}` };
  const cached = await inCache(wanted, env);
  if (cached) return { path: await install(cached, packageFolder) };
  const network = networkOf(env);
  const past = pastFailures(memory, fingerprintOf(wanted, network));
  if (past.until > now) return { reason: whyNot(version, past.reason, past.until - now) };
  const { archive, reason } = await download(wanted, network);
  if (archive) {
    rmSync(memory, { force: true });
    return { path: await install(archive, packageFolder) };
  }
  const pause = Math.min(2 ** past.failures, longestPauseMinutes) * minuteMs;
  const failed = { key: past.key, failures: past.failures + 1, until: now + pause, reason };
  writeStamp(memory, JSON.stringify(failed));
  return { reason: whyNot(version, reason, pause) };
}

function whyNot(version, reason, pauseMs) {
  const minutes = Math.ceil(pauseMs / minuteMs);
  return (
    `Electron ${version} could not be downloaded (${reason}). It is tried again in ` +
    `${minutes} minute${minutes === 1 ? '' : 's'}, and at once when the network or the proxy settings change`
  );
}

/** Archive of this name and content in Electron's cache, whichever server it came from; null if there is none. */
async function inCache({ name, sha256 }, env) {
  const root = cacheOf(env);
  const folders = existsSync(root) ? ['.', ...readdirSync(root)] : [];
  for (const file of folders.map((folder) => join(root, folder, name)).filter((path) => existsSync(path))) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    if (hash.digest('hex') === sha256) return file;
  }
  return null;
}

/** Folder in which Electron's tools keep their downloads. */
function cacheOf(env) {
  if (env.electron_config_cache) return env.electron_config_cache;
  const home = homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'electron');
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'electron', 'Cache');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'electron');
}

/** Settings of the network as npm, Electron's tools and common programs name them, for the process that downloads. */
export function networkOf(env) {
  const first = (...names) => names.map((name) => env[name]).find((value) => value && value !== 'null');
  const common = first('ALL_PROXY', 'all_proxy', 'npm_config_proxy');
  const http = first('HTTP_PROXY', 'http_proxy', 'GLOBAL_AGENT_HTTP_PROXY') ?? common;
  const https =
    first('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'GLOBAL_AGENT_HTTPS_PROXY') ?? common ?? http;
  const none = first('NO_PROXY', 'no_proxy', 'npm_config_noproxy', 'GLOBAL_AGENT_NO_PROXY');
  const settings = { NODE_EXTRA_CA_CERTS: first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile') };
  if (http ?? https) {
    settings.ELECTRON_GET_USE_PROXY = '1';
    const [plain, secure] = [http ?? https, https].map((url) => (url.includes('://') ? url : `http://${url}`));
    // The library reads the small letters first.
    Object.assign(settings, { HTTP_PROXY: plain, http_proxy: plain, HTTPS_PROXY: secure, https_proxy: secure });
    Object.assign(settings, { NO_PROXY: none, no_proxy: none });
  }
  return { ...env, ...settings };
}

/** Changes with the version, with the settings of the network, and with the networks that this computer is in. */
function fingerprintOf({ name }, network) {
  const settings = Object.entries(network).filter(([key]) => /proxy$|electron_(?!get)|ca_certs$/i.test(key));
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ cidr }) => cidr),
  );
  const text = JSON.stringify([name, settings.sort(), addresses.sort()]);
  return createHash('sha256').update(text).digest('hex');
}

function pastFailures(memory, key) {
  const none = { key, failures: 0, until: 0, reason: '' };
  try {
    const past = JSON.parse(readStamp(memory) || '{}');
    return past.key === key ? past : none;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return none;
  }
}

async function download({ version, sha256, name }, network) {
  say(`Downloading Electron ${version} (once, about 110 MB) …`);
  const asked = JSON.stringify({ version, checksums: { [name]: sha256 }, cacheRoot: cacheOf(network) });
  // A process of its own: the proxy is set when the library is loaded.
  const { code, text } = await runNode([inProject('scripts', 'electron-fetch.mjs'), asked], {
    output: 'keep',
    env: network,
    limitMs: downloadLimitMs,
  });
  const last = text.trim().split('\n').at(-1) ?? '';
  return code === 0 ? { archive: last } : { reason: last.replace(/\/\/[^/@\s]*@/g, '//') };
}

/** Unpacks Electron beside its place and moves it there, as the package's own installer leaves it. Returns its program. */
async function install(archive, packageFolder) {
  const [dist, part] = ['dist', `dist.${process.pid}`].map((name) => join(packageFolder, name));
  try {
    await unzip(archive, part, (name) => name);
    chmodSync(join(part, binaryName()), 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(part, dist);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  writeFileSync(join(packageFolder, 'path.txt'), binaryName());
  return join(dist, binaryName());
}
