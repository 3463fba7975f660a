// Takes out of a packaged program what it never uses. Each change writes a new file in the place of the old one: the
// packager may have linked the old one to the packages of the clone.
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { must, say } from './project.mjs';
import { hasProgram } from './system-packages.mjs';

/**
 * Unused files. The page draws no WebGL, so it needs no Vulkan in software; without a graphics card Chromium draws in
 * software. Models run on the processor: onnxruntime loads DirectML and the shader compilers only for graphics cards.
 * Chromium's crash reporter never starts.
 */
const unused = {
  linux: [/^libvk_swiftshader\.so$/, /^vk_swiftshader_icd\.json$/, /^libvulkan\.so\.1$/, /^chrome_crashpad_handler$/],
  win32: [
    /^vk_swiftshader\.dll$/,
    /^vk_swiftshader_icd\.json$/,
    /^vulkan-1\.dll$/,
    /\/onnxruntime-node\/.*\/(DirectML|dxcompiler|dxil)\.dll$/,
  ],
  darwin: [],
};

/**
 * Removes unused files, compresses Chromium's licences and, on Linux, strips symbols from the native modules.
 *
 * @param {string} folder the unpacked program, on macOS its bundle
 * @param {'linux' | 'win32' | 'darwin'} platform of the program
 */
export async function lighten(folder, platform) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const inside = (file) => file.slice(folder.length + 1).replaceAll('\\', '/');
  for (const file of files.filter((path) => unused[platform].some((name) => name.test(inside(path))))) rmSync(file);
  const licences = files.find((file) => file.endsWith('LICENSES.chromium.html'));
  if (licences) {
    writeFileSync(`${licences}.gz`, gzipSync(readFileSync(licences), { level: 9 }));
    rmSync(licences);
  }
  if (platform !== 'linux') return;
  if (!hasProgram('strip')) {
    say('skipped: the symbols stay in the native modules: strip (binutils) is not there');
    return;
  }
  for (const file of files.filter((path) => existsSync(path) && isElf(path))) await strip(file);
}

/** Without its symbols: it runs as before, and its traces name addresses instead of functions. */
async function strip(file) {
  const part = `${file}.stripped`;
  const { mode } = statSync(file);
  await must('strip', ['--strip-unneeded', '-o', part, file]);
  chmodSync(part, mode);
  renameSync(part, file);
}

function isElf(file) {
  const start = Buffer.alloc(4);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start, 0, 4, 0);
  } finally {
    closeSync(handle);
  }
  return start.toString('latin1') === '\x7fELF';
}
