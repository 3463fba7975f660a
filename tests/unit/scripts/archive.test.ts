import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';

type Pack = (folder: string, name: string, file: string, time: number) => Promise<void>;
interface Archive {
  packTarXz: Pack;
  packZip: Pack;
  releaseTime(env: NodeJS.ProcessEnv): Promise<number>;
}
// Plain scripts, hence without types of their own.
const script = (name: string) => import(pathToFileURL(resolve(__dirname, '../../../scripts', name)).href);
const { packTarXz, packZip, releaseTime }: Archive = await script('archive.mjs');
const { lighten }: { lighten(folder: string, platform: string): Promise<void> } = await script('lighten.mjs');
const { unzip }: { unzip(file: string, folder: string, place: (name: string) => string): Promise<void> } =
  await script('unzip.mjs');
const { must }: { must(command: string, args: readonly string[]): Promise<string> } = await script('project.mjs');

const time = Date.parse('2026-11-01T12:34:56Z') / 1000;
const contents = { 'b/program': 'x'.repeat(5000), 'a.txt': 'one', 'B.txt': 'two', 'b/c/deep': 'three' };
const linux = process.platform === 'linux';

describe('an archive of the program', () => {
  const root = temporaryFolder();
  let builds = 0;

  /** The same files, as another build of them leaves them on another day. */
  function build(names: readonly string[], groupMayWrite: boolean): string {
    builds += 1;
    const folder = join(root, `build-${builds}`);
    for (const name of names) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents[name as keyof typeof contents]);
      chmodSync(file, (name === 'b/program' ? 0o755 : 0o644) | (groupMayWrite ? 0o020 : 0));
      utimesSync(file, 1000 * builds, 1000 * builds);
    }
    if (process.platform !== 'win32') symlinkSync('b/program', join(folder, 'link'));
    return folder;
  }
  const names = Object.keys(contents);
  const twoBuilds = () => [build(names, false), build(names.toReversed(), true)];

  it.each([...(linux ? [['tar.xz', packTarXz] as const] : []), ['zip', packZip] as const])(
    'has the same bytes for the same files: %s',
    async (ending, pack) => {
      const zone = process.env.TZ;
      const packed: Buffer[] = [];
      try {
        for (const [turn, folder] of twoBuilds().entries()) {
          process.env.TZ = ['Pacific/Auckland', 'America/New_York'][turn];
          const file = join(root, `${turn}.${ending}`);
          await pack(folder, 'Vitrine', file, time);
          packed.push(readFileSync(file));
        }
      } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      }
      expect(packed[0]?.equals(packed[1] ?? Buffer.alloc(0))).toBe(true);
      await pack(build(names, false), 'Vitrine', join(root, `later.${ending}`), time + 60);
      expect(readFileSync(join(root, `later.${ending}`)).equals(packed[0] ?? Buffer.alloc(0))).toBe(false);
    },
  );

  it.skipIf(process.platform === 'win32')('restores the packed files, with modes and links', async () => {
    const folder = build(names, true);
    await packZip(folder, 'Vitrine', join(root, 'back.zip'), time);
    await unzip(join(root, 'back.zip'), join(root, 'from-zip'), (name) => name);
    const unpacked = [join(root, 'from-zip')];
    if (linux) {
      await packTarXz(folder, 'Vitrine', join(root, 'back.tar.xz'), time);
      unpacked.push(join(root, 'from-tar'));
      mkdirSync(join(root, 'from-tar'));
      await must('tar', ['-xJf', join(root, 'back.tar.xz'), '-C', join(root, 'from-tar')]);
    }
    for (const place of unpacked) {
      expect(readdirSync(place)).toEqual(['Vitrine']);
      for (const [name, content] of [...Object.entries(contents), ['link', contents['b/program']]]) {
        expect(readFileSync(join(place, 'Vitrine', name ?? ''), 'utf8')).toBe(content);
      }
      expect(statSync(join(place, 'Vitrine/b/program')).mode & 0o777).toBe(0o755);
      expect(statSync(join(place, 'Vitrine/a.txt')).mode & 0o777).toBe(0o644);
    }
  });

  it('is of the time that SOURCE_DATE_EPOCH names', async () => {
    expect(await releaseTime({ SOURCE_DATE_EPOCH: '1234' })).toBe(1234);
    await expect(releaseTime({ SOURCE_DATE_EPOCH: 'today' })).rejects.toThrow(/SOURCE_DATE_EPOCH/);
  });
});

describe('a packaged program', () => {
  /** A program with these files. */
  function program(...files: readonly string[]): string {
    const folder = temporaryFolder();
    for (const file of [...files, 'resources/keep.dll', 'LICENSES.chromium.html']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `content of ${file}`);
    }
    return folder;
  }
  const left = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  it('brings no code for graphics cards to Windows, and none that draws WebGL in software', async () => {
    const runtime = 'resources/app.asar.unpacked/node_modules/onnxruntime-node/bin/napi-v6/win32/x64';
    const shaders = ['DirectML', 'dxcompiler', 'dxil'].map((name) => `${runtime}/${name}.dll`);
    const folder = program(
      ...shaders,
      `${runtime}/onnxruntime.dll`,
      'vk_swiftshader.dll',
      'vulkan-1.dll',
      'libEGL.dll',
    );
    await lighten(folder, 'win32');
    expect(left(folder)).toEqual(['LICENSES.chromium.html.gz', 'keep.dll', 'libEGL.dll', 'onnxruntime.dll']);
    expect(String(gunzipSync(readFileSync(join(folder, 'LICENSES.chromium.html.gz'))))).toContain(
      'content of LICENSES',
    );
  });

  it.runIf(linux)(
    'has native modules without symbols on Linux; those that the packager linked keep theirs',
    async () => {
      const folder = program('libvk_swiftshader.so', 'libvulkan.so.1', 'chrome_crashpad_handler');
      const original = join(temporaryFolder(), 'native.node');
      copyFileSync(
        `node_modules/onnxruntime-node/bin/napi-v6/linux/${process.arch}/onnxruntime_binding.node`,
        original,
      );
      const module = join(folder, 'native.node');
      linkSync(original, module);
      expect(readFileSync(original).includes('.symtab')).toBe(true);
      await lighten(folder, 'linux');
      expect(left(folder)).toEqual(['LICENSES.chromium.html.gz', 'keep.dll', 'native.node']);
      expect(readFileSync(module).includes('.symtab')).toBe(false);
      expect(readFileSync(original).includes('.symtab')).toBe(true);
    },
  );
});
