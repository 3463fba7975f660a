// Adds up what the checks and the suites have said, and words the last line.
import { existsSync, readFileSync } from 'node:fs';

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;

  /** A check counts as one test. */
  check(ok) {
    if (ok) this.passed++;
    else this.failed++;
  }

  /**
   * Counts vitest's JSON report. A file that could not be loaded, a run that wrote no report and a run that ended
   * badly without a failed test count as one failure each.
   */
  suite(reportFile, exitCode) {
    const before = this.failed;
    if (existsSync(reportFile)) {
      const report = JSON.parse(readFileSync(reportFile, 'utf8'));
      this.passed += report.numPassedTests;
      this.failed += report.numFailedTests;
      this.skipped += report.numPendingTests + report.numTodoTests;
      const unloaded = report.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      );
      this.failed += unloaded.length;
    }
    if (exitCode !== 0 && this.failed === before) this.failed++;
  }

  get line() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    return `${this.passed} passed, ${this.failed} failed${skipped}`;
  }

  get exitCode() {
    return this.failed > 0 ? 1 : 0;
  }
}

/**
 * Lines that say a test was skipped for want of the folder `../shared`. Where that folder is there, such a skip hides a
 * test that should have run.
 */
export function skippedForShared(output) {
  return output.split('\n').filter((line) => /skipped:.*(\bshared\b|beside the checkout)/.test(line));
}
