// node scripts/complete-lockfile.mjs [--strict] [LOCK]: run it after `npm install`.
// Adds to package-lock.json the packages of other platforms that npm left out because the registry did not have them:
// without them `npm ci` refuses the lock file. Their versions are the exact ones that their parents ask for; os and cpu
// are part of their names. Then asks the registry for each hash that is missing. With --strict, fails where one is left.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject, runNpm, SetupError, script } from './project.mjs';

const { values, positionals } = parseArgs({ options: { strict: { type: 'boolean' } }, allowPositionals: true });
const file = positionals[0] ?? inProject('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = { arm64: 'arm64', aarch64: 'arm64', x64: 'x64', arm: 'arm', armv7: 'arm', ia32: 'ia32' };
for (const name of ['riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'wasm32']) processors[name] = name;
/** Questions to the registry at a time. */
const atOnce = 4;

await script(async () => {
  const added = addOtherPlatforms();
  const asked = Object.keys(packages).filter(lacksHash);
  await inParallel(asked, fillHash);
  const missing = asked.filter(lacksHash);
  const filled = asked.length - missing.length;
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (added + filled > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} packages of other platforms and ${filled} hashes added to package-lock.json`);
  if (missing.length === 0) return;
  const list = missing.map((path) => `  ${nameIn(path)}@${packages[path].version}`).join('\n');
  if (values.strict) throw new SetupError(`The registry gave no hash for:\n${list}`);
  console.log(`The registry gave no hash for:\n${list}`);
});

function addOtherPlatforms() {
  let added = 0;
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const exact = /^\d+\.\d+\.\d+[\w.-]*$/.test(version);
      if (!exact || isLocked(path, name)) continue;
      const { os, cpu, libc } = platform(name);
      // Members in npm's own order: its next run changes nothing.
      const entry = { version, cpu, dev: parent.dev, libc, optional: true, os };
      const place = packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`;
      packages[place] = entry;
      added++;
    }
  }
  return added;
}

/** True when a package at `path` would find `name`, here or in a folder above. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

function platform(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = Object.keys(processors).filter((word) => words.includes(word));
  const libc = { musl: ['musl'], gnu: os.includes('linux') ? ['glibc'] : undefined }[words.at(-1)];
  return { os: os.length > 0 ? os : undefined, cpu: cpu.length > 0 ? [processors[cpu[0]]] : undefined, libc };
}

/** True for a package of a registry without a hash; folders of the project, and links to them, have none. */
function lacksHash(path) {
  const { link, integrity } = packages[path];
  return path.includes('node_modules/') && !link && !integrity;
}

/** The name in the registry, which differs from the folder for an alias. */
function nameIn(path) {
  return packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

async function fillHash(path) {
  const { version, ...others } = packages[path];
  const { code, text } = await runNpm(['view', `${nameIn(path)}@${version}`, 'dist.integrity'], { output: 'keep' });
  const [integrity] = /sha512-[\w+/]+={0,2}/.exec(text) ?? [];
  // As npm writes it: behind the version.
  if (code === 0 && integrity) packages[path] = { version, integrity, ...others };
}

async function inParallel(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
