import type { Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import type { WrittenAnswer } from '../../../electron/engine/chat/answer-with-model';
import { checkedAnswer, draftAnswer } from '../../../electron/engine/chat/draft-answer';
import { aChunk, gated, limits } from '../stages/memory-library';

/** What is drafted, without a model, on passages of these relevances, best first. */
function drafted(relevances: readonly number[]) {
  const entries = relevances.map((relevance, at) => {
    const text = `The mill grinds rye in year ${at} of its long life beside the river.`;
    return [aChunk(`c${at}`, text), relevance] as const;
  });
  const prompt = gated(entries, 'What does the mill grind?');
  const run = { runId: 'run', stages: [], snapshots: { Prompt_Builder: prompt } } as unknown as Run;
  const services = {
    model: async () => null,
    nearness: async () => null,
    reselect: async () => run,
    onToken: () => undefined,
    settings: {},
    withoutDocuments: false,
  };
  return draftAnswer(run, ['Mills'], limits, services, new AbortController().signal);
}

describe('an answer without a source', () => {
  const entries = [[aChunk('c0', 'The mill grinds rye beside the river.'), 0.9]] as const;
  const written = { text: '', complete: true, notices: [], usage: null } as unknown as WrittenAnswer;
  const inForm = (name: string) => {
    const prompt = gated(entries, 'What does the mill grind?');
    const extras = { ...prompt.extras, format_enforcer: { name } } as typeof prompt.extras;
    return checkedAnswer('{ "sold": "copper kettles" }', written, { ...prompt, extras }, limits);
  };

  it('is told so, unless its form leaves no room for one', () => {
    expect(inForm('plain').notices.map(({ code }) => code)).toEqual(['citation-missing']);
    expect(inForm('plain')).not.toHaveProperty('strictForm');
    expect(inForm('json')).toMatchObject({ strictForm: true, notices: [] });
    expect(inForm('code')).toMatchObject({ strictForm: true });
  });
});

describe('C6 the confidence of an answer', () => {
  it('is that of the passages shown in chat, by their rank', async () => {
    const { chatTopN } = limits.rerank;
    const shown = Array.from({ length: chatTopN }, () => 0.9);
    const { outcome, confidence, basis } = await drafted([...shown, 0.3, 0.3]);
    expect(outcome).toBe('answered');
    expect(confidence).toBeCloseTo(0.9, 10);
    expect(basis).toEqual({ passages: chatTopN, best: 0.9 });
  });

  it('where it is very low is no answer at all, although one passage reaches the threshold', async () => {
    // (0.42 + 0.3 / 2 + 0.3 / 3) / (1 + 1 / 2 + 1 / 3) = 0.3655
    expect(await drafted([0.42, 0.3, 0.3])).toMatchObject({ outcome: 'fallback', confidence: 0, citations: [] });
    expect(await drafted([0.42])).toMatchObject({ outcome: 'answered' });
  });
});
