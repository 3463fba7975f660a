import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// How the engine is bundled: for the program (electron.vite.config.ts), and for what measures it (bench).

/** @param root of the project */
export const aliasIn = (root: string) => ({ '@shared': resolve(root, 'shared'), '@config': resolve(root, 'config') });

/**
 * The engine's own: transformers.js is bundled from its sources, since its built files hold onnxruntime-web too, which a
 * program with onnxruntime-node never runs. package.json keeps sharp and the rest of onnxruntime-web out (ADR 0015).
 */
export const engineAliasIn = (root: string) => ({
  ...aliasIn(root),
  '@huggingface/transformers': resolve(root, 'node_modules/@huggingface/transformers/src/transformers.js'),
  'onnxruntime-web/webgpu': 'onnxruntime-node',
});

/**
 * Native modules and packages that look for their own files at run time stay in node_modules; everything else is
 * bundled, because CommonJS cannot `require` the packages that are ESM only.
 */
export const external = [
  '@lancedb/lancedb',
  '@napi-rs/canvas',
  'apache-arrow',
  'libsql',
  'onnxruntime-node',
  'pdfjs-dist',
  'tesseract.js-core',
].flatMap((name): (string | RegExp)[] => [name, new RegExp(`^${name}/.+`)]);

/**
 * A room's door only passes on: who takes one thing through it does not get the rest of the room read. No file of
 * transformers.js does more than it exports: its pipelines, sounds and pictures stay out.
 */
export const treeshake = {
  moduleSideEffects: [
    { test: /electron[\\/]engine[\\/][^\\/]+[\\/]index\.ts$/, sideEffects: false },
    { test: /@huggingface[\\/]transformers[\\/]src[\\/]/, sideEffects: false },
  ],
};

/** Has the language detector's table parsed as JSON: as a literal it takes five times as long and 60 MB more. */
export const tableAsJson = {
  name: 'vitrine:table-as-json',
  async transform(_code: string, id: string) {
    if (!/[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/.test(id)) return null;
    const { ngramsData } = (await import(pathToFileURL(id).href)) as { ngramsData: unknown };
    const table = JSON.stringify(JSON.stringify(ngramsData));
    return { code: `export const ngramsData = JSON.parse(${table});`, map: null };
  },
};

export const target = 'node20';
