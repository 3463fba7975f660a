import { z } from 'zod';

/**
 * Vocabulary as the package stores it: piece and log-probability, in the order of the ids. Seven pieces have no
 * probability (null); the package's own tokenizer counts them as 0, and so must we, to give the same ids.
 */
export const vocabularySchema = z.array(
  z.tuple([
    z.string(),
    z
      .number()
      .nullable()
      .transform((score) => score ?? 0),
  ]),
);
export type Vocabulary = z.infer<typeof vocabularySchema>;

/** Ids 0–5: unknown, <s>, </s> and three spare ones; never produced from text except 0. */
const RESERVED = 6;
const END = 2;

/**
 * A reserved piece under a name that no text can spell: full-width brackets, which the NFKC normaliser turns into
 * ASCII ones. Otherwise a document that contains `</s>` would steer the tokenizer.
 */
const unspellable = (piece: string): string => `＜${piece.replace(/[<>]/g, '')}＞`;

/**
 * `tokenizer.json` and `tokenizer_config.json` of a SentencePiece unigram vocabulary, in the form of transformers.js.
 * White space is folded and trimmed first: a line break is a space and not an unknown piece.
 */
export function tokenizerFiles(vocabulary: Vocabulary, window: number): Record<string, unknown> {
  const pieces = vocabulary.map(([piece, score], id): [string, number] =>
    id > 0 && id < RESERVED ? [unspellable(piece), 0] : [piece, score],
  );
  const [unknown] = pieces[0] ?? ['�'];
  const [padding] = pieces[END] ?? [unknown];
  const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false };
  return {
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [],
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'NFKC' },
          { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
          { type: 'Strip', strip_left: true, strip_right: true },
        ],
      },
      pre_tokenizer: metaspace,
      post_processor: null,
      decoder: metaspace,
      model: { type: 'Unigram', unk_id: 0, vocab: pieces },
    },
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizer',
      unk_token: unknown,
      pad_token: padding,
      model_max_length: window,
      clean_up_tokenization_spaces: false,
    },
  };
}
