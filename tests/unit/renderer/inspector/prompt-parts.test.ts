import { type OriginSegment, promptOrigins } from '@shared/prompt-origins';
import { emptySuperPrompt } from '@shared/super-prompt';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptBlocks } from '../../../../renderer/inspector/prompt-measure';
import { promptParts } from '../../../../renderer/inspector/prompt-parts';
import { aChunk } from '../a-run';

const texts = (parts: ReturnType<typeof promptParts>, prompt: string) =>
  parts.map(({ pieces }) => pieces.map(({ startChar, endChar }) => prompt.slice(startChar, endChar)));

/** A block of these texts one after another; null stands in for the field of words of the frame. */
function blockOf(...words: readonly (readonly [string, string | null])[]) {
  let at = 0;
  const segments = words.map(([word, field], index) => {
    const startChar = at;
    at += word.length;
    const segment: OriginSegment = { startChar, endChar: at, block: 'A', stage: 'Retrieval', chunkIds: [], field };
    return { segment, index };
  });
  return { block: { block: 'A' as const, segments }, prompt: words.map(([word]) => word).join('') };
}

describe('a block of the prompt in parts', () => {
  const long = 'x'.repeat(2000);

  it('ends a part after the line ends in front of a heading, so that no line is added', () => {
    const { block, prompt } = blockOf([long, 'base_context_chunks'], ['\n\n## Two', null]);
    expect(texts(promptParts(block, prompt), prompt)).toEqual([[long, '\n\n'], ['## Two']]);
  });

  it('never cuts a passage, which may be marked as a whole', () => {
    const { block, prompt } = blockOf([`${long}\n\n${long}`, 'base_context_chunks'], ['end', null]);
    expect(texts(promptParts(block, prompt), prompt)).toEqual([[`${long}\n\n${long}`, 'end']]);
  });

  it('keeps a short block in one part', () => {
    const { block, prompt } = blockOf(['a\n', 'S_CTX_MD'], ['b\n', 'S_CTX_MD'], ['c', null]);
    expect(promptParts(block, prompt)).toHaveLength(1);
  });

  it('estimates lines by what fits the width, and draws none for the line end of a part', () => {
    const { block, prompt } = blockOf([`${'x'.repeat(45)}\n\nshort\n`, 'S_CTX_MD']);
    expect(promptParts(block, prompt).map(({ lines }) => lines)).toEqual([4]);
  });

  it('loses no character of a prompt and ends every part but the last of its block with a line', () => {
    const words = fc.string({ maxLength: 20 });
    const passage = fc.string({ minLength: 900, maxLength: 1200 });
    fc.assert(
      fc.property(words, fc.array(passage, { maxLength: 6 }), (Prompt_MD, passages) => {
        const chunks = passages.map((text, index) => ({ ...aChunk(`c${index}`), text }));
        const Attachments_MD = passages.join('\n\n');
        const prompt_ready = `${Prompt_MD}\n\n${Attachments_MD}`;
        const state = {
          ...emptySuperPrompt('what'),
          Prompt_MD,
          Attachments_MD,
          prompt_ready,
          base_context_chunks: chunks,
        };
        const blocks = promptBlocks(promptOrigins(state)).map((block) => promptParts(block, prompt_ready));
        expect(blocks.flatMap((parts) => texts(parts, prompt_ready).flat()).join('')).toBe(prompt_ready);
        for (const parts of blocks)
          for (const { pieces } of parts.slice(0, -1))
            expect(prompt_ready[(pieces.at(-1)?.endChar ?? 0) - 1]).toBe('\n');
      }),
    );
  });
});
