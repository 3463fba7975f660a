import { describe, expect, it } from 'vitest';
import { countWords, hasEquations } from '../../../../electron/engine/ingest/chunking/chunk-document';

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
