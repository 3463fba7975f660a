import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Letters of the requirements, each with how many there are at least. */
const leastOf = { I: 24, R: 17, S: 17, C: 19, Q: 3, W: 55 } as const;

interface Row {
  readonly id: string;
  readonly behaviour: string;
  /** Test files, below tests/ and without their ending. */
  readonly tests: readonly string[];
}

function rowsOf(page: string): Row[] {
  return page
    .split('\n')
    .map((line) => /^\| ([IRSCQW]\d+) \| (.*?) \| (.*) \|$/u.exec(line))
    .filter((match) => match !== null)
    .map(([_line, id = '', behaviour = '', cell = '']) => ({
      id,
      behaviour,
      tests: [...cell.matchAll(/`([^`]+)`/gu)].map((match) => match[1] ?? ''),
    }));
}

const isTest = (file: string): boolean =>
  ['ts', 'tsx'].some((ending) => existsSync(join(root, 'tests', `${file}.test.${ending}`)));

/** Paths of the project that a page names: link targets, picture sources and code spans that begin with a folder. */
function pathsNamed(page: string): string[] {
  const text = read(page).replace(/```.*?```/gsu, '');
  const links = [...text.matchAll(/\]\(([^)#\s]+)\)/gu), ...text.matchAll(/\b(?:src|srcset)="([^"]+)"/gu)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/u.test(target))
    .map((target) => join(dirname(page), target));
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const spans = [...text.matchAll(/`([^`\s]+)`/gu)]
    .map((match) => match[1] ?? '')
    .filter((span) => folders.some(({ name }) => span.startsWith(`${name}/`)) && !/[*{<…]/u.test(span));
  return [...new Set([...links, ...spans])];
}

/** Made by the build and by the tests, or with a name to be filled in. */
const absent = ['out/', 'tests/e2e/__screens__', 'electron/engine/ingest/formats/NAME.ts'];

describe('docs/requirements.md', () => {
  const rows = rowsOf(read('docs/requirements.md'));

  it('has every requirement once, in order', () => {
    for (const [letter, least] of Object.entries(leastOf)) {
      const numbers = rows.filter(({ id }) => id.startsWith(letter)).map(({ id }) => Number(id.slice(1)));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers.length).toBeGreaterThanOrEqual(least);
    }
  });

  it('says of each what it is in at most 150 characters, and names tests that exist', () => {
    const faults = rows.flatMap(({ id, behaviour, tests }) => [
      ...(behaviour.trim() === '' ? [`${id}: no behaviour`] : []),
      ...(behaviour.length > 150 ? [`${id}: ${behaviour.length} characters`] : []),
      ...(tests.length === 0 ? [`${id}: no test`] : []),
      ...tests.filter((file) => !isTest(file)).map((file) => `${id}: no such test: ${file}`),
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the files that a page names', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'];
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));

  it.each([...pages, ...inFolder('docs/adr'), ...inFolder('docs/guide')])('are all there: %s', (page) => {
    const missing = pathsNamed(page).filter((path) => !absent.includes(path) && !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it('are found at all', () => {
    expect(pathsNamed('README.md')).toEqual(
      expect.arrayContaining(['docs/images/main-window-light.png', 'docs/architecture.md', 'LICENSE']),
    );
    expect(pathsNamed('docs/architecture.md')).toContain('electron/engine/routes/index.ts');
  });
});
