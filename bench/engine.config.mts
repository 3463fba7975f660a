import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { engineAliasIn, external, tableAsJson, target, treeshake } from '../scripts/engine-build';

const root = resolve(import.meta.dirname, '..');

/** The engine by itself, bundled as the program has it (built-engine.ts). */
export default defineConfig({
  root,
  logLevel: 'warn',
  resolve: { alias: engineAliasIn(root) },
  plugins: [tableAsJson],
  ssr: { noExternal: true },
  build: {
    ssr: resolve(root, 'electron', 'engine', 'engine.ts'),
    outDir: resolve(root, 'out', 'bench'),
    target,
    rolldownOptions: { external, treeshake, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
  },
});
