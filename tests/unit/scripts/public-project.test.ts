import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../../../package.json';

const root = resolve(__dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly uses?: string; readonly steps?: readonly Step[] }>>;
}

const read = (file: string): Workflow => parse(textOf(file));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps = [] }) => steps);

describe.each(workflows)('%s', (file) => {
  it('runs scripts and files that exist', () => {
    // Commands of a matrix are in the text too.
    const text = textOf(file);
    const names = [...text.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(test)\b)/g)].map(([, name, test]) => name ?? test);
    expect(names.filter((name) => !Object.hasOwn(project.scripts, name ?? ''))).toEqual([]);
    const files = [...text.matchAll(/\b(?:scripts|tests)\/[\w./-]+\.\w+/g)].map(([path]) => path);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('takes actions by their exact version', () => {
    const called = Object.values(read(file).jobs).map(({ uses }) => uses);
    const used = [...stepsOf(file).map(({ uses }) => uses), ...called].filter((uses) => uses !== undefined);
    const exact = /^[\w-]+\/[\w./-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/;
    expect(used.filter((uses) => !uses.startsWith('./') && !exact.test(uses))).toEqual([]);
    const local = used.filter((uses) => uses.startsWith('./'));
    expect(local.filter((uses) => !existsSync(join(root, uses)))).toEqual([]);
  });

  it('may read the project and nothing more', () => {
    expect(read(file).permissions).toEqual({ contents: 'read' });
  });

  it('installs by the lock file, whose hashes it completes first', () => {
    const runs = stepsOf(file).map(({ run }) => run ?? '');
    const installs = runs.flatMap((run, index) => (run.startsWith('npm ci') ? [runs.slice(0, index)] : []));
    for (const before of installs) expect(before).toContain('node scripts/complete-lockfile.mjs --strict');
    expect(runs.filter((run) => /npm (install|i)\b/.test(run))).toEqual([]);
  });
});

describe('the public project', () => {
  it('is tested on three systems and on the Node of today, and on the oldest that it takes', () => {
    const { strategy } = parse(textOf('.github/workflows/ci.yml')).jobs.test;
    expect(strategy.matrix.os.map((os: string) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    expect(strategy.matrix.node).toEqual(['22', '24']);
    expect(strategy.matrix.include).toContainEqual({ os: 'ubuntu-24.04', node: '20.20' });
    expect(strategy.matrix.node).toContain(textOf('.nvmrc').trim());
  });

  it('names one place where it is published', () => {
    const [, owner = ''] = /github\.com\/([\w-]+\/[\w-]+)\.git$/.exec(project.repository.url) ?? [];
    expect(project.homepage).toContain(`/${owner}#`);
    expect(project.bugs.url).toContain(`/${owner}/`);
    for (const file of ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml']) {
      const named = [...textOf(file).matchAll(/github\.com\/([\w-]+\/[\w-]+)/g)].map(([, name]) => name);
      expect(new Set(named), file).toEqual(new Set([owner]));
    }
    expect(textOf('.github/CODEOWNERS')).toContain(`@${owner.split('/')[0]}/`);
  });

  it('has forms and settings that can be read', () => {
    const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
    for (const form of forms) expect(parse(textOf(`.github/ISSUE_TEMPLATE/${form}`)).body.length).toBeGreaterThan(1);
    expect(JSON.parse(textOf('renovate.json')).extends).toContain(':pinAllExceptPeerDependencies');
    expect(JSON.parse(textOf('.devcontainer/devcontainer.json')).image).toContain(`:${textOf('.nvmrc').trim()}-`);
  });
});
