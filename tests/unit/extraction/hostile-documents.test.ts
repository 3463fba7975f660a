import { describe, expect, it } from 'vitest';
import { extract, readForExtraction } from '../../../electron/engine/extraction';
import { columnTypes } from '../../../shared/value-types';
import { ownTime } from '../../own-time';

const characters = 500_000;
const filled = (with_: string): string => with_.repeat(Math.ceil(characters / with_.length)).slice(0, characters);

/** Milliseconds of this thread, where a second is usual; a pattern that goes back over so many characters takes minutes. */
const most = 15_000;

describe('half a million characters in one line', () => {
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
    const taken = ownTime();
    for (const type of columnTypes) {
      const question = type === 'name' ? 'Who are the parties?' : 'What is the effective date, term and total?';
      extract(document, { question, type, choices: ['a', 'b'] });
    }
    extract(document, { question: 'Which law governs?', type: 'name' });
    expect(taken()).toBeLessThan(most);
  });
});
