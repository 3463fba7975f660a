// Paths, running of programs, and the lock for steps of the set-up. Plain Node: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** A path inside the checkout. */
export const inProject = (...parts) => join(root, ...parts);

/** The languages of the interface: each has its folder of words. */
export const wordFolders = () =>
  readdirSync(inProject('shared', 'words'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The user's cache folder for things made once a machine. */
export function cacheFolder() {
  const home = homedir();
  if (process.env.XDG_CACHE_HOME) return join(process.env.XDG_CACHE_HOME, 'vitrine');
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'vitrine');
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'vitrine');
  return join(home, '.cache', 'vitrine');
}

/** An end with words for a person instead of a stack. */
export class SetupError extends Error {}

/** Runs the body of a script; a SetupError is printed as it is, and the exit code is 1. */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
  // A library of electron-builder ends every process with 0 once nothing is left to do, whatever the code was.
  process.prependListener('beforeExit', (code) => process.exit(code));
}

/** Messages of the set-up go to stderr: a command's stdout stays its own. */
export const say = (text) => process.stderr.write(`${text}\n`);

/**
 * Runs a program to its end. `output`: 'show' (on stderr), 'pass' (unchanged) or 'keep' (returned, both streams).
 * `limitMs` ends it by force. Ctrl+C and a closed terminal reach the program directly, and this process waits for its
 * end. Passing them on would send them twice, and the second kills Electron. SIGTERM is passed on.
 */
export function run(command, args, { output = 'show', env = {}, cwd = root, limitMs, shell = false } = {}) {
  return new Promise((done) => {
    const stdio = { show: ['ignore', 2, 2], pass: 'inherit', keep: ['ignore', 'pipe', 'pipe'] }[output];
    const child = spawn(command, args, { cwd, stdio, shell, env: { ...process.env, ...env } });
    let text = '';
    child.stdout?.on('data', (chunk) => (text += chunk));
    child.stderr?.on('data', (chunk) => (text += chunk));
    const timer = limitMs ? setTimeout(() => child.kill('SIGKILL'), limitMs) : undefined;
    const wait = () => undefined;
    const forward = () => child.kill('SIGTERM');
    process.on('SIGINT', wait).on('SIGHUP', wait).on('SIGTERM', forward);
    const end = (code, why = '') => {
      clearTimeout(timer);
      process.off('SIGINT', wait).off('SIGHUP', wait).off('SIGTERM', forward);
      done({ code, text: text + why });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 1, signal ? `\nended by ${signal}` : ''));
  });
}

/** Runs a program to its end and gives what it has written; throws SetupError where it fails. */
export async function must(command, args, env = {}) {
  const { code, text } = await run(command, args, { output: 'keep', env: { LC_ALL: 'C.UTF-8', ...env } });
  if (code !== 0) throw new SetupError(`${command} ${args.join(' ')} failed:\n${text}`);
  return text;
}

/** Runs this Node on a script of the project or of a package. */
export const runNode = (args, options) => run(process.execPath, args, options);

/**
 * Runs npm: the one that started us, otherwise the one beside this Node, otherwise the first on the PATH. It gets none of
 * the variables by which a package manager tells a script who runs it and where: npm would take them for its own settings.
 */
export function runNpm(args, options = {}) {
  const own = /^(npm_(command|execpath|node_execpath|lifecycle_.*|package_.*)|pnpm_.*)$/i;
  const config = /^npm_config_(user_agent|npm_version|globalconfig|(global_|local_)?prefix)$/;
  const cleared = Object.keys(process.env).filter((name) => own.test(name) || config.test(name));
  const env = { ...Object.fromEntries(cleared.map((name) => [name, undefined])), ...options.env };
  const beside = ['../lib/node_modules', 'node_modules'].map((path) => join(dirname(process.execPath), path));
  const npm = [process.env.npm_execpath ?? '', ...beside.map((folder) => join(folder, 'npm/bin/npm-cli.js'))].find(
    (file) => basename(file) === 'npm-cli.js' && existsSync(file),
  );
  if (npm) return runNode([npm, ...args], { ...options, env });
  return run('npm', args, { ...options, env, shell: process.platform === 'win32' });
}

/** The folder that a person's relative paths mean: npm runs scripts in the checkout, whichever folder it was called from. */
export function callersFolder() {
  const { INIT_CWD: caller } = process.env;
  return caller && process.cwd() === root && existsSync(caller) ? caller : process.cwd();
}

/** sha256 of the names and contents of files; folders count with everything in them. */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version.split('.')[0]);
  const visit = (path) => {
    if (!existsSync(inProject(path))) return;
    const entries = listing(inProject(path));
    if (entries === null) hash.update(`${path}\0`).update(readFileSync(inProject(path)));
    else for (const entry of entries) visit(`${path}/${entry}`);
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Names in a folder, sorted; null for a file. */
function listing(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // No stamp: the step has not been done.
    return '';
  }
}

export function writeStamp(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const waitMs = 200;

/** Lets one process at a time do a step: two commands started together do not build into the same folder. */
export async function alone(name, step) {
  const lock = inProject('.vitrine', 'locks', name);
  mkdirSync(dirname(lock), { recursive: true });
  let told = false;
  while (!tryLock(lock)) {
    if (!told) say(`Waiting for another Vitrine command to finish its set-up (${name}) …`);
    told = true;
    await new Promise((resume) => setTimeout(resume, waitMs));
  }
  try {
    return await step();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(readStamp(lock));
    if (owner && !isAlive(owner)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
