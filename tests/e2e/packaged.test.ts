import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { HostBridge } from '@shared/contract/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { cleanEnvironment, dropFiles, project } from './app';
import {
  packagedApp,
  packagedArguments,
  type RunningPackage,
  runCommand,
  spawnCommand,
  startPackaged,
} from './packaged';

const found = packagedApp.findPackaged();
const source = 'folder' in found ? found.folder : null;
if (!source) console.warn(`skipped: tests/e2e/packaged.test.ts: ${found.reason}`);

const { platform } = process;

describe.skipIf(!source)('the packaged program', () => {
  const base = temporaryFolder();
  const home = join(base, 'Gäste & Größen 展示');
  const library = join(base, 'Bücher von Ägir');
  const settings = join(base, 'settings');
  const { executable, resources } = packagedApp.packagedParts(home);

  // A copy, because the place is part of the test: a space, an ampersand and letters beyond ASCII in its path.
  beforeAll(() => cpSync(source ?? '', home, { recursive: true, verbatimSymlinks: true }));
  afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

  describe('holds', () => {
    const inArchive = () => listPackage(join(resources, 'app.asar'), { isPack: false }).map((name) => name.slice(1));
    const beside = () => files(join(resources, 'app.asar.unpacked'));

    it('the build, what it loads at run time, and nothing that only developers need', () => {
      const names = inArchive().map((name) => name.split(sep).join('/'));
      expect(names).toEqual(
        expect.arrayContaining([
          'package.json',
          'out/main/index.cjs',
          'out/main/worker.cjs',
          'out/main/cli.cjs',
          'out/main/mcp.cjs',
          'out/main/web.cjs',
          'out/preload/index.cjs',
          'out/renderer/index.html',
          'node_modules/pdfjs-dist/cmaps/Adobe-Japan1-UCS2.bcmap',
          'node_modules/pdfjs-dist/standard_fonts/FoxitFixed.pfb',
          'node_modules/pdfjs-dist/wasm/openjpeg.wasm',
          'out/main/recognition-worker.cjs',
          'node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm',
          'node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
          'node_modules/@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz',
        ]),
      );
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>;
        devDependencies: Record<string, string>;
      };
      const forDevelopers = Object.keys(devDependencies).filter((name) => !(name in dependencies));
      const packages = new Set(
        names.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? []),
      );
      expect(forDevelopers.filter((name) => packages.has(name))).toEqual([]);
      expect(names.filter((name) => /\.(map|d\.[cm]?ts|tsx?|md)$/.test(name))).toEqual([]);
      // transformers.js is bundled, without what it needs for pictures and in browsers.
      expect(names.filter((name) => /\/(sharp|onnxruntime-web|@huggingface)\//.test(name))).toEqual([]);
    });

    it('exactly the packages that the list beside the archive names', () => {
      const [listed = '', ...others] = readdirSync(packagedApp.distFolder).filter((name) => name.endsWith('.cdx.json'));
      expect(others).toEqual([]);
      const { components, dependencies } = JSON.parse(readFileSync(join(packagedApp.distFolder, listed), 'utf8')) as {
        components: readonly { name: string; version: string }[];
        dependencies: readonly { dependsOn: readonly string[] }[];
      };
      const named = components.map(({ name, version }) => `${name}@${version}`);
      const manifests = inArchive().filter((name) => /^(node_modules.(@[^/\\]+.)?[^/\\]+.)+package\.json$/.test(name));
      const packed = manifests.map((name) => {
        const { name: own, version } = JSON.parse(String(extractFile(join(resources, 'app.asar'), name)));
        return `${own}@${version}`;
      });
      const bundled = ['main', 'preload', 'renderer'].flatMap((build): string[] =>
        JSON.parse(readFileSync(join(project, 'out/packages', `${build}.json`), 'utf8')),
      );
      const other = named.filter((name) => /^(electron|@energetic-ai\/model-embeddings-en)@/.test(name));
      expect(other).toHaveLength(2);
      expect(packed.length).toBeGreaterThan(15);
      expect(named).toEqual([...new Set([...packed, ...bundled, ...other])].sort());
      expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((name) => !named.includes(name))).toEqual([]);
      const notice = new Set(readFileSync(join(resources, 'NOTICE'), 'utf8').split(/[\s,]+/));
      const ofAllSystems = components.filter(
        ({ name }) => name !== 'electron' && !/[/-](linux|darwin|win32)-/.test(name),
      );
      expect(ofAllSystems.filter(({ name }) => !notice.has(name))).toEqual([]);
      // The program runs with all that package.json depends on, and its page with what only the build needs to install.
      const { dependencies: direct, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      const wanted = Object.entries({ ...direct, react: devDependencies.react }).map((entry) => entry.join('@'));
      expect(wanted.filter((name) => !named.includes(name))).toEqual([]);
    });

    it('native modules as files beside the archive, of this system only', () => {
      const native = beside();
      for (const name of ['@lancedb/lancedb-', '@libsql/', '@napi-rs/canvas-', 'onnxruntime-node/']) {
        expect(native.filter((file) => file.includes(name) && file.endsWith('.node'))).toHaveLength(1);
      }
      const other = ['linux', 'darwin', 'win32'].filter((name) => name !== platform);
      expect(native.filter((file) => other.some((name) => file.includes(name)) || file.includes('musl'))).toEqual([]);
      expect(native.filter((file) => !/\.(node|dll|dylib|so(\.\d+)*)$/.test(file))).toEqual([]);
      expect(inArchive().filter((file) => file.endsWith('.node')).length).toBe(
        native.filter((file) => file.endsWith('.node')).length,
      );
    });

    it('settings, the bundled model, the sample library and the licences', () => {
      for (const name of [
        'config/pipeline_limits.json',
        'resources/models/use-lite/onnx/model_quantized.onnx',
        'resources/sample-library/lease-harbour-street.pdf',
        'icon.png',
        'LICENSE',
        'NOTICE',
      ]) {
        expect(existsSync(join(resources, name)), name).toBe(true);
      }
      const chromium = platform === 'darwin' ? resources : home;
      for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html.gz']) {
        expect(existsSync(join(chromium, name)), name).toBe(true);
      }
      if (existsSync(join(project, 'resources/licences.json'))) {
        expect(existsSync(join(resources, 'resources/licences.json'))).toBe(true);
      }
    });
  });

  describe('refuses', () => {
    it('by its fuses what would put foreign code into it', async () => {
      const wire = await getCurrentFuseWire(platform === 'darwin' ? join(home, 'Vitrine.app') : executable);
      // The wire holds the characters 0 and 1 by their codes.
      const state = (fuse: FuseV1Options) => ({ 48: 'off', 49: 'on' })[Number(wire[fuse])];
      expect({
        runAsNode: state(FuseV1Options.RunAsNode),
        nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
        inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
        cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
        asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
        onlyFromAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
        ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
        fileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
      }).toEqual({
        runAsNode: 'off',
        nodeOptions: 'off',
        inspect: 'off',
        cookieEncryption: 'on',
        asarIntegrity: 'on',
        onlyFromAsar: 'on',
        ownSnapshot: 'off',
        fileProtocol: 'off',
      });
    });
  });

  describe('does the main job', () => {
    let running: RunningPackage;
    const at = (testId: string) => running.window.getByTestId(testId);

    it('opens its window on a fresh library, whatever the environment and --inspect tell Node', async () => {
      const marker = join(base, 'foreign-code-ran');
      const foreign = join(base, 'foreign.cjs');
      writeFileSync(foreign, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`);
      running = await startPackaged(executable, [...packagedArguments(library, settings), '--inspect=0'], {
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: `--require "${foreign}"`,
      });
      await at('nav-library').waitFor();
      expect(running.window.url()).toBe('app://vitrine/');
      expect(existsSync(marker)).toBe(false);
      expect(running.output()).not.toContain('Debugger listening');
    });

    it('reads the sample library, PDF included', async () => {
      await at('nav-library').click();
      await at('try-sample').first().click();
      await running.window.locator('[data-testid="document-row"]').nth(2).waitFor();
      const listed = await running.window.evaluate(() => (window.vitrine as HostBridge).request('library.list', {}));
      const states = listed.ok ? listed.data.map(({ path, state }) => [basename(path), state]) : listed;
      expect(states).toEqual(expect.arrayContaining([['lease-harbour-street.pdf', 'ready']]));
    });

    it('answers a question with a citation, and opens its source', async () => {
      await at('nav-chat').click();
      await at('composer').fill('What do I do when the machine shows E3?');
      await at('send').click();
      const answer = running.window.locator('[data-testid="answer"][data-outcome="answered"]').first();
      await answer.waitFor();
      await running.window.locator('[data-testid="citation-chip"]').first().click();
      await at('source-highlight').or(at('pdf-highlight')).first().waitFor();
      expect(running.pageErrors).toEqual([]);
    });

    it('recognises text on a scan, with what lies in the package alone', async () => {
      await at('nav-library').click();
      await running.window.evaluate(() =>
        (window.vitrine as HostBridge).request('settings.set', { values: { 'ingest.ocr': true } }),
      );
      await dropFiles(running.window, '#root', [join(project, 'tests/fixtures/scans/report.pdf')]);
      const ready = async () => {
        const listed = await running.window.evaluate(() => (window.vitrine as HostBridge).request('library.list', {}));
        return listed.ok && listed.data.some(({ path, state }) => basename(path) === 'report.pdf' && state === 'ready');
      };
      await expect.poll(ready).toBe(true);
    });

    it('starts once: a second start leaves at once and the first stays', async () => {
      const second = spawn(executable, packagedArguments(library, settings), {
        stdio: 'ignore',
        env: cleanEnvironment(),
      });
      expect(await once(second, 'exit')).toEqual([0, null]);
      expect(running.process.exitCode).toBe(null);
      expect(
        await running.window.evaluate(() => (window.vitrine as HostBridge).request('app.status', {})),
      ).toMatchObject({
        ok: true,
        data: { library },
      });
    });

    it('lets commands read beside it, and leaves no changing to them', async () => {
      const found = await runCommand(resources, '--library', library, '--json', 'search', 'E3');
      expect(found).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(found.stdout).results[0].text).toContain('E3');
      const refused = await runCommand(resources, '--library', library, '--json', 'ingest', project);
      expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, 'library-locked']);
    });

    it('gives other assistants an entry that starts the server of this very package', async () => {
      const about = await running.window.evaluate(() => (window.vitrine as HostBridge).request('app.about', {}));
      const { command, args } = (about.ok ? about.data.mcp : null) ?? { command: '', args: [] };
      expect(args).toEqual(expect.arrayContaining(['mcp', '--library', library]));
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
      const { content } = await client.callTool({ name: 'search', arguments: { query: 'E3' } });
      expect(JSON.stringify(content)).toContain('E3');
      await client.close();
    });

    it('ends well when its window is closed', async () => {
      expect(await running.quit()).toEqual([0, null]);
    });
  });

  describe('is the command line too, without a window and a display', () => {
    it('with its exit codes and streams', async () => {
      const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      expect(await runCommand(resources, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
      expect(await runCommand(resources, 'nonsense', '--json')).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('"bad-request"'),
        stderr: expect.stringContaining("error: unknown command 'nonsense'"),
      });
    });

    it('adds, and answers', async () => {
      const fresh = join(base, 'terminal');
      const sample = join(resources, 'resources/sample-library');
      const added = await runCommand(resources, 'ingest', sample, '--library', fresh);
      expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 failed') });
      const asked = await runCommand(resources, 'ask', 'What does E3 mean?', '--json', '--library', fresh);
      expect(asked.code).toBe(0);
      expect(JSON.parse(asked.stdout)).toMatchObject({ outcome: 'passages' });
    });

    it('serves the page, and ends on request', async () => {
      const server = spawnCommand(resources, ['serve', '--library', join(base, 'terminal')]);
      const [said] = await once(server.stdout ?? server, 'data');
      const address = /http:\S+/.exec(String(said))?.[0] ?? '';
      const admitted = await fetch(address, { redirect: 'manual' });
      const cookie = admitted.headers.get('set-cookie')?.split(';')[0] ?? '';
      const page = await fetch(new URL('/', address), { headers: { cookie } });
      expect(await page.text()).toContain('<title>Vitrine');
      server.kill('SIGTERM');
      expect(await once(server, 'close')).toEqual([0, null]);
    });
  });

  it('is the same from electron-builder alone', async () => {
    const other = join(base, 'by-itself');
    // Elsewhere it would make installers too, with tools that it downloads.
    const folderOnly = platform === 'linux' ? [] : ['--dir'];
    const builder = spawn(
      process.execPath,
      [join(project, 'node_modules/electron-builder/cli.js'), ...folderOnly, `-c.directories.output=${other}`],
      { cwd: project, stdio: 'ignore', env: { ...cleanEnvironment(), CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
    );
    expect(await once(builder, 'exit')).toEqual([0, null]);
    const listed = (folder: string) => {
      const { resources } = packagedApp.packagedParts(folder);
      const contents = files(resources).map((file) => {
        const sha256 = createHash('sha256').update(readFileSync(join(resources, file)));
        return `${file} ${sha256.digest('hex')}`;
      });
      return [...files(folder), ...contents].sort();
    };
    expect(listed(join(other, basename(source ?? '')))).toEqual(listed(source ?? ''));
  });
});

function files(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
