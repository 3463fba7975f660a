import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const alias = { '@shared': resolve(import.meta.dirname, 'shared'), '@config': resolve(import.meta.dirname, 'config') };

/**
 * Native modules and packages that look for their own files at run time stay in node_modules; everything else is
 * bundled, because CommonJS cannot `require` the packages that are ESM only.
 */
const external = [
  '@lancedb/lancedb',
  'apache-arrow',
  'libsql',
  '@huggingface/transformers',
  'onnxruntime-node',
  'pdfjs-dist',
].flatMap((name) => [name, new RegExp(`^${name}/.+`)]);

/** One entry a host, and the engine's worker; they share chunks. */
const entries = {
  index: 'electron/main/index.ts',
  worker: 'electron/engine/worker.ts',
  cli: 'electron/cli/index.ts',
  web: 'electron/web/index.ts',
};

const present = Object.fromEntries(
  Object.entries(entries)
    .map(([name, file]) => [name, resolve(import.meta.dirname, file)] as const)
    .filter(([, file]) => existsSync(file)),
);

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      outDir: 'out/main',
      target: 'node20',
      externalizeDeps: false,
      rolldownOptions: {
        input: present,
        external,
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      target: 'node20',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(import.meta.dirname, 'electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(import.meta.dirname, 'renderer'),
    // The page is served from app://vitrine/ and from a loopback port: relative addresses fit both.
    base: './',
    resolve: { alias },
    plugins: [react(), tailwindcss()],
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      target: 'chrome130',
      minify: true,
      // data: addresses would need a hole in the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(import.meta.dirname, 'renderer/index.html') },
    },
  },
});
