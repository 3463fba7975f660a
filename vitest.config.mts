import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const suite = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

export default defineConfig({
  resolve: {
    alias: { '@shared': resolve(import.meta.dirname, 'shared'), '@config': resolve(import.meta.dirname, 'config') },
  },
  test: {
    // Native modules (LanceDB, libSQL, onnxruntime) want a process of their own, not a thread.
    pool: 'forks',
    // Two files at a time also on two processors: much of a file's time is waiting for a program that it has started.
    maxWorkers: 2,
    projects: [
      suite('unit', { testTimeout: 20_000, hookTimeout: 60_000 }),
      suite('integration', { testTimeout: 120_000, hookTimeout: 120_000 }),
      // Windows take the focus from each other, so one file at a time.
      suite('e2e', { testTimeout: 120_000, hookTimeout: 180_000, fileParallelism: false, maxWorkers: 1 }),
    ],
  },
});
