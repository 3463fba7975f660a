// npm run dist [-- --installers] [--model FOLDER] [--no-test]: the program for this system in dist/: the folder that
// runs, an archive of it and, with --installers, the usual installers of this system (on Linux by the system's own
// tools; for the others electron-builder downloads some). With --model it contains a search model beside the bundled
// one. The list of its packages is beside them. Ends with the sizes of its parts and the tests of the packaged program.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packTarXz, packZip, releaseTime } from './archive.mjs';
import { setUp } from './bootstrap.mjs';
import { testCleanInstall } from './clean-install.mjs';
import { modelToPackage } from './dist-model.mjs';
import { measure, table } from './dist-size.mjs';
import { missingLibraries } from './electron.mjs';
import { makeLinuxPackages } from './linux-packages.mjs';
import { electronToPackage } from './package-hooks.mjs';
import { distFolder, packagedFolder, packagedParts, stampPath } from './packaged-app.mjs';
import { alone, inProject, readStamp, run, SetupError, say, script, writeStamp } from './project.mjs';
import { writeSbom } from './sbom.mjs';
import { ensureSystemPackages, hasProgram } from './system-packages.mjs';

const how = howAsked();
const { env } = process;
const project = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

await script(async () => {
  if (how.unknown)
    throw new SetupError(`npm run dist takes --installers, --model FOLDER and --no-test. ${how.unknown}`);
  await setUp();
  const electron = await electronToPackage();
  const packages = await alone('dist', () => packageApp(electron));
  console.log(`\n${table(await measure())}`);
  if (electron.kind === 'test') say(testRuntimeNote(electron));
  if (how['no-test']) return 0;
  await testCleanInstall(packages);
  return testPackaged();
});

function howAsked() {
  const flag = { type: 'boolean' };
  try {
    return parseArgs({ options: { installers: flag, 'no-test': flag, model: { type: 'string' } } }).values;
  } catch (error) {
    return { unknown: error.message };
  }
}

async function packageApp({ folder, version, kind }) {
  const started = Date.now();
  say(`Packaging with Electron ${version} (${kind}) …`);
  const time = await releaseTime();
  // The systems' own tools for packages read it too.
  env.SOURCE_DATE_EPOCH = String(time);
  const { build, Platform } = (await import('electron-builder')).default;
  if (!existsSync(inProject('resources/licences.json'))) say('resources/licences.json is missing and left out.');
  rmSync(distFolder, { recursive: true, force: true });
  // A certificate that happens to be in the keychain is not used.
  if (!env.CSC_LINK && !env.CSC_NAME) env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';
  const platform = Platform.current();
  const checksumsFile = join(distFolder, 'model-checksums.json');
  mkdirSync(distFolder);
  const model = how.model === undefined ? null : await modelToPackage(how.model, checksumsFile);
  if (model) say(`With the search model ${model.title}, ${Math.round(model.bytes / 1e6)} MB.`);
  const carried = model?.resources ?? [];
  const linux = process.platform === 'linux';
  const installer = process.platform === 'darwin' ? 'dmg' : 'nsis';
  let configuration;
  await build({
    targets: platform.createTarget(how.installers && !linux ? installer : 'dir'),
    publish: 'never',
    // Over electron-builder.yml.
    config: {
      afterAllArtifactBuild: (result) => {
        configuration = result.configuration;
        return [];
      },
      electronDist: folder,
      electronVersion: version,
      mac: { ...signing(), extraResources: [...licencesOf(folder), ...carried] },
      linux: { extraResources: carried },
      win: { extraResources: carried },
    },
  });
  rmSync(checksumsFile, { force: true });
  await archive(kind, time);
  await writeSbom(packagedFolder(), version, time, artifact(kind, `${process.arch}.cdx.json`));
  const packages =
    how.installers && linux
      ? await makeLinuxPackages(packagedFolder(), configuration, project, (ending) => artifact(kind, ending))
      : [];
  writeStamp(stampPath, `${readStamp(inProject('out/.vitrine-built'))} ${kind} ${version}`);
  say(`Packaged into ${packagedFolder()} in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
  return packages;
}

/** A file of dist/ that is given to people; its name says where it must not be. */
function artifact(kind, ending) {
  const suffix = kind === 'test' ? '-for-tests-only' : '';
  const [arch, ...endings] = ending.split('.');
  return join(distFolder, `Vitrine-${project.version}-${process.platform}-${arch}${suffix}.${endings.join('.')}`);
}

/** The folder that runs, packed: on Linux as tar.xz, elsewhere as zip, which on macOS is what updates are made of. */
async function archive(kind, time) {
  const linux = process.platform === 'linux';
  const file = artifact(kind, `${process.arch}.${linux ? 'tar.xz' : 'zip'}`);
  say(`Packing ${file} …`);
  if (process.platform === 'darwin') await packZip(join(packagedFolder(), 'Vitrine.app'), 'Vitrine.app', file, time);
  else await (linux ? packTarXz : packZip)(packagedFolder(), 'Vitrine', file, time);
}

/** Without a certificate: an ad-hoc signature, good for the machine it was made on. */
function signing() {
  if (!env.CSC_LINK && !env.CSC_NAME) return { identity: '-' };
  const notarize = Boolean(env.APPLE_API_KEY || env.APPLE_ID || env.APPLE_KEYCHAIN_PROFILE);
  return { hardenedRuntime: true, notarize };
}

/** On macOS Electron's licences lie outside Electron.app and would not come along. */
function licencesOf(folder) {
  return [
    { from: join(folder, 'LICENSE'), to: 'LICENSE.electron.txt' },
    { from: join(folder, 'LICENSES.chromium.html'), to: 'LICENSES.chromium.html' },
  ];
}

function testRuntimeNote({ version }) {
  return (
    `\nThis package holds the test Electron ${version}, because the official one could not be downloaded. It is for ` +
    'trying out only: it lacks security fixes. Do not give it to others.'
  );
}

/** The story of tests/e2e/packaged.test.ts; a machine without a display for it says that it was not told. */
async function testPackaged() {
  say('\nTesting the packaged program …');
  const missing = await ensureSystemPackages(await missingLibraries(packagedParts(packagedFolder()).executable));
  const virtual = process.platform === 'linux' && hasProgram('xvfb-run');
  if (process.platform === 'linux' && !virtual && !env.DISPLAY) {
    say(`skipped: the packaged program was not tested: ${missing.join(', ')}`);
    return 0;
  }
  const vitest = [process.execPath, inProject('node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e'];
  const [command, ...args] = [
    ...(virtual ? ['xvfb-run', '-a', '-s', '-screen 0 1440x900x24'] : []),
    ...vitest,
    'tests/e2e/packaged.test.ts',
  ];
  return (await run(command, args, { output: 'pass' })).code;
}
