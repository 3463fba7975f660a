import { isStep } from '@shared/own-lines';
import { sentences } from '@shared/sentences';
import { describe, expect, it } from 'vitest';

describe('a step of a program', () => {
  it.each([
    'import random',
    'raise GiveUp(last)',
    'return min(lux, 139)',
    'for attempt in range(MAX):',
    'wait = min(cap, base)',
    'pool.remove(connection);',
    '"""',
    '});',
  ])('is %j', (line) => {
    expect(isStep(line)).toBe(true);
  });

  it.each([
    'MAX_ATTEMPTS = 6',
    'RETRY = {429, 502}',
    "const name = 'mill';",
    'def close(pool):',
    'class Mill:',
    'return to the mill',
    'The mill grinds rye (old).',
    'Rent is due (cold);',
    'Umsatzrendite = Gewinn / Umsatz',
    'BMI = weight / height²',
    'Passwort=Sommer',
    'Decision = unanimous',
    'Dear {name}',
    'Miller(s)',
    `grind(${'rye = 1; '.repeat(60)});`,
  ])('is not %j, which says something by itself', (line) => {
    expect(isStep(line)).toBe(false);
  });
});

describe('a line that may be a step or a formula', () => {
  it('is a step beside code, and none beside its like', () => {
    expect(isStep('wait = cap / base', ['for attempt in range(MAX):'])).toBe(true);
    expect(isStep('margin = profit / sales', ['sales = units / year', ''])).toBe(false);
  });
});

describe('lines that may be wrapped or code', () => {
  const split = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

  it.each([
    'The buyer may\nreturn the goods (unused) within 14 days\nof delivery.',
    'If the goods are faulty, the buyer may\nreturn all item(s) (unused);\nthe seller pays the postage.',
    'Die Mieter dürfen bei Mängeln "angemessen" mindern. They may\nraise rent(s) of "cold" rooms once a year\nby 3 %.',
    'We kindly\nawait your reply (by letter)\nuntil 4 May.',
    'The fields\nyield wheat (winter) and rye = two sacks\nan acre.',
    'Bread is old, as shown by Jones \\cite{jones}\nand by Berg \\cite{berg}\nin Bern.',
    'The\nfunction analysis (see below) shows it.',
    'Tickets of the first\nclass carriages in the morning trains:\nthey are blue.',
    'Bring something\nwith e.g. rye, oats:\nit is baked here.',
    'The grain comes\nfrom Harrow, and we\nimport what is called "rye"\nfrom Bern.',
    'Das Ergebnis steht in\nEBIT = Gewinn vor Zinsen und\nSteuern.',
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
