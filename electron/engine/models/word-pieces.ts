import { functionWordsOf } from '@shared/function-words';
import { z } from 'zod';

/** Tokens of one word: from `start` up to, not including, `end`. */
export interface WordSpan {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A WordPiece vocabulary tells by a prefix which tokens go on with a word. */
const wordPieceDefinition = z.object({
  model: z.object({
    type: z.literal('WordPiece'),
    continuing_subword_prefix: z.string().min(1),
    vocab: z.record(z.string(), z.number()),
  }),
});

const saysSomething = /[\p{L}\p{N}]/u;

/** Puts the tokens of a WordPiece model together to words again, and tells words of substance from the others. */
export class WordPieces {
  private tokens: readonly string[] | null = null;

  private constructor(
    private readonly vocabulary: Readonly<Record<string, number>>,
    private readonly prefix: string,
  ) {}

  /**
   * Null for a tokenizer of another kind.
   * @param definition its `tokenizer.json`
   */
  static of(definition: unknown): WordPieces | null {
    const { data } = wordPieceDefinition.safeParse(definition);
    return data ? new WordPieces(data.model.vocab, data.model.continuing_subword_prefix) : null;
  }

  /** Words that are neither punctuation nor English function words, each with its tokens' places among `ids`. */
  contentWords(ids: readonly number[]): WordSpan[] {
    const tokens = this.byId();
    const words: WordSpan[] = [];
    for (let start = 0; start < ids.length; ) {
      let word = tokens[ids[start] ?? -1] ?? '';
      let end = start + 1;
      for (; end < ids.length; end += 1) {
        const token = tokens[ids[end] ?? -1] ?? '';
        if (!token.startsWith(this.prefix)) break;
        word += token.slice(this.prefix.length);
      }
      if (isContent(word)) words.push({ word, start, end });
      start = end;
    }
    return words;
  }

  /** Read at the first use: most tokenizers are only asked to count. */
  private byId(): readonly string[] {
    if (this.tokens) return this.tokens;
    const tokens: string[] = [];
    for (const [token, id] of Object.entries(this.vocabulary)) tokens[id] = token;
    this.tokens = tokens;
    return tokens;
  }
}

/** Tokens that stand for something else, as `[UNK]`. */
const special = /^\[.*\]$/u;

/** Articles and what an apostrophe leaves of a word; other letters may be names, as of a vitamin or a language. */
const lesserWords: ReadonlySet<string> = new Set(['a', 'i', 's', 't', 'd', 'm', 'll', 're', 've']);

const isContent = (word: string): boolean =>
  saysSomething.test(word) &&
  !special.test(word) &&
  !lesserWords.has(word) &&
  !functionWordsOf(word).some(([language]) => language === 'eng');
