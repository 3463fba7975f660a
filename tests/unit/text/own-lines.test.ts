import { describe, expect, it } from 'vitest';
import { sentences } from '../../../electron/engine/text/sentences';

describe('lines that may be wrapped or code', () => {
  const split = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

  it.each([
    'The buyer may\nreturn the goods (unused) within 14 days\nof delivery.',
    'We kindly\nawait your reply (by letter)\nuntil 4 May.',
    'The\nfunction analysis (see below) shows it.',
    'Bring something\nwith e.g. rye, oats:\nit is baked here.',
    'Write a letter that begins with Dear {name}\nand ends with the date.',
  ])('go on where they are prose: %j', (text) => {
    expect(split(text).some((sentence) => sentence.includes('\n'))).toBe(true);
    expect(split(text).filter((sentence) => !/[.;]$/u.test(sentence))).toEqual([]);
  });

  it.each([
    'wait = min(cap, base)\nreturn wait',
    'while pool.size(3):\n    pool.close(1)',
    'if (open) {\n  close(wheel);\n}',
    'host = "mill"\nport = 8080',
    'import time\nimport random',
    'return min(lux, 139)\ndef close(pool):',
  ])('are lines of their own where they are code: %j', (text) => {
    expect(split(text)).toEqual(text.split('\n').map((line) => line.trim()));
  });
});
