// npm run sign-updates -- FOLDER: writes updates.json and its signature beside the packages in a folder of a release.
// The private key (Ed25519, PEM) stands in the file that VITRINE_UPDATE_KEY names, and is never part of the project.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.mjs';

/** Which installation a package is for, by how electron-builder names it. */
const kinds = [
  [/\.AppImage$/, 'linux', 'AppImage'],
  [/\.deb$/, 'linux', 'deb'],
  [/\.rpm$/, 'linux', 'rpm'],
  [/\.tar\.gz$/, 'linux', 'tar.gz'],
  [/\.exe$/, 'win32', 'nsis'],
  [/\.zip$/, 'darwin', 'zip'],
];

/** Returns what it has written. */
export function signUpdates(folder, { privateKey, product, version, released = new Date().toISOString() }) {
  const files = readdirSync(folder).flatMap((name) => {
    const [, platform, kind] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
    if (!kind) return [];
    const bytes = readFileSync(join(folder, name));
    const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x64';
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    return [{ name, system: `${platform}-${arch}`, kind, bytes: bytes.length, sha512 }];
  });
  const text = Buffer.from(JSON.stringify({ v: 1, product, version, released, files }, null, 1));
  writeFileSync(join(folder, 'updates.json'), text);
  writeFileSync(
    join(folder, 'updates.json.sig'),
    `${sign(null, text, createPrivateKey(privateKey)).toString('base64')}\n`,
  );
  return files.map(({ name }) => name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2);
  const keyFile = process.env.VITRINE_UPDATE_KEY;
  if (!folder || !keyFile) {
    console.error('Usage: VITRINE_UPDATE_KEY=key.pem npm run sign-updates -- FOLDER');
    process.exit(2);
  }
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const { product } = JSON.parse(readFileSync(inProject('config', 'updates.json'), 'utf8'));
  const privateKey = readFileSync(keyFile, 'utf8');
  for (const name of signUpdates(resolve(folder), { privateKey, product, version })) console.log(name);
}
