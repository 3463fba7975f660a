import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A file of a package, by its path in the system that the package would be installed in. */
export interface PackagedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Packages of the Debian release that apt is set up for, downloaded and unpacked under a temporary folder, which
 * `remove` deletes; nothing is installed. Errors: apt or dpkg is not there, or apt has no such package.
 */
export class DebianPackages {
  private readonly folder = mkdtempSync(join(tmpdir(), 'development-sets-'));
  private readonly unpacked = new Map<string, { version: string; dependencies: readonly string[] }>();

  version(name: string): string {
    return this.fetch(name).version;
  }

  /** The package itself, or the first one that it depends on with such a name: `python3-doc` names that of its release. */
  resolve(name: string, dependency?: RegExp): string {
    if (!dependency) return name;
    const found = this.fetch(name).dependencies.find((one) => dependency.test(one));
    if (found === undefined) throw new Error(`${name} depends on no package like ${dependency}`);
    return found;
  }

  /** Regular files whose path matches, in the order of their paths; what links to them is left out. */
  files(name: string, path: RegExp): PackagedFile[] {
    this.fetch(name);
    const root = this.root(name);
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => path.test(relative(root, file)))
      .sort()
      .map((file) => ({ path: relative(root, file), text: decoded(file) }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private root(name: string): string {
    return join(this.folder, name, 'files');
  }

  private fetch(name: string): { version: string; dependencies: readonly string[] } {
    const known = this.unpacked.get(name);
    if (known) return known;
    const folder = join(this.folder, name);
    mkdirSync(this.root(name), { recursive: true });
    run('apt-get', ['download', name], folder);
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw new Error(`apt-get left no package ${name}`);
    run('dpkg-deb', ['-x', archive, 'files'], folder);
    const field = (field: string) => run('dpkg-deb', ['-f', archive, field], folder).trim();
    const dependencies = field('Depends')
      .split(/\s*[,|]\s*/u)
      .map((one) => one.replace(/[\s:(].*$/su, ''));
    const fetched = { version: field('Version'), dependencies };
    this.unpacked.set(name, fetched);
    return fetched;
  }
}

function run(program: string, given: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code === 'ENOENT') {
      throw new Error(`${program} is not here: these sets are made of packages of Debian, on a system that has apt`);
    }
    const hint = program === 'apt-get' ? ' (is the list of packages there? apt-get update fetches it)' : '';
    throw new Error(`${program} ${given.join(' ')} failed${hint}\n${stderr ?? ''}`.trim());
  }
}

/** UTF-8, or Latin-1 where it is not valid as that. */
function decoded(file: string): string {
  const bytes = readFileSync(file);
  const plain = basename(file).endsWith('.gz') ? gunzipSync(bytes) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('latin1').decode(plain);
    throw error;
  }
}
