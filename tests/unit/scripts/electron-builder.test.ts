import { readdirSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages } from '@shared/words/languages';
import { describe, expect, it } from 'vitest';
import { external } from '../../../scripts/engine-build';

const text = readFileSync(resolve(__dirname, '../../../electron-builder.yml'), 'utf8');

describe('electron-builder.yml', () => {
  it('gets the texts of Chromium for each language of the interface', async () => {
    const { wordFolders } = await import(pathToFileURL(resolve('scripts/project.mjs')).href);
    expect(wordFolders().sort()).toEqual([...languages].sort());
  });

  it('packs every package that the build leaves in node_modules', () => {
    const left = external.filter((name): name is string => typeof name === 'string');
    expect(left.length).toBeGreaterThan(5);
    expect(left.filter((name) => !text.includes(`\n  - node_modules/${name}/**\n`))).toEqual([]);
  });

  it('names hooks that are there', async () => {
    const named = [...text.matchAll(/^(beforePack|afterPack): \.\/(.+)$/gm)];
    expect(named.map(([, hook]) => hook)).toEqual(['beforePack', 'afterPack']);
    for (const [, hook = '', file = ''] of named) {
      const hooks: Record<string, unknown> = await import(pathToFileURL(resolve(__dirname, '../../..', file)).href);
      expect(hooks[hook], hook).toBeTypeOf('function');
    }
  });

  it('makes a zip for macOS, which updates are installed from, and packs one copy of the model runtime', () => {
    const [, mac = ''] = /^mac:\n([\s\S]*?)^\w/m.exec(text) ?? [];
    expect([...mac.matchAll(/target: (\w+)/g)].map(([, target]) => target)).toEqual(['dmg', 'zip']);
    const folder = 'node_modules/onnxruntime-node/bin/napi-v6/darwin/arm64';
    const [, left = ''] = /- "!(.*dylib)"/.exec(text) ?? [];
    const libraries = readdirSync(folder).filter((name) => name.endsWith('.dylib'));
    const packed = libraries.filter((name) => !matchesGlob(`${folder}/${name}`, left));
    expect(libraries.length).toBeGreaterThan(packed.length);
    expect(
      packed.filter((name) => readFileSync(`${folder}/onnxruntime_binding.node`).includes(`@rpath/${name}`)),
    ).toEqual(packed);
    expect(packed).toHaveLength(1);
  });
});
