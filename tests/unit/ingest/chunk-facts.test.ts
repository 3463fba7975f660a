import { describe, expect, it } from 'vitest';
import { countWords, hasEquations, looksLikeCode } from '../../../electron/engine/ingest/chunk-facts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['One, two – three!', 3],
    ["don't well-known 3.14", 3],
    ['Größe über Straße', 3],
    ['הדלת פתוחה', 2],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('counts the words of scripts without spaces', () => {
    expect(countWords('展示ケースの鍵')).toBeGreaterThan(2);
  });
});

describe('looksLikeCode', () => {
  it.each([
    'def area(r):\n    return 3 * r;\n',
    'import os\nfrom sys import argv\n',
    'const a = 1;\nconst b = 2;',
    'Run this:\n```\nls\n```',
    '<div>\n<p class="x">\n',
  ])('says yes to %j', (text) => {
    expect(looksLikeCode(text)).toBe(true);
  });

  it.each([
    'A sentence; and another one.\nImport duties rose.',
    'if you look closely, you see it',
    'Class of 1995:\n- Ada\n- Emmy',
    'Let x = 3 be the number.\nThen it follows.',
  ])('says no to %j', (text) => {
    expect(looksLikeCode(text)).toBe(false);
  });
});

describe('hasEquations', () => {
  it.each([
    'so $E = mc^2$ holds',
    '\\begin{align*} a &= b \\end{align*}',
    '$$ a + b $$',
    'the sum ∑ x over all x',
    'E = mc²',
    'v = (2/9) * r^2 * g',
    'F(x) = a*x + b   (3.1)',
  ])('says yes to %j', (text) => {
    expect(hasEquations(text, false)).toBe(true);
  });

  it.each([
    'It costs $5 and then $10 more.',
    'name = value',
    'See A → B for details.',
    'The price was $3 = 2 euros, or $4.',
    'x = 1',
  ])('says no to %j', (text) => {
    expect(hasEquations(text, false)).toBe(false);
  });

  it('does not take an assignment in code for one', () => {
    expect(hasEquations('total = a + b * c', true)).toBe(false);
  });
});
