import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { firstScreenRoutes } from '@shared/contract/first-screen-routes';
import { describe, expect, it } from 'vitest';

const project = resolve(__dirname, '../../..');

/** What a module imports at once: not its types, and not what it imports late. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(/^(?:import|export)\s+(?!type\b)([^;'"]*?)\bfrom\s+'([^']+)'/gmu);
  return [...named].filter(([, what = '']) => !onlyTypes(what)).map(([, , from = '']) => from);
}

/** `{ type A, type B }` */
function onlyTypes(what: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*$/u
    .exec(what)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names?.every((name) => name.trim().startsWith('type ')) ?? false;
}

/** A module of the project that an import names, or null for a package. */
function moduleOf(from: string, file: string): string | null {
  const path = from.startsWith('@shared/')
    ? join(project, 'shared', from.slice('@shared/'.length))
    : from.startsWith('.')
      ? resolve(dirname(file), from)
      : null;
  return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((name) => path !== null && existsSync(name)) ?? null;
}

/** Packages and modules that come with a module, each with the module that brings it. */
function broughtBy(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string): void => {
    for (const from of importsOf(file)) {
      const module = moduleOf(from, file);
      const name = module ? relative(project, module) : from;
      if (found.has(name)) continue;
      found.set(name, relative(project, file));
      if (module) visit(module);
    }
  };
  visit(join(project, entry));
  return found;
}

describe('the start of the window', () => {
  it('reads no schema in the main process: they took 21 ms before Chromium could start', () => {
    const brought = broughtBy('electron/main/index.ts');
    expect(brought.get('electron/main/page-gate.ts')).toBe('electron/main/index.ts');
    expect(brought.get('shared/contract/route-names.ts')).toBe('shared/host/request-gate.ts');
    expect(brought.get('zod')).toBeUndefined();
  });

  it('follows what a module brings through others', () => {
    expect(broughtBy('electron/engine/engine.ts').get('zod')).toBeDefined();
  });

  it('asks ahead of the page for what the page asks first', () => {
    const slices = ['settings', 'library', 'collections', 'ingest-queue', 'conversation-list'].map((name) =>
      readFileSync(join(project, `renderer/state/${name}.ts`), 'utf8'),
    );
    expect(firstScreenRoutes).toHaveLength(slices.length);
    for (const [index, route] of firstScreenRoutes.entries())
      expect(slices[index]).toContain(`request('${route}', {})`);
  });
});
