import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

interface TestReport {
  readonly Tally: new () => {
    check(ok: boolean, name: string): void;
    suite(reportFile: string, exitCode: number, output?: string, runAgain?: readonly string[]): void;
    readonly failures: readonly string[];
    readonly secondTries: readonly string[];
    readonly line: string;
    readonly exitCode: number;
  };
  skippedForShared(output: string): readonly string[];
  filesToRunAgain(reportFile: string, output?: string): readonly string[];
}

// A plain script that runs before anything is installed, hence without types of its own.
const script = pathToFileURL(resolve(__dirname, '../../../scripts/test-report.mjs')).href;
const { Tally, skippedForShared, filesToRunAgain }: TestReport = await import(script);

const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function report(counts: object, testResults: readonly object[] = []): string {
  const file = join(folder, 'report.json');
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(file, JSON.stringify({ ...none, ...counts, testResults }));
  return file;
}

describe('the last line of npm test', () => {
  it('sums checks and suites', () => {
    const tally = new Tally();
    tally.check(true, 'types');
    tally.check(false, 'style');
    tally.suite(report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }), 1);
    expect([tally.line, tally.exitCode]).toEqual(['6 passed, 2 failed, 3 skipped', 1]);
  });

  it('names no skipped tests where there are none, and ends well', () => {
    const tally = new Tally();
    tally.suite(report({ numPassedTests: 5 }), 0);
    expect([tally.line, tally.exitCode]).toEqual(['5 passed, 0 failed', 0]);
  });

  it.each([
    ['a file that could not be loaded', () => report({}, [{ status: 'failed', assertionResults: [] }])],
    [
      'a file whose last steps failed',
      () => report({ numPassedTests: 1 }, [{ status: 'failed', assertionResults: [{ status: 'passed' }] }]),
    ],
    ['a run that ended badly without a failed test', () => report({ numPassedTests: 5 })],
    ['a run that wrote no report', () => join(folder, 'missing.json')],
  ])('counts %s as a failure', (_what, file) => {
    const tally = new Tally();
    tally.suite(file(), 1);
    expect(tally.line).toMatch(/ 1 failed$/);
  });

  it('is preceded by what failed, with the reason of each', () => {
    const tally = new Tally();
    tally.check(false, 'style');
    const broken = { status: 'failed', fullName: 'fusion keeps ties', failureMessages: ['expected 1 to be 2'] };
    const results = [{ name: 'fusion.test.ts', status: 'failed', assertionResults: [broken] }];
    tally.suite(report({ numFailedTests: 1 }, results), 1);
    tally.suite(report({ numPassedTests: 5 }), 1, '✓ five\nUnhandled Rejection\nEPIPE\n Test Files 1 passed');
    expect(tally.failures).toEqual([
      '✗ style',
      '✗ fusion.test.ts > fusion keeps ties\n    expected 1 to be 2',
      '✗ every test passed, and yet the run ended with code 1\n    Unhandled Rejection\n    EPIPE',
    ]);
    expect(tally.line).toBe('5 passed, 3 failed');
  });
});

describe('a file of window tests that failed', () => {
  const passed = { status: 'passed', fullName: 'menu opens', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'window comes back', failureMessages: ['expected 80 to be 40'] };
  const skipped = { status: 'skipped', fullName: 'tray', failureMessages: [] };
  const file = (name: string, ...assertionResults: object[]) => ({ name, status: 'failed', assertionResults });
  const whole = { name: 'menu.test.ts', status: 'passed', assertionResults: [passed] };
  const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1 };

  it('counts by its second run alone, and what failed at first is still said', () => {
    const tally = new Tally();
    const first = report(counts, [whole, file('place.test.ts', passed, failed, skipped)]);
    const again = filesToRunAgain(first);
    expect(again).toEqual(['place.test.ts']);
    tally.suite(first, 1, '', again);
    expect(tally.line).toBe('1 passed, 0 failed');
    tally.suite(report({ numPassedTests: 2, numPendingTests: 1 }, []), 0);
    expect([tally.line, tally.exitCode]).toEqual(['3 passed, 0 failed, 1 skipped', 0]);
    expect(tally.failures).toEqual([]);
    expect(tally.secondTries).toEqual([
      'run a second time: place.test.ts\n    window comes back\n    expected 80 to be 40',
    ]);
  });

  it('says so too where it failed outside its tests', () => {
    const tally = new Tally();
    tally.suite(report({}, [file('place.test.ts')]), 1, '', ['place.test.ts']);
    expect(tally.secondTries).toEqual(['run a second time: place.test.ts\n    it failed outside its tests']);
  });

  it('has failed where it fails again', () => {
    const tally = new Tally();
    const results = [file('place.test.ts', failed)];
    tally.suite(report({ numFailedTests: 1 }, results), 1, '', ['place.test.ts']);
    tally.suite(report({ numFailedTests: 1 }, results), 1);
    expect([tally.line, tally.exitCode]).toEqual(['0 passed, 1 failed', 1]);
  });

  it.each([
    [
      'three files failed',
      () =>
        report(
          {},
          ['a', 'b', 'c'].map((name) => file(name, failed)),
        ),
      '',
    ],
    ['something failed outside the files', () => report({}, [file('a', failed)]), 'Unhandled Rejection'],
    ['the run wrote no report', () => join(folder, 'missing.json'), ''],
    ['nothing failed', () => report({}, [whole]), ''],
  ])('is not run again where %s', (_what, made, output) => {
    expect(filesToRunAgain(made(), output)).toEqual([]);
  });
});

describe('tests skipped for want of the shared folder', () => {
  it('are found by what they say', () => {
    const output = 'skipped: no ../shared/data\nskipped: no model m beside the checkout\nskipped: needs a Chromium\n';
    expect(skippedForShared(output)).toEqual(['skipped: no ../shared/data', 'skipped: no model m beside the checkout']);
  });
});
