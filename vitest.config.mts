import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const suite = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

/** Displays that `npm test` has opened for the tests in real windows, as tests/e2e/own-display.ts reads them. */
const displays: readonly unknown[] = JSON.parse(process.env.VITRINE_TEST_DISPLAYS || '[]');

/** Files that take a minute or two, which their size does not tell. */
const longest = ['e2e/screens.test.ts', 'e2e/stories.test.ts', 'e2e/queue.test.ts'];

/** The longest files first, so that no process is left alone with one at the end; the others in vitest's order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const known = longest.findIndex((name) => moduleId.endsWith(name));
      return known < 0 ? longest.length : known;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: {
    alias: { '@shared': resolve(import.meta.dirname, 'shared'), '@config': resolve(import.meta.dirname, 'config') },
  },
  test: {
    // Native modules (LanceDB, libSQL, onnxruntime) want a process of their own, not a thread.
    pool: 'forks',
    // Two files at a time also on two processors: much of a file's time is waiting for a program that it has started.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Instead of a second: on a machine that does much else a window takes longer to show what was done in it.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Tests take their time where the machine has much else to do; these limits find what never ends.
      suite('unit', { testTimeout: 60_000, hookTimeout: 60_000 }),
      suite('integration', { testTimeout: 120_000, hookTimeout: 120_000 }),
      // Windows take the focus from each other, so no more files at a time than there are displays.
      suite('e2e', {
        testTimeout: 120_000,
        hookTimeout: 180_000,
        maxWorkers: Math.max(1, displays.length),
        setupFiles: ['tests/e2e/own-display.ts'],
      }),
    ],
  },
});
