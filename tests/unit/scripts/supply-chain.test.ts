import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json';
import { temporaryFolder } from '../../temporary-folder';

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

const root = resolve(__dirname, '../../..');
const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = readLock(join(root, 'package-lock.json'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const locked = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

describe('package-lock.json', () => {
  it('has a hash for every package, but for those that the decision names', () => {
    const decision = readFileSync(join(root, 'docs/adr/0060-what-comes-from-others.md'), 'utf8');
    const without = locked.filter(([, { link, integrity }]) => !link && !integrity?.startsWith('sha512-'));
    const unnamed = without.map(([path, { version }]) => `${nameOf(path)}@${version}`);
    expect(unnamed.filter((name) => !decision.includes(`\`${name}\``))).toEqual([]);
  });

  it('has every required package, so npm ci accepts it', () => {
    const isFound = (from: string, name: string): boolean => {
      if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true;
      return from !== '' && isFound(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
    };
    const missing = locked.flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isFound(path, name)),
    );
    expect(missing).toEqual([]);
  });

  it('names no package by the name of another, but for the two versions of TypeScript', () => {
    const renamed = locked.flatMap(([path, { name }]) => (name && name !== nameOf(path) ? [nameOf(path)] : []));
    expect(renamed.sort()).toEqual(['@typescript/native', '@typescript/old', 'typescript']);
  });

  it('takes every package from the registry, except two stand-ins', () => {
    const elsewhere = locked.flatMap(([path, { link, resolved }]) => {
      return link || (resolved && !resolved.startsWith('https://registry.npmjs.org/')) ? [nameOf(path)] : [];
    });
    expect(elsewhere).toEqual(['onnxruntime-web', 'sharp']);
  });
});

describe('package.json', () => {
  it('asks for exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies, packageManager } = project;
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(asked.length).toBeGreaterThan(80);
    const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^file:scripts\/stand-ins\/[\w-]+$/;
    expect(asked.filter(([, version]) => !exact.test(version))).toEqual([]);
    expect(packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/);
  });
});

describe('the stand-in for a package that is not installed', () => {
  const require = createRequire(join(root, 'package.json'));

  it('is loaded as sharp, and throws where a picture is asked of it', () => {
    const sharp: (bytes: Uint8Array) => void = require('sharp');
    expect(() => sharp(new Uint8Array())).toThrow('does not install sharp');
  });

  it('throws where it is loaded as onnxruntime-web', () => {
    expect(() => require('onnxruntime-web')).toThrow('does not install onnxruntime-web');
  });
});

describe('scripts/complete-lockfile.mjs', () => {
  /** Completes a lock file over a registry that knows the hash of `known` alone. */
  function complete(lock: Lock, ...args: string[]) {
    const folder = temporaryFolder();
    const [file, npm] = [join(folder, 'package-lock.json'), join(folder, 'npm-cli.js')];
    writeFileSync(file, JSON.stringify(lock));
    writeFileSync(npm, "if (process.argv[3] === 'known@1.0.0') console.log('sha512-aGFzaA=='); else process.exit(1);");
    const script = join(root, 'scripts/complete-lockfile.mjs');
    const env = { ...process.env, npm_execpath: npm };
    const run = () => execFileSync(process.execPath, [script, ...args, file], { env, encoding: 'utf8', stdio: 'pipe' });
    return { run, packages: () => readLock(file).packages };
  }
  const wanting = {
    packages: {
      '': {},
      'node_modules/alias': { name: 'known', version: '1.0.0' },
      'node_modules/native': {
        version: '2.0.0',
        integrity: 'sha512-b3du',
        optionalDependencies: { '@n/win32-x64': '2.0.0' },
      },
      'stand-ins/one': { version: '0.0.0' },
    },
  };

  it('adds the packages of other platforms, and the hashes that the registry has', () => {
    const { run, packages } = complete(wanting);
    expect(run()).toContain('1 packages of other platforms and 1 hashes added');
    expect(packages()).toMatchObject({
      'node_modules/alias': { integrity: 'sha512-aGFzaA==' },
      'node_modules/@n/win32-x64': { version: '2.0.0', cpu: ['x64'], os: ['win32'], optional: true },
      'stand-ins/one': { version: '0.0.0' },
    });
  });

  it('fails with --strict where a hash is left', () => {
    const { run } = complete(wanting, '--strict');
    expect(run).toThrow('@n/win32-x64@2.0.0');
  });
});
