import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';

interface TestReport {
  readonly Tally: new () => {
    check(ok: boolean, name: string): void;
    suite(reportFile: string, exitCode: number, output?: string): void;
    readonly failures: readonly string[];
    readonly line: string;
    readonly exitCode: number;
  };
  skippedForShared(output: string): readonly string[];
  sumOf(lines: readonly string[]): InstanceType<TestReport['Tally']>;
}

// A plain script that runs before anything is installed, hence without types of its own.
const script = pathToFileURL(resolve(__dirname, '../../../scripts/test-report.mjs')).href;
const { Tally, skippedForShared, sumOf }: TestReport = await import(script);

const folder = temporaryFolder();

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

describe('the last line over several runs', () => {
  it('sums them, and says again what failed', () => {
    const tests = new Tally();
    const views = new Tally();
    tests.suite(report({ numPassedTests: 5, numPendingTests: 2 }), 0);
    tests.check(false, 'layers');
    views.suite(report({ numPassedTests: 7 }), 0);
    const sum = sumOf([tests, views].map((tally) => JSON.stringify(tally)));
    expect([sum.line, sum.exitCode]).toEqual(['12 passed, 1 failed, 2 skipped', 1]);
    expect(sum.failures).toEqual(['✗ layers']);
    expect(sumOf(['']).line).toBe('0 passed, 0 failed');
  });
});

describe('tests skipped for want of the shared folder', () => {
  it('are found by what they say', () => {
    const output = 'skipped: no ../shared/data\nskipped: no model m beside the checkout\nskipped: needs a Chromium\n';
    expect(skippedForShared(output)).toEqual(['skipped: no ../shared/data', 'skipped: no model m beside the checkout']);
  });
});
