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
function drafted(relevances: readonly number[], question = 'What does the mill grind?', model: object | null = null) {
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
    model: async () => model,
    settings: {},
    parts: { activeModel: { load: () => Promise.reject(new Error('none')), entry: { confidence: confidenceWeights } } },
    signal: new AbortController().signal,
    shown: { token: () => undefined, passages: () => undefined, citation: () => undefined },
    withWeakEvidence: async (given: Run) => given,
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
    const { outcome, confidence, basis, answer, passages } = await drafted([0.95, 0.3]);
    expect(outcome).toBe('answered');
    expect(answer).toContain('[Citation 1]');
    expect(passages).toHaveLength(2);
    expect(basis).toMatchObject({ passages: 2, nearness: null, missingNumbers: [] });
    expect(confidence).toBe(confidenceOf(basis ?? noEvidence, confidenceWeights));
  });

  it('where it is not sure shows the best passages whole, with the best sentence, and calls none of it an answer', async () => {
    const draft = await drafted([0.6, 0.5]);
    expect(draft).toMatchObject({ outcome: 'passages', answer: '', citations: [{ marker: 1 }, { marker: 2 }] });
    const [first] = draft.passages ?? [];
    expect(first?.text.slice(first.best?.start, first.best?.end)).toMatch(/^The mill grinds rye in year \d/u);
    expect(draft.passages?.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1400);
  });

  it('never calls it an answer where no passage has a number of the question, and says so', async () => {
    expect(await drafted([0.95, 0.95], 'What did 17 mills grind in 1999?')).toMatchObject({
      outcome: 'passages',
      basis: { absent: ['17', '1999'] },
      passages: [{ chunkId: 'c0' }, { chunkId: 'c1' }],
    });
  });

  it('finds nothing where no passage is near, and shows the closest', async () => {
    expect(await drafted([0.01])).toMatchObject({
      outcome: 'nothing',
      answer: '',
      citations: [],
      passages: [{ chunkId: 'c0' }],
    });
  });
});

describe('what a model wrote', () => {
  const writing = (text: string) =>
    drafted([0.95, 0.5], 'What does the mill grind?', {
      id: 'fake:model',
      contextTokens: 4096,
      countTokens: async () => 10,
      tokenCounter: async () => () => 10,
      async *chat() {
        yield text;
      },
    });

  it('is an answer where its sentences are in the passages', async () => {
    expect(await writing('The mill grinds rye beside the river [Citation 1].')).toMatchObject({
      outcome: 'answered',
      model: 'fake:model',
    });
  });

  it.each(['Copper kettles are sold on Tuesdays.', 'Copper kettles are sold on Tuesdays [Citation 1].'])(
    'is never shown as an answer where they are not: %s',
    async (text) => {
      const draft = await writing(text);
      expect(draft.unbacked).toContain('Copper kettles');
      expect(draft.answer).not.toContain('Copper');
      expect(draft.passages?.length).toBeGreaterThan(0);
    },
  );
});
