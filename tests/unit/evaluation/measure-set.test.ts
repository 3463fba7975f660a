import type { EvaluationResult } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { compareConfigurations, evaluate, evaluationReport, measureSet } from '../../../electron/engine/evaluation';

const questions = ['a', 'b', 'c', 'd', 'e'];
const set = {
  documents: questions.map((id) => ({ id, title: id.toUpperCase(), text: '' })),
  queries: questions.map((id) => ({ id: `q${id}`, text: id, judgements: new Map([[id, 1]]) })),
  unjudged: 0,
};

/** Finds the document of every question but the last. */
const search = async (query: string) => ({
  documentIds: query.trim() === 'e' ? [] : [query.trim()],
  notices: query.trim() === 'b' ? ['no-reranker'] : [],
});

async function measured(): Promise<EvaluationResult> {
  const named = ['one', 'two'].map((name) => ({ name, configuration: { mode: 'hybrid' as const } }));
  const facts = { name: 'five', path: '', checksum: '', documents: 5, queries: 5, unjudged: 0, judgements: 5 };
  return {
    ...(await measureSet(set, named, search, () => {}, { cutoffs: [3] })),
    evaluationId: 'eval_1',
    createdAt: '',
    set: { ...facts, kind: 'beir', highestGain: 1, splits: ['test'], split: 'test', hasAnswers: false },
    setKey: null,
    model: 'none',
    reranker: null,
    answers: null,
    chunks: 5,
    ms: 0,
  };
}

describe('measureSet', () => {
  it('averages values as they are and rounds the mean alone, as trec_eval does', async () => {
    const { configurations, queries } = await measured();
    // 4 · 1/3 / 5 = 0.26667; of values of four decimals it would be 0.26664
    expect(configurations[0]?.figures['p@3']).toBe(0.2667);
    expect(queries[0]?.outcomes[0]?.values).toEqual([1, 1, 1, 0.3333]);
  });

  it('gives a comparison and its report the same means', async () => {
    const result = await measured();
    const comparison = compareConfigurations(result, 'one', 'two', { measure: 'p@3' });
    expect(comparison).toMatchObject({ meanBefore: 0.2667, meanAfter: 0.2667, difference: 0, ties: 5 });
  });

  it('leaves the asking document out of its own results', async () => {
    const arguing = {
      documents: ['a', 'b'].map((id) => ({ id, title: '', text: id })),
      queries: [{ id: 'a', text: 'a', judgements: new Map([['b', 1]]), asker: 'a' }],
      unjudged: 0,
    };
    const finding = async () => ({ documentIds: ['a', 'b'], notices: [] });
    const named = [{ name: 'one', configuration: { mode: 'hybrid' as const } }];
    const { queries } = await measureSet(arguing, named, finding, () => {}, { cutoffs: [1] });
    expect(queries[0]?.outcomes[0]).toMatchObject({
      firstRank: 1,
      values: [1, 1, 1, 1],
      top: [{ documentId: 'b', gain: 1 }],
    });
    const report = await evaluate(arguing, ['hybrid'], async () => ['a', 'b'], 'none');
    expect(report.modes.hybrid).toMatchObject({ 'mrr@10': 1, 'ndcg@10': 1 });
  });

  it('counts the notices of searches, and its report shows them', async () => {
    const result = await measured();
    expect(result.configurations[1]?.notices).toEqual({ 'no-reranker': 1 });
    expect(evaluationReport([result], 'md', false).content).toContain('| two | no-reranker | 1 |\n');
  });
});
