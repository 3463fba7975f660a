import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizerPieces, WordTokens } from '../../../electron/engine/models/model-tokenizer';
import { tokenizerFiles, type Vocabulary } from '../../../scripts/model/sentencepiece-tokenizer-json';
import { forAll, forAllWith } from '../../for-all';

describe('tokenizerPieces', () => {
  it('leaves a short text whole', () => {
    expect(tokenizerPieces('two words')).toEqual(['two words']);
  });

  it('cuts at white space and breaks no word', () => {
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
    forAll(text, (parts) => {
      const pieces = tokenizerPieces(parts.join(''));
      expect(pieces.join('')).toBe(parts.join(''));
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(1024);
      if (parts.length > 0) for (const piece of pieces) expect(piece.length).toBeGreaterThan(0);
    });
  });
});

const reserved: Vocabulary = ['�', '<s>', '</s>', '<1>', '<2>', '<3>'].map((piece) => [piece, 0]);
const unigramFiles = tokenizerFiles(
  [
    ...reserved,
    ['▁', -2],
    ['▁a', -2.5],
    ['▁ba', -3.1],
    ['a', -3],
    ['b', -3.25],
    ['n', -4],
    ['aa', -4.5],
    ['an', -4.75],
    ['na', -4.7],
    ['.', -3],
    ['..', -5.3],
    ['ﬁ', -6],
    ['f', -5],
    ['é', -5.5],
  ],
  128,
);
const unigram = unigramFiles['tokenizer.json'] as object;

const wordPieces = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  'a',
  '##a',
  '##n',
  'ba',
  '##ana',
  'e',
  '.',
  '#',
  '日',
  'σ',
];
const bert = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: wordPieces.slice(0, 5).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(wordPieces.map((piece, id) => [piece, id])),
  },
};

/** Words, blanks of all kinds, and what normalisers change or take away. */
const texts = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'an', 'banana', 'na', '..', 'é', 'ﬁ', '[SEP]', '日本', 'Σ') },
      { weight: 4, arbitrary: fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0', '\u0085', '\ufeff', '\u2028', '\f') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('▁', '�', '´', '\u0301', '\u200d', '🎉', '\0', '<s>', '＜s＞', '\ud83c'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

function both(definition: object) {
  const tokenizer = new Tokenizer(definition, {});
  const whole = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const words = WordTokens.of(definition, whole);
  if (!words) throw new Error('these tokenizers take each word by itself');
  return { whole, words };
}

/** In a unigram model two cuts of a word can have the same score; the sum before it decides. */
const inAnyOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

describe.each([
  ['a unigram model', unigram, inAnyOrder],
  ['a WordPiece model', bert, (ids: readonly number[]) => ids],
])('the tokens of words: %s', (_name, definition, order) => {
  it('are those of the tokenizer for the whole text, or none', () => {
    const { whole, words } = both(definition);
    let own = 0;
    forAllWith({ numRuns: 2000 })(texts, (text) => {
      const ids = words.encode(text);
      if (ids === null) return;
      own += 1;
      expect(order(ids)).toEqual(order(whole(text)));
    });
    // Falling back always would hold the law too.
    expect(own).toBeGreaterThan(500);
  });

  it('are none for no text and for blanks', () => {
    const { words } = both(definition);
    expect(words.encode('')).toEqual([]);
    expect(words.encode(' \n\t')).toEqual([]);
  });
});

describe('the tokens of words', () => {
  it('are not made for a tokenizer that may look across words', () => {
    const spans = tokenizerFiles([...reserved, ['▁of▁the', -3]], 128)['tokenizer.json'];
    expect(WordTokens.of(spans, () => [])).toBeNull();
    expect(WordTokens.of({ ...unigram, normalizer: null }, () => [])).toBeNull();
    expect(WordTokens.of({ ...bert, pre_tokenizer: { type: 'ByteLevel' } }, () => [])).toBeNull();
    const greedy = bert.added_tokens.map((token) => ({ ...token, lstrip: true }));
    expect(WordTokens.of({ ...bert, added_tokens: greedy }, () => [])).toBeNull();
  });
});
