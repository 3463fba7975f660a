import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWindows } from '../../../electron/engine/models/text-windows';

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

describe('the windows of a text', () => {
  it('lose nothing, hold to the size and part no code point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 4, max: 60 }), (text, size) => {
        const windows = textWindows(text, size);
        expect(windows.join('')).toBe(text);
        for (const window of windows) {
          expect(bytes(window)).toBeLessThanOrEqual(size);
          // A parted code point would come back as another.
          if (!/\p{Cs}/u.test(text)) expect(window).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
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
