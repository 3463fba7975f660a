// The place where `npm run dist` leaves the program, and the build it was made of.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, readStamp } from './project.mjs';

/** Git-ignored; everything that `npm run dist` makes. */
export const distFolder = inProject('dist');

/** The unpacked program's folder; on macOS, the one that holds Vitrine.app. */
export function packagedFolder() {
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`;
  const name = { darwin: 'mac', win32: 'win' }[process.platform] ?? 'linux';
  return join(distFolder, process.platform === 'darwin' ? `${name}${arch}` : `${name}${arch}-unpacked`);
}

/** The executable and the places of its parts, in a folder like `packagedFolder()`. */
export function packagedParts(folder) {
  if (process.platform === 'darwin') {
    const contents = join(folder, 'Vitrine.app', 'Contents');
    return { executable: join(contents, 'MacOS', 'Vitrine'), resources: join(contents, 'Resources') };
  }
  const executable = process.platform === 'win32' ? 'Vitrine.exe' : 'vitrine';
  return { executable: join(folder, executable), resources: join(folder, 'resources') };
}

const stampFile = join(distFolder, '.vitrine-packaged');

/** The note that `npm run dist` leaves: fingerprint of the build, kind and version of the Electron inside. */
export function packagedStamp() {
  const [build = '', kind = '', electron = ''] = readStamp(stampFile).split(' ');
  return { build, kind, electron };
}

export const stampPath = stampFile;

/** `{folder}` of a package made of the present build, or `{reason}` why it cannot be tested. */
export function findPackaged() {
  const folder = packagedFolder();
  if (!existsSync(packagedParts(folder).executable)) return { reason: 'there is no package; npm run dist makes one' };
  const current = readStamp(inProject('out', '.vitrine-built'));
  if (packagedStamp().build !== current) {
    return { reason: 'the package in dist/ is of another build; npm run dist makes a new one' };
  }
  return { folder };
}
