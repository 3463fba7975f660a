import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const suite = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

/** Displays that `npm test` has opened for the tests in real windows, as tests/e2e/own-display.ts reads them. */
const displays: readonly unknown[] = JSON.parse(process.env.VITRINE_TEST_DISPLAYS || '[]');

/** Files that take the longest, which their size does not tell. */
const longest = [
  'integration/attacks/hostile-files',
  'integration/cli/contract',
  'integration/library/writer-takeover',
  'e2e/team',
  'integration/library/text-recognition',
  'integration/retrieval-quality',
  'integration/models/server-embeddings',
];

/** Unit tests that replace a global or a module, or set what a process has before it reads anything. */
const wantOwnProcess = [
  'tests/unit/ingest/formats/pdf.test.ts',
  'tests/unit/renderer/state/settings.test.ts',
  'tests/unit/renderer/state/place-storage.test.ts',
  'tests/unit/renderer/state/finding/found-entries.test.ts',
  'tests/unit/store/catalogue/database.test.ts',
];

/**
 * The longest files first, so that no process is left alone with one at the end; then one kind after the other, as a
 * process that is shared ends where a file of another kind is next; those that wait for nothing last. Otherwise in
 * vitest's order.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = ['views', 'e2e', 'integration', 'unit-alone', 'unit'];
    const place = ({ moduleId, project }: TestSpecification): number => {
      const known = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return known >= 0 ? known : longest.length + kinds.indexOf(project.name);
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Windows take the focus from each other: on a person's own display, one after the other when all else is done. */
const inWindows = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  setupFiles: ['tests/e2e/own-display.ts', 'tests/e2e/tell-failures.ts'],
  ...(displays.length === 0 ? { isolate: true, maxWorkers: 1 } : {}),
};

export default defineConfig({
  resolve: {
    alias: { '@shared': resolve(import.meta.dirname, 'shared'), '@config': resolve(import.meta.dirname, 'config') },
  },
  test: {
    // Native modules (LanceDB, libSQL, onnxruntime) want a process of their own, not a thread.
    pool: 'forks',
    // What one kind of test has read as JavaScript, the others and the next run find on the disk.
    experimental: { fsModuleCache: true },
    // Each process takes one file after the other: to read the same modules anew for each takes longer than the tests.
    isolate: false,
    // More than processors: half of the time of a window or a command is waiting. As many as `npm test` opens displays.
    maxWorkers: displays.length || 3,
    sequence: { sequencer: LongestFirst },
    // Instead of a second: on a machine that does much else a window takes longer to show what was done in it.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Tests take their time where the machine has much else to do; these limits find what never ends.
      suite('unit', {
        testTimeout: 60_000,
        hookTimeout: 60_000,
        exclude: [...configDefaults.exclude, ...wantOwnProcess],
      }),
      suite('unit-alone', { testTimeout: 60_000, hookTimeout: 60_000, isolate: true, include: wantOwnProcess }),
      suite('integration', { testTimeout: 120_000, hookTimeout: 120_000 }),
      suite('e2e', inWindows),
      suite('views', inWindows),
    ],
  },
});
