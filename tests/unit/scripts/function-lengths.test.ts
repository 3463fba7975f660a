import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const project = resolve(__dirname, '../../..');

/** The functions of a file that are longer than 60 lines from their first line to their last, markup included. */
function longFunctions(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const long: string[] = [];
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  function visit(node: ts.Node): void {
    const lines = lineAt(node.end) - lineAt(node.getStart(file)) + 1;
    if (ts.isFunctionLike(node) && lines > 60) long.push(`${path}:${lineAt(node.getStart(file)) + 1}`);
    ts.forEachChild(node, visit);
  }
  visit(file);
  return long;
}

describe('functions of the product', () => {
  // Biome counts fewer lines of markup.
  it.each(['electron', 'renderer', 'shared', 'scripts'])('are no longer than a screen in %s', (folder) => {
    const paths = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' });
    const files = paths.filter((path) => /\.(?:ts|tsx)$/u.test(path) && !path.endsWith('.d.ts'));
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap((path) => longFunctions(join(project, folder, path)))).toEqual([]);
  });
});
