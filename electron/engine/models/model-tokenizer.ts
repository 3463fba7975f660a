import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import { VitrineError } from '@shared/errors';
import { tokenizerPieces } from './tokenizer-pieces';
import { WordPieces, type WordSpan } from './word-pieces';
import { WordTokens } from './word-tokens';

/** The special tokens a model wants around one text. */
export interface TextFrame {
  readonly head: readonly number[];
  readonly tail: readonly number[];
}

/** The special tokens a model wants around and between two texts. */
export interface PairFrame extends TextFrame {
  readonly middle: readonly number[];
}

const PROBE = 'a';

/** The tokenizer of a model folder, run by the tokenizer library of transformers.js. */
export class ModelTokenizer {
  /** Special tokens around a text; both empty for a model without any. */
  readonly frame: TextFrame;
  /** Token that stands for nothing, for a model that cannot take an empty sequence. */
  readonly padding: number;
  private readonly words: WordTokens | null;
  private readonly pieces: WordPieces | null;
  private pair: PairFrame | null = null;

  private constructor(
    private readonly tokenizer: Tokenizer,
    definition: Record<string, unknown>,
    padToken: unknown,
  ) {
    this.words = WordTokens.of(definition, (text) => this.encodedAlone(text));
    this.pieces = WordPieces.of(definition);
    const content = this.encode(PROBE);
    const framed = tokenizer.encode(PROBE).ids;
    const start = indexOfRun(framed, content, 0);
    this.frame = { head: framed.slice(0, start), tail: framed.slice(start + content.length) };
    this.padding = (typeof padToken === 'string' ? tokenizer.token_to_id(padToken) : undefined) ?? 0;
  }

  /** Reads `tokenizer.json` and `tokenizer_config.json`. Errors: `model-damaged`, with `hint`. */
  static async read(folder: string, hint: string): Promise<ModelTokenizer> {
    const { Tokenizer } = await import('@huggingface/tokenizers');
    try {
      const [definition, config] = await Promise.all([
        readObject(join(folder, 'tokenizer.json')),
        readObject(join(folder, 'tokenizer_config.json')),
      ]);
      return new ModelTokenizer(new Tokenizer(definition, config), definition, config.pad_token);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new VitrineError('model-damaged', `The tokenizer in ${folder} cannot be read: ${reason}`, hint, undefined, {
        cause: error,
      });
    }
  }

  /** Tokens of `text`, without special tokens. Linear in its length. */
  count(text: string): number {
    return tokenizerPieces(text).reduce((sum, piece) => sum + this.encodePiece(piece).length, 0);
  }

  /** Ids of `text`, without special tokens. Linear in its length. */
  encode(text: string): number[] {
    return tokenizerPieces(text).flatMap((piece) => this.encodePiece(piece));
  }

  /** Content words among these ids, in order; null where it is not known which tokens make up a word. */
  contentWords(ids: readonly number[]): WordSpan[] | null {
    return this.pieces?.contentWords(ids) ?? null;
  }

  /** Special tokens of a pair of texts, for a cross-encoder. */
  pairFrame(): PairFrame {
    this.pair ??= this.framedPair();
    return this.pair;
  }

  private framedPair(): PairFrame {
    const content = this.encode(PROBE);
    const framed = this.tokenizer.encode(PROBE, { text_pair: PROBE }).ids;
    const first = indexOfRun(framed, content, 0);
    const second = indexOfRun(framed, content, first + content.length);
    return {
      head: framed.slice(0, first),
      middle: framed.slice(first + content.length, second),
      tail: framed.slice(second + content.length),
    };
  }

  private encodePiece(piece: string): readonly number[] {
    return this.words?.encode(piece) ?? this.encodedAlone(piece);
  }

  private encodedAlone(text: string): readonly number[] {
    return this.tokenizer.encode(text, { add_special_tokens: false }).ids;
  }
}

function indexOfRun(ids: readonly number[], run: readonly number[], from: number): number {
  for (let start = from; start + run.length <= ids.length; start += 1) {
    if (run.every((id, offset) => ids[start + offset] === id)) return start;
  }
  throw new Error('special tokens change the text between them');
}

async function readObject(path: string): Promise<Record<string, unknown>> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof value !== 'object' || value === null) throw new Error(`${path} holds no object`);
  return Object.fromEntries(Object.entries(value));
}
