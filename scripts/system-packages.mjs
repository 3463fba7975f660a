// System packages for the tests in real windows. Installed without a question if possible (root on a Debian), otherwise
// named.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './project.mjs';

const packages = [
  'xvfb',
  'xauth',
  'chromium',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libnotify4',
  'libsecret-1-0',
  'libatspi2.0-0',
  'libdrm2',
  'libx11-xcb1',
];

/** True when a program of this name is on the PATH. */
export function hasProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));
}

/** The first Chromium or Chrome there is, or null. */
export function findChromium() {
  const named = process.env.VITRINE_TEST_CHROMIUM;
  if (named) return named;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file)) ?? null;
}

export const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('apt-get');

/** Installs the packages of the window tests; resolves to the missing ones, in words. */
export async function ensureSystemPackages(missingLibraries) {
  const missing = () => [
    ...(process.platform === 'linux' && !hasProgram('xvfb-run') ? ['xvfb-run (package xvfb)'] : []),
    ...(findChromium() ? [] : ['chromium']),
  ];
  const wanted = [...missing(), ...missingLibraries];
  if (wanted.length === 0 || !canInstall()) return wanted;
  say(`Installing system packages for the tests in real windows: ${wanted.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { output: 'keep', env });
  const names = await Promise.all(packages.map(installableName));
  const { code, text } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...names.filter((name) => name !== null)],
    { output: 'keep', env },
  );
  if (code !== 0) say(text.trim().split('\n').slice(-5).join('\n'));
  return missing();
}

/** Newer releases renamed some libraries when time stamps became 64 bits wide. */
async function installableName(name) {
  for (const candidate of [`${name}t64`, name]) {
    const { text } = await run('apt-cache', ['policy', candidate], { output: 'keep' });
    if (/Candidate: (?!\(none\))/.test(text)) return candidate;
  }
  return null;
}
