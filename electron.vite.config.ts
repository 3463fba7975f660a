import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { recordPackages } from './scripts/bundled-packages';
import { aliasIn, engineAliasIn, external, tableAsJson, target, treeshake } from './scripts/engine-build';
import { noncePlaceholder } from './shared/host/page-policy';

const alias = aliasIn(import.meta.dirname);

/** One entry a host, the engine's worker and those of its ingests; they share chunks. */
const entries = {
  index: 'electron/main/index.ts',
  worker: 'electron/engine/host/worker.ts',
  'ingest-worker': 'electron/engine/jobs/ingest/ingest-worker.ts',
  'recognition-worker': 'electron/engine/jobs/ingest/recognition-worker.ts',
  'replica-worker': 'electron/engine/store/team/replica-worker.ts',
  cli: 'electron/cli/index.ts',
  web: 'electron/web/index.ts',
  mcp: 'electron/mcp/index.ts',
};

const present = Object.fromEntries(
  Object.entries(entries)
    .map(([name, file]) => [name, resolve(import.meta.dirname, file)] as const)
    .filter(([, file]) => existsSync(file)),
);

interface BuiltChunk {
  readonly type: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly moduleIds?: readonly string[];
}

/** A host that requires another host's code would start it: what hosts share must lie in chunks of its own. */
const entriesStayApart = {
  name: 'vitrine:entries-stay-apart',
  generateBundle(_options: unknown, bundle: Record<string, BuiltChunk>) {
    for (const [file, chunk] of Object.entries(bundle)) {
      const entry = chunk.imports?.find((name) => bundle[name]?.isEntry);
      if (entry) throw new Error(`${file} requires the entry ${entry}`);
      const stray = chunk.isEntry ? undefined : Object.values(present).find((id) => chunk.moduleIds?.includes(id));
      if (stray) throw new Error(`${file} holds the entry ${stray}`);
    }
  },
};

/** What pdf.js fetches while it draws a page, under its version, so that browsers may keep it. */
const pdfjsFiles = {
  name: 'vitrine:pdfjs-files',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): void }) {
    const root = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const add = (from: string, to: string) =>
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdfjs-${version}/${to}`,
        source: readFileSync(join(root, from)),
      });
    add('legacy/build/pdf.worker.min.mjs', 'pdf.worker.min.mjs');
    for (const decoder of ['jbig2', 'openjpeg'])
      add(`wasm/${decoder}_nowasm_fallback.js`, `wasm/${decoder}_nowasm_fallback.js`);
    for (const folder of ['cmaps', 'standard_fonts']) {
      for (const name of readdirSync(join(root, folder))) add(`${folder}/${name}`, `${folder}/${name}`);
    }
  },
};

/** Chromium reads the first of the three kinds of fonts that KaTeX brings: the others would only make the app larger. */
const woff2Only = {
  name: 'vitrine:woff2-only',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.includes('katex.min.css')) return null;
    return { code: code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ''), map: null };
  },
};

export default defineConfig({
  main: {
    resolve: { alias: engineAliasIn(import.meta.dirname) },
    plugins: [entriesStayApart, tableAsJson, recordPackages(import.meta.dirname, 'main')],
    build: {
      outDir: 'out/main',
      target,
      externalizeDeps: false,
      rolldownOptions: {
        input: present,
        external,
        treeshake,
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // Smaller. Names of functions stay, so that a trace in a log says where it was.
          minify: {
            compress: false,
            mangle: { toplevel: false, keepNames: true },
            codegen: { removeWhitespace: true },
          },
          // libSQL's native log goes to stdout, which belongs to answers; it reads this when it is loaded, before all else.
          banner: ({ isEntry }) => (isEntry ? '"use strict";process.env.RUST_LOG??="off";' : ''),
          // The bundler keeps its interop code beside a CommonJS package: a chunk of its own for ws keeps that out of web.cjs.
          codeSplitting: { groups: [{ name: 'ws', test: /node_modules[\\/]ws[\\/]/ }] },
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    plugins: [recordPackages(import.meta.dirname, 'preload')],
    build: {
      outDir: 'out/preload',
      target,
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
    // The host puts a fresh nonce in its place at every load (shared/host/page-policy.ts).
    html: { cspNonce: noncePlaceholder },
    plugins: [recordPackages(import.meta.dirname, 'renderer'), react(), tailwindcss(), pdfjsFiles, woff2Only],
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      target: 'chrome130',
      minify: true,
      // data: addresses would need a hole in the content security policy.
      assetsInlineLimit: 0,
      // The page comes from the same machine.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'renderer/index.html'),
        // What the first screen is made of in one file: each one more is a round through three processes.
        output: { codeSplitting: { groups: [{ name: 'first-screen', test: /renderer[\\/]main\.tsx$/ }] } },
      },
    },
  },
});
