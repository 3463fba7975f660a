import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';

const project = pathToFileURL(resolve('scripts/project.mjs')).href;

/** A program that says, once it is terminated, how often it was interrupted before. */
const counting = `let interrupted = 0;
  process.on('SIGINT', () => { interrupted += 1; });
  process.on('SIGTERM', () => { console.log(interrupted); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('ready');`;
const running = `import { run } from '${project}';
  await run(process.execPath, ['-e', ${JSON.stringify(counting)}], { output: 'pass' });`;

describe.skipIf(process.platform === 'win32')('a program that a script of the project runs', () => {
  it('gets Ctrl+C from the terminal alone, and SIGTERM from the script', async () => {
    const script = spawn(process.execPath, ['--input-type=module', '-e', running], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(script.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    const ended = once(script, 'exit');
    script.kill('SIGINT');
    script.kill('SIGTERM');
    expect([(await lines.next()).value, await ended]).toEqual(['0', [0, null]]);
  });
});

describe('a script of the project', () => {
  it('ends with the code of its body, whatever a library does once nothing is left', async () => {
    const failing = `import { script } from '${project}';
      await script(async () => {
        process.on('beforeExit', () => process.nextTick(process.exit.bind(null, 0)));
        return 3;
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', failing], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});

describe('npm, run by a script of the project', () => {
  it('is npm, in the checkout, also where pnpm or `npm --prefix` started the script', async () => {
    const folder = temporaryFolder();
    const other = join(folder, 'pnpm.cjs');
    writeFileSync(other, 'console.log("pnpm"); process.exit(1);');
    writeFileSync(join(folder, 'package.json'), '{"name":"clone","version":"1.0.0"}');
    const asking = `import { runNpm } from '${project}';
      const { code, text } = await runNpm(['config', 'list', '--json'], { output: 'keep', cwd: ${JSON.stringify(folder)} });
      console.log(code, text);`;
    const elsewhere = { npm_config_prefix: '/elsewhere', npm_config_local_prefix: '/elsewhere' };
    const child = spawn(process.execPath, ['--input-type=module', '-e', asking], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...elsewhere, npm_execpath: other, npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20' },
    });
    const said = await text(child.stdout);
    expect(said).toMatch(/^0 \{/);
    const config = JSON.parse(said.slice(2));
    expect(config['user-agent']).toMatch(/^npm\//);
    expect(JSON.stringify(config)).not.toContain('elsewhere');
  });

  it('leaves a person’s relative paths where the person is', async () => {
    const folder = realpathSync(temporaryFolder());
    const asking = `import { callersFolder } from '${project}'; console.log(callersFolder());`;
    const run = async (cwd: string, INIT_CWD: string) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', asking], {
        cwd,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, INIT_CWD },
      });
      return (await text(child.stdout)).trim();
    };
    expect(await run(resolve('.'), folder)).toBe(folder);
    expect(await run(folder, resolve('.'))).toBe(folder);
  });
});

describe('a computer for which a native module is not published', () => {
  it('is named with what a person can do', async () => {
    const { checkSystem } = await import(pathToFileURL(resolve('scripts/bootstrap.mjs')).href);
    expect(() => checkSystem('linux-x64')).not.toThrow();
    expect(() => checkSystem('darwin-x64')).toThrow(/Intel Macs.*arm64/);
    expect(() => checkSystem('win32-arm64')).toThrow(/win32-arm64.*darwin-arm64, linux-arm64, linux-x64, win32-x64/);
  });

  it('is every one that lacks a build of a package in package-lock.json', async () => {
    const { systems } = await import(pathToFileURL(resolve('scripts/bootstrap.mjs')).href);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const has = (name: string) => Object.keys(packages).some((path) => path.startsWith(`node_modules/${name}`));
    const all = ['darwin', 'linux', 'win32'].flatMap((system) => ['arm64', 'x64'].map((arch) => `${system}-${arch}`));
    const complete = all.filter((system) => {
      const runtime = join('node_modules/onnxruntime-node/bin/napi-v6', system.replace('-', '/'));
      return has(`@lancedb/lancedb-${system}`) && has(`@libsql/${system}`) && existsSync(runtime);
    });
    expect(complete).toEqual(systems);
  });
});

describe('the set-up', () => {
  it('takes every Node from the one that package.json names, and names it to an older one', async () => {
    const { checkNode } = await import(pathToFileURL(resolve('scripts/bootstrap.mjs')).href);
    for (const version of ['20.19.0', '20.20.2', '22.23.3', '24.21.0', '26.0.0']) {
      expect(() => checkNode(version), version).not.toThrow();
    }
    for (const version of ['18.20.8', '20.18.1']) {
      expect(() => checkNode(version), version).toThrow(`Node 20.19 or newer; this is v${version}`);
    }
  });
});
