import { describe, expect, it } from 'vitest';
import { electronPath, type LaunchedApp } from './app';

/** Tests in real windows: skipped, with a line that says so, where this machine has no Electron. */
export function inWindows(what: string, tests: () => void): void {
  if (!electronPath) console.warn(`skipped: ${what}: needs an Electron (npm test finds one)`);
  describe.skipIf(!electronPath)(what, tests);
}

/** The last test of a file: its page has thrown nothing and written no error to its console. */
export function leavesNoErrors(launched: () => LaunchedApp): void {
  it('does all of it without an error on the console', () => {
    expect(launched().pageErrors).toEqual([]);
  });
}
