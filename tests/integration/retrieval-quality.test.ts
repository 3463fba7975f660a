import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EvaluationReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { pathsOf } from '../../bench/raw-keyword';
import { openEngine } from '../../electron/engine/engine';
import { engineOptions, quietNativeLogs } from '../../electron/engine/host-options';
import { TestEngine } from './open-test-engine';

quietNativeLogs(process.env);

const repository = resolve(__dirname, '../..');
const data = join(repository, '..', 'shared', 'data');
const missing = !existsSync(data);
if (missing) console.warn('skipped: the labelled sets of ../shared/data are not beside the checkout');

/** Returns the figures of every `oneOf`-th question. Whole sets are measured by the benches, which check them too. */
async function evaluate(folder: string, oneOf: number): Promise<EvaluationReport> {
  const libraryFolder = mkdtempSync(join(tmpdir(), 'vitrine-quality-'));
  const engine = await openEngine({ ...engineOptions({}, { appFolder: repository, libraryFolder }), logFile: null });
  try {
    const paths = pathsOf(folder);
    const queries = join(libraryFolder, 'queries.jsonl');
    const lines = readFileSync(paths.queries, 'utf8').trim().split('\n');
    writeFileSync(queries, lines.filter((_line, at) => at % oneOf === 0).join('\n'));
    const result = await engine.request('evaluate.run', { ...paths, queries });
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  } finally {
    await engine.close();
    rmSync(libraryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe('retrieval with the bundled model, on the documents of this project', () => {
  const vitrine = TestEngine.shared(async () => {
    const documents = ['docs/adr', 'docs/guide', 'docs/architecture.md'];
    await vitrine.ingest(...documents.map((path) => join(repository, path)));
  });

  it('Q2 finds the one document that answers a question among the first', async () => {
    const path = join(repository, 'bench/questions-about-vitrine.csv');
    const { configurations } = await vitrine.ask('evaluate.start', { path, configurations: [{ mode: 'hybrid' }] });
    const figures = configurations[0]?.figures ?? {};
    expect(figures['mrr@10']).toBeGreaterThan(0.5);
    expect(figures['recall@3']).toBeGreaterThan(0.7);
    expect(figures['ndcg@5']).toBeGreaterThanOrEqual(0.7);
  });
});

describe.skipIf(missing)('retrieval with the bundled model, on labelled sets', () => {
  const figure = (
    report: EvaluationReport,
    mode: 'hybrid' | 'vector' | 'keyword',
    name: 'ndcg@5' | 'ndcg@10' | 'mrr@10' | 'recall@3',
  ) => report.modes[mode]?.[name] ?? 0;

  it('R3 hybrid beats either lane alone', async () => {
    const report = await evaluate(join(data, 'xquad-dev'), 3);
    expect(figure(report, 'hybrid', 'ndcg@10')).toBeGreaterThan(figure(report, 'keyword', 'ndcg@10'));
    expect(figure(report, 'hybrid', 'ndcg@10')).toBeGreaterThan(figure(report, 'vector', 'ndcg@10'));
    expect(figure(report, 'hybrid', 'mrr@10')).toBeGreaterThanOrEqual(0.95);
    expect(figure(report, 'hybrid', 'recall@3')).toBeGreaterThan(0.7);
    expect(figure(report, 'hybrid', 'ndcg@5')).toBeGreaterThanOrEqual(0.7);
  }, 300_000);
});
