import { describe, expect, it } from 'vitest';
import { WordPieces } from '../../../electron/engine/models/word-pieces';

const tokens = ['[UNK]', 'the', 'glass', '##maker', 'of', '2024', ',', '##n', 'who', 'ö', 'a', 's', 'c'];
const definition = {
  model: {
    type: 'WordPiece',
    continuing_subword_prefix: '##',
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
  },
};
const ids = (text: string): number[] => text.split(' ').map((token) => tokens.indexOf(token));
const pieces = WordPieces.of(definition);

describe('words of a WordPiece model', () => {
  it('are put together from their tokens, with their places', () => {
    expect(pieces?.contentWords(ids('the glass ##maker of 2024'))).toEqual([
      { word: 'glassmaker', start: 1, end: 3 },
      { word: '2024', start: 4, end: 5 },
    ]);
  });

  it('are no punctuation, no function words and nothing that the vocabulary lacks', () => {
    expect(pieces?.contentWords(ids('who , the of [UNK] a s'))).toEqual([]);
    // The beginning of a longer word is no function word.
    expect(pieces?.contentWords(ids('the ##n ö'))).toEqual([{ word: 'ö', start: 2, end: 3 }]);
    expect(pieces?.contentWords(ids('a c'))).toEqual([{ word: 'c', start: 1, end: 2 }]);
    expect(pieces?.contentWords(ids('the ##maker'))).toEqual([{ word: 'themaker', start: 0, end: 2 }]);
  });

  it('of no text are none, and a part without its beginning is a word of its own', () => {
    expect(pieces?.contentWords([])).toEqual([]);
    expect(pieces?.contentWords(ids('##maker glass'))).toEqual([
      { word: '##maker', start: 0, end: 1 },
      { word: 'glass', start: 1, end: 2 },
    ]);
  });

  it('are not told by tokenizers of another kind', () => {
    expect(WordPieces.of({ model: { type: 'Unigram', vocab: [] } })).toBeNull();
  });
});
