// Adds up what the checks and the suites have said, and words the last line.
import { existsSync, readFileSync } from 'node:fs';

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Failures with their reasons, repeated at the end of a long run. */
  failures = [];

  /** A check counts as one test. */
  check(ok, name) {
    if (ok) this.passed++;
    else this.#fails(name);
  }

  /**
   * Counts vitest's JSON report. A file that failed outside its tests, a run that wrote no report and a run that ended
   * badly without a failed test count as one failure each; `output` is what that run said.
   */
  suite(reportFile, exitCode, output = '') {
    const before = this.failed;
    if (existsSync(reportFile)) {
      const report = JSON.parse(readFileSync(reportFile, 'utf8'));
      this.passed += report.numPassedTests;
      this.failed += report.numFailedTests;
      this.skipped += report.numPendingTests + report.numTodoTests;
      for (const file of report.testResults) {
        const failed = file.assertionResults.filter(({ status }) => status === 'failed');
        for (const test of failed) this.#say(`${file.name} > ${test.fullName}`, test.failureMessages.join('\n'));
        // The file could not be loaded, or what prepares its tests or tidies up after them failed.
        if (file.status === 'failed' && failed.length === 0)
          this.#fails(file.name, file.message || 'outside its tests');
      }
    }
    if (exitCode !== 0 && this.failed === before) {
      this.#fails(`every test passed, and yet the run ended with code ${exitCode}`, outsideTests(output));
    }
  }

  #fails(name, why) {
    this.failed++;
    this.#say(name, why);
  }

  #say(name, why = '') {
    this.failures.push(`✗ ${name}${firstLines(why)}`);
  }

  get line() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    return `${this.passed} passed, ${this.failed} failed${skipped}`;
  }

  get exitCode() {
    return this.failed > 0 ? 1 : 0;
  }
}

const unhandled = /Unhandled (Errors?|Rejection)|Worker exited|terminating/i;

/** The sum of tallies, each a line of JSON; a run that ended before it wrote its own leaves none. */
export function sumOf(lines) {
  const sum = new Tally();
  for (const { passed, failed, skipped, failures } of lines.filter(Boolean).map((line) => JSON.parse(line))) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
  }
  return sum;
}

/**
 * Lines about tests that were skipped because the folder `../shared` is missing. If that folder exists, such a skip
 * hides a test.
 */
export function skippedForShared(output) {
  return output.split('\n').filter((line) => /skipped:.*(\bshared\b|beside the checkout)/.test(line));
}

/** vitest's report of errors that no test caught: from their first mention to its sums. */
function outsideTests(output) {
  const from = output.search(unhandled);
  return from < 0 ? output.slice(-2_000) : output.slice(from).split('Test Files')[0];
}

function firstLines(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, 30)
    .map((line) => `\n    ${line}`)
    .join('');
}
