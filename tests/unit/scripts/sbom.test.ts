import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { recordPackages } from '../../../scripts/bundled-packages';
import { temporaryFolder } from '../../temporary-folder';

interface Component {
  readonly 'bom-ref': string;
  readonly scope?: string;
}

interface Sbom {
  readonly serialNumber: string;
  readonly metadata: {
    readonly timestamp: string;
    readonly component: Component & { readonly name: string; readonly properties: readonly unknown[] };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

// A plain script, hence without types of its own.
const { reduceSbom }: { reduceSbom(listed: Sbom, shipped: readonly string[], electron: string, time: number): Sbom } =
  await import(pathToFileURL(resolve(__dirname, '../../../scripts/sbom.mjs')).href);

/** The list of an npm that knows these packages, written at another time each. */
const listOf = (...refs: readonly string[]): Sbom => ({
  serialNumber: `urn:uuid:${Math.random()}`,
  metadata: {
    timestamp: new Date().toISOString(),
    component: { 'bom-ref': 'app@1.0.0', name: 'clone-17', properties: [] },
  },
  components: refs.map((ref) => ({ 'bom-ref': ref })),
  dependencies: ['app@1.0.0', ...refs].map((ref) => ({ ref, dependsOn: refs })),
});

describe('the list of what ships', () => {
  it('has the packages inside and Electron, and links between those alone', () => {
    const list = reduceSbom(listOf('b@1.0.0', 'vitest@4.1.12', 'a@2.0.0'), ['a@2.0.0', 'b@1.0.0'], '45.0.0', 60);
    expect(list.components.map((component) => component['bom-ref'])).toEqual(['a@2.0.0', 'b@1.0.0', 'electron@45.0.0']);
    expect(list.dependencies.map(({ ref }) => ref)).toEqual(['app@1.0.0', 'b@1.0.0', 'a@2.0.0']);
    expect(list.dependencies.flatMap(({ dependsOn }) => dependsOn)).not.toContain('vitest@4.1.12');
    expect(list.metadata).toMatchObject({ timestamp: '1970-01-01T00:01:00.000Z', component: { name: 'vitrine' } });
  });

  it('is the same for the same release, wherever and whenever it is written', async () => {
    const write = () => JSON.stringify(reduceSbom(listOf('a@1.0.0'), ['a@1.0.0'], '45.0.0', 60));
    const first = write();
    await new Promise((resume) => setTimeout(resume, 5));
    expect(write()).toBe(first);
    expect(reduceSbom(listOf('a@1.0.0'), ['a@1.0.0'], '46.0.0', 60).serialNumber).not.toBe(
      JSON.parse(first).serialNumber,
    );
  });

  it('fails for a package that ships and that npm does not know', () => {
    expect(() => reduceSbom(listOf('a@1.0.0'), ['a@1.0.0', 'b@1.0.0'], '45.0.0', 60)).toThrow('b@1.0.0');
  });
});

describe('the record of a build', () => {
  it('names the packages that it has code or styles of, those inside others too, and no others', async () => {
    const root = temporaryFolder();
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    };
    const add = (folder: string, name: string, version: string, code: string) => {
      write(`${folder}/package.json`, JSON.stringify({ name, version, type: 'module', main: 'index.js' }));
      write(`${folder}/index.js`, code);
    };
    add('node_modules/used', 'used', '1.0.0', "import { deep } from '@s/deep'; export const used = () => deep() + 1;");
    add('node_modules/used/node_modules/@s/deep', '@s/deep', '2.0.0', 'export const deep = () => Date.now();');
    add('node_modules/@s/deep', '@s/deep', '3.0.0', 'export const deep = () => 3;');
    add('node_modules/shaken', 'shaken', '1.0.0', 'export const shaken = () => 1;');
    add('node_modules/styles', 'styles', '1.0.0', '');
    write('node_modules/styles/all.css', 'a { color: red }');
    write('page.css', '@import "styles/all.css";');
    write(
      'page.js',
      "import './page.css'; import { used } from 'used'; import { shaken } from 'shaken'; export const one = used();",
    );
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [recordPackages(root, 'page')],
      build: { lib: { entry: join(root, 'page.js'), formats: ['es'], fileName: 'page' } },
    });
    expect(JSON.parse(readFileSync(join(root, 'out/packages/page.json'), 'utf8'))).toEqual([
      'styles@1.0.0',
      'used@1.0.0',
      '@s/deep@2.0.0',
    ]);
  });
});
