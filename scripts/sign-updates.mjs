// npm run sign-updates -- FOLDER [--retire PUBLIC-KEY.pem …]: writes updates.json and its signatures beside the packages in a
// folder of a release. VITRINE_UPDATE_KEY names the files of the private keys (Ed25519, PEM), separated as in PATH. They are
// never part of the project.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.mjs';

/** Which installation a package is for, by how electron-builder names it. */
const kinds = [
  [/\.AppImage$/, 'linux', 'AppImage'],
  [/\.deb$/, 'linux', 'deb'],
  [/\.rpm$/, 'linux', 'rpm'],
  [/\.tar\.xz$/, 'linux', 'tar.xz'],
  [/\.exe$/, 'win32', 'nsis'],
  [/-(darwin|mac)-.*\.zip$/, 'darwin', 'zip'],
];

/** Id of a public key, as statements of updates name it: SHA-256 of its DER form. */
export const keyId = (publicKey) =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

/**
 * Returns the names of the files that it has signed for.
 *
 * @param {string} folder
 * @param {object} release
 * @param {readonly string[]} release.privateKeys
 * @param {readonly string[]} [release.retires] ids of keys that are accepted no more
 * @param {number} release.validDays how long the statement may be believed
 */
export function signUpdates(folder, release) {
  const { privateKeys, product, version, released = new Date().toISOString(), retires = [], validDays } = release;
  const files = readdirSync(folder).flatMap((name) => {
    const [, platform, kind] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
    if (!kind) return [];
    const bytes = readFileSync(join(folder, name));
    const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x64';
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    return [{ name, system: `${platform}-${arch}`, kind, bytes: bytes.length, sha512 }];
  });
  const expires = new Date(Date.parse(released) + validDays * 86_400_000).toISOString();
  const text = Buffer.from(JSON.stringify({ v: 1, product, version, released, expires, retires, files }, null, 1));
  writeFileSync(join(folder, 'updates.json'), text);
  const signatures = privateKeys.map((key) => `${sign(null, text, createPrivateKey(key)).toString('base64')}\n`);
  writeFileSync(join(folder, 'updates.json.sig'), signatures.join(''));
  return files.map(({ name }) => name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, ...words] = process.argv.slice(2);
  const { VITRINE_UPDATE_KEY: keyFiles } = process.env;
  const retired = words.filter((word) => word !== '--retire');
  if (!folder || !keyFiles || (retired.length > 0 && words[0] !== '--retire')) {
    console.error('Usage: VITRINE_UPDATE_KEY=key.pem npm run sign-updates -- FOLDER [--retire PUBLIC-KEY.pem …]');
    process.exit(2);
  }
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const { product, validDays } = JSON.parse(readFileSync(inProject('config', 'updates.json'), 'utf8'));
  const privateKeys = keyFiles.split(delimiter).map((file) => readFileSync(file, 'utf8'));
  const retires = retired.map((file) => keyId(readFileSync(file, 'utf8')));
  for (const name of signUpdates(resolve(folder), { privateKeys, product, version, retires, validDays })) {
    console.log(name);
  }
}
