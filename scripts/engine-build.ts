import { resolve } from 'node:path';

// How the engine is bundled: for the program (electron.vite.config.ts), and for what measures it (tests/bench).

/** @param root of the project */
export const aliasIn = (root: string) => ({ '@shared': resolve(root, 'shared'), '@config': resolve(root, 'config') });

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

/** A room's door only passes on: who takes one thing through it does not get the rest of the room read. */
export const treeshake = {
  moduleSideEffects: [{ test: /electron[\\/]engine[\\/][^\\/]+[\\/]index\.ts$/, sideEffects: false }],
};

export const target = 'node20';
