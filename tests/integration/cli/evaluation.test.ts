import type { EvaluationResult, EvaluationSummary } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';
import { ensureBuilt, json, run } from './vitrine-command';

let files: TestEngine;
let library: string[] = [];
let set = '';

const lines = (items: object[]) => items.map((item) => JSON.stringify(item)).join('\n');

beforeAll(async () => {
  ensureBuilt();
  files = await TestEngine.open();
  library = ['--library', `${files.folder}/measured`];
  const documents = [
    { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux.' },
    { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux.' },
  ];
  await files.file('set/corpus.jsonl', lines(documents));
  await files.file('set/queries.jsonl', lines([{ _id: 'q1', text: 'How much light does silk bear?' }]));
  await files.file('set/qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t1\n');
  set = files.path('set');
}, 240_000);
afterAll(() => files.close());

const command = async <T>(...args: string[]) => (await json<T>([...library, 'eval', ...args])).document;

describe('vitrine eval', () => {
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
    const report = await run([...library, 'eval', 'report', evaluationId, '--no-times']);
    expect(report.stdout).toMatch(/^# Evaluation of set\n/);
    expect(report.stdout).not.toContain('p95');
    const both = await run([...library, 'eval', 'report', evaluationId, evaluationId, '--no-times']);
    expect(both.stdout).toMatch(/^# Comparison on set\n/);

    const figures = ['eval', 'report', evaluationId, '--format', 'csv', '--no-times'];
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

  it('names the whole path of a file with a line that does not fit', async () => {
    const mills = await files.file('mills/corpus.jsonl', '{oops\n');
    await files.file('mills/queries.jsonl', '{"_id": "q1", "text": "Who grinds?"}\n');
    await files.file('mills/qrels/test.tsv', 'q1\td1\t1\n');
    const { stderr } = await run([...library, 'eval', 'run', files.path('mills')]);
    expect(stderr).toContain('in line 1 of corpus.jsonl: ');
    expect(stderr.split('\n')[0]).toMatch(/ File: .*mills.corpus\.jsonl$/u);
    expect(stderr).toContain(mills);
  });

  it('says how many questions are left out, and what their documents are called', async () => {
    await files.file('short/corpus.jsonl', '{"_id": "d1", "text": "Silk bears fifty lux."}\n');
    const asked = ['q1', 'q2'].map((id) => ({ _id: id, text: `Which light does ${id} bear?` }));
    await files.file('short/queries.jsonl', lines(asked));
    await files.file('short/qrels/test.tsv', 'q1\td1\t1\nq2\tgone\t1\n');
    const said = '1 of 2 questions is left out: its document is not in the set ("gone").\n';
    const inspected = await run([...library, 'eval', 'inspect', files.path('short')]);
    expect(inspected.stdout).toContain(said.trim());
    expect(inspected.stdout).not.toContain('[object');
    const measured = await run([...library, 'eval', 'run', files.path('short'), '--in', 'keyword']);
    expect(measured.stdout).toContain(said);
    const at = (name: string) => files.path(`short/${name}`);
    const plain = ['--corpus', at('corpus.jsonl'), '--queries', at('queries.jsonl'), '--qrels', at('qrels/test.tsv')];
    expect((await run([...library, 'evaluate', ...plain, '--modes', 'keyword'])).stdout).toContain(said);
  });

  it('fails where not all that is to be deleted or removed is there', async () => {
    const deleting = await json([...library, 'eval', 'delete', 'none']);
    expect(deleting).toMatchObject({ code: 1, document: { deleted: 0, error: { code: 'evaluation-not-found' } } });
    const removing = await run([...library, 'eval', 'remove-sets', 'none']);
    expect(removing).toMatchObject({ code: 1, stderr: 'See vitrine eval sets for the keys.\n' });
  });

  it('says what searches had to say, in words and in a report', async () => {
    const { stdout } = await run([...library, 'eval', 'run', set, '--in', 'hybrid:rrf_rerank']);
    expect(stdout).toContain('Notices of hybrid rrf_rerank, by questions: no-reranker 1\n');
  });

  it.each([
    [['measure', 'everything']],
    [['run', 'set', '--in', 'psychic']],
    [['run', 'set', '--in', 'hybrid:slow']],
    [['run', 'set', '--in', 'hybrid:alpha=7']],
    [['run', 'set', '--cutoffs', '201']],
    [['compare', 'a', 'b', 'c', '--measure', 'map']],
    [['run', 'set', '--cutoffs', 'ten']],
    [['report', 'a', '--format', 'xlsx']],
    [['report', 'a', '--decimal', 'dot']],
  ])('refuses %j as bad usage', async (words) => {
    expect((await run([...library, 'eval', ...words])).code).toBe(2);
  });
});
