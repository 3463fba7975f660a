import type { Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { exactDraft } from '../../../electron/engine/answers/exact-draft';
import { fromPassages } from '../../../electron/engine/answers/from-passages';
import type { Drafting } from '../../../electron/engine/answers/way';
import { checkedAnswer } from '../../../electron/engine/chat/checked-answer';
import { answerConfidence as confidenceOf } from '../../../electron/engine/chat/confidence';
import type { WrittenAnswer } from '../../../electron/engine/chat/generate-answer';
import { confidenceWeights, noEvidence } from '../chat/confidence-weights';
import { aChunk, gated, limits } from '../stages/memory-library';

/** Drafts an answer without a model from passages of these relevances, best first. */
function drafted(relevances: readonly number[], question = 'What does the mill grind?') {
  const entries = relevances.map((relevance, at) => {
    const text = `The mill grinds rye in year ${at} of its long life beside the river. ${'It went on so. '.repeat(20)}`;
    return [aChunk(`c${at}`, text), relevance] as const;
  });
  const scores = entries.map(([{ id }, coverage]) => [id, { coverage, fused: { kind: 'weighted', value: coverage } }]);
  const before = gated(entries, question);
  const extras = { ...before.extras, retrieval_scores: Object.fromEntries(scores) } as typeof before.extras;
  const prompt = { ...before, extras };
  const run = { runId: 'run', stages: [], snapshots: { Prompt_Builder: prompt } } as unknown as Run;
  return fromPassages({
    run,
    limits,
    model: async () => null,
    parts: { activeModel: { load: () => Promise.reject(new Error('none')), entry: { confidence: confidenceWeights } } },
    signal: new AbortController().signal,
    shown: { token: () => undefined },
  } as unknown as Drafting);
}

describe('an answer that rests on no prompt', () => {
  it('says nothing of what found no room in one', () => {
    const notices = ['spelling-corrected', 'dropped-for-budget', 'prompt-over-budget'].map((code) => ({ code }));
    const run = { runId: 'run', stages: [{ notices }] } as unknown as Run;
    const counted = { answer: 'Two.', citations: [], cited: [], confidence: 1 };
    const drafted = exactDraft({ run, shown: { token: () => undefined } } as unknown as Drafting, counted);
    expect(drafted).toMatchObject({ answer: 'Two.', notices: [{ code: 'spelling-corrected' }] });
    expect(drafted.notices).toHaveLength(1);
  });
});

describe('an answer without a source', () => {
  const entries = [[aChunk('c0', 'The mill grinds rye beside the river.'), 0.9]] as const;
  const written = { text: '', complete: true, notices: [], usage: null } as unknown as WrittenAnswer;
  const inForm = (name: string) => {
    const prompt = gated(entries, 'What does the mill grind?');
    const extras = { ...prompt.extras, format_enforcer: { name } } as typeof prompt.extras;
    return checkedAnswer('{ "sold": "copper kettles" }', written, { ...prompt, extras }, limits);
  };

  it('says so, unless its form leaves no room', () => {
    expect(inForm('plain').notices.map(({ code }) => code)).toEqual(['citation-missing']);
    expect(inForm('plain')).not.toHaveProperty('strictForm');
    expect(inForm('json')).toMatchObject({ strictForm: true, notices: [] });
    expect(inForm('code')).toMatchObject({ strictForm: true });
  });
});

describe('C6 the confidence of an answer', () => {
  it('is made of what the best passage holds, and says so', async () => {
    const { outcome, confidence, basis } = await drafted([0.9, 0.3]);
    expect(outcome).toBe('answered');
    expect(basis).toMatchObject({ passages: 2, nearness: null, missingNumbers: [] });
    expect(confidence).toBe(confidenceOf(basis ?? noEvidence, confidenceWeights));
  });

  it('where it is very low is no answer at all, although the passages reach the threshold', async () => {
    expect(await drafted([0.42, 0.41], 'What did 17 mills grind in 1999?')).toMatchObject({
      outcome: 'fallback',
      confidence: 0,
      citations: [],
      basis: { missingNumbers: ['17', '1999'] },
      nearest: [
        { marker: 1, chunkId: 'c0', snippet: 'The mill grinds rye in year 0 of its long life beside the river.' },
        { marker: 2, chunkId: 'c1' },
      ],
    });
  });

  it('lets a sure answer be short, and shows more of an uncertain one', async () => {
    const lengthAt = async (relevance: number) => (await drafted([relevance, relevance, relevance])).answer.length;
    expect(await lengthAt(0.95)).toBeLessThan(await lengthAt(0.45));
  });
});
