import type { Run } from '@shared/contract';
import { emptySuperPrompt } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import { fitPrompt } from '../../../electron/engine/chat/fit-context-window';
import type { ChatModel } from '../../../electron/engine/models';
import { aChunk, countTokens, limits, wordCounter } from '../stages/memory-library';

const words = (n: number, word: string) => Array.from({ length: n }, () => word).join(' ');
const chunks = [
  aChunk('best', words(100, 'best')),
  aChunk('poor', words(100, 'poor'), { pages: [3] }),
  aChunk('good', words(100, 'good')),
];
const relevances = { best: 0.9, poor: 0.3, good: 0.6 };

/** A finished run with these chunks, whose prompt is their texts and the conversation. */
function runWith(ids: readonly string[], conversation: boolean, relevance: Record<string, number>): Run {
  const turns = conversation ? [{ role: 'user' as const, content: words(50, 'said') }] : [];
  const texts = chunks.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
  const prompt = {
    ...emptySuperPrompt('', [{ role: 'user' as const, content: words(50, 'said') }]),
    base_context_chunks: chunks,
    final_selection_ids: ids,
    extras: { rerank_relevance: relevance },
    prompt_ready: [...texts, ...turns.map(({ content }) => content)].join(' '),
  };
  return {
    runId: `${ids.join('+')}${conversation ? '' : ' alone'}`,
    snapshots: { Prompt_Builder: prompt },
  } as unknown as Run;
}

async function fitted(
  contextTokens: number,
  tokenBudget = limits.build.tokenBudget,
  relevance: Record<string, number> = relevances,
) {
  const model = {
    id: 'memory:small',
    contextTokens,
    countTokens: async (text: string) => countTokens(text),
    tokenCounter: async () => wordCounter,
  } as ChatModel;
  const asked: string[] = [];
  const result = await fitPrompt(
    model,
    runWith(['best', 'poor', 'good'], true, relevance),
    { ...limits, build: { tokenBudget }, answer: { ...limits.answer, maxTokens: 10 } },
    async (_run, ids, conversation) => {
      asked.push(`${ids.join('+')}${conversation ? '' : ' alone'}`);
      return runWith(ids, conversation, relevance);
    },
    new AbortController().signal,
  );
  const { run, fits, dropped, notices } = result;
  return { run: run.runId, fits, dropped: dropped.map(({ chunkId }) => chunkId), notices, asked };
}

describe('fitPrompt', () => {
  it.each([
    [360, 'best+poor+good', []],
    [359, 'best+good', ['poor']],
    [260, 'best+good', ['poor']],
    [259, 'best', ['poor', 'good']],
    [160, 'best', ['poor', 'good']],
    [159, 'best alone', ['poor', 'good']],
    [110, 'best alone', ['poor', 'good']],
  ])('into %i tokens drops the least relevant first, then the conversation', async (tokens, run, dropped) => {
    expect(await fitted(tokens)).toMatchObject({ run, fits: true, dropped });
  });

  it('of equally relevant passages drops the one that is ranked last', async () => {
    const equal = { best: 0.5, poor: 0.5, good: 0.5 };
    expect(await fitted(359, limits.build.tokenBudget, equal)).toMatchObject({ run: 'best+poor', dropped: ['good'] });
  });

  it('says by name what it dropped, with its page', async () => {
    const { notices } = await fitted(159);
    expect(notices.map(({ code }) => code)).toEqual(['passages-dropped', 'conversation-dropped']);
    expect(notices[0]?.values?.names).toContain('Title of poor (page 3); Title of good');
  });

  it.each([
    [350, 'best+poor+good', []],
    [349, 'best+good', ['poor']],
    [149, 'best alone', ['poor', 'good']],
  ])('keeps the whole prompt within a budget of %i tokens too', async (budget, run, dropped) => {
    const within = await fitted(100_000, budget);
    expect(within).toMatchObject({ run, fits: true, dropped });
  });

  it('sends a prompt that exceeds the budget alone and has nothing left to lose, and says so', async () => {
    const { run, fits, notices } = await fitted(100_000, 99);
    expect([run, fits]).toEqual(['best alone', true]);
    expect(notices.at(-1)?.code).toBe('prompt-over-budget');
  });

  it('keeps the whole run, and says so, where not even one passage fits', async () => {
    expect(await fitted(109)).toMatchObject({
      run: 'best+poor+good',
      fits: false,
      dropped: [],
      notices: [{ code: 'prompt-too-long' }],
    });
  });
});
