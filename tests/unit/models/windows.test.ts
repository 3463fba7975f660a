import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanVector, normalised, pooled, textWindows, tokenWindows } from '../../../electron/engine/models/windows';
import { forAll } from '../../for-all';

describe('tokenWindows', () => {
  it('refuses a window that holds nothing', () => {
    expect(() => tokenWindows([1], 0)).toThrow(RangeError);
  });

  it('covers every token once, in order, with the fewest windows, whose lengths differ by one at most', () => {
    forAll(fc.array(fc.nat(), { maxLength: 600 }), fc.integer({ min: 1, max: 130 }), (tokens, size) => {
      const windows = tokenWindows(tokens, size);
      const lengths = windows.map((window) => window.length);
      expect(windows.flat()).toEqual(tokens);
      expect(windows).toHaveLength(Math.max(1, Math.ceil(tokens.length / size)));
      expect(Math.max(...lengths)).toBeLessThanOrEqual(size);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    });
  });
});

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

describe('the windows of a text', () => {
  it('lose nothing, hold to the size and part no code point', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 4, max: 60 }), (text, size) => {
      const windows = textWindows(text, size);
      expect(windows.join('')).toBe(text);
      for (const window of windows) {
        expect(bytes(window)).toBeLessThanOrEqual(size);
        // A parted code point would come back as another.
        if (!/\p{Cs}/u.test(text)) expect(window).not.toMatch(/\p{Cs}/u);
      }
    });
  });

  it('are one for a text that fits', () => {
    expect(textWindows('short', 5)).toEqual(['short']);
    expect(textWindows('', 5)).toEqual(['']);
  });

  it('are cut before white space where some comes in time', () => {
    const windows = textWindows('word '.repeat(100), 60);
    expect(windows.length).toBeGreaterThan(8);
    for (const window of windows) expect(window).toMatch(/^ ?(word ?)+$/);
  });
});

describe('pooled', () => {
  const threeTokens = Float32Array.of(1, 2, 3, 4, 5, 9);

  it('averages the tokens for mean', () => {
    expect([...pooled(threeTokens, 2, 'mean')]).toEqual([3, 5]);
  });

  it('takes the first token for cls', () => {
    expect([...pooled(threeTokens, 2, 'cls')]).toEqual([1, 2]);
  });

  it('takes the vector as it is for none', () => {
    expect([...pooled(Float32Array.of(7, 8), 2, 'none')]).toEqual([7, 8]);
  });
});

describe('normalised', () => {
  it('keeps the direction and makes the length 1', () => {
    expect([...(normalised(Float64Array.of(3, 4)) ?? [])]).toEqual([0.6, 0.8]);
  });

  it('finds no direction in zeros or in values that are not numbers', () => {
    expect(normalised(Float64Array.of(0, 0))).toBeNull();
    expect(normalised(Float64Array.of(Number.NaN, 1))).toBeNull();
  });
});

describe('meanVector', () => {
  it('gives every vector the same weight', () => {
    expect([...meanVector([Float64Array.of(1, 0), Float64Array.of(0, 1)])]).toEqual([0.5, 0.5]);
  });
});
