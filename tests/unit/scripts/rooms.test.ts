import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(__dirname, '../../../electron/engine');

/** The texts of source files by their paths below electron/engine. */
type Sources = ReadonlyMap<string, string>;

/** Returns a file's room: its folder below electron/engine. A file in no folder is a room of its own. */
const roomOf = (path: string): string => path.split('/')[0] ?? path;

/** Returns the rooms that each room imports, types included, with one import as an example. */
function importsOf(sources: Sources): Map<string, Map<string, string>> {
  const rooms = new Map<string, Map<string, string>>();
  for (const [path, text] of sources) {
    const from = roomOf(path);
    const imported = rooms.get(from) ?? new Map<string, string>();
    rooms.set(from, imported);
    for (const [, named = ''] of text.matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/gu)) {
      const target = join(dirname(path), named);
      const file = [`${target}.ts`, `${target}/index.ts`, target].find((one) => sources.has(one));
      if (file && roomOf(file) !== from) imported.set(roomOf(file), `${path} → ${file}`);
    }
  }
  return rooms;
}

/** Returns the imports that lead from a room to another one from which a way leads back. */
function circles(sources: Sources): string[] {
  const rooms = importsOf(sources);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(rooms.get(from)?.keys() ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...rooms]
    .flatMap(([from, imported]) => [...imported].filter(([to]) => reaches(to, from)).map(([, example]) => example))
    .sort();
}

function engineSources(): Sources {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const sources = paths.filter((path) => path.endsWith('.ts'));
  return new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe('rooms of the engine', () => {
  it('form no circle, types included', () => {
    expect(circles(engineSources())).toEqual([]);
  });

  it('are known to form one if an import of a type leads back over a third room', () => {
    const sources = new Map([
      ['store/index.ts', "import type { Word } from '../text/words';"],
      ['text/words.ts', "const list = await import('../context');"],
      ['context.ts', "export type { Library } from './store';"],
      ['models/index.ts', "import { open } from '../store';"],
    ]);
    expect(circles(sources)).toEqual([
      'context.ts → store/index.ts',
      'store/index.ts → text/words.ts',
      'text/words.ts → context.ts',
    ]);
  });

  it('take named parts of the engine: only files that put it together name its whole context', () => {
    const naming = [...engineSources()].filter(([, text]) => /\bEngineContext\b/u.test(text)).map(([path]) => path);
    expect(naming.sort()).toEqual([
      'compose.ts',
      'engine-context.ts',
      'engine.ts',
      'requests.ts',
      'routes/lazy-routes.ts',
    ]);
  });
});
