import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestEngine } from './open-test-engine';

const repository = resolve(__dirname, '../..');

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
