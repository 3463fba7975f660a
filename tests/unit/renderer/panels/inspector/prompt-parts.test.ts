import { promptOrigins } from '@shared/prompt/prompt-origins';
import { emptySuperPrompt } from '@shared/prompt/super-prompt';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptBlocks, promptParts } from '../../../../../renderer/panels/inspector/prompt-measure';
import { aChunk } from '../../a-run';

const texts = (parts: ReturnType<typeof promptParts>, prompt: string) =>
  parts.map(({ pieces }) => pieces.map(({ startChar, endChar }) => prompt.slice(startChar, endChar)));

describe('a block of the prompt in parts', () => {
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
