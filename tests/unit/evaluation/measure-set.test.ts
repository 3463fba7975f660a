import type { EvaluationResult } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import {
  type AnswerToJudge,
  answerFigures,
  balancedAccuracy,
  compareConfigurations,
  evaluate,
  evaluationReport,
  halvesByTitle,
  judgeAnswer,
  measureSet,
} from '../../../electron/engine/evaluation';

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

const cites = (marker: number, documentId: string) => ({ marker, documentId, path: '' });
const quoted = (answer: string, ...citations: AnswerToJudge['citations']): AnswerToJudge => ({
  outcome: 'answered',
  answer,
  citations,
  cited: [],
});
const right = ({ documentId }: { documentId: string }) => documentId === 'right';

describe('a quoted answer', () => {
  it('holds a span in other letters and other white space, but not one that its markers make', () => {
    expect(judgeAnswer(quoted('He led with  Eleven\nSacks. [Citation 1]'), ['eleven sacks'], right).holdsSpan).toBe(
      true,
    );
    expect(judgeAnswer(quoted('He led. [Citation 11]'), ['11'], right).holdsSpan).toBe(false);
  });

  it('of more than three sentences or 1,000 characters holds none', () => {
    const sentence = { text: '', markers: [1], support: 'supported', share: 1, missingNumbers: [], spans: [] } as const;
    const long = `${'x'.repeat(1000)} span`;
    expect(judgeAnswer(quoted(long), ['span'], right).holdsSpan).toBe(false);
    const four = { ...quoted('span'), cited: Array(4).fill(sentence) };
    expect(judgeAnswer(four, ['span'], right).holdsSpan).toBe(false);
    expect(judgeAnswer({ ...four, cited: Array(3).fill(sentence) }, ['span'], right).holdsSpan).toBe(true);
  });

  it('is judged by its first marker, in whatever order the citations come', () => {
    expect(judgeAnswer(quoted('a', cites(2, 'wrong'), cites(1, 'right')), [], right).firstCitationRight).toBe(true);
    expect(judgeAnswer(quoted('a', cites(1, 'wrong'), cites(2, 'right')), [], right).firstCitationRight).toBe(false);
    expect(judgeAnswer(quoted('a'), [], right).firstCitationRight).toBe(false);
  });

  it('that found nothing counts for nothing, and in every share', () => {
    const fallback = judgeAnswer({ ...quoted('span', cites(1, 'right')), outcome: 'nothing' }, ['span'], right);
    expect(fallback).toEqual({ answered: false, holdsSpan: false, firstCitationRight: false });
    const held = judgeAnswer(quoted('span', cites(1, 'right')), ['span'], right);
    expect(answerFigures([held, held, fallback], 0.87654)).toEqual({
      questions: 3,
      answered: 0.6667,
      spanInAnswer: 0.6667,
      firstCitationRight: 0.6667,
      abstention: 0.8765,
    });
  });
});

describe('abstention', () => {
  it('is the mean of right answers and right refusals', () => {
    const asked = (known: boolean, answered: boolean) => ({ known, answered });
    // 2 of 3 known answered, 1 of 2 unknown refused: (2/3 + 1/2)/2
    const all = [asked(true, true), asked(true, true), asked(true, false), asked(false, false), asked(false, true)];
    expect(balancedAccuracy(all)).toBeCloseTo(7 / 12, 12);
    expect(balancedAccuracy([asked(true, true)])).toBeNull();
    expect(balancedAccuracy([])).toBeNull();
  });

  it('takes every other title away, with all its documents', () => {
    const document = (id: string, title: string) => ({ id, title, text: '' });
    const all = [document('1', 'A'), document('2', 'B'), document('3', 'A'), document('4', 'C')];
    const ids = halvesByTitle(all)?.map((half) => half.map(({ id }) => id));
    expect(ids).toEqual([['1', '3', '4'], ['2']]);
    expect(halvesByTitle(all.filter(({ title }) => title === 'A'))).toBeNull();
  });
});
