import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizerPieces } from '../../../electron/engine/models/tokenizer-pieces';

describe('tokenizerPieces', () => {
  it('leaves a short text whole', () => {
    expect(tokenizerPieces('two words')).toEqual(['two words']);
  });

  it('cuts at white space, so that no word is broken', () => {
    const words = Array.from({ length: 500 }, (_, index) => `word${index}`);
    const pieces = tokenizerPieces(words.join(' '));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.flatMap((piece) => piece.trim().split(' '))).toEqual(words);
  });

  it('never cuts a surrogate pair', () => {
    for (const piece of tokenizerPieces(`a${'🎉'.repeat(3000)}`)) expect(piece).not.toMatch(/\p{Surrogate}/u);
  });

  it('loses nothing, and no piece is long or empty', () => {
    const text = fc.array(fc.constantFrom(' ', '\n', 'word', 'x'.repeat(700), '🎉', 'é'), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        const pieces = tokenizerPieces(parts.join(''));
        expect(pieces.join('')).toBe(parts.join(''));
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(1024);
        if (parts.length > 0) for (const piece of pieces) expect(piece.length).toBeGreaterThan(0);
      }),
    );
  });
});
