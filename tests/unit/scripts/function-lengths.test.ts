import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const renderer = resolve(__dirname, '../../../renderer');

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

describe('functions of the renderer', () => {
  // Biome counts fewer lines of markup.
  it('are no longer than a screen', () => {
    const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    expect(files.flatMap((name) => longFunctions(join(renderer, name)))).toEqual([]);
  });
});
