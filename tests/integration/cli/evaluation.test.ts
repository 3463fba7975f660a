import type { EvaluationResult, EvaluationSummary } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';
import { json, run } from './command-in-process';

let library: string[] = [];
let set = '';

const lines = (items: object[]) => items.map((item) => JSON.stringify(item)).join('\n');

const files = TestEngine.shared(async () => {
  library = ['--library', `${files.folder}/measured`];
  const documents = [
    { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux.' },
    { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux.' },
  ];
  await files.file('set/corpus.jsonl', lines(documents));
  await files.file('set/queries.jsonl', lines([{ _id: 'q1', text: 'How much light does silk bear?' }]));
  await files.file('set/qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t1\n');
  set = files.path('set');
});

const command = async <T>(...args: string[]) => (await json<T>([...library, 'evaluate', ...args])).document;

describe('vitrine evaluate', () => {
  it('measures, keeps, compares, opens, reports and deletes', async () => {
    const ways = ['--in', 'keyword', 'hybrid:k=10,no-features', '--cutoffs', '1', '10'];
    const { evaluationId, configurations, measures } = await command<EvaluationResult>('run', set, ...ways);
    expect(configurations.map(({ name }) => name)).toEqual(['keyword', 'hybrid rrf k 10 without features']);
    expect(measures).toEqual(['ndcg@1', 'ndcg@10', 'mrr@1', 'mrr@10', 'recall@1', 'recall@10', 'p@1', 'p@10']);
    const { evaluations } = await command<{ evaluations: EvaluationSummary[] }>('list');
    expect(evaluations.map((evaluation) => evaluation.evaluationId)).toEqual([evaluationId]);

    const compared = await command('compare', evaluationId, 'keyword', 'hybrid rrf k 10 without features');
    expect(compared).toMatchObject({ measure: 'ndcg@10', ties: 1, significance: { pValue: 1 } });
    expect(await command('open', evaluationId, 'q1', 'keyword')).toMatchObject({
      prompt: expect.stringMatching(/silk/),
    });
    const report = await run([...library, 'evaluate', 'report', evaluationId, '--no-times']);
    expect(report.stdout).toMatch(/^# set\n/);
    expect(report.stdout).not.toContain('95th percentile');
    const both = await run([...library, 'evaluate', 'report', evaluationId, evaluationId, '--no-times']);
    expect(both.stdout).toMatch(/^# set\n/);

    const figures = ['evaluate', 'report', evaluationId, '--format', 'csv', '--no-times'];
    const columns = 'question,question_id,configuration,first_right_rank,ndcg@1,ndcg@10,';
    expect((await run([...library, ...figures])).stdout).toMatch(
      new RegExp(`^\ufeff${columns}.*\r\nHow much light does silk bear\\?,q1,keyword,1,1,1,`),
    );
    const german = await run([...library, ...figures, '--decimal', 'comma']);
    expect(german.stdout).toContain('bear?;q1;keyword;1;1;1;1;1;1;1;1;0,1\r\n');

    expect(await command('sets')).toMatchObject({ sets: [{ name: 'set' }] });
    expect(await command('remove-sets')).toMatchObject({ removed: 1 });
    expect(await command('delete', evaluationId)).toEqual({ deleted: 1 });
    expect(await command('show', evaluationId)).toMatchObject({ error: { code: 'evaluation-not-found' } });
  });

  it('fails where not all that is to be deleted or removed is there', async () => {
    const deleting = await json([...library, 'evaluate', 'delete', 'none']);
    expect(deleting).toMatchObject({ code: 1, document: { deleted: 0, error: { code: 'evaluation-not-found' } } });
    const removing = await run([...library, 'evaluate', 'remove-sets', 'none']);
    expect(removing).toMatchObject({ code: 1, stderr: 'See vitrine evaluate sets for the keys.\n' });
  });

  it.each([[[]], [['run', 'set', '--in', 'hybrid:alpha=7']]])('refuses %j as bad usage', async (words) => {
    expect((await run([...library, 'evaluate', ...words])).code).toBe(2);
  });
});
