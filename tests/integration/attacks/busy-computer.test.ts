/** Other programs have all processors: the reading of a healthy file takes longer by the clock, and is not stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { randomNumbers } from '../../../bench/synthetic-text';
import { textPdf } from '../../../bench/text-pdf';
import { ensureBuilt } from '../cli/vitrine-command';
import { project, statuses, TestEngine } from '../open-test-engine';

const files = 80;
/** Most are letters and papers, some are reports, one is a book. */
const pagesOf = (file: number): number => (file === 0 ? 150 : file % 16 === 0 ? 40 : 1 + (file % 6));
const mostProcessorMs = 60_000;

let vitrine: TestEngine;
const others: ChildProcess[] = [];

beforeAll(ensureBuilt);
afterEach(async () => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  await vitrine.close();
});

it('reads a folder of PDFs without stopping one of them while two programs want every processor', async () => {
  // Without a model: this is about readers.
  const ingestThreadFile = join(project, 'out', 'main', 'ingest-worker.cjs');
  vitrine = await TestEngine.open({ ingestThreadFile, bundledModelFolder: join(project, 'none') });
  const random = randomNumbers(971);
  const names = Array.from({ length: files }, (_, file) => `${file}.pdf`);
  for (const [file, name] of names.entries()) await vitrine.file(`pdfs/${name}`, textPdf(pagesOf(file), random));
  for (let n = 0; n < 2; n += 1) others.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const before = process.cpuUsage();
  const report = await vitrine.ingest(vitrine.path('pdfs'));
  const { user, system } = process.cpuUsage(before);
  expect(others.map(({ exitCode }) => exitCode)).toEqual([null, null]);
  expect(statuses(report)).toEqual(Object.fromEntries(names.map((name) => [name, 'indexed'])));
  expect(report.files.map(({ pages }) => pages).sort()).toEqual(names.map((_, file) => pagesOf(file)).sort());
  expect((user + system) / 1000).toBeLessThan(mostProcessorMs);
}, 300_000);
