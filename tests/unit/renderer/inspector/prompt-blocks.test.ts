import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { around, originSizes, promptBlocks } from '../../../../renderer/inspector/prompt-blocks';

const parts = {
  System_MD: '# System\nbe exact',
  Prompt_MD: '# Prompt\nwhat',
  S_CTX_MD: '# Context\n- fact',
  Attachments_MD: '# Attachments',
};
const joined = (...extra: string[]) => [...Object.values(parts), ...extra].join('\n\n');

describe('where the prompt comes from', () => {
  it('names the four blocks and what joins them', () => {
    expect(promptBlocks({ ...parts, prompt_ready: joined() }).map(({ origin }) => origin)).toEqual([
      'S',
      '',
      'P',
      '',
      'C',
      '',
      'A',
    ]);
  });

  it('takes what follows the attachments for the conversation', () => {
    const blocks = promptBlocks({ ...parts, prompt_ready: joined('# Recent conversation\n> hello') });
    expect(blocks.slice(-2)).toEqual([
      { origin: '', text: '\n\n' },
      { origin: 'H', text: '# Recent conversation\n> hello' },
    ]);
  });

  it('finds a block after the one before it, also when its text stood earlier', () => {
    const prompt = {
      System_MD: 'one two',
      Prompt_MD: 'two',
      S_CTX_MD: '',
      Attachments_MD: '',
      prompt_ready: 'one two\n\ntwo',
    };
    expect(promptBlocks(prompt)).toEqual([
      { origin: 'S', text: 'one two' },
      { origin: '', text: '\n\n' },
      { origin: 'P', text: 'two' },
    ]);
  });

  it('loses no character of the prompt, whatever the blocks are', () => {
    const text = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, text, text, (System_MD, Prompt_MD, S_CTX_MD, Attachments_MD, prompt_ready) => {
        const whole = { System_MD, Prompt_MD, S_CTX_MD, Attachments_MD };
        for (const ready of [prompt_ready, [...Object.values(whole), prompt_ready].join('\n\n')]) {
          expect(
            promptBlocks({ ...whole, prompt_ready: ready })
              .map((block) => block.text)
              .join(''),
          ).toBe(ready);
        }
      }),
    );
  });

  it('counts the characters of each origin that is there', () => {
    expect(
      originSizes(promptBlocks({ ...parts, S_CTX_MD: '', prompt_ready: '# System\nbe exact\n\n# Prompt\nwhat' })),
    ).toEqual([
      { origin: 'S', characters: 17 },
      { origin: 'P', characters: 13 },
    ]);
  });

  it('splits a text around a passage', () => {
    expect(around('abcabc', 'ca')).toEqual(['ab', 'ca', 'bc']);
    expect(around('abc', 'x')).toEqual(['abc', '', '']);
    expect(around('abc', '')).toEqual(['abc', '', '']);
  });
});
