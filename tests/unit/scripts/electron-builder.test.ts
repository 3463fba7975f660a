import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages } from '@shared/words/languages';
import { describe, expect, it } from 'vitest';
import { external } from '../../../scripts/engine-build';

const text = readFileSync(resolve(__dirname, '../../../electron-builder.yml'), 'utf8');

describe('electron-builder.yml', () => {
  it('packs the texts of Chromium in the languages of the interface', () => {
    const [, packed] = /^electronLanguages: \[(.*)\]$/m.exec(text) ?? [];
    expect(packed?.split(', ').sort()).toEqual([...languages].sort());
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
});
