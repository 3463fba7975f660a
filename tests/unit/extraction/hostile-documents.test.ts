import { describe, expect, it } from 'vitest';
import { columnTypes, extract, readForExtraction } from '../../../electron/engine/extraction';

const characters = 10_000_000;
const filled = (with_: string): string => with_.repeat(Math.ceil(characters / with_.length)).slice(0, characters);

/** Milliseconds; a pattern that goes back over so many characters takes hours. */
const most = 40_000;

describe('ten million characters in one line', () => {
  it.each([
    ['of one letter', 'a'],
    ['of digits and commas', '1,'],
    ['of initials', 'A.'],
    ['of ampersands', 'A&'],
    ['of nested brackets', '(((“'],
    ['of brackets in a list', 'between A (b) (c) '],
    ['of capital words', 'Alpha '],
    ['of blanks', `between${' '.repeat(300)}`],
  ])('%s are read in time', (_name, pattern) => {
    const document = readForExtraction({ text: filled(pattern), blocks: [], pages: [], language: 'eng', title: null });
    const begun = performance.now();
    for (const type of columnTypes) {
      const question = type === 'name' ? 'Who are the parties?' : 'What is the effective date, term and total?';
      extract(document, { question, type, choices: ['a', 'b'] });
    }
    extract(document, { question: 'Which law governs?', type: 'name' });
    expect(performance.now() - begun).toBeLessThan(most);
  });
});
