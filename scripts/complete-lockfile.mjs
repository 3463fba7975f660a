// Adds to package-lock.json the packages of other platforms that npm left out because the registry it asked did not
// have them. Without them `npm ci` refuses the lock file, and other systems miss their native parts. Their versions are
// the exact ones that their parents ask for; os and cpu are part of their names. Run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const file = process.argv[2] ?? inProject('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = { arm64: 'arm64', aarch64: 'arm64', x64: 'x64', arm: 'arm', armv7: 'arm', ia32: 'ia32' };
for (const name of ['riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'wasm32']) processors[name] = name;

let added = 0;
for (const [path, parent] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+[\w.-]*$/.test(version);
    if (!exact || isLocked(path, name)) continue;
    const { os, cpu, libc } = platform(name);
    // Members in npm's own order, so that its next run changes nothing.
    const entry = { version, cpu, dev: parent.dev, libc, optional: true, os };
    const place = packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`;
    packages[place] = entry;
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);

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
