import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../../package.json';

const root = resolve(__dirname, '../../..');

/** Files of the program that a tsconfig describes, declarations of packages included. */
function filesOf(config: string): readonly string[] {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  const args = [tsc, '-p', config, '--listFilesOnly'];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).replaceAll('\\', '/').split('\n');
}

describe('the type check', () => {
  it.each([
    ['tsconfig.shared.json', /\/shared\/contract\//, /lib\.dom|@types\/node\//],
    ['tsconfig.page.json', /\/renderer\/main\.tsx/, /@types\/node\//],
    ['tsconfig.engine.json', /\/electron\/engine\/engine\.ts/, /lib\.dom/],
  ])('knows in %s only what the code there may use', (config, inside, foreign) => {
    const files = filesOf(config);
    expect(files.some((file) => inside.test(file))).toBe(true);
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
    expect(scripts['check:types']).toContain(`tsc -p ${config}`);
  });
});
