import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * A temporary folder: one that a test or its beforeEach asks for goes after the test; one that a file or a describe asks
 * for where it begins goes after all its tests. To be called in no other hook.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
