import { type OriginSegment, promptOrigins } from '@shared/prompt/prompt-origins';
import { emptySuperPrompt } from '@shared/prompt/super-prompt';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  promptBlocks,
  promptBudget,
  promptParts,
  tokensPerCharacter,
} from '../../../../../renderer/panels/inspector/PromptTab';
import { forAll } from '../../../../for-all';
import { aChunk } from '../../a-run';

const piece = (block: OriginSegment['block'], startChar: number, endChar: number): OriginSegment => {
  return { startChar, endChar, block, stage: 'Prompt_Builder', chunkIds: [], field: null };
};
const chunk = (id: string, length: number, tokenCount: number) => {
  return { ...aChunk(id), text: 'x'.repeat(length), tokenCount };
};
const empty = emptySuperPrompt('what');

describe('the prompt by where it comes from', () => {
  it('gathers neighbours of one origin and tells each its place in the list of all', () => {
    const blocks = promptBlocks([piece('S', 0, 3), piece('S', 3, 5), piece('P', 5, 9), piece('S', 9, 10)]);
    expect(blocks.map(({ block, segments }) => [block, segments.map(({ index }) => index)])).toEqual([
      ['S', [0, 1]],
      ['P', [2]],
      ['S', [3]],
    ]);
  });

  it('loses no character of the prompt, whatever the blocks hold', () => {
    const text = fc.string({ maxLength: 20 });
    forAll(text, text, text, text, text, (System_MD, Prompt_MD, S_CTX_MD, Attachments_MD, rest) => {
      const whole = { System_MD, Prompt_MD, S_CTX_MD, Attachments_MD };
      for (const prompt_ready of [rest, [...Object.values(whole), rest].join('\n\n')]) {
        const shown = promptBlocks(promptOrigins({ ...empty, ...whole, prompt_ready }))
          .flatMap(({ segments }) => segments)
          .map(({ segment }) => prompt_ready.slice(segment.startChar, segment.endChar));
        expect(shown.join('')).toBe(prompt_ready);
      }
    });
  });
});

describe('the budget of the prompt', () => {
  it('goes by the tokens that were counted in the chunks, and by four characters a token without any', () => {
    expect(tokensPerCharacter({ base_context_chunks: [chunk('a', 30, 10), chunk('b', 10, 10)] })).toBe(0.5);
    expect(tokensPerCharacter(empty)).toBe(0.25);
  });

  it('counts every origin that is there, in the order S P C A H', () => {
    const measured = promptBudget(empty, [piece('P', 0, 40), piece('S', 40, 60), piece('P', 60, 80)], 100);
    expect(measured.sizes).toEqual([
      { block: 'S', characters: 20, tokens: 5 },
      { block: 'P', characters: 60, tokens: 15 },
    ]);
    expect(measured).toMatchObject({ used: 20, budget: 100, dropped: { chunks: 0, tokens: 0 }, scale: 100 });
  });

  it('estimates no more than A4 has counted that the prompt takes at most', () => {
    const token_count = { model: 'any', exact: true, passages: 9, room: 9, rest: 6 };
    const measured = promptBudget({ ...empty, extras: { token_count } }, [piece('P', 0, 33), piece('S', 33, 80)], 15);
    expect(measured.used).toBeLessThanOrEqual(15);
    expect(measured.used).toBeGreaterThan(12);
  });
});

const texts = (parts: ReturnType<typeof promptParts>, prompt: string) =>
  parts.map(({ pieces }) => pieces.map(({ startChar, endChar }) => prompt.slice(startChar, endChar)));

describe('a block of the prompt in parts', () => {
  it('loses no character of a prompt and ends every part but the last of its block with a line', () => {
    const words = fc.string({ maxLength: 20 });
    const passage = fc.string({ minLength: 900, maxLength: 1200 });
    forAll(words, fc.array(passage, { maxLength: 6 }), (Prompt_MD, passages) => {
      const chunks = passages.map((text, index) => ({ ...aChunk(`c${index}`), text }));
      const Attachments_MD = passages.join('\n\n');
      const prompt_ready = `${Prompt_MD}\n\n${Attachments_MD}`;
      const state = { ...empty, Prompt_MD, Attachments_MD, prompt_ready, base_context_chunks: chunks };
      const blocks = promptBlocks(promptOrigins(state)).map((block) => promptParts(block, prompt_ready));
      expect(blocks.flatMap((parts) => texts(parts, prompt_ready).flat()).join('')).toBe(prompt_ready);
      for (const parts of blocks)
        for (const { pieces } of parts.slice(0, -1)) expect(prompt_ready[(pieces.at(-1)?.endChar ?? 0) - 1]).toBe('\n');
    });
  });
});
